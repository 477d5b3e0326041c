"""Formatter of quantities: the one place that turns a quantity into text.

0 % and 100 % are written only where they are exact; bounds round outwards; nothing is written as −0.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sdcdesk.core.numbers.digits import (
    MOST_DIGITS,
    SIGNIFICANT,
    TINY,
    column_digits,
    decimals,
    fraction,
    is_huge,
    rough,
    rounded,
    scaled,
)
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Unit, Why
from sdcdesk.core.text.locale import NARROW, NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.number_text import datum_text
from sdcdesk.core.text.printable import printable


@dataclass(frozen=True, slots=True)
class QuantityText:
    """A quantity as text.

    Attributes
    ----------
    text
        For the eye: "≤ 2.07 %", "417 records", "–".
    aloud
        For a screen reader: "at most 2.07 percent".
    exact
        All digits that the number has, for a tooltip, or why it is not defined.
    """

    text: str
    aloud: str
    exact: str


_SIGNS = {Bound.AT_MOST: "≤\u202f", Bound.AT_LEAST: "≥\u202f", Bound.ROUNDED: "≈\u202f"}
_WORDS = {
    Bound.AT_MOST: "at most ",
    Bound.AT_LEAST: "at least ",
    Bound.ESTIMATE: "about ",
    Bound.ROUNDED: "about ",
}


def quantity_text(
    quantity: Quantity,
    locale: Locale = NEUTRAL,
    limits: Sequence[float] = (),
    beside: Sequence[Quantity] = (),
    *,
    noun: bool = True,
) -> QuantityText:
    """Return a quantity as text.

    Parameters
    ----------
    quantity
        What is written.
    locale
        How the surface writes numbers.
    limits
        Values, in the unit of the quantity, from which the written number must stay apart.
    beside
        Quantities that it stands with in a column; all get one number of digits.
    noun
        Whether counts and scores are followed by what they count; columns say it in their header.

    Returns
    -------
    QuantityText
        Text for the eye, words for a screen reader, and all digits.

    Examples
    --------
    >>> from sdcdesk.core.numbers.quantity import SHARE
    >>> quantity_text(Quantity(0.020004, SHARE), limits=[0.02]).text
    '2.0004\u202f%'
    """
    # A number with a power of ten has no digits after the point that others could have too.
    alike = [other for other in beside if is_huge(other) == is_huge(quantity)]
    return _quantity_text(quantity, decimals([quantity, *alike], limits), locale, noun=noun)


def column_texts(
    quantities: Sequence[Quantity], locale: Locale = NEUTRAL, limits: Sequence[float] = ()
) -> list[QuantityText]:
    """Return the cells of a column: one number of digits, and no unit, which stands in its header.

    Only where sizes differ so much that one number of digits tells nothing, each cell has its own. See
    `column_title` for the header. Spoken texts keep the unit.

    Parameters
    ----------
    quantities
        Cells of one column, of one unit.
    locale
        Signs of the point and of groups of digits.
    limits
        Values that the written number must stay apart from, in the quantity's unit.

    Returns
    -------
    list[QuantityText]
        One for each cell, in the same order.
    """
    return cell_texts(quantities, column_digits(quantities, limits), locale, limits)


def cell_texts(
    quantities: Sequence[Quantity], digits: int | None, locale: Locale = NEUTRAL, limits: Sequence[float] = ()
) -> list[QuantityText]:
    """Return some cells of a column; see `column_texts`.

    Parameters
    ----------
    quantities
        Some or all cells of one column, of one unit.
    digits
        Digits after the point of all cells of the column, shown or not; see `Table.digits`.
    locale
        Signs of the point and of groups of digits.
    limits
        Values that the written number must stay apart from, in the quantity's unit.

    Returns
    -------
    list[QuantityText]
        One for each, in the same order.
    """
    own = (decimals([quantity], limits) if digits is None else digits for quantity in quantities)
    cells = [
        _quantity_text(quantity, digits, locale, noun=False)
        for quantity, digits in zip(quantities, own, strict=True)
    ]
    return [replace(cell, text=cell.text.removesuffix(locale.percent)) for cell in cells]


def column_title(title: str, unit: Unit | None, locale: Locale = NEUTRAL) -> str:
    """Return the header of a column: its title and, where cells leave it out, the unit ("Right, %").

    Parameters
    ----------
    title
        A noun phrase.
    unit
        Unit of the cells; None: text.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        "Right, %"; the title alone where each cell carries its noun.
    """
    if unit is None or unit.noun is not None:
        return title
    sign = _tail(0, unit, locale, noun=True).strip()
    return f"{title}, {sign}" if sign else title


def _quantity_text(quantity: Quantity, digits: int, locale: Locale, *, noun: bool) -> QuantityText:
    if quantity.value is None:
        why = quantity.reason.text if quantity.reason else ""
        if quantity.reason and quantity.reason.code is Why.WITHHELD:
            return QuantityText(UNDEFINED, why, why)
        return QuantityText(UNDEFINED, f"not defined: {why}" if why else "not defined", why)
    body = _written(quantity.value, quantity.unit, quantity.bound, digits, locale)
    tail = _tail(quantity.value, quantity.unit, locale, noun=noun)
    # Nothing lies beyond the ends of a share: at least 100 % is 100 %.
    one_sided = body.startswith(("<", ">")) or _is_end(quantity)
    sign = "" if one_sided else _SIGNS.get(quantity.bound, "")
    word = "" if one_sided else _WORDS.get(quantity.bound, "")
    accessible_text = f"{word}{_aloud(body)}{tail}"
    return QuantityText(
        f"{sign}{body}{tail}",
        locale.read_aloud(accessible_text),
        _all_digits(quantity.value, quantity.unit, locale) + tail,
    )


def limit_number_text(
    value: float,
    unit: Unit,
    locale: Locale = NEUTRAL,
    *,
    noun: bool = True,
    quantity: Quantity | None = None,
    beside: Sequence[Quantity] = (),
) -> str:
    """Return a limit as it was set: with all its digits, and so the same whatever number stands beside it.

    Beside a number that is equal to it, the limit has the text of that number.

    Parameters
    ----------
    value
        The limit, in the unit's own scale (a share 0…1).
    unit
        Unit of the figure.
    locale
        Signs of the point and of groups of digits.
    noun
        Whether the unit is written; the percent sign always is.
    quantity
        The number that stands beside it, shown with this limit among its limits; None: there is none.
    beside
        Quantities that the number in turn stands with; see `quantity_text`.

    Returns
    -------
    str
        "5 %", "3 records".
    """
    if unit.kind == "count":
        return locale.grouped(Decimal(round(value))) + _tail(value, unit, locale, noun=noun)
    if quantity is not None and quantity.value == value:
        return without_sign(quantity_text(quantity, locale, [value], beside, noun=noun).text)
    number = Decimal(repr(value)) * (100 if unit.kind == "share" else 1)
    written = rounded(number, fraction(number), Bound.EXACT)
    return locale.grouped(written) + _tail(value, unit, locale, noun=noun)


def without_sign(text: str) -> str:
    """Return the text of a number without the sign of its bound.

    Parameters
    ----------
    text
        "≤ 2.07 %".

    Returns
    -------
    str
        "2.07 %".
    """
    return text.lstrip(f"≤≥≈{NARROW}")


def share_text(value: float, locale: Locale = NEUTRAL, limits: Sequence[float] = ()) -> str:
    """Return a share (0…1) in percent; see `quantity_text`.

    Parameters
    ----------
    value
        0…1.
    locale
        Signs of the point and of groups of digits.
    limits
        Values that the written number must stay apart from, in the quantity's unit.

    Returns
    -------
    str
        With the percent sign.
    """
    return quantity_text(Quantity(value, SHARE), locale, limits).text


def _is_end(quantity: Quantity) -> bool:
    """Return whether the truth, which is on one side of a bound, cannot be but at it."""
    ends = {Bound.AT_MOST: 0, Bound.AT_LEAST: 1}
    return quantity.unit.kind == "share" and quantity.value == ends.get(quantity.bound)


def _written(value: float, unit: Unit, bound: Bound, digits: int, locale: Locale) -> str:
    if unit.kind == "count":
        return locale.grouped(Decimal(int(value)))
    if unit.is_data_value:
        return datum_text(value, locale)
    number = scaled(value, unit)
    if unit.kind != "share":
        # More digits than usual are those that keep it apart from a limit.
        if 0 < abs(number) <= TINY and digits <= MOST_DIGITS:
            return locale.powered(Decimal(repr(rough(value, SIGNIFICANT))))
        written = rounded(number, digits, bound)
        return locale.powered(written) if digits < 0 else locale.grouped(written)
    return _percentage(number, bound, digits, locale)


def _percentage(value: Decimal, bound: Bound, digits: int, locale: Locale) -> str:
    """Return a percentage; 0 and 100 only where it is exactly that, else below and above the last digit."""
    if value in (0, 100):
        return str(int(value))
    least = Decimal(1).scaleb(-digits)
    if value < least:
        return f">{NARROW}0" if bound is Bound.AT_LEAST else f"<{NARROW}{locale.grouped(least)}"
    if value > 100 - least:
        return f"<{NARROW}100" if bound is Bound.AT_MOST else f">{NARROW}{locale.grouped(100 - least)}"
    return locale.grouped(rounded(value, digits, bound))


def _tail(value: float, unit: Unit, locale: Locale, *, noun: bool) -> str:
    if unit.kind == "share":
        return locale.percent
    if not noun:
        return ""
    if unit.noun is not None:
        return f" {unit.noun.one if value == 1 else unit.noun.many}"
    if unit.kind == "score":
        return " of 100"
    text = printable(unit.name) if unit.kind == "variable" else ""
    return f" {text}" if text else ""


def _all_digits(value: float, unit: Unit, locale: Locale) -> str:
    if unit.is_data_value:
        return datum_text(value, locale)
    number = Decimal(value) if unit.kind == "count" else scaled(value, unit)
    if number == number.to_integral_value():
        return locale.grouped(number.quantize(Decimal(1)) if number.adjusted() < 24 else number)
    return locale.grouped(number.normalize())


def _aloud(body: str) -> str:
    return body.replace("<\u202f", "less than ").replace(">\u202f", "more than ").replace("−", "minus ")
