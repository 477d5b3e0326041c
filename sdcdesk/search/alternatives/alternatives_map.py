"""Alternatives map: a figure of risk against one of loss for every alternative, as a plot over its table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import pandas as pd

from sdcdesk.core.numbers.quantity import SCORE, Quantity, Unit
from sdcdesk.core.operations.display_names import operation_with_display_names, text_with_display_names
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import joined
from sdcdesk.document.axes import axis_name
from sdcdesk.document.grid import Grid
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.release_check import Release
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative import AS_IT_IS, Alternative
from sdcdesk.search.alternatives.assessing import AssessedFile
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
    texts: "AlternativeTexts",
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


class Kinds(NamedTuple):
    """Kinds of alternatives: families that apply the same methods, whatever their variables and values.

    Attributes
    ----------
    titles
        What people call each.
    of_family
        Number of the kind of each family of the grid.
    """

    titles: tuple[str, ...]
    of_family: tuple[int, ...]


def alternative_kinds(grid: Grid) -> Kinds:
    """Return the kinds of alternatives of a grid, which maps tell apart by shape and colour.

    Parameters
    ----------
    grid
        What is compared.

    Returns
    -------
    Kinds
        In the order of the grid; lines of one name are of one kind.
    """
    titles = [joined(list(dict.fromkeys(line.name for line in family))) or AS_IT_IS for family in grid.lines]
    known = tuple(dict.fromkeys(map(str, titles)))
    return Kinds(known, tuple(known.index(str(title)) for title in titles))


class AlternativeTexts:
    """What alternatives do, in which variables are called as people call them; each is written once.

    Parameters
    ----------
    called
        What variables are called, by their names.
    """

    def __init__(self, called: Mapping[str, str] = MappingProxyType({})) -> None:
        self.called = called
        self._known: dict[int, tuple[Alternative, str]] = {}

    def text(self, alternative: Alternative) -> str:
        """Return what the steps of an alternative do.

        Parameters
        ----------
        alternative
            The alternative.

        Returns
        -------
        str
            Noun phrases, without a full stop.
        """
        known = self._known.get(alternative.number)
        if known is None or known[0] is not alternative:
            methods = [operation_with_display_names(step.method, self.called) for step in alternative.steps]
            words = joined([method.summary() for method in methods], "; ") or alternative.words
            known = self._known[alternative.number] = alternative, words
        return known[1]

    def problem(self, error: SdcError) -> str:
        """Return why an alternative could not be applied.

        Parameters
        ----------
        error
            The error of its outcome.

        Returns
        -------
        str
            A sentence.
        """
        return text_with_display_names(error.message, self.called)


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


def risk_limits(scenarios: Iterable[Scenario], axis: Address) -> dict[Address, Limit]:
    """Return the limits on a figure, by the scenario in which it is limited.

    Parameters
    ----------
    scenarios
        Scenarios of a project.
    axis
        The figure; without a scenario that of all.

    Returns
    -------
    dict[Address, Limit]
        The first of each scenario.
    """
    found: dict[Address, Limit] = {}
    for scenario in scenarios:
        for limit in scenario.limits:
            if axis.scenario in ("", scenario.name) and limit.address == axis[1:]:
                found.setdefault(axis._replace(scenario=scenario.name), limit)
    return found


def strictest(limits: Iterable[Limit]) -> Limit | None:
    """Return the limit that leaves the least room, which stands for all of them on a map.

    Parameters
    ----------
    limits
        On one figure.

    Returns
    -------
    Limit or None
        None where there is none.
    """
    found = list(limits)
    if not found:
        return None
    most = found[0].side == "at most"
    return (min if most else max)(
        (one for one in found if one.side == found[0].side), key=lambda one: one.value
    )


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


def figure_title(axis: Address) -> str:
    """Return what a figure is called on an axis or above a column, whatever its scenario.

    Parameters
    ----------
    axis
        Scenario, measure and figure.

    Returns
    -------
    str
        Its symbol, else its title.
    """
    return axis_name(FigureAddress(axis.measure, axis.figure))


def figure_unit(axis: Address) -> Unit:
    """Return the unit of a figure.

    Parameters
    ----------
    axis
        Scenario, measure and figure.

    Returns
    -------
    Unit
        As its measure declares it.
    """
    declared = MEASURES[axis.measure].declared(axis.figure)
    return SCORE if declared is None else declared.unit


def _ends(group: Group, axis: Address) -> Ends | None:
    spread = group.spread(axis)
    if spread.draws < 2 or spread.least is None or spread.most is None:
        return None
    return spread.least, spread.most
