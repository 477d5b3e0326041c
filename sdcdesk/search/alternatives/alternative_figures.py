"""Figures of one alternative in words, as they stand beside the map."""

from collections.abc import Iterator, Sequence

from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.axis_figures import figure_title, limited_figures, risk_limits
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.outcome import Group, Outcome

DRAWS, ENDS = "over {draws} draws", "{low} to {high}"
"""What stands below a figure of the first draw where others differ."""


def alternative_figures(
    comparison: Comparison,
    number: int,
    scenarios: Sequence[Scenario],
    risk: Address,
    loss: Address,
    locale: Locale = NEUTRAL,
) -> tuple[tuple[str, str], ...]:
    """Return the figures of an alternative that decide: limited ones, records, and those on the axes.

    Parameters
    ----------
    comparison
        What became of the alternatives.
    number
        Which one, by its place in the grid.
    scenarios
        Scenarios of the project, with their limits.
    risk, loss
        The figures on the axes.
    locale
        How numbers are written.

    Returns
    -------
    tuple of tuple
        What each is called, and the figure; where several draws differ, below it their least and most.
    """
    outcome = comparison.outcome(number)
    group = next((one for one in comparison.groups if outcome in one.outcomes), None)
    records = ("Records released", quantity_text(Quantity(outcome.records, RECORDS), locale, noun=False).text)
    risks = (risk, *limited_figures(scenarios, risk))
    up = [line for axis in risks for line in _lines(outcome, group, axis, scenarios, locale)]
    return (*up, records, *_lines(outcome, group, loss, scenarios, locale))


def _lines(
    outcome: Outcome, group: Group | None, axis: Address, scenarios: Sequence[Scenario], locale: Locale
) -> Iterator[tuple[str, str]]:
    quantity = outcome.quantity(axis)
    if quantity is None:
        yield _called(axis), UNDEFINED
        return
    limits = [limit.value for limit in risk_limits(scenarios, axis).values()]
    yield _called(axis), quantity_text(quantity, locale, limits, noun=False).text
    spread = group.spread(axis) if group is not None else None
    if spread is None or spread.least is None or spread.most is None or spread.least == spread.most:
        return
    low, high = (
        quantity_text(Quantity(end, quantity.unit, quantity.bound), locale, limits, noun=False).text
        for end in (spread.least, spread.most)
    )
    yield sentence(DRAWS, draws=str(spread.draws)), sentence(ENDS, low=low, high=high)


def _called(axis: Address) -> str:
    """Return what a figure is called where there is room for a word beside its symbol."""
    declared = MEASURES[axis.measure].declared(axis.figure)
    if declared is None or not declared.short or not declared.symbol:
        return figure_title(axis)
    return f"{declared.short} {declared.symbol}"
