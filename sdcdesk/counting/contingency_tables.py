"""Contingency tables of two files: cells with records, counted from the different combinations of values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from sdcdesk.kernels.keys import DENSE, combine, compact
from sdcdesk.kernels.value_tuples import radices, tuples


@dataclass(frozen=True, slots=True, eq=False)
class PairedCells:
    """The cells of one table that have records in either file, ascending by their categories.

    Attributes
    ----------
    categories
        For each variable of the table int64 (C,), the code in each cell; −1 where missing.
    before, after
        int64 (C,), records of the original and of the masked file.
    """

    categories: tuple[np.ndarray, ...]
    before: np.ndarray
    after: np.ndarray


class PairedTables:
    """What the tables of two files are counted from: the different combinations of all their variables.

    Parameters
    ----------
    before, after
        For each variable its codes in the original, integers (n,), and in the masked file, (t,), over the
        same categories; −1 where missing. At least one variable.
    """

    def __init__(self, before: Sequence[np.ndarray], after: Sequence[np.ndarray]) -> None:
        both = tuples([np.concatenate(codes) for codes in zip(before, after, strict=True)])
        records, groups = len(before[0]), len(both.counts)
        self._digits = [(column + 1).astype(np.int32) for column in both.columns]
        self._radices = radices(both.columns)
        # Sums of whole numbers below 2^53 are exact as float64.
        self._before = np.bincount(both.labels[:records], minlength=groups).astype(np.float64)
        self._after = both.counts - self._before

    def cells(self, variables: Sequence[int]) -> PairedCells:
        """Return the table of some of the variables.

        Parameters
        ----------
        variables
            Their places; at least one.

        Returns
        -------
        PairedCells
            Cells without records in either file are left out, so that the table is no larger than the files.
        """
        columns = [self._digits[place] for place in variables]
        sizes = [self._radices[place] for place in variables]
        keys, domain = combine(columns, sizes)
        # Keys of few cells hold their digits; of others a combination that has them is looked up.
        dense = prod(sizes) <= DENSE * len(keys)
        if not dense:
            keys, domain = compact(keys, domain)
        before, after = (np.bincount(keys, records, domain) for records in (self._before, self._after))
        there = np.flatnonzero((before > 0) | (after > 0))
        if dense:
            found: Sequence[np.ndarray] = np.unravel_index(there, sizes)
        else:
            where = np.empty(domain, dtype=np.int64)
            where[keys] = np.arange(len(keys))
            found = [column[where] for column in columns]
        categories = tuple(digits.astype(np.int64) - 1 for digits in found)
        return PairedCells(categories, before[there].astype(np.int64), after[there].astype(np.int64))
