"""Explanation of a figure: what it means, how it was computed, and its value as it stands beside a limit."""

from dataclasses import dataclass
from html import escape

from sdcdesk.core.numbers.quantity import Bound, Quantity, Unit
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.figure import Figure, State
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import limit_number_text, quantity_text
from sdcdesk.core.text.sentence import localised, sentence
from sdcdesk.core.text.symbols import symbol_text

RECORDS, LIMIT, MANUAL = "records", "limit", "manual"
"""Keys of the links of an explanation."""

CHANGE_LIMIT = "Change limit…"
"""Words of what asks for another value of a limit."""

_BOUNDS = {
    Bound.AT_MOST: "This is an upper bound: the number itself may be smaller.",
    Bound.AT_LEAST: "This is a lower bound: the number itself may be larger.",
    Bound.ESTIMATE: "This is an estimate.",
    Bound.ROUNDED: "This is rounded, so that no value of a single record follows from it.",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a figure is.

    Attributes
    ----------
    title
        Its name, as rich text of our own words (subscripts).
    paragraph
        What it means, in plain words.
    rows
        How it was computed from this file: what is counted, and the numbers. The last row is the result.
    links
        Key and words of each link, such as ("records", "Show these records").
    source
        Where it is from: "Truta et al. 2004".
    """

    title: str
    paragraph: str
    rows: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    source: str = ""


def figure_text(
    assessment: Assessment, name: str, limit: float | None = None, locale: Locale = NEUTRAL
) -> str:
    """Return a figure in its unit, with as many digits as tell it from a limit.

    Parameters
    ----------
    assessment, name
        The figure.
    limit
        The number from which it must stay apart.
    locale
        How numbers are written.

    Returns
    -------
    str
        Without what is counted.
    """
    limits = () if limit is None else (limit,)
    return quantity_text(assessment.figure(name).quantity, locale, limits, noun=False).text


def figure_value_text(figure: Figure, limit: Limit | None = None, locale: Locale = NEUTRAL) -> str:
    """Return the value of a figure, with digits that fit its limit and the value before.

    Parameters
    ----------
    figure
        The figure.
    limit
        From which its value must stay apart.
    locale
        How numbers are written.

    Returns
    -------
    str
        "–" where there is none.
    """
    return _beside(figure.quantity, figure.before, limit, locale)


def before_text(figure: Figure, limit: Limit | None = None, locale: Locale = NEUTRAL) -> str:
    """Return the value that a figure had in the original file.

    Parameters
    ----------
    figure, limit, locale
        See `figure_value_text`.

    Returns
    -------
    str
        Empty where it says nothing.
    """
    before = figure.before
    return "" if before is None or not before.defined else _beside(before, figure.quantity, limit, locale)


def caption(quantity: Quantity, locale: Locale = NEUTRAL) -> str:
    """Return what stands below a value: the part of a whole, or why there is none.

    Parameters
    ----------
    quantity
        The value.
    locale
        How numbers are written.

    Returns
    -------
    str
        "61 of 3,049"; empty where there is nothing to say.
    """
    if quantity.reason is not None:
        return localised(quantity.reason.text, locale)
    part, whole = quantity.part, quantity.whole
    if part is None or whole is None:
        return ""
    return sentence("{part} of {whole}", part=part, whole=whole).written(locale)


def side_text(limit: Limit, unit: Unit, locale: Locale = NEUTRAL, figure: Figure | None = None) -> str:
    """Return a limit with its side; what is counted is left out, as in the value above it.

    Parameters
    ----------
    limit, unit
        The limit, and the unit of its figure.
    figure
        What stands above it; see `limit_number_text`.
    locale
        How numbers are written.

    Returns
    -------
    str
        "at most 25 %".
    """
    judged = figure.quantity if figure else None
    beside = (figure.before,) if figure and figure.before else ()
    noun = unit.kind != "count"
    value = limit_number_text(limit.value, unit, locale, noun=noun, quantity=judged, beside=beside)
    return limit.words(value)


def explained(
    result: Figure | State,
    source: str,
    limit: Limit | None = None,
    locale: Locale = NEUTRAL,
    *,
    records: bool = True,
) -> Explanation:
    """Return what a figure is: meaning, computation with this file's numbers, source.

    Parameters
    ----------
    result
        What is explained.
    source
        The source of its measure, where the figure names none.
    limit
        From which its value must stay apart.
    locale
        How numbers are written.
    records
        Whether the records that it counts can be shown.

    Returns
    -------
    Explanation
        In words of the reader.
    """
    title, meaning = localised(result.title, locale), localised(result.meaning, locale)
    if isinstance(result, State):
        return Explanation(escape(title), meaning, ((title, result.code),), _links(), source)
    quantity = result.quantity
    rows = []
    if before := before_text(result, limit, locale):
        rows.append(("In the original file", before))
    rows += [
        (localised(words, locale), _row(value, quantity, limit, locale))
        for words, value in result.computation
    ]
    # A computation that ends with the value says it already.
    if not result.computation or result.computation[-1][1] != quantity:
        rows.append((title, figure_value_text(result, limit, locale)))
    if quantity.reason is not None:
        rows.append((localised(quantity.reason.text, locale), ""))
    return Explanation(
        ", ".join(filter(None, (escape(title), symbol_text(result.symbol)))),
        " ".join(filter(None, (meaning, _BOUNDS.get(quantity.bound, "")))),
        tuple(rows),
        _links(records=records and result.rows is not None, limited=limit is not None),
        result.source or source,
    )


def _links(*, records: bool = False, limited: bool = False) -> tuple[tuple[str, str], ...]:
    of_records = ((RECORDS, "Show these records"),) if records else ()
    of_limit = ((LIMIT, CHANGE_LIMIT),) if limited else ()
    return (*of_records, *of_limit, (MANUAL, "Manual page"))


def _beside(quantity: Quantity, other: Quantity | None, limit: Limit | None, locale: Locale) -> str:
    beside = () if other is None or other.unit != quantity.unit else (other,)
    limits = () if limit is None else (limit.value,)
    return quantity_text(quantity, locale, limits, beside, noun=quantity.unit.kind != "count").text


def _row(value: Quantity | str, figure: Quantity, limit: Limit | None, locale: Locale) -> str:
    """Return a step of a computation; a number in the unit of the figure keeps to the limit of that."""
    if isinstance(value, str):
        return localised(value, locale)
    limits = (limit.value,) if limit is not None and value.unit == figure.unit else ()
    return quantity_text(value, locale, limits).text
