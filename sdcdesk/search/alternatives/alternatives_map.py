"""Alternatives map: a figure of risk against one of loss for every alternative, as a plot over its table."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.limit import Standing, standing
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.release_check import Release
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative import Alternative
from sdcdesk.search.alternatives.alternative_kinds import alternative_kinds
from sdcdesk.search.alternatives.alternative_texts import AlternativeTexts
from sdcdesk.search.alternatives.assessing import AssessedFile
from sdcdesk.search.alternatives.axis_figures import figure_title, figure_unit, risk_limits
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.outcome import Group, Outcome

Ends = tuple[float, float]
"""The least and the most value of a figure."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an alternative stands on the map: its first draw, with which it becomes the recipe.

    Attributes
    ----------
    number
        Its place in the grid.
    words
        What it does.
    kind
        Which of the `alternative_kinds` it is, from 0.
    title
        What people call these.
    risk, loss
        The figures on the axes.
    risk_ends, loss_ends
        Their least and most over several draws; None: there is one.
    front
        Whether no other first draw beats it in both.
    kept
        Whether every limit on the figure of risk is kept.
    """

    number: int
    words: str
    kind: int
    title: str
    risk: Quantity
    loss: Quantity
    risk_ends: Ends | None = None
    loss_ends: Ends | None = None
    front: bool = False
    kept: bool = False

    @property
    def up(self) -> float:
        """The risk as a number."""
        return float(self.risk.value or 0)

    @property
    def right(self) -> float:
        """The loss as a number."""
        return float(self.loss.value or 0)


def find_places(
    comparison: Comparison,
    scenarios: Sequence[Scenario],
    risk: Address,
    loss: Address,
    texts: AlternativeTexts,
) -> tuple[Place, ...]:
    """Return where the alternatives stand whose figures are both defined.

    Parameters
    ----------
    comparison
        What became of the alternatives.
    scenarios
        Scenarios of the project, with their limits.
    risk, loss
        The figures upwards and to the right.
    texts
        What alternatives do.

    Returns
    -------
    tuple[Place, ...]
        In the order of the grid.
    """
    firsts = comparison.with_outcomes(tuple(group.outcomes[0] for group in comparison.groups))
    kinds = alternative_kinds(comparison.grid)
    front, limited = set(firsts.front(risk, loss).numbers), risk_limits(scenarios, risk)
    found = []
    for group in comparison.groups:
        first = group.outcomes[0]
        up, right = first.quantity(risk), first.quantity(loss)
        if up is None or right is None or not (up.defined and right.defined):
            continue
        one = first.alternative
        kept = all(
            standing(first.quantity(address), limit) is Standing.KEPT for address, limit in limited.items()
        )
        ends = _ends(group, risk), _ends(group, loss)
        on_front = one.number in front
        words = texts.text(one)
        kind = kinds.of_family[one.family]
        found.append(Place(one.number, words, kind, kinds.titles[kind], up, right, *ends, on_front, kept))
    return tuple(found)


def recipe_outcome(release: Release) -> Outcome:
    """Return what became of the recipe of a project, to stand among alternatives.

    Parameters
    ----------
    release
        Its release check.

    Returns
    -------
    Outcome
        With the same figures as an alternative has; its number is −1.
    """
    figures = AssessedFile(release.scenarios, release.entries).figures
    alternative = Alternative(number=-1, family=-1, group=-1, title="", recipe=release.project.recipe)
    return Outcome(alternative, figures, release.verdict, len(release.run.masked))


def recipe_place(now: Outcome | None, risk: Address, loss: Address) -> tuple[Quantity, Quantity] | None:
    """Return where the recipe of the project stands.

    Parameters
    ----------
    now
        What became of it; None: that is not known.
    risk, loss
        The figures upwards and to the right.

    Returns
    -------
    tuple[Quantity, Quantity] or None
        Risk and loss; None where one is not known or not defined.
    """
    up, right = (now.quantity(axis) if now is not None else None for axis in (risk, loss))
    return (up, right) if up is not None and right is not None and up.defined and right.defined else None


def alternatives_plot(
    places: Sequence[Place],
    risk: Address,
    loss: Address,
    ends: tuple[Ends | None, Ends | None] = (None, None),
) -> tuple[Plot, Table]:
    """Return alternatives as a plot and its table.

    Parameters
    ----------
    places
        Alternatives that are seen.
    risk, loss
        The figures.
    ends
        Least and most of risk and of loss that the axes hold besides; None: what is seen.

    Returns
    -------
    tuple[Plot, Table]
        Loss across on a linear scale, risk upwards on a logarithmic one.
    """
    up, across = ends
    columns = (
        Column("alternative", "Alternative"),
        Column("kind", "Method"),
        Column("loss", figure_title(loss), figure_unit(loss)),
        Column("risk", figure_title(risk), figure_unit(risk)),
        Column("front", "Nothing is better in both"),
    )
    rows = [
        (place.words, place.title, place.right, place.up, "yes" if place.front else "no") for place in places
    ]
    frame = pd.DataFrame(rows, columns=[column.name for column in columns])
    frame = frame.astype({"loss": float, "risk": float})
    table = Table(name="alternatives", title="Alternatives", columns=columns, frame=frame)
    least, most = across if across is not None else (0.0, None)
    low, high = up if up is not None else (None, None)
    plot = Plot(
        name="map",
        title="Risk against loss",
        kind="points",
        table=table.name,
        label="alternative",
        x=Axis(f"{figure_title(loss)} →", "loss", figure_unit(loss), least=min(least, 0.0), most=most),
        y=Axis("", scale="log", least=low, most=high),
        series=(Series("risk", figure_title(risk)),),
    )
    return plot, table


def _ends(group: Group, axis: Address) -> Ends | None:
    spread = group.spread(axis)
    if spread.draws < 2 or spread.least is None or spread.most is None:
        return None
    return spread.least, spread.most
