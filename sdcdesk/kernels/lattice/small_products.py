"""Small products of matrices: cut so that the library of linear algebra keeps to one thread.

On tables of a few thousand groups its threads cost more processor time than they save, and a search takes
thousands of such products.
"""

import numpy as np

LARGEST = 1 << 17
"""Multiplications that are done at once."""


def long_product(rows: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the product over a long axis.

    Parameters
    ----------
    rows
        float64 (r, m), few rows.
    table
        float64 (m, c), few columns.

    Returns
    -------
    np.ndarray
        float64 (r, c).
    """
    step = max(LARGEST // (len(rows) * table.shape[1]), 1)
    found = rows[:, :step] @ table[:step]
    for start in range(step, len(table), step):
        found += rows[:, start : start + step] @ table[start : start + step]
    product: np.ndarray = found
    return product


def wide_product(sums: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the product of a small matrix with a wide one.

    Parameters
    ----------
    sums
        float64 (r, c), few rows and columns.
    table
        float64 (c, m).

    Returns
    -------
    np.ndarray
        float64 (r, m).
    """
    step = max(LARGEST // sums.size, 1)
    found = np.empty((len(sums), table.shape[1]))
    for start in range(0, table.shape[1], step):
        np.matmul(sums, table[:, start : start + step], out=found[:, start : start + step])
    return found
