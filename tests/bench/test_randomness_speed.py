"""A million random numbers that belong to records, beside a generator that draws one after the other."""

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.random.randomness import Draws

RECORDS = 1_000_000
IN_ORDER = np.arange(RECORDS)
PLACES = {
    "in order": IN_ORDER,
    "shuffled": np.random.default_rng(1).permutation(RECORDS),
    "four fifths": np.flatnonzero(np.random.default_rng(1).random(RECORDS * 5 // 4) < 0.8),
    "one in ten": 10 * IN_ORDER,
    "scattered": 1000 * IN_ORDER,
}
"""Positions of the initial records of a million records."""


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES.keys())
def test_uniform(benchmark: BenchmarkFixture, places: np.ndarray) -> None:
    numbers = benchmark(Draws(1).uniform, places)
    assert abs(numbers.mean() - 0.5) < 0.002


def test_normal(benchmark: BenchmarkFixture) -> None:
    assert abs(benchmark(Draws(1).normal, IN_ORDER).mean()) < 0.005


def test_sample_of_half(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(Draws(1).smallest, IN_ORDER, RECORDS // 2)) == RECORDS // 2


def test_yardstick_uniform_numbers_of_one_sequence(benchmark: BenchmarkFixture) -> None:
    benchmark(np.random.default_rng(1).random, RECORDS)


def test_yardstick_normal_numbers_of_one_sequence(benchmark: BenchmarkFixture) -> None:
    benchmark(np.random.default_rng(1).standard_normal, RECORDS)


def test_yardstick_sample_of_one_sequence(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(1)
    benchmark(lambda: np.sort(rng.choice(RECORDS, RECORDS // 2, replace=False, shuffle=False)))


def test_yardstick_copy(benchmark: BenchmarkFixture) -> None:
    numbers = np.random.default_rng(1).random(RECORDS)
    benchmark(numbers.copy)
