"""Probabilistic record linkage: pattern counts of two files of a million, and one-to-one assignment."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.optimize import linear_sum_assignment

from sdcdesk.core.random.randomness import generator
from sdcdesk.kernels.agreement_mixture import estimate
from sdcdesk.kernels.assignment import best_plans, certain
from sdcdesk.kernels.candidate_pairs import Compared
from sdcdesk.kernels.pattern_counts import pattern_counts
from sdcdesk.kernels.value_tuples import Tuples, tuples
from sdcdesk.risk.linkage.match_weights import MatchWeights

SIZES = (90, 2, 5, 400, 40, 365, 30)
SAME = [None] * len(SIZES)

Columns = tuple[list[np.ndarray], list[np.ndarray]]


def columns(records: int) -> Columns:
    """Seven variables, of which a tenth of the values was drawn anew."""
    rng = np.random.default_rng(1)
    first = [rng.integers(0, size, records) for size in SIZES]
    drawn = [rng.integers(0, size, records) for size in SIZES]
    return first, [
        np.where(rng.random(records) < 0.1, new, old) for new, old in zip(drawn, first, strict=True)
    ]


def whatever(_share: float = 0.0) -> None:
    """Nobody asks how far the work is."""


def weighed(files: Columns) -> tuple[Tuples, Tuples, np.ndarray, MatchWeights]:
    first, second = (tuples(file) for file in files)
    counts = pattern_counts(first, second, SAME, whatever)
    mixture = estimate(counts, 1 / len(first.labels), whatever)
    return first, second, counts, MatchWeights(mixture, 0.001, 0.01)


@pytest.mark.benchmark(group="agreement patterns and probabilities, 1M x 1M x 7")
def test_patterns_and_probabilities(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(weighed, (columns(1_000_000),), rounds=1)


@pytest.mark.benchmark(group="agreement patterns and probabilities, 1M x 1M x 7")
def test_every_pair_of_a_thousand(benchmark: BenchmarkFixture) -> None:
    """A millionth of the pairs."""
    first, second = columns(1_000)

    def every() -> np.ndarray:
        bits = sum(
            (its[:, None] == own[None, :]).astype(np.int64) << place
            for place, (its, own) in enumerate(zip(first, second, strict=True))
        )
        return np.bincount(np.ravel(bits), minlength=128)

    benchmark.pedantic(every, rounds=3)


@pytest.mark.benchmark(group="one-to-one assignment")
def test_assignment_of_a_hundred_thousand(benchmark: BenchmarkFixture) -> None:
    first, second, counts, weights = weighed(columns(100_000))
    compared = Compared(first, second, SAME, weights.patterns, counts > 0)

    def assigned() -> None:
        settled = certain(compared, counts, 2_000_000, whatever)
        assert settled.left is not None
        next(best_plans(settled, settled.left, iter([generator(0, 0)]), whatever))

    benchmark.pedantic(assigned, rounds=3)


@pytest.mark.benchmark(group="one-to-one assignment")
def test_assignment_of_scipy_of_five_thousand(benchmark: BenchmarkFixture) -> None:
    first, second = columns(5_000)
    weights = weighed((first, second))[3].patterns
    bits = sum(
        (its[:, None] == own[None, :]).astype(np.int64) << place
        for place, (its, own) in enumerate(zip(first, second, strict=True))
    )
    costs = -np.maximum(weights[bits], 0)
    benchmark.pedantic(linear_sum_assignment, (costs,), rounds=1)
