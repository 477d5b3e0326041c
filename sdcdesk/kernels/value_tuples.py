"""Different combinations of values in a file, and how many records have each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.keys import combine, compact


@dataclass(frozen=True, slots=True, eq=False)
class Tuples:
    """Different combinations of values of the records of a file.

    Attributes
    ----------
    columns
        For each variable int64 (G,), the code of each combination; −1 where missing.
    counts
        int64 (G,), records that have it.
    labels
        int64 (n,), the combination of each record.
    """

    columns: tuple[np.ndarray, ...]
    counts: np.ndarray
    labels: np.ndarray

    def select(self, variables: Sequence[int]) -> "Tuples":
        """Return the combinations in some of the variables.

        Parameters
        ----------
        variables
            Their places; at least one.

        Returns
        -------
        Tuples
            Of the same records, in the order of the variables.
        """
        fewer = tuples([self.columns[place] for place in variables])
        counts = np.bincount(fewer.labels, weights=self.counts, minlength=len(fewer.counts))
        return Tuples(fewer.columns, counts.astype(np.int64), fewer.labels[self.labels])


def tuples(columns: Sequence[np.ndarray]) -> Tuples:
    """Find the different combinations of values of records.

    Parameters
    ----------
    columns
        Integers (n,) each, 0 and above, −1 where missing; at least one variable.

    Returns
    -------
    Tuples
        In ascending order of their values.
    """
    labels, groups = compact(*combine([column + 1 for column in columns], radices(columns)))
    where = np.empty(groups, dtype=np.int64)
    where[labels] = np.arange(len(labels))
    distinct = tuple(column[where].astype(np.int64, copy=False) for column in columns)
    return Tuples(distinct, np.bincount(labels, minlength=groups), labels)


def radices(columns: Sequence[np.ndarray]) -> list[int]:
    """Return for each column of codes how many digits it needs when −1 becomes 0.

    Parameters
    ----------
    columns
        Integers (n,) each, −1 and above.

    Returns
    -------
    list[int]
        At least 1 each.
    """
    return [int(column.max(initial=-1)) + 2 for column in columns]
