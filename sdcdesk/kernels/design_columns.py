"""Design columns of a linear model: products of numbers and of indicators of categories, block by block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

BLOCK = 1 << 16
"""Records of a block: no matrix of all records is ever held."""


@dataclass(frozen=True, slots=True, eq=False)
class Indicator:
    """Whether a record belongs to a category.

    Attributes
    ----------
    codes
        Whole numbers (n,).
    code
        That of the category.
    """

    codes: np.ndarray
    code: int

    def part(self, start: int, stop: int) -> np.ndarray:
        """Return some records' ones and zeros.

        Parameters
        ----------
        start, stop
            Places of the first of them, and behind the last.

        Returns
        -------
        np.ndarray
            float64 (stop − start,).
        """
        found: np.ndarray = (self.codes[start:stop] == self.code).astype(np.float64)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Numbers as they are.

    Attributes
    ----------
    values
        float64 (n,), finite.
    """

    values: np.ndarray

    def part(self, start: int, stop: int) -> np.ndarray:
        """Return some records' numbers.

        Parameters
        ----------
        start, stop
            Places of the first of them, and behind the last.

        Returns
        -------
        np.ndarray
            float64 (stop − start,).
        """
        return self.values[start:stop]


Factor = Indicator | Numbers
DesignColumn = tuple[Factor, ...]
"""Factors that are multiplied with one another; none of them: the constant 1."""


def design_blocks(columns: Sequence[DesignColumn], records: int) -> Iterator[tuple[slice, np.ndarray]]:
    """Yield the design matrix block by block.

    Parameters
    ----------
    columns
        p columns.
    records
        n.

    Yields
    ------
    tuple[slice, np.ndarray]
        The records of the block, and float64 (b, p).
    """
    for start in range(0, records, BLOCK):
        stop = min(start + BLOCK, records)
        block = np.ones((stop - start, len(columns)))
        for place, column in enumerate(columns):
            for factor in column:
                block[:, place] *= factor.part(start, stop)
        yield slice(start, stop), block
