"""Numerals: numbers that are written as text, converted only where nothing is lost.

Work is done on whole columns, and on their bytes where that is what makes it fast.
"""

import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.text_columns import content_of, placed, spans, trimmed

MOST_DIGITS = 17
"""A double is told from all others by this many significant digits; further ones would be lost."""

SAFE_DIGITS = 15
"""So many significant digits always come back from a double as they were."""

POWERS = np.array([float(10**places) for places in range(SAFE_DIGITS + 1)])
"""Powers of ten that a number of so few digits is divided by, all exact."""

LARGEST_WHOLE = 2**53 - 1
"""Up to here a double tells every whole number from its neighbours."""

_PLUS, _MINUS, _ZERO, _NINE = b"+-09"
_DIGITS = b"0123456789"
_SIGNS = b"-+eE "
_FEW = 1 << 10
"""Bytes that are looked at one by one, which is cheaper than as a column."""

# The exponents that programs write have a sign (1e+05) or follow a decimal sign (1.0E5). What has neither,
# such as 12E4, is more often a code.
_SCIENTIFIC = r"^-?([0-9]*\.?[0-9]*([eE][+-][0-9]+)?|[0-9]*\.[0-9]*[eE][0-9]+)$"

_FIRST = 64
"""Cells that are converted before all others: Arrow writes a message for each that is no number."""

_PLAIN = re.compile("0|-?[1-9][0-9]{0,14}")
"""Whole numbers as all write them."""


def as_numbers(text: pa.ChunkedArray, decimal: str = ".", *, exact: bool = True) -> pd.Series | None:
    """Convert a column of text to numbers, or return None where something would be lost.

    Every value that is present must be a number, and none may have

    * leading zeros (0012) or a leading plus sign, which belong to codes and telephone numbers,
    * more significant digits than a double holds (17 with a decimal sign; without one, whole numbers
      beyond ±2⁶³, or beyond ±2⁵³ beside numbers with decimals),
    * a size that a double cannot hold, or an exponent without a sign after a whole number (12E4).

    "inf", "nan", "NA" and the like are no numbers. Not kept are blanks around a number, zeros at the end of
    its decimals and the way its exponent is written.

    Parameters
    ----------
    text
        Strings; null where missing, and no bytes there (see `without_empty`).
    decimal
        The decimal sign, "." or ",".
    exact
        Whether nothing may be lost; else every text that is a number at all is taken for it.

    Returns
    -------
    int64, or Int64 where values are missing; float64 where a value has decimals, an exponent, or is "-0".
    """
    signs = _signs(text, decimal)
    if signs is None:
        return None
    if " " in signs:
        text = trimmed(text)
    if text.null_count == len(text):
        return None
    if not signs - {"-", " "}:
        whole = _whole(text, exact=exact)
        if whole is not None:
            return whole
    if decimal != ".":
        text = pc.replace_substring(text, decimal, ".")
    return _decimal(text, scientific=not signs.isdisjoint("+eE"), exact=exact)


def number(word: str, decimal: str = ".") -> int | float | None:
    """Return the number that a single word stands for, by the same rules; None where it is none.

    Parameters
    ----------
    word
        The text of one cell.
    decimal
        The decimal sign.

    Returns
    -------
    int or float or None
        An integer where it is written as one.
    """
    if _PLAIN.fullmatch(word):  # at once, for there may be thousands of them
        return int(word)
    found = as_numbers(pa.chunked_array([[word]], type=pa.string()), decimal)
    value: int | float | None = None if found is None else found.tolist()[0]
    return value


def _signs(text: pa.ChunkedArray, decimal: str) -> set[str] | None:
    """Return what occurs in a column besides digits, or None as soon as that belongs to no number."""
    found: set[str] = set()
    for chunk in text.chunks:
        if holds_words(chunk, decimal):
            return None
        signs = signs_in(content_of(chunk).tobytes(), decimal)
        if signs is None:
            return None
        found |= signs
    return found


