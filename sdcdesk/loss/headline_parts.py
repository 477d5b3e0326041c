"""Parts of the headline loss: what one variable lost, on 0…1, and why, in words."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sdcdesk.core.data.local_labels import HeldValues
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.numbers.contributions import Contributions, coarse, coarse_reach
from sdcdesk.core.numbers.quantity import NUMBER, VALUES, Quantity
from sdcdesk.core.results.original_counts import counting_values
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.kernels.counting import pair_counts
from sdcdesk.kernels.moments import deviation
from sdcdesk.loss.changed_records import changed_records, is_unchanged
from sdcdesk.loss.comparison import Comparison, compare


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the headline loss.

    Attributes
    ----------
    name
        The variable.
    loss
        0…1, without an error of rounding where it is a ratio of counts, so that a limit may equal it; None
        where it does not count because no record is left.
    words
        Where the loss comes from.
    changed
        Values that are others, beyond what a recoding made of all values alike.
    blanked
        Values, or records, that only the original has.
    contributions
        What single values of the original have to do with it; None: only counts are behind it.
    """

    name: str
    loss: Fraction | None
    words: str
    changed: int = 0
    blanked: int = 0
    contributions: Contributions | None = None


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
        A loss 0…1 with its reason; None where nothing is released.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order, or a number is infinite.
    """
    if len(masked) == 0:
        return Part(name, None, "no record is released")
    if name not in masked:
        there = np.count_nonzero(~original.missing(name)[masked.rows])
        return Part(name, Fraction(1), "not released", blanked=int(there))
    if is_unchanged(original, masked, name):
        return Part(name, Fraction(0), "unchanged")
    held = masked.held_values(original, name)
    if held is not None:
        return _labelled(original, masked, name, held)
    if is_numeric(original, name) and is_numeric(masked, name):
        if original.beyond_exact(name) or masked.beyond_exact(name):
            return _codes(original, masked, name)
        return _numbers(original, masked, name)
    return _categories(original, masked, name)


def _drawn(masked: Microdata, name: str) -> bool:
    """Return whether values were drawn at random: that none changed would then be told nobody."""
    return name in masked.lineage.random


def _codes(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return the part of whole numbers of so many digits that there is no arithmetic on them."""
    others = len(changed_records(original, masked, name))
    blanked = int(np.count_nonzero(masked.missing(name) & ~original.missing(name)[masked.rows]))
    words = _words(original, "", others - blanked, blanked, len(masked), random=_drawn(masked, name))
    return Part(name, Fraction(others, len(masked)), words, others - blanked, blanked)


