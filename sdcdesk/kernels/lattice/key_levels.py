"""Levels of keys: different combinations of key values, and which values share a label at which level."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.kernels.value_tuples import tuples


@dataclass(frozen=True, eq=False)
class KeyLevels:
    """Different combinations of key values of a file, and the levels that each key can be coarsened to.

    Values of a key are numbered so that those with a common label follow one another at every level.

    Attributes
    ----------
    codes
        int32 (d, m), for each key the value of each combination.
    counts
        int64 (m,), records that have it, from 1.
    digits
        For each key int32 (levels, values): at each level the first value with the same label. Level 0 are
        the values themselves.
    """

    codes: np.ndarray
    counts: np.ndarray
    digits: tuple[np.ndarray, ...]

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Number of levels of each key, level 0 among them."""
        return tuple(len(digits) for digits in self.digits)

    @cached_property
    def records(self) -> int:
        """n, the number of records."""
        return int(self.counts.sum())


def level_digits(labels: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers for the values of a key by which those with a common label follow one another.

    Parameters
    ----------
    labels
        For each level int (v,), the label of each value; those of a level lie within those of the next.

    Returns
    -------
    np.ndarray
        int64 (v,), the values in their new order.
    np.ndarray
        int32 (levels, v): for each level and value, in the new order, the first value with its label.
    """
    order = np.lexsort(labels)
    digits = np.empty((len(labels), len(order)), dtype=np.int32)
    for level, codes in enumerate(labels):
        sorted_codes = codes[order]
        begins = run_begins(sorted_codes)
        starts = np.flatnonzero(begins)
        digits[level] = starts[np.cumsum(begins) - 1]
    return order, digits


def distinct_keys(
    columns: Sequence[np.ndarray], counts: np.ndarray, digits: Sequence[np.ndarray]
) -> KeyLevels:
    """Return the different combinations of key values.

    Parameters
    ----------
    columns
        For each key int (n,), the value of each record, numbered as `level_digits` does.
    counts
        int64 (n,), how many records each entry stands for.
    digits
        For each key int32 (levels, values); see `KeyLevels`.

    Returns
    -------
    KeyLevels
        In ascending order of their values.
    """
    found = tuples(columns)
    codes = np.array([column.astype(np.int32) for column in found.columns])
    # float64 holds every number of records that a file can have.
    records = np.bincount(found.labels, counts, len(found.counts)).astype(np.int64)
    return KeyLevels(codes.reshape(len(columns), -1), records, tuple(digits))