def holds_words(chunk: pa.Array, decimal: str) -> bool:
    """Return whether the first strings hold what belongs to no number, as words are told by their beginning.

    Parameters
    ----------
    chunk
        Strings.
    decimal
        The decimal sign.

    Returns
    -------
    bool
        False says nothing of the others.
    """
    return _signs_of_few(content_of(chunk)[:_FEW].tobytes(), decimal) is None


def signs_in(raw: bytes, decimal: str) -> set[str] | None:
    """Return what occurs in a text besides digits, or None where that belongs to no number.

    Parameters
    ----------
    raw
        One or many cells.
    decimal
        The decimal sign.

    Returns
    -------
    set[str] or None
        Some of the signs of numbers, and the blank.
    """
    if _signs_of_few(raw[:_FEW], decimal) is None:  # words are told by their beginning
        return None
    if len(raw) <= _FEW:
        return _signs_of_few(raw, decimal)
    content = np.frombuffer(raw, dtype=np.uint8)
    others = len(content) - np.count_nonzero(are_digits(content))
    found = set()
    for sign in (decimal, "-", "e", "+", " ", "E"):
        times = np.count_nonzero(content == ord(sign)) if others else 0
        if times:
            found.add(sign)
            others -= times
    return None if others else found


def are_digits(signs: np.ndarray) -> np.ndarray:
    """Return which bytes are digits.

    Parameters
    ----------
    signs
        uint8 (n,).

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    are: np.ndarray = signs - _ZERO <= _NINE - _ZERO  # what is below 0 becomes large
    return are


def _signs_of_few(raw: bytes, decimal: str) -> set[str] | None:
    others = raw.translate(None, _DIGITS)
    return None if others.translate(None, _SIGNS + decimal.encode()) else set(others.decode())


def _whole(text: pa.ChunkedArray, *, exact: bool) -> pd.Series | None:
    values = np.zeros(len(text), dtype=np.int64)
    for chunk, place in placed(text):
        try:
            numbers = _cast(chunk, pa.int64())
            values[place] = (numbers.fill_null(0) if numbers.null_count else numbers).to_numpy()
        except pa.ArrowInvalid:
            return None
        bounds, _ = spans(chunk)
        if shortest(values[place]) - chunk.null_count == bounds[-1] - bounds[0]:
            continue  # then none has a zero in front, which would make it longer
        if (exact and _padded(chunk)) or pc.any(pc.equal(chunk, "-0")).as_py():
            return None
    if not text.null_count:
        return pd.Series(values, copy=False)
    return pd.Series(pd.arrays.IntegerArray(values, pc.is_null(text).to_numpy()), copy=False)


def _cast(chunk: pa.Array, kind: pa.DataType) -> pa.Array:
    """Return text as numbers; raises `pa.ArrowInvalid` soon where the first cells are none."""
    pc.cast(chunk.slice(0, _FIRST), kind)
    return pc.cast(chunk, kind)


def shortest(values: np.ndarray) -> int:
    """Return how many characters whole numbers take together at least.

    Parameters
    ----------
    values
        int64 (n,) numbers.

    Returns
    -------
    int
        Signs of their digits and minus signs.
    """
    if not len(values):
        return 0
    least, largest = int(values.min()), int(values.max())
    found, power = len(values) + (np.count_nonzero(values < 0) if least < 0 else 0), 10
    while power <= largest or -power >= least:
        found += np.count_nonzero(values >= power) if power <= largest else 0
        found += np.count_nonzero(values <= -power) if -power >= least else 0
        power *= 10
    return int(found)


def _decimal(text: pa.ChunkedArray, *, scientific: bool, exact: bool) -> pd.Series | None:
    values = np.empty(len(text), dtype=np.float64)
    for chunk, place in placed(text):
        if exact and (_padded(chunk) or (scientific and _begins_with_plus(chunk))):
            return None
        if exact and scientific and not _all_match(chunk.take(pa.array(exponents(chunk))), _SCIENTIFIC):
            return None
        try:
            values[place] = _cast(chunk, pa.float64()).to_numpy(zero_copy_only=False)
        except pa.ArrowInvalid:
            return None
        if np.isinf(values[place]).any():
            return None
        if exact and _digits_lost(chunk, values[place], scientific=scientific):
            return None
    return pd.Series(values, copy=False)


def leads(chunk: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return the first sign of each value behind a minus sign, for a first look: short ones give neighbours'.

    Parameters
    ----------
    chunk
        Strings, some of them not empty.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Bytes uint8 (n,), and their places int64 (n,), which may lie behind the end.
    """
    bounds, content = spans(chunk)
    places = bounds[:-1].astype(np.int64)
    places += content.take(places, mode="clip") == _MINUS
    return content.take(places, mode="clip"), places


