"""Counts of compatible records where a missing key value matches every value."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.keys import combine, compact

LARGEST_TABLE = 30_000_000
"""Up to this many cells the count of every possible key is computed at once."""


def compatible_weights(
    columns: Sequence[np.ndarray], sizes: Sequence[int], weights: np.ndarray | None = None
) -> np.ndarray:
    """Sum for each record the weights of all records compatible with it, itself included.

    Two records are compatible if for each key they are equal or at least one of them is missing.

    Parameters
    ----------
    columns
        Integers (n,) each: codes of each key, 0…sizes[j]−1, and −1 where missing.
    sizes
        Number of different codes of each key.
    weights
        float64 (n,), one for each record; None counts records, exactly, as int64.

    Returns
    -------
    np.ndarray
        int64 (n,) counts, or float64 (n,) sums of weights.
    """
    radices = [size + 1 for size in sizes]
    keys = [np.where(column < 0, size, column) for column, size in zip(columns, sizes, strict=True)]
    if np.prod(radices, dtype=np.float64) <= LARGEST_TABLE:
        return _dense(keys, radices, weights)
    return _sparse(keys, radices, weights)


def _dense(keys: Sequence[np.ndarray], radices: Sequence[int], weights: np.ndarray | None) -> np.ndarray:
    """Count in a table with one cell for each possible key, missing being the last value of each axis."""
    codes, cells = combine(keys, radices)
    table = _sums(codes, cells, weights).reshape(radices)
    for axis in range(len(radices)):
        last = np.moveaxis(table, axis, 0)
        everyone = last.sum(axis=0)
        last[:-1] += last[-1]
        last[-1] = everyone
    counts: np.ndarray = table.reshape(-1)[codes]
    return counts


def _sparse(keys: Sequence[np.ndarray], radices: Sequence[int], weights: np.ndarray | None) -> np.ndarray:
    """Join the distinct keys pattern by pattern: for keys too many or too fine for a table.

    The *pattern* of a key says which of its values are visible. Two patterns meet in the values visible
    in both; their keys are compatible where these agree. Patterns that meet a given one in the same
    values are joined to it together.
    """
    labels, count = compact(*combine(keys, radices))
    first = np.empty(count, dtype=np.int64)
    first[labels] = np.arange(len(labels))
    distinct = [key[first] for key in keys]
    mass = _sums(labels, count, weights)
    visible = sum(
        ((key < radix - 1).astype(np.int64) << bit)
        for bit, (key, radix) in enumerate(zip(distinct, radices, strict=True))
    )
    patterns = {int(pattern): np.flatnonzero(visible == pattern) for pattern in np.unique(visible)}
    total = np.zeros_like(mass)
    for mine, asking in patterns.items():
        for met in {mine & others for others in patterns}:
            offering = np.concatenate([rows for others, rows in patterns.items() if mine & others == met])
            shared = [bit for bit in range(len(radices)) if met >> bit & 1]
            total[asking] += _agreeing(distinct, radices, shared, asking, offering, mass)
    result: np.ndarray = total[labels]
    return result


def _agreeing(
    distinct: Sequence[np.ndarray],
    radices: Sequence[int],
    shared: Sequence[int],
    asking: np.ndarray,
    offering: np.ndarray,
    mass: np.ndarray,
) -> np.ndarray:
    """Sum for each asking key the mass of the offering keys that agree with it on the shared columns."""
    if not shared:
        whole: np.ndarray = np.full(len(asking), mass[offering].sum())
        return whole
    both = np.concatenate([asking, offering])
    codes, domain = compact(*combine([distinct[j][both] for j in shared], [radices[j] for j in shared]))
    sums = _sums(codes[len(asking) :], domain, mass[offering])
    result: np.ndarray = sums.astype(mass.dtype, copy=False)[codes[: len(asking)]]
    return result


def _sums(codes: np.ndarray, cells: int, weights: np.ndarray | None) -> np.ndarray:
    """Sum weights by code; whole numbers stay exact (`bincount` with weights is float, exact to 2^53)."""
    if weights is None:
        return np.bincount(codes, minlength=cells)
    sums = np.bincount(codes, weights=weights, minlength=cells)
    return sums.astype(np.int64) if weights.dtype.kind in "iu" else sums
