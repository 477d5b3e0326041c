from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels import rank_partners as module
from sdcdesk.kernels.rank_partners import TRIES, Uniform, rank_partners


def numbers(seed: int, ranks: int) -> Uniform:
    return by_column([np.random.default_rng((seed, column)).random(ranks) for column in range(TRIES + 1)])


def by_column(drawn: Sequence[np.ndarray] | np.ndarray) -> Uniform:
    return lambda column, some: drawn[column][some]


def slowly(
    partners: tuple[int, ...], reach: int, rank: int = 0
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Walk through all outcomes with their probabilities, rank by rank."""
    if rank == len(partners):
        yield partners, Fraction(1)
        return
    free = [j for j in range(rank + 1, min(rank + reach + 1, len(partners))) if partners[j] == j]
    if partners[rank] != rank or not free:
        yield from slowly(partners, reach, rank + 1)
        return
    for other in free:
        now = list(partners)
        now[rank], now[other] = other, rank
        for outcome, probability in slowly(tuple(now), reach, rank + 1):
            yield outcome, probability / len(free)


@given(st.integers(0, 400), st.integers(0, 420), st.integers(0, 1000))
def test_no_two_partners_lie_farther_apart_than_the_reach(ranks: int, reach: int, seed: int) -> None:
    partners = rank_partners(ranks, reach, numbers(seed, ranks))
    np.testing.assert_array_equal(partners[partners], np.arange(ranks))
    assert (abs(partners - np.arange(ranks)) <= reach).all()
    alone = int((partners == np.arange(ranks)).sum())
    assert alone == (ranks % 2 if reach else ranks)


@pytest.mark.parametrize(("ranks", "reach"), [(6, 2), (7, 3), (5, 4), (6, 1)])
def test_outcomes_have_the_probabilities_of_their_definition(ranks: int, reach: int) -> None:
    expected: Counter[tuple[int, ...]] = Counter()
    for outcome, probability in slowly(tuple(range(ranks)), reach):
        expected[outcome] += probability
    trials = 2000
    drawn = np.random.default_rng(5).random((trials, 9, ranks))
    found = Counter(tuple(rank_partners(ranks, reach, by_column(one)).tolist()) for one in drawn)
    assert set(found) <= set(expected)
    for outcome, probability in expected.items():
        p = float(probability)
        assert abs(found[outcome] - trials * p) <= 5 * np.sqrt(trials * p * (1 - p)) + 1e-9


def test_a_rank_that_tries_in_vain_takes_one_of_the_free_ones() -> None:
    # Every try falls on the next rank but one, which is soon taken; the list of free ranks has the rest.
    partners = rank_partners(9, 3, by_column([*np.full((TRIES, 9), 0.9), np.zeros(9)]))
    assert partners.tolist()[:6] == [3, 4, 5, 0, 1, 2]
    partners = rank_partners(9, 3, by_column(np.zeros((TRIES + 1, 9))))
    assert partners.tolist() == [1, 0, 3, 2, 5, 4, 7, 6, 8]


def in_order(ranks: int, reach: int, uniform: Uniform) -> list[int]:
    """Let all but the last ranks take a partner one after the other, as their definition says."""
    partners = list(range(ranks))
    for rank in range(ranks - reach - 1):
        free = [other for other in range(rank + 1, rank + reach + 1) if partners[other] == other]
        if partners[rank] == rank:
            tried = [rank + 1 + int(uniform(column, rank) * reach) for column in range(TRIES)]
            listed = free[int(uniform(TRIES, rank) * len(free))]
            other = next((one for one in tried if one in free), listed)
            partners[rank], partners[other] = other, rank
    return partners[: max(ranks - reach - 1, 0)]


@given(
    st.integers(0, 300),
    st.integers(1, 60),
    st.integers(0, 1000),
    st.sampled_from([1, 2, 7, 300]),
    st.booleans(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_ranks_that_choose_together_take_what_they_would_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, ranks: int, reach: int, seed: int, stretch: int, coarse: bool
) -> None:
    drawn = numbers(seed, ranks)
    # Coarse numbers are often equal, so that tries are in vain, and ranks stand in each other's way.
    uniform: Uniform = (lambda column, some: np.round(drawn(column, some), 1) * 0.9) if coarse else drawn
    expected = in_order(ranks, reach, uniform)
    for far in (ranks + 1, 1):
        with monkeypatch.context() as patched:
            for name, value in (("FAR", far), ("STRETCH", stretch), ("SHORTEST", stretch)):
                patched.setattr(module, name, value)
            assert rank_partners(ranks, reach, uniform).tolist()[: len(expected)] == expected


def test_large_reaches_are_used_evenly() -> None:
    partners = rank_partners(200_000, 20_000, numbers(2, 200_000))
    upwards = (partners - np.arange(200_000))[:150_000]
    upwards = upwards[upwards > 0]
    # A rank farther away was asked for by fewer before: the density of its distance x is ∝ exp(x ln 2).
    shares = np.histogram(upwards, bins=4, range=(0, 20_000))[0] / len(upwards)
    np.testing.assert_allclose(shares, np.diff(2 ** np.linspace(0, 1, 5)), atol=0.01)


def test_it_stops_where_the_user_asked_to() -> None:
    with pytest.raises(Cancelled):
        rank_partners(1000, 5, numbers(1, 1000), Progress(cancelled=lambda: True))
