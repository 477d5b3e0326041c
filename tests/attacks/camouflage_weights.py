"""Attacks on camouflage: who knows that values are whole numbers solves for the weights of the vectors.

Beside them the construction of the source, with weights common to all records, which falls to them.
"""

from collections.abc import Callable

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable

Sums = Callable[[np.ndarray], tuple[float, float]]
"""The answer to a sum over a set of records, bool (n,)."""


def people(n: int, seed: int = 1) -> Microdata:
    """Return people with a number that somebody declared public, an area and a whole income."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"no": np.arange(n), "area": np.arange(n) % 5, "income": np.rint(rng.lognormal(8, 0.8, n))}
    )
    keys = [Variable(name=name, role=Role.KEY, scale=Scale.CONTINUOUS) for name in ("no", "area")]
    return Microdata(frame, [*keys, Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)])


def vectors_of_the_source(x: np.ndarray, k: int, seed: int) -> np.ndarray:
    """Return camouflage vectors with common weights, 10 % below and above, float64 (k, n)."""
    rng = np.random.default_rng(seed)
    weights = 1 + rng.random(k)
    spread = rng.random((k, len(x)))
    spread = 2 * (spread - spread.min(0)) / (spread.max(0) - spread.min(0)) - 1
    spread -= weights / weights.sum() @ spread
    reach = 0.1 * x * np.maximum(-1 / spread.min(0), 1 / spread.max(0)) * (1 + rng.random(len(x)))
    return x + reach * spread


def guess(x: np.ndarray, grid: float = 1.0) -> float:
    """Return the share that a guess within ±10 % gets right."""
    return float((1 / (np.floor(1.1 * x / grid) - np.ceil(0.9 * x / grid) + 1)).mean())


def of_two_vectors(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return values as they follow from the ends of their intervals, if these are two weighted vectors.

    In the narrowest intervals each whole number gives a weight; the right one makes all others whole.
    """
    order = np.argsort(high - low)
    tested = order[-60:]
    best, found = -1, 0.5
    for first in order[:3]:
        inside = np.arange(np.floor(low[first]) + 1, high[first])
        weights = (high[first] - inside) / (high[first] - low[first])
        one, other = (
            weight[:, None] * low[tested] + (1 - weight[:, None]) * high[tested]
            for weight in (weights, 1 - weights)
        )
        whole = ((_fraction(one) < 1e-5) | (_fraction(other) < 1e-5)).sum(axis=1)
        if len(whole) and whole.max() > best:
            best, found = int(whole.max()), float(weights[whole.argmax()])
    one, other = found * low + (1 - found) * high, (1 - found) * low + found * high
    return np.rint(np.where(_fraction(one) <= _fraction(other), one, other))


def of_three_vectors(low: np.ndarray, high: np.ndarray, sums: Sums) -> np.ndarray:
    """Return values as they follow from released ends and sums over sets that differ by a record each.

    As the vector with the largest sum over many records stays the same when one more joins, the difference is
    that record's value in it. So two vectors follow, and the third from the ends that are none of them, or
    from sums over records in which it is the largest.
    """
    n = len(low)
    two = _by_differences(np.ones(n, dtype=bool), sums)
    above, below = high - two.max(axis=0) > 0.01, two.min(axis=0) - low > 0.01
    base = above if 1 < above.sum() < n else np.arange(n) < n // 2
    third = np.where(above, high, np.where(below, low, _by_differences(base, sums)[1]))
    vectors = np.vstack([two, third])
    weights = _three_weights(vectors, low, high)
    return np.rint(weights @ (vectors[:2] - vectors[2]) + vectors[2])


def _by_differences(base: np.ndarray, sums: Sums) -> np.ndarray:
    """Return the differences that each record makes to the least and the largest sum, float64 (2, n)."""
    before, found = np.array(sums(base)), np.empty((2, len(base)))
    for place in range(len(base)):
        other = base.copy()
        other[place] = not base[place]
        found[:, place] = (np.array(sums(other)) - before) * (1 if other[place] else -1)
    return found


def _three_weights(vectors: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return the first two weights of three that make most values whole."""
    order = np.argsort(high - low)
    tested, beside = order[2:62], vectors[:2] - vectors[2]
    first, second = order[:2]
    inside = [np.arange(np.floor(low[at]) + 1, high[at]) for at in (first, second)]
    pairs = np.array(np.meshgrid(*inside)).reshape(2, -1)
    system = beside[:, [first, second]].T
    weights = np.linalg.lstsq(system, pairs - vectors[2, [first, second]][:, None], rcond=None)[0].T
    weights = weights[(weights > 0).all(axis=1) & (weights.sum(axis=1) < 1)]
    if not len(weights):
        return np.full(2, 1 / 3)
    for some in (tested[:6], tested):
        whole = (_fraction(weights @ beside[:, some] + vectors[2, some]) < 0.02).sum(axis=1)
        weights = weights[np.argsort(-whole, kind="stable")[:2000]]
    best: np.ndarray = weights[0]
    return best


def _fraction(numbers: np.ndarray) -> np.ndarray:
    return np.abs(numbers - np.rint(numbers))
