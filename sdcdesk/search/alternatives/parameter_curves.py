"""Parameter curves: risk and loss of a family against the number that varies in it, as a sampling factor."""

from collections.abc import Iterator

import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, SCORE, Bound
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.axis_figures import figure_title
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.outcome import Group
from sdcdesk.search.alternatives.scores import has_scale, on_scale

FEWEST = 3
"""Values from which on there is a curve."""


def parameter_curves(comparison: Comparison) -> tuple[tuple[Table, Plot], ...]:
    """Return risk and loss of each family in which one number varies, both on 0–100.

    Parameters
    ----------
    comparison
        What became of alternatives.

    Returns
    -------
    tuple of tuple
        A table and its curves for each such family with three values or more; none where an axis is on no
        scale of 0–100. Of several draws the curves are means, and bands reach from the least to the largest.
    """
    if not all(map(has_scale, (comparison.risk, comparison.loss))):
        return ()
    families: dict[int, list[Group]] = {}
    for group in comparison.groups:
        families.setdefault(group.outcomes[0].alternative.family, []).append(group)
    return tuple(
        _curves(comparison, family, groups)
        for family, groups in families.items()
        if len(groups) >= FEWEST and all(map(_varies_in_a_number, groups))
    )


def _varies_in_a_number(group: Group) -> bool:
    settings = group.outcomes[0].alternative.settings
    return len(settings) == 1 and type(settings[0].value) in (int, float)


def _curves(comparison: Comparison, family: int, groups: list[Group]) -> tuple[Table, Plot]:
    axes = {"risk": comparison.risk, "loss": comparison.loss}
    rows = [dict(_row(group, axes)) for group in groups]
    name, first = f"curve_{family}", groups[0].outcomes[0].alternative
    [setting] = first.settings
    info = type(first.steps[setting.step].method).model_fields[setting.parameter]
    label = info.title or setting.parameter
    titles = {name: figure_title(axis) for name, axis in axes.items()}
    columns = [Column("value", label, NUMBER, role="key", secrecy=Secrecy.INTERNAL)]
    for which, title in titles.items():
        bound = _bound(groups, axes[which])
        columns.append(Column(which, title, SCORE, secrecy=Secrecy.INTERNAL, bound=bound))
        if any(len(group.outcomes) > 1 for group in groups):
            columns += [
                Column(f"{which}_{end}", words, SCORE, over=title, secrecy=Secrecy.INTERNAL, bound=bound)
                for end, words in (("least", "Least"), ("most", "Largest"))
            ]
    frame = pd.DataFrame(rows).sort_values("value", kind="stable", ignore_index=True)
    several = len(columns) > len(titles) + 1
    bands = {which: (f"{which}_least", f"{which}_most") if several else ("", "") for which in titles}
    plot = Plot(
        kind="curves",
        name=name,
        table=name,
        title=sentence("{family}: risk and loss", family=first.title),
        x=Axis(label, "value", NUMBER),
        y=Axis("", unit=SCORE, least=0.0),
        series=(
            Series("risk", titles["risk"], low=bands["risk"][0], high=bands["risk"][1]),
            Series("loss", titles["loss"], role="loss", low=bands["loss"][0], high=bands["loss"][1]),
        ),
    )
    return Table(name=name, title=plot.title, columns=tuple(columns), frame=frame), plot


def _bound(groups: list[Group], axis: Address) -> Bound:
    """Return how all numbers of a column stand to what they measure."""
    found = {one.bound for group in groups if (one := group.mean(axis)) is not None and one.defined}
    return Bound.AT_MOST if Bound.AT_MOST in found else found.pop() if len(found) == 1 else Bound.EXACT


def _row(group: Group, axes: dict[str, Address]) -> Iterator[tuple[str, float | None]]:
    """Walk through the cells of a row: means over draws, where the figure is defined in all of them."""
    yield "value", float(group.outcomes[0].alternative.settings[0].value)
    for name, axis in axes.items():
        values = [on_scale(outcome, axis) for outcome in group.outcomes]
        known = [value for value in values if value is not None]
        whole = len(known) == len(values)
        yield name, sum(known) / len(known) if whole else None
        yield f"{name}_least", min(known) if whole else None
        yield f"{name}_most", max(known) if whole else None
