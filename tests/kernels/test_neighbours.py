"""Neighbours of records, by trees and by comparing all pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import nearest as kernel
from sdcdesk.kernels.mixed_distances import Coordinates, Names, Space, number, order
from sdcdesk.kernels.nearest import ALIKE
from sdcdesk.kernels.neighbours import neighbours


def silent(_share: float) -> None:
    """Nobody wants to know."""


def space_of(rng: np.random.Generator, n: int, t: int, numbers: int, grades: int, names: int) -> Space:
    def codes(records: int) -> np.ndarray:
        return rng.integers(-1, 3, records)

    def values(records: int) -> np.ndarray:
        found: np.ndarray = rng.integers(0, 6, records).astype(np.float64)
        return np.where(rng.random(records) < 0.2, np.nan, found)

    coordinates: list[Coordinates] = [
        number(values(n), values(t), float(rng.integers(1, 9))) for _ in range(numbers)
    ]
    coordinates += [order(codes(n), codes(t), 3, both_ends=bool(rng.random() < 0.5)) for _ in range(grades)]
    return Space(tuple(coordinates), tuple(Names(codes(n), codes(t)) for _ in range(names)), (n, t))


@given(
    seed=st.integers(0, 10**6),
    sizes=st.tuples(st.integers(1, 25), st.integers(0, 12)),
    kinds=st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 3)),
    wanted=st.integers(1, 12),
    pieces=st.sampled_from([(0, 7, 3), (1, 50, 5), (64, 10**6, 8192)]),
)
def test_trees_find_what_all_pairs_say(
    seed: int,
    sizes: tuple[int, int],
    kinds: tuple[int, int, int],
    wanted: int,
    pieces: tuple[int, int, int],
) -> None:
    rng = np.random.default_rng(seed)
    n, t = sizes
    space, weights = space_of(rng, n, t, *kinds), rng.integers(1, 4, n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "PAIRS", pieces[1])
        patch.setattr(kernel, "QUERIES", pieces[2])
        found = neighbours(space, weights, wanted, silent, pieces[0])
    for place in range(t):
        squared = space.squared(np.arange(n), np.full(n, place))
        last = np.sort(np.repeat(squared, weights))[min(wanted, weights.sum()) - 1]
        mine = found.second == place
        assert sorted(found.first[mine].tolist()) == np.flatnonzero(squared <= last * ALIKE).tolist()
        certain = found.first[mine & found.certain]
        assert sorted(certain.tolist()) == np.flatnonzero(squared * ALIKE < last).tolist()
