"""Contingency tables of two files: cells with records, counted from the different combinations of values."""

from collections.abc import Sequence
from dataclasses import dataclass

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
        self._columns = both.columns
        self._radices = radices(both.columns)
        self._before = np.bincount(both.labels[:records], minlength=groups)
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
        columns = [self._columns[place] for place in variables]
        keys, domain = combine([column + 1 for column in columns], [self._radices[one] for one in variables])
        if domain > DENSE * len(keys):
            keys, domain = compact(keys, domain)
        where = np.full(domain, -1, dtype=np.int64)
        where[keys] = np.arange(len(keys))
        there = np.flatnonzero(where >= 0)
        # Sums of whole numbers below 2^53 are exact as float64.
        counts = (np.bincount(keys, records, domain)[there] for records in (self._before, self._after))
        before, after = (count.astype(np.int64) for count in counts)
        return PairedCells(tuple(column[where[there]] for column in columns), before, after)