def _padded(chunk: pa.Array) -> bool:
    """Return whether some value has a zero before another digit."""
    bounds, content = spans(chunk)
    if not len(content):
        return False
    first, places = leads(chunk)
    second = content.take(places + 1, mode="clip")
    suspected = np.flatnonzero((first == _ZERO) & are_digits(second))
    return bool((places[suspected] + 1 < bounds[suspected + 1]).any())  # both signs are its own


def _begins_with_plus(chunk: pa.Array) -> bool:
    bounds, content = spans(chunk)
    begins = bounds[:-1][np.diff(bounds) > 0]
    return bool((content[begins] == _PLUS).any())


def exponents(chunk: pa.Array) -> np.ndarray:
    """Return which values hold an exponent, or a sign that no number has; they are rare where there are some.

    Parameters
    ----------
    chunk
        Strings.

    Returns
    -------
    np.ndarray
        int64 (m,), their places, ascending.
    """
    bounds, _ = spans(chunk)
    places = np.flatnonzero(content_of(chunk) > _NINE)  # as no other sign of numbers is
    holding = np.searchsorted(bounds, places + bounds[0], side="right") - 1
    return np.unique(holding)


def _digits_lost(chunk: pa.Array, values: np.ndarray, *, scientific: bool) -> bool:
    """Return whether a double does not hold all that is written; short texts cannot lose anything."""
    bounds, content = spans(chunk)
    lengths = np.diff(bounds)
    long = lengths > SAFE_DIGITS
    if not len(content) or not (scientific or long.any()):
        return False
    vanished = (values == 0) & (long | scientific)
    if pc.any(pc.match_substring_regex(_those(chunk, vanished), "^[^eE]*[1-9]")).as_py():
        return True
    # Besides its digits, a number has a point, and may have a minus sign and zeros before them.
    many = np.flatnonzero(lengths > MOST_DIGITS + 1)
    signed, sizes = values[many] < 0, np.abs(values[many])
    before = content[bounds[many] + signed] == _ZERO
    many = many[lengths[many] > MOST_DIGITS + 1 + signed + before + _zeros_behind(chunk, many, sizes)]
    if len(many):
        mantissas = pc.replace_substring_regex(chunk.take(pa.array(many)), "[eE].*$", "")
        digits = pc.ascii_trim(pc.replace_substring_regex(mantissas, "[-.]", ""), characters="0")
        if pc.max(pc.binary_length(digits)).as_py() > MOST_DIGITS:
            return True
    large = long & (np.abs(values) > LARGEST_WHOLE)
    return not _all_match(_those(chunk, large), "[.eE]")


def _zeros_behind(chunk: pa.Array, rows: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return how many zeros stand between the point and the other digits of values at least.

    What is written as 0.1 or more is read as no less, so that smaller numbers have a zero there, unless they
    have an exponent.
    """
    found = np.zeros(len(rows), dtype=np.int64)
    for limit in (1e-1, 1e-2, 1e-3, 1e-4):
        found += sizes < limit
    found[np.isin(rows, exponents(chunk))] = 0
    return found


def _all_match(chunk: pa.Array, pattern: str) -> bool:
    return bool(pc.all(pc.match_substring_regex(chunk, pattern), min_count=0).as_py())


def _those(chunk: pa.Array, which: np.ndarray) -> pa.Array:
    return chunk.filter(pa.array(which)) if which.any() else chunk.slice(0, 0)
