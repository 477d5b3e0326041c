"""Texts of declared figures: captions, limits, and the explanation of a figure."""

from html import escape

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.findings import Figure, State
from sdcdesk.core.limit import Limit
from sdcdesk.core.number_shown import count_shown
from sdcdesk.core.quantity import Bound, Quantity, Unit
from sdcdesk.core.shown import limit_shown
from ui.look.locale import user_locale, worded
from ui.widgets.numbers import quantity_shown
from ui.widgets.symbols import symbol_text
from ui.widgets.what_is_this import Explanation

RECORDS, MANUAL = "records", "manual"
"""Keys of the links of an explanation."""

_BOUNDS = {
    Bound.AT_MOST: "This is an upper bound: the number itself may be smaller.",
    Bound.AT_LEAST: "This is a lower bound: the number itself may be larger.",
    Bound.ESTIMATE: "This is an estimate.",
}


def figure_text(assessment: Assessment, name: str, limit: float | None = None) -> str:
    """Return a figure in its unit, with as many digits as tell it from a limit."""
    limits = () if limit is None else (limit,)
    return quantity_shown(assessment.figure(name).quantity, limits, noun=False).text


def value_text(figure: Figure, limit: Limit | None = None) -> str:
    """Return the value of a figure, with digits that fit its limit and the value before."""
    return _beside(figure.quantity, figure.before, limit)


def before_text(figure: Figure, limit: Limit | None = None) -> str:
    """Return the value that a figure had in the original file; empty where that says nothing."""
    before = figure.before
    return "" if before is None or not before.defined else _beside(before, figure.quantity, limit)


def caption(quantity: Quantity) -> str:
    """Return what stands below a value: the part of a whole, or why there is none."""
    if quantity.reason is not None:
        return worded(quantity.reason.text)
    part, whole = quantity.part, quantity.whole
    if part is None or whole is None:
        return ""
    return f"{count_shown(part, user_locale())} of {count_shown(whole, user_locale())}"


def limit_text(limit: Limit, unit: Unit) -> str:
    """Return a limit with its side: "at most 25 %"; what is counted is left out, as in the value above it."""
    noun = unit.kind != "count"
    return f"{limit.side} {limit_shown(limit.value, unit, user_locale(), noun=noun)}"


def explained(
    found: Figure | State, source: str, limit: Limit | None = None, *, records: bool = True
) -> Explanation:
    """Return what a figure is: meaning, computation with this file's numbers, source.

    Parameters
    ----------
    found
        What is explained.
    source
        Of its measure, where the figure names none.
    limit
        From which its value must stay apart.
    records
        Whether the records that it counts can be shown.
    """
    if isinstance(found, State):
        title = worded(found.title)
        return Explanation(escape(title), worded(found.meaning), ((title, found.code),), _links(), source)
    quantity = found.quantity
    title = ", ".join(filter(None, (escape(worded(found.title)), symbol_text(found.symbol))))
    paragraph = " ".join(filter(None, (worded(found.meaning), _BOUNDS.get(quantity.bound, ""))))
    rows = []
    if found.before is not None and found.before.defined:
        rows.append(("In the original file", before_text(found, limit)))
    rows += [
        (worded(words), worded(value) if isinstance(value, str) else _row(value, quantity, limit))
        for words, value in found.computation
    ]
    # A computation that ends with the value says it already.
    if not found.computation or found.computation[-1][1] != quantity:
        rows.append((worded(found.title), value_text(found, limit)))
    if quantity.reason is not None:
        rows.append((worded(quantity.reason.text), ""))
    links = _links(records=records and found.rows is not None)
    return Explanation(title, paragraph, tuple(rows), links, found.source or source)


def _links(*, records: bool = False) -> tuple[tuple[str, str], ...]:
    manual = (MANUAL, "Manual page")
    return ((RECORDS, "Show these records"), manual) if records else (manual,)


def _beside(quantity: Quantity, other: Quantity | None, limit: Limit | None) -> str:
    beside = () if other is None or other.unit != quantity.unit else (other,)
    limits = () if limit is None else (limit.value,)
    return quantity_shown(quantity, limits, beside, noun=quantity.unit.kind != "count").text


def _row(value: Quantity, figure: Quantity, limit: Limit | None) -> str:
    """Return a number of a computation; in the unit of the figure it keeps to the limit of that."""
    limits = (limit.value,) if limit is not None and value.unit == figure.unit else ()
    return quantity_shown(value, limits).text
