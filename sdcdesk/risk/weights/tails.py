"""Weights of groups larger than the block: where they come from, and what they sum to.

Outside a block of sizes 1…m, w_ij = H_ij · q^(max(i, j) − m), where H is the greatest admissible extension of
the block. In the upper triangle each diagonal keeps its last value, w(m − (j − i), m), and diagonals that
start outside get w(1, m); in the lower triangle H_ij = w(m, min(j, m)). To clamp both indices would break
the rules in the upper triangle: the block 3 1 / 0 3 would give w(1, 2) = 1 < w(2, 3) = 3.
"""

import math

import numpy as np

from sdcdesk.risk.weights.admissibility import Structure


def sources(m: int, i: np.ndarray, j: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for cells (i, j) of any size the cell of the block that H takes, and the power of q.

    Parameters
    ----------
    m
        Size of the block.
    i, j
        int64, any common shape: sizes of groups, from 1.

    Returns
    -------
    rows, columns
        int64 in that shape: cell of the block, counted from 1.
    power
        int64 in that shape: max(i, j) − m, or 0 inside the block.
    """
    size = np.maximum(i, j)
    inside, upper = size <= m, i <= j
    rows = np.where(inside, i, np.where(upper, np.maximum(1, m - (j - i)), m))
    columns = np.where(inside, j, np.where(upper, m, np.minimum(j, m)))
    return rows, columns, np.maximum(size - m, 0)


def total(structure: Structure, block: np.ndarray, tail: float, n: int, t: int) -> float:
    """Return the sum of the weights of a t × n matrix, t ≤ n, in O(m log n) steps.

    The upper tail is summed by columns, the lower one by rows. In column m + s of the upper triangle the rows
    1…s carry w(1, m)·q^s and row s + a carries w(a, m)·q^s; in row m + s of the lower triangle the columns
    before m carry w(m, j)·q^s, and from column m up to the diagonal stands w(m, m)·q^s.

    Infinite where the sum is too large for a number; NaN where weights are not numbers.

    Parameters
    ----------
    structure
        Which cells have a place: "sampling", "merging" or "general".
    block
        float64 (m, m).
    tail
        q, 0…1.
    n
        Columns.
    t
        Rows, at most n.

    Returns
    -------
    float
        In the units of the weights.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        parts = _parts(structure, block, tail, n, t)
    try:
        return math.fsum(parts)
    except OverflowError:
        return math.inf
    except ValueError:  # infinite in both directions
        return math.nan


def _parts(structure: Structure, block: np.ndarray, tail: float, n: int, t: int) -> list[float]:
    """Return what `total` adds up."""
    m = len(block)
    parts: list[float] = block[:t, :n].ravel().tolist()
    if structure != "merging" and n > m:
        columns = n - m
        parts += [block[a, -1] * _powers(tail, min(columns, max(t - a - 1, 0)))[0] for a in range(m)]
        short = min(t, columns)
        steps = _powers(tail, short)[1] + t * tail**short * _powers(tail, columns - short)[0]
        parts.append(block[0, -1] * steps)
    if structure != "sampling" and t > m:
        plain, weighted = _powers(tail, t - m)
        # The general structure has counted the diagonal with the upper triangle already.
        diagonal = plain if structure == "merging" else 0.0
        parts += [weight * plain for weight in block[-1, :-1].tolist()]
        parts.append(block[-1, -1] * (weighted + diagonal))
    return parts


def _powers(q: float, count: int) -> tuple[float, float]:
    """Return Σ q^s and Σ s·q^s for s = 1…count.

    By doubling, from positive terms only: the closed forms divide by powers of 1 − q, where for q close to 1
    nothing but rounding is left.
    """
    plain, weighted, power, length = 0.0, 0.0, 1.0, 0
    for bit in f"{count:b}":
        weighted += power * (weighted + length * plain)
        plain += power * plain
        power, length = power * power, 2 * length
        if bit == "1":
            power, length = power * q, length + 1
            plain, weighted = plain + power, weighted + length * power
    return plain, weighted
