"""Saved quantities: a quantity as JSON from which it can be read again, whatever it gives away."""

from collections.abc import Mapping
from typing import Any

from sdcdesk.core.numbers.quantity import Bound, Quantity, Reason, Unit, Why


def saved_quantity(quantity: Quantity) -> dict[str, Any]:
    """Return a quantity with all that is needed to read it again, for internal documents.

    Parameters
    ----------
    quantity
        A quantity at full precision.

    Returns
    -------
    dict[str, Any]
        What `Quantity.to_json` returns, and where there are any "noun" (of one, of many) and "why", the
        sentence of its reason.
    """
    noun, reason = quantity.unit.noun, quantity.reason
    written = quantity.to_json()
    if noun is not None:
        written["noun"] = [noun.one, noun.many]
    return written if reason is None else {**written, "why": reason.text}


def read_quantity(written: Mapping[str, Any], unit: Unit) -> Quantity:
    """Return a quantity that was saved.

    Parameters
    ----------
    written
        What `saved_quantity` returned.
    unit
        The unit of the quantity, of which JSON holds the name alone.

    Returns
    -------
    Quantity
        Equal to the one that was saved.

    Raises
    ------
    KeyError
        The value or the bound is absent.
    TypeError
        A part of it is of another kind.
    ValueError
        The bound or the reason is none, or there are both a value and a reason.
    """
    ends, reason = written.get("interval"), written.get("reason")
    return Quantity(
        written["value"],
        unit,
        Bound(written["bound"]),
        None if ends is None else (ends[0], ends[1]),
        written.get("part"),
        written.get("whole"),
        None if reason is None else Reason(Why(reason), written.get("why", "")),
        written.get("rounded_to"),
    )
