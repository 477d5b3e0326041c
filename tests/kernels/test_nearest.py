"""Nearest records, by trees and by comparing all pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import nearest as kernel
from sdcdesk.kernels.mixed_distances import Coordinates, Names, Space, Texts, number, order
from sdcdesk.kernels.nearest import ALIKE, nearest


def silent(_share: float) -> None:
    """Nobody wants to know."""


def space_of(
    rng: np.random.Generator, n: int, t: int, numbers: int, grades: int, names: int, texts: int = 0
) -> Space:
    def codes(records: int) -> np.ndarray:
        return rng.integers(-1, 3, records)

    def values(records: int) -> np.ndarray:
        found: np.ndarray = rng.integers(0, 6, records).astype(np.float64)
        return np.where(rng.random(records) < 0.2, np.nan, found)

    coordinates: list[Coordinates] = [
        number(values(n), values(t), float(rng.integers(1, 9))) for _ in range(numbers)
    ]
    coordinates += [order(codes(n), codes(t), 3, both_ends=bool(rng.random() < 0.5)) for _ in range(grades)]
    alike: list[Texts] = []
    for size in range(3, 3 + texts):
        squares = rng.integers(1, 5, (size + 1, size + 1)) / 4
        squares[size] = squares[:, size] = 1
        np.fill_diagonal(squares, 0)
        alike.append(Texts(rng.integers(-1, size, n), rng.integers(-1, size, t), squares=squares))
    called = tuple(Names(codes(n), codes(t)) for _ in range(names))
    return Space(tuple(coordinates), called, (n, t), tuple(alike))


def weighted(space: Space, rng: np.random.Generator) -> Space:
    """Let the variables count differently, some of them alike; 0.1 + 0.2 is not 0.3."""

    def weight() -> float:
        return float(rng.choice([0.1, 0.2, 0.3, 1.0, 2.5]))

    return Space(
        tuple(one.weighted(weight()) for one in space.coordinates),
        tuple(one.weighted(weight()) for one in space.names),
        space.records,
        tuple(one.weighted(weight()) for one in space.texts),
    )


@given(
    seed=st.integers(0, 10**6),
    sizes=st.tuples(st.integers(1, 25), st.integers(0, 12)),
    kinds=st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 3), st.integers(0, 2)),
    directly=st.sampled_from([0, 1, 4, 64]),
    alike=st.booleans(),
    most=st.sampled_from([1, 12]),
)
def test_trees_find_what_all_pairs_say(
    seed: int,
    sizes: tuple[int, int],
    kinds: tuple[int, int, int, int],
    directly: int,
    alike: bool,
    most: int,
) -> None:
    rng = np.random.default_rng(seed)
    (n, t), wanted = sizes, rng.random((25, 12)) < 0.5
    space, weights = space_of(rng, n, t, *kinds), rng.integers(1, 4, n)
    space = space if alike else weighted(space, rng)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "UNEQUAL", most)
        found = nearest(space, weights, silent, lambda first, second: wanted[first, second], directly)
    for place in range(t):
        squared = space.squared(np.arange(n), np.full(n, place))
        near = squared <= squared.min() * ALIKE
        assert found.squared[place] == pytest.approx(squared.min(), rel=1e-12)
        assert found.tied[place] == weights[near].sum()
        assert found.among[place] == weights[near & wanted[:n, place]].sum()


def test_work_in_small_pieces_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    spaces = [
        space_of(rng, 60, 40, *kinds)
        for kinds in ((2, 0, 1), (0, 0, 3), (1, 1, 0), (1, 0, 1, 1), (0, 0, 0, 2))
    ]
    weights = np.ones(60, dtype=np.int64)
    expected = [nearest(space, weights, silent) for space in spaces]
    monkeypatch.setattr(kernel, "PAIRS", 7)
    monkeypatch.setattr(kernel, "QUERIES", 5)
    for directly in (0, 1000):
        for space, known in zip(spaces, expected, strict=True):
            found = nearest(space, weights, silent, directly=directly)
            assert found.tied.tolist() == known.tied.tolist()
            assert found.squared == pytest.approx(known.squared, rel=1e-12)


def test_an_outlier_costs_the_others_no_digits() -> None:
    first, second = np.array([0.0, 1.0, 2.0, 1e90]), np.array([0.4, 1.6, 1e90])
    found = nearest(
        Space((number(first, second, 1.0),), (), (4, 3)), np.ones(4, dtype=np.int64), silent, None, 0
    )
    assert found.tied.tolist() == [1, 1, 1]
    assert found.squared == pytest.approx([0.16, 0.16, 0.0])


def test_progress_rises_to_at_most_one() -> None:
    rng = np.random.default_rng(3)
    shares: list[float] = []
    nearest(space_of(rng, 50, 50, 1, 1, 2, 1), np.ones(50, dtype=np.int64), shares.append, None, 0)
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_whoever_listens_can_stop_it() -> None:
    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    rng = np.random.default_rng(4)
    with pytest.raises(KeyboardInterrupt):
        nearest(space_of(rng, 20, 20, 1, 0, 1), np.ones(20, dtype=np.int64), stop)
