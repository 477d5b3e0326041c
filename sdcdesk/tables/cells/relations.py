"""Relations of a table: which cells are the sum of which others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sdcdesk.tables.cells.dimension import Dimension

if TYPE_CHECKING:
    from scipy.sparse import csr_array

ADDS_UP = 1e-9
"""Parts add up where they miss the total by no more than so much of the sum of all of them."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Relations:
    """Sums of a table: in each relation a whole minus its parts is 0.

    Attributes
    ----------
    matrix
        int8 (m, n), 1 for the whole, −1 for its parts; scipy's sparse rows.
    wholes
        int64 (m,), the cell that is the sum.
    along
        int64 (m,), place of the dimension along which it is.
    """

    matrix: "csr_array"
    wholes: np.ndarray
    along: np.ndarray

    @classmethod
    def of(cls, dimensions: Sequence[Dimension]) -> "Relations":
        """Return the relations of a table.

        Parameters
        ----------
        dimensions
            Its dimensions; cells are in the order of their codes, the last dimension changing fastest.

        Returns
        -------
        Relations
            Of each dimension each code with parts, for all codes of the others.
        """
        # Imported here, because every start of the program would pay for it.
        from scipy.sparse import csr_array, eye_array, kron, vstack

        sizes = [len(one) for one in dimensions]
        blocks, wholes, along = [], [], []
        numbers = np.arange(int(np.prod(sizes, dtype=np.int64))).reshape(sizes)
        for place, dimension in enumerate(dimensions):
            if not dimension.wholes:
                continue
            before, after = int(np.prod(sizes[:place])), int(np.prod(sizes[place + 1 :]))
            own = _own(dimension)
            whole: Any = kron(kron(eye_array(before, dtype=np.int8), own), eye_array(after, dtype=np.int8))
            blocks.append(whole.tocsr().astype(np.int8))
            wholes.append(np.take(numbers, dimension.wholes, axis=place).ravel())
            along.append(np.full(len(wholes[-1]), place))
        cells = int(numbers.size)
        if not blocks:
            none = np.empty(0, dtype=np.int64)
            empty: Any = csr_array((0, cells), dtype=np.int8)
            return cls(empty, none, none)
        matrix: Any = vstack(blocks, format="csr").astype(np.int8)
        matrix.sort_indices()
        return cls(matrix, np.concatenate(wholes), np.concatenate(along))

    def __len__(self) -> int:
        return len(self.wholes)

    def differences(self, values: np.ndarray) -> np.ndarray:
        """Return by how much wholes are larger than their parts.

        Parameters
        ----------
        values
            float64 (n,).

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        found: np.ndarray = self.matrix @ values
        return found

    def broken(self, values: np.ndarray, tolerance: float = 0.0) -> np.ndarray:
        """Return the relations that do not hold.

        Parameters
        ----------
        values
            float64 (n,); a relation with a NaN is not judged.
        tolerance
            By how much a whole may differ from its parts; rounding of arithmetic is allowed besides.

        Returns
        -------
        np.ndarray
            int64 (b,), places of relations.
        """
        size = abs(self.matrix) @ np.abs(values)
        return np.flatnonzero(np.abs(self.differences(values)) > tolerance + ADDS_UP * size)

    def parts(self, relation: int) -> np.ndarray:
        """Return the cells that are added up.

        Parameters
        ----------
        relation
            Its place.

        Returns
        -------
        np.ndarray
            int64 (p,), ascending.
        """
        start, end = self.matrix.indptr[relation : relation + 2]
        cells = self.matrix.indices[start:end]
        found: np.ndarray = cells[self.matrix.data[start:end] < 0].astype(np.int64)
        return found


def _own(dimension: Dimension) -> "csr_array":
    """Return the relations of the codes of a dimension, int8 (wholes, codes)."""
    from scipy.sparse import csr_array

    row = {whole: place for place, whole in enumerate(dimension.wholes)}
    parts = np.arange(1, len(dimension))
    rows = [*range(len(dimension.wholes)), *(row[parent] for parent in dimension.parents[1:])]
    columns = [*dimension.wholes, *parts.tolist()]
    data = np.concatenate([np.ones(len(dimension.wholes)), -np.ones(len(parts))]).astype(np.int8)
    return csr_array((data, (rows, columns)), shape=(len(dimension.wholes), len(dimension)))