def _numbers(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return the part of a variable that stayed continuous: mean of min(1, |x − x′|/(√2·S))."""
    values, after = original.numbers(name, copy=False), masked.numbers(name, copy=False)
    spread = math.sqrt(2) * deviation(values)
    before = values[masked.rows]
    with np.errstate(over="ignore"):
        gaps = after - before
        np.abs(gaps, out=gaps)
        absent = np.isnan(gaps)
        blanked = filled = 0
        if absent.any():
            blanked = int(np.count_nonzero(np.isnan(after) & ~np.isnan(before)))
            filled = int(np.count_nonzero(np.isnan(before) & ~np.isnan(after)))
            gaps = gaps[~absent]
        # Without spread there is no scale: any change counts as a whole one.
        lost = np.minimum(gaps / spread, 1.0) if spread > 0 else gaps > 0
    changed = int(np.count_nonzero(gaps)) + filled
    loss = (Fraction(float(lost.sum())) + blanked + filled) / len(masked)
    behind = _behind_gaps(values, spread, float(loss), len(masked)) if spread > 0 and changed else None
    words = _words(original, "", changed, blanked, len(masked), random=_drawn(masked, name))
    return Part(name, loss, words, changed, blanked, behind)


def _behind_gaps(values: np.ndarray, spread: float, loss: float, records: int) -> Contributions:
    """Return what single values have to do with a mean of |x − x′| ÷ spread, the spread being √2·S.

    The released file holds x′, so a gap gives x away: a value moves the mean by its share of the records, and
    all gaps by what it moves S.
    """
    present = values[~np.isnan(values)]
    with np.errstate(over="ignore", invalid="ignore"):
        largest = coarse(float(np.abs(present).max()))
        reach = coarse_reach(float(np.abs(present - present.mean()).max()), spread / math.sqrt(2))
        moved = 2 * (largest / spread) * (reach / spread) / (len(present) - 1)
        return Contributions(len(present), effect=largest / spread / records + loss * moved)


def _categories(original: Microdata, masked: Microdata, name: str) -> Part:
    """Return the part of a variable with categories, or whose numbers became categories."""
    compared = compare(original, masked, name)
    numeric = is_numeric(original, name)
    coarse, most = _widths(original, masked, name, compared) if numeric else count_merged_categories(compared)
    # Another category than the recoded one is never cheaper than the recoded one itself.
    kept = compared.same | compared.placed
    merged, places = np.where(kept, coarse[compared.before], 0), compared.places
    order = max(compared.domain, 1)
    whole = compared.whole | (merged / most + places / order > 1)
    part = np.where(whole, 0, compared.counts)
    lost = Fraction((part @ merged).item()) / Fraction(most) + Fraction(int(part @ places), order)
    records = int(compared.counts.sum())
    changed = compared.records(compared.changed | compared.filled)
    blanked = compared.records(compared.blanked)
    words = _words(original, _became(compared), changed, blanked, records, random=_drawn(masked, name))
    loss = (lost + compared.records(whole)) / records
    # Widths are divided by the range, which is that of the largest and the smallest value.
    ranged = numeric and bool(coarse.any())
    behind = Contributions(records, effect=float(loss)) if ranged else None
    return Part(name, loss, words, changed, blanked, behind)


def coarsening_losses(original: Microdata, recoded: Microdata, name: str) -> np.ndarray:
    """Return what each record lost by a recoding of a variable to coarser categories, and by nothing else.

    Parameters
    ----------
    original
        Records with different values of the variable, none missing.
    recoded
        The same records after the recoding.
    name
        The variable.

    Returns
    -------
    np.ndarray
        float64 (n,), 0…1.
    """
    compared = compare(original, recoded, name)
    if is_numeric(original, name):
        coarse, most = _widths(original, recoded, name, compared)
    else:
        coarse, most = count_merged_categories(compared)
    lost = np.zeros(int(compared.initial.max(initial=-1)) + 1)
    lost[compared.initial] = coarse[compared.before] / most
    found: np.ndarray = lost[original.coding(name).codes]
    return found


def _labelled(original: Microdata, masked: Microdata, name: str, held: HeldValues) -> Part:
    """Return the part of a variable that got wider labels in single records.

    A cell whose label stands for its value loses what it would if all records had the label.
    """
    initial, final = original.coding(name), masked.coding(name)
    first, second, counts = pair_counts(initial.codes[masked.rows] + 1, final.codes + 1)
    there = (first > 0) & (second > 0)
    first, second, records = first[there] - 1, second[there] - 1, counts[there]
    kept, under = held.are_held(first, second), held.under()
    numeric = is_numeric(original, name)
    wider, most = under - 1.0, float(len(held.places) - 1)
    if numeric:
        values = _of_one_power(initial.categories.to_numpy(dtype=np.float64))
        wider, most = held.widths(values), float(np.ptp(values)) if len(values) else 0.0
    lost = Fraction(float(records[kept] @ wider[second[kept]])) / Fraction(most) if most > 0 else Fraction(0)
    blanked = int(np.count_nonzero(masked.missing(name) & ~original.missing(name)[masked.rows]))
    filled = int(np.count_nonzero(~masked.missing(name) & original.missing(name)[masked.rows]))
    loss = (lost + int(records[~kept].sum()) + blanked + filled) / len(masked)
    changed = int(records[~kept | (under[second] > 1)].sum()) + filled
    words = _words(original, "", changed, blanked, len(masked), random=_drawn(masked, name))
    behind = Contributions(len(masked), effect=float(loss)) if numeric and most > 0 else None
    return Part(name, loss, words, changed, blanked, behind)


def _of_one_power(values: np.ndarray) -> np.ndarray:
    """Return numbers times one power of two, which changes no digit, so that no difference overflows."""
    scaled: np.ndarray = np.ldexp(values, -math.frexp(np.abs(values).max(initial=0.0))[1])
    return scaled


def merging_losses(groups: np.ndarray) -> np.ndarray:
    """Return what values of text lose where each becomes the label of its group; see `coarsening_losses`.

    Parameters
    ----------
    groups
        Integers (m,) from 0, the group of each category of the original, which declares none besides.

    Returns
    -------
    np.ndarray
        float64 (m,), 0…1.
    """
    merged: np.ndarray = np.bincount(groups)[groups] - 1
    losses: np.ndarray = merged / max(len(groups) - 1, 1)
    return losses


def count_merged_categories(compared: Comparison) -> tuple[np.ndarray, int]:
    """Return for each masked category the original categories under it − 1, and |D| − 1.

    Parameters
    ----------
    compared
        Both files, category by category.

    Returns
    -------
    np.ndarray
        int64 (masked categories + 1,); the last is for a missing value, 0.
    int
        At least 1.
    """
    mapped = compared.source[compared.source >= 0]
    merged = np.bincount(mapped, minlength=len(compared.level) + 1)
    return np.maximum(merged - 1, 0), max(len(compared.source) - 1, 1)


def _widths(
    original: Microdata, masked: Microdata, name: str, compared: Comparison
) -> tuple[np.ndarray, float]:
    """Return for each masked category its width, at most the range of the original values, and that range.

    The width is that of its interval, open ends at the ends of the range; without an interval, the span
    of the original values under it. The last width is for a missing value, 0.
    """
    values = original.coding(name).categories.to_numpy(dtype=np.float64)
    # All by one power of two, which changes no digit, so that nothing overflows.
    power = -math.frexp(np.abs(values).max(initial=0.0))[1]
    values = np.ldexp(values, power)
    least, most = values.min(initial=np.inf), values.max(initial=-np.inf)
    lows, highs = np.full(len(compared.level), np.inf), np.full(len(compared.level), -np.inf)
    mapped = compared.source >= 0
    np.minimum.at(lows, compared.source[mapped], values[mapped])
    np.maximum.at(highs, compared.source[mapped], values[mapped])
    for interval in masked.variable(name).intervals:
        if interval.label in compared.level:
            place = compared.level.get_loc(interval.label)
            lows[place] = least if interval.low is None else np.ldexp(interval.low, power)
            highs[place] = most if interval.high is None else np.ldexp(interval.high, power)
    if most <= least:
        return np.zeros(len(lows) + 1), 1.0
    span = float(most - least)
    return np.append(np.clip(highs - lows, 0.0, span), 0.0), span


def _became(compared: Comparison) -> str:
    """Say how many values became how many, if they were recoded."""
    if not compared.recoded:
        return ""
    few = len(np.unique(compared.source[compared.source >= 0]))
    return sentence("{n} value became {few}", "{n} values became {few}", "n", n=len(compared.source), few=few)


def _words(
    original: Microdata, became: str, changed: int, blanked: int, records: int, *, random: bool = False
) -> str:
    parts = [became] if became else []
    for number, words, none in (
        (changed, "{n} of {all} values changed", random),
        (blanked, "{n} of {all} values blanked", False),
    ):
        if number or none:
            # No count of a noun, which would stand in the sentence twice.
            number_told = counting_values(Quantity(number, VALUES), records, original.fingerprint, none=none)
            counted = Quantity(number, NUMBER, contributions=number_told.contributions)
            parts.append(sentence(words, n=counted, all=records))
    return joined(parts) or "unchanged"
