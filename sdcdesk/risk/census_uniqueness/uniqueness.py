"""Relative uniqueness: from how many others each record differs, and who differs from all of its area."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.frequencies import frequencies, key_codes
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.kernels.counting import Codes, compatible_records, records_alone
from sdcdesk.risk.disclosure.breakdown import SIZES, class_of_size


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """Areas of a masked file that hold records, the riskiest first; equal ones by size, then as coded.

    Without records, or where no area is known, there are none.

    Attributes
    ----------
    variable
        Name of the variable whose values they are; empty: none is known.
    labels
        int64 (t,), area of each record, 0…A−1.
    first
        int64 (A,), position of one record of each area.
    sizes
        int64 (A,), records of each area.
    unique
        int64 (A,), records of each area that differ from all others of it.
    alone
        bool (t,), which records these are.
    unnamed
        Records without an area, which are taken as one of their own.
    """

    variable: str
    labels: np.ndarray
    first: np.ndarray
    sizes: np.ndarray
    unique: np.ndarray
    alone: np.ndarray
    unnamed: int

    @property
    def risk(self) -> np.ndarray:
        """Share of the records of each area that differ from all others of it, float64 (A,)."""
        risk: np.ndarray = self.unique / self.sizes
        return risk


@dataclass(frozen=True, eq=False)
class RelativeUniqueness:
    """How far the records of a masked file differ.

    Attributes
    ----------
    masked
        The masked file.
    sizes
        int64 (t,), for each record the records that do not differ from it in any key, itself included.
    areas
        The same within areas.
    """

    masked: Microdata = field(repr=False)
    sizes: np.ndarray
    areas: Areas

    @property
    def records(self) -> int:
        """Number of released records, N."""
        return len(self.sizes)

    @property
    def alone(self) -> np.ndarray:
        """Which records differ from all others, bool (t,): δ."""
        alone: np.ndarray = self.sizes == 1
        return alone

    @property
    def relative(self) -> np.ndarray:
        """Share of the other records from which each one differs, float64 (t,); 1 where there is no other."""
        if self.records == 1:
            return np.ones(1)
        relative: np.ndarray = (self.records - self.sizes) / (self.records - 1)
        return relative

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of the size of each record."""
        return class_of_size(self.sizes)

    @property
    def by_class(self) -> np.ndarray:
        """int64, records of each class of sizes."""
        return np.bincount(self.classes, minlength=len(SIZES))

    @property
    def largest_of_class(self) -> np.ndarray:
        """float64, the largest relative uniqueness of each class; NaN where it has no record."""
        relative = self.relative
        members = (relative[self.classes == at] for at in range(len(SIZES)))
        return np.array([one.max() if len(one) else np.nan for one in members])

    @property
    def sum_of_relative(self) -> Fraction:
        """Sum of the relative uniqueness over all records, exact in every order of the records."""
        if self.records <= 1:
            return Fraction(self.records)
        return Fraction(self.records**2 - int(self.sizes.sum()), self.records - 1)


def relative_uniqueness(
    masked: Microdata,
    names: tuple[str, ...],
    missing: Missing,
    area: str | None,
    progress: Progress = SILENT,
) -> RelativeUniqueness:
    """Count for each record those that do not differ from it, in the file and in its area.

    No pair is compared.

    Parameters
    ----------
    masked
        The masked file.
    names
        The key variables.
    missing
        What a missing key value matches; a missing area matches only another missing area.
    area
        The variable that says in which area a record lies; None, or not in the file: no area is known.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    RelativeUniqueness
        With areas where they are known.
    """
    keys = key_codes(masked, names, progress)
    sizes = frequencies(keys, missing, progress).sizes
    if area is None or area not in masked.names:
        nobody = np.empty(0, dtype=np.int64)
        areas = Areas("", nobody, nobody, nobody, nobody, nobody > 0, 0)
    else:
        areas = _areas(area, masked.coding(area), keys, missing, progress)
    return RelativeUniqueness(masked, sizes, areas)


def _areas(variable: str, area: Coding, keys: list[Codes], missing: Missing, progress: Progress) -> Areas:
    unnamed = area.codes == MISSING
    # No area is an area, too: its code is a value, which is compatible with no other.
    codes = np.where(unnamed, len(area.categories), area.codes)
    within = [*keys, Codes(codes, len(area.categories) + 1)]
    if missing == "category":
        alone = records_alone(within)
    else:
        alone = compatible_records(within, progress=progress) == 1
    sizes = np.bincount(codes, minlength=len(area.categories) + 1)
    unique = np.bincount(codes[alone], minlength=len(sizes))
    first = np.zeros(len(sizes), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    there = np.flatnonzero(sizes)
    order = there[np.lexsort((sizes[there], -(unique[there] / sizes[there])))]
    place = np.empty(len(sizes), dtype=np.int64)
    place[order] = np.arange(len(order))
    return Areas(variable, place[codes], first[order], sizes[order], unique[order], alone, int(unnamed.sum()))
