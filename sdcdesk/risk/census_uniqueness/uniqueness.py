"""Relative uniqueness: from how many others each record differs, and who differs from all of its area."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.questions import Counting
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
    weights
        int64 (t,), how many records each entry stands for, where these are not in memory; None: one each.
    """

    masked: Microdata = field(repr=False)
    sizes: np.ndarray
    areas: Areas
    weights: np.ndarray | None = None

    @property
    def records(self) -> int:
        """Number of released records, N."""
        return len(self.sizes) if self.weights is None else int(self.weights.sum())

    @property
    def unique(self) -> int:
        """Number of records that differ from all others."""
        alone = self.alone
        return int(alone.sum()) if self.weights is None else int(self.weights[alone].sum())

    @property
    def alone(self) -> np.ndarray:
        """Which records differ from all others, bool (t,): δ."""
        alone: np.ndarray = self.sizes == 1
        return alone

    @property
    def relative(self) -> np.ndarray:
        """Share of the other records from which each one differs, float64 (t,); 1 where there is no other."""
        if self.records == 1:
            return np.ones(len(self.sizes))
        relative: np.ndarray = (self.records - self.sizes) / (self.records - 1)
        return relative

    @cached_property
    def classes(self) -> np.ndarray:
        """int64 (t,), class of the size of each record."""
        return class_of_size(self.sizes)

    @property
    def by_class(self) -> np.ndarray:
        """int64, records of each class of sizes."""
        return np.bincount(self.classes, self.weights, len(SIZES)).astype(np.int64)

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
        shared = int(self.sizes.sum() if self.weights is None else self.sizes @ self.weights)
        return Fraction(self.records**2 - shared, self.records - 1)


NOBODY = np.empty(0, dtype=np.int64)

NO_AREAS = Areas("", NOBODY, NOBODY, NOBODY, NOBODY, NOBODY > 0, 0)


def relative_uniqueness(
    counting: Counting, area: str | None, progress: Progress = SILENT
) -> RelativeUniqueness:
    """Count for each record those that do not differ from it, in the file and in its area.

    No pair is compared.

    Parameters
    ----------
    counting
        The masked file by its keys; a missing area matches only another missing area.
    area
        The variable that says in which area a record lies; None, or not in the file: no area is known.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    RelativeUniqueness
        With areas where they are known.
    """
    if not isinstance(counting, InMemory):
        found = counting.sizes_after(progress)
        return RelativeUniqueness(counting.masked, found.sizes, NO_AREAS, found.records)
    areas = NO_AREAS
    if area is not None and area in counting.masked.names:
        areas = _areas(area, counting, progress)
    return RelativeUniqueness(counting.masked, counting.after.sizes, areas)


def _areas(variable: str, counting: InMemory, progress: Progress) -> Areas:
    area = counting.masked.coding(variable)
    unnamed = area.codes == MISSING
    # No area is an area, too.
    codes = np.where(unnamed, len(area.categories), area.codes)
    alone = counting.alone_within(variable, progress)
    sizes = np.bincount(codes, minlength=len(area.categories) + 1)
    unique = np.bincount(codes[alone], minlength=len(sizes))
    first = np.zeros(len(sizes), dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    there = np.flatnonzero(sizes)
    order = there[np.lexsort((sizes[there], -(unique[there] / sizes[there])))]
    place = np.empty(len(sizes), dtype=np.int64)
    place[order] = np.arange(len(order))
    return Areas(variable, place[codes], first[order], sizes[order], unique[order], alone, int(unnamed.sum()))
