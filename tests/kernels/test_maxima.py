"""Maxima of points, by elimination and by comparing every pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.maxima import maxima


def silent(_share: float) -> None:
    """Nobody wants to know."""


def maximal(classes: np.ndarray, points: np.ndarray) -> list[int]:
    """Compare every point with every other of its class."""
    return [
        place
        for place in range(len(classes))
        if not any(
            classes[other] == classes[place] and (points[other] >= points[place]).all()
            for other in range(len(classes))
            if other != place
        )
    ]


@given(
    seed=st.integers(0, 10**6),
    sizes=st.tuples(st.integers(0, 30), st.integers(1, 4), st.integers(0, 4), st.integers(1, 6)),
    rounds=st.sampled_from([0, 1, 2, 200]),
)
def test_found_and_undecided_points_are_as_every_pair_says(
    seed: int, sizes: tuple[int, int, int, int], rounds: int
) -> None:
    rng = np.random.default_rng(seed)
    n, number, coordinates, values = sizes
    classes, points = rng.integers(0, number, n), rng.integers(0, values, (n, coordinates))
    found = maxima(classes, points, silent, rounds)
    late = [int(found.undecided[at]) for at in range(len(found.undecided)) if found.is_maximum(at)]
    assert sorted([*found.positions.tolist(), *late]) == maximal(classes, points)
    if rounds == 200:
        assert not len(found.undecided)


def test_where_all_points_are_maxima_the_rest_is_left_undecided() -> None:
    rising = np.arange(50)
    points = np.column_stack([rising, -rising + 49])
    found = maxima(np.zeros(50, dtype=np.int64), points, silent, rounds=10)
    assert (len(found.positions), len(found.undecided)) == (10, 40)
    assert all(found.is_maximum(at) for at in range(40))


def test_whoever_listens_can_stop_it() -> None:
    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        maxima(np.zeros(3, dtype=np.int64), np.zeros((3, 1), dtype=np.int64), stop)
