"""Alternative representations of R: sequences kept as their ends, text as numbers."""

import math

import numpy as np

from sdcdesk.core.running.memory import require
from sdcdesk.io.r_data.r_object import RObject
from sdcdesk.io.r_data.unpacked import DamagedError

MISSING_INTEGER = -(2**31)
MISSING_DOUBLE = 0x7FF0_0000_0000_07A2
"""What NA is among whole numbers, and the bits of it among doubles."""

_DIGITS = 15
"""Digits of a number that R writes as text."""

_MOST = 2**31


def expanded(info: RObject, state: RObject) -> RObject:
    """Return an object as if it had been written in full.

    Parameters
    ----------
    info
        Pairlist of the name of its class and of its package, and its type.
    state
        What it is made of.

    Returns
    -------
    RObject
        Without attributes.

    Raises
    ------
    DamagedError
        It is of no class that R's own files have.
    MemoryError
        It does not fit.
    """
    first = info.values[0][1] if info.kind == "pairlist" and info.values else RObject("NULL")
    name = first.values if first.kind == "symbol" else ""
    if name in ("compact_intseq", "compact_realseq") and state.kind == "double" and len(state.values) == 3:
        return _sequence(name, state.values.view(np.float64))
    if name == "deferred_string" and state.kind in ("pairlist", "other") and len(state.values) == 2:
        return _texts(state.values[0][1], state.values[1][1])
    if name.startswith("wrap_") and state.kind in ("list", "pairlist", "other") and state.values:
        wrapped = state.values[0] if state.kind == "list" else state.values[0][1]
        return RObject(wrapped.kind, wrapped.values)
    raise DamagedError


def _sequence(name: str, state: np.ndarray) -> RObject:
    count, start, step = state.tolist()
    if not (0 <= count < _MOST and count == int(count) and step in (1.0, -1.0) and math.isfinite(start)):
        raise DamagedError
    require(8 * int(count))
    numbers = start + step * np.arange(int(count), dtype=np.float64)
    if name == "compact_realseq":
        return RObject("double", numbers.view(np.uint64))
    if count and not (abs(numbers[0]) < _MOST and abs(numbers[-1]) < _MOST):
        raise DamagedError
    return RObject("integer", numbers.astype(np.int32))


def _texts(numbers: RObject, scientific: RObject) -> RObject:
    if numbers.kind == "integer":
        texts = [None if one == MISSING_INTEGER else str(one) for one in numbers.values.tolist()]
        return RObject("character", texts)
    if numbers.kind != "double" or scientific.kind != "integer" or len(scientific.values) != 1:
        raise DamagedError
    missing = is_missing(numbers.values)
    doubles = numbers.values.view(np.float64).tolist()
    penalty = int(scientific.values[0])
    return RObject(
        "character",
        [None if na else as_character(one, penalty) for one, na in zip(doubles, missing, strict=True)],
    )


def is_missing(bits: np.ndarray) -> np.ndarray:
    """Return which doubles are NA, with or without a letter, rather than NaN.

    Parameters
    ----------
    bits
        uint64 (n,).

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    number = bits.view(np.float64)
    low: np.ndarray = (bits & np.uint64(0xFFFF_FFFF)) == np.uint64(MISSING_DOUBLE & 0xFFFF_FFFF)
    found: np.ndarray = np.isnan(number) & low
    return found


def as_character(number: float, penalty: int) -> str:
    """Return a double as R writes it: with up to 15 digits, scientific where that is shorter.

    Parameters
    ----------
    number
        Any but NA.
    penalty
        R's option scipen: by how many signs a number with all its places may be longer.

    Returns
    -------
    str
        As of `as.character` in R.
    """
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else ("Inf" if number > 0 else "-Inf")
    number += 0.0  # no minus before a zero
    mantissa, power = f"{number:.{_DIGITS - 1}e}".split("e")
    digits, exponent = mantissa.rstrip("0").rstrip("."), int(power)
    places = max(len(digits.lstrip("-")) - 2, 0)
    decimals = max(places - exponent, 0)
    scientific = f"{digits}e{exponent:+03d}"
    fixed = f"{number:.{decimals}f}" if abs(exponent) <= 2 * _DIGITS or penalty > 0 else ""
    fits = fixed and len(fixed) <= len(scientific) + penalty
    return fixed if fits else scientific
