"""Parts of the headline loss: what one variable lost, on 0…1, and why, in words."""

import math
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.microdata import Microdata
from sdcdesk.kernels.moments import deviation
from sdcdesk.loss.changed_records import changed_records
from sdcdesk.loss.comparison import Comparison, compare
from sdcdesk.loss.selection import holds_numbers


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the headline loss.

    Attributes
    ----------
    name
        The variable.
    loss
        0…1; NaN where it does not count because no record is left.
    words
        Where the loss comes from.
    """

    name: str
    loss: float
    words: str


def variable_part(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return what a variable lost, as the mean over the masked records; 1 if it was dropped.

    Parameters
    ----------
    original
        The initial file.
    masked
        The masked file.
    name
        A variable of the original.

    Returns
    -------
    Part
        A loss 0…1 with its reason; NaN where nothing is released.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order, or a number is infinite.
    """
    if len(masked) == 0:
        return Part(name, math.nan, "no record is released")
    if name not in masked.names:
        return Part(name, 1.0, "not released")
    if _untouched(original, masked, name):
        return Part(name, 0.0, "unchanged")
    if holds_numbers(original, name) and holds_numbers(masked, name):
        if original.beyond_exact(name) or masked.beyond_exact(name):
            return _codes(original, masked, name)
        return _numbers(original, masked, name)
    return _categories(original, masked, name)


def _untouched(original: Microdata, masked: Microdata, name: str) -> bool:
    """Return whether the column is the same, value by value, so that nothing needs to be coded."""
    if masked.origin(name) is not None:
        return False
    if original.variable(name).missing != masked.variable(name).missing:
        return False
    column, rows = original.column(name), masked.rows
    if len(rows) < len(column) or (rows != np.arange(len(rows))).any():
        column = column.take(rows).reset_index(drop=True)
    return column.equals(masked.column(name))


def _codes(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return the part of whole numbers of so many digits that there is no arithmetic on them."""
    changed = len(changed_records(original, masked, name))
    return Part(name, changed / len(masked), _words("", changed, 0, len(masked)))


def _numbers(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return the part of a variable that stayed continuous: mean of min(1, |x − x′|/(√2·S))."""
    before, after = original.numbers(name), masked.numbers(name)
    spread = math.sqrt(2) * deviation(before)
    before = before[masked.rows]
    with np.errstate(over="ignore"):
        gaps = np.abs(after - before)
        absent = np.isnan(gaps)
        blanked = filled = 0
        if absent.any():
            blanked = int(np.count_nonzero(np.isnan(after) & ~np.isnan(before)))
            filled = int(np.count_nonzero(np.isnan(before) & ~np.isnan(after)))
            gaps = gaps[~absent]
        # Without spread there is no scale: any change counts as a whole one.
        lost = np.minimum(gaps / spread, 1.0) if spread > 0 else gaps > 0
    changed = int(np.count_nonzero(gaps)) + filled
    loss = (float(lost.sum()) + blanked + filled) / len(masked)
    return Part(name, loss, _words("", changed, blanked, len(masked)))


def _categories(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return the part of a variable with categories, or whose numbers became categories."""
    compared = compare(original, masked, name)
    numeric = holds_numbers(original, name)
    coarse = _widths(original, masked, name, compared) if numeric else shares_under(compared)
    lost = compared.distances()
    # Another category than the recoded one is never cheaper than the recoded one itself.
    kept = compared.same | compared.placed
    lost[kept] = np.minimum(lost[kept] + coarse[compared.before[kept]], 1.0)
    records = int(compared.counts.sum())
    changed = compared.records(compared.changed | compared.filled)
    words = _words(_became(compared), changed, compared.records(compared.blanked), records)
    return Part(name, float(compared.counts @ lost) / records, words)


def shares_under(compared: Comparison) -> np.ndarray:
    """Return for each masked category (original categories under it − 1)/(|D| − 1).

    Parameters
    ----------
    compared
        Both files, category by category.

    Returns
    -------
    np.ndarray
        float64 (masked categories,), 0…1.
    """
    mapped = compared.source[compared.source >= 0]
    under = np.bincount(mapped, minlength=len(compared.level))
    shares: np.ndarray = np.maximum(under - 1, 0) / max(len(compared.source) - 1, 1)
    return shares


def _widths(original: Microdata, masked: Microdata, name: str, compared: Comparison) -> np.ndarray:
    """Return for each masked category its width over the range of the original values, at most 1.

    The width is that of its interval, open ends at the ends of the range; without an interval, the span
    of the original values under it.
    """
    values = original.coding(name).categories.to_numpy(dtype=np.float64)
    least, most = values.min(initial=np.inf), values.max(initial=-np.inf)
    lows, highs = np.full(len(compared.level), np.inf), np.full(len(compared.level), -np.inf)
    mapped = compared.source >= 0
    np.minimum.at(lows, compared.source[mapped], values[mapped])
    np.maximum.at(highs, compared.source[mapped], values[mapped])
    for interval in masked.variable(name).intervals:
        if interval.label in compared.level:
            place = compared.level.get_loc(interval.label)
            lows[place] = least if interval.low is None else interval.low
            highs[place] = most if interval.high is None else interval.high
    with np.errstate(over="ignore"):
        widths = np.maximum(highs - lows, 0.0)
        return np.minimum(widths / (most - least), 1.0) if most > least else np.zeros(len(widths))


def _became(compared: Comparison) -> str:
    """Say how many values became how many, if they were recoded."""
    if not compared.recoded:
        return ""
    few = len(np.unique(compared.source[compared.source >= 0]))
    return f"{len(compared.source):,} values became {few:,}"


def _words(became: str, changed: int, blanked: int, records: int) -> str:
    parts = [became] if became else []
    parts += [f"{changed:,} of {records:,} values changed"] if changed else []
    parts += [f"{blanked:,} of {records:,} values blanked"] if blanked else []
    return ", ".join(parts) or "unchanged"
