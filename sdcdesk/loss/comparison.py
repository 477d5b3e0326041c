"""Comparison of one variable in the original and the masked file, brought to the same categories."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.kernels.counting import pair_counts


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How often each original category became each masked one, over the records of the masked file.

    Attributes
    ----------
    level
        The categories at which both files are compared.
    domain
        So many of them, from the first, make up the range D(V). Those after them occur only in the
        masked file, and no recoding explains them.
    scale
        Scale of the variable at this level.
    recoded
        False: the level is that of the original, with all its declared categories, observed or not.
        True: recodings changed the categories, and the level is that of the masked variable.
    source
        For each original category its position in `level` after all recodings; `MISSING` where they
        make it missing.
    initial, before, after, counts
        One entry for each different pair of original and masked category: position in the original's
        categories; position of what the recodings make of it in `level`; position of the masked
        category in `level`; number of records. `MISSING` for a missing value.
    """

    level: pd.Index
    domain: int
    scale: Scale
    recoded: bool
    source: np.ndarray
    initial: np.ndarray
    before: np.ndarray
    after: np.ndarray
    counts: np.ndarray

    @property
    def same(self) -> np.ndarray:
        """For each pair whether the masked category is what the recodings make of the original one."""
        same: np.ndarray = (self.after >= 0) & (self.after == self.before)
        return same

    @property
    def changed(self) -> np.ndarray:
        """For each pair whether both values are there and the masked one is another."""
        changed: np.ndarray = (self.initial >= 0) & (self.after >= 0) & (self.after != self.before)
        return changed

    @property
    def blanked(self) -> np.ndarray:
        """For each pair whether only the masked value is missing."""
        return (self.initial >= 0) & (self.after < 0)

    @property
    def filled(self) -> np.ndarray:
        """For each pair whether only the original value is missing."""
        return (self.initial < 0) & (self.after >= 0)

    @property
    def outside(self) -> np.ndarray:
        """For each pair whether the masked category lies outside D(V)."""
        return self.after >= self.domain

    @property
    def placed(self) -> np.ndarray:
        """For each pair whether both categories have a place in the order of an ordinal variable."""
        both = (self.before >= 0) & (self.after >= 0) & ~self.outside
        return both if self.scale is Scale.ORDINAL else np.zeros_like(both)

    def records(self, pairs: np.ndarray) -> int:
        """Return the number of records in these pairs (boolean, one entry a pair).

        Parameters
        ----------
        pairs
            bool (number of pairs,).

        Returns
        -------
        int
            Masked records.
        """
        return int(self.counts[pairs].sum())

    @property
    def whole(self) -> np.ndarray:
        """For each pair whether its distance is 1: another value without a place, or missing in one file."""
        whole: np.ndarray = (self.changed & ~self.placed) | self.blanked | self.filled
        return whole

    @property
    def places(self) -> np.ndarray:
        """For each pair the places between both categories of an ordinal variable; 0 without a place."""
        return np.where(self.placed, np.abs(self.after.astype(np.int64) - self.before), 0)


def compare(original: Microdata, masked: Microdata, name: str) -> Comparison:
    """Compare a variable of both files, category by category.

    If recodings changed the categories and the masked file knows them (`Microdata.provenance`), the level is
    that of the masked variable, and its order that of the masked categories. Otherwise, also for a
    masked file that was read and comes from no recipe, the level is that of the original.

    Parameters
    ----------
    original
        The initial file.
    masked
        The masked file.
    name
        A variable of both files.

    Returns
    -------
    Comparison
        Counts of the different pairs of categories.

    Raises
    ------
    DataError
        A value of an ordinal variable has no place in its declared order.
    """
    initial, final = original.coding(name), masked.coding(name)
    level = comparison_level(original, masked, name)
    # Pairs of numbers from 0 on, 0 being missing.
    first, second, counts = pair_counts(initial.codes[masked.rows] + 1, final.codes + 1)
    return Comparison(
        level=level.categories,
        domain=level.domain,
        scale=level.scale,
        recoded=level.recoded,
        source=level.source,
        initial=first - 1,
        before=level.before(first - 1),
        after=level.after(second - 1),
        counts=counts,
    )
