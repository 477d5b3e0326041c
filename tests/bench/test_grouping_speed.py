"""Microaggregation kernels beside the straightforward versions, in the same run."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.running.progress import SILENT
from sdcdesk.kernels.grouping import (
    fixed_groups,
    group_means,
    mdav,
    optimal_absolute,
    optimal_squares,
    sum_of_squares_total,
    sum_of_squares_within,
)
from sdcdesk.kernels.grouping.local_search import improved
from sdcdesk.kernels.grouping.mdav_blocks import blocked_mdav

MILLION = np.sort(np.random.default_rng(4).lognormal(size=1_000_000))


def plain_optimal(values: np.ndarray, k: int) -> float:
    """Hansen and Mukherjee's recurrence in plain Python over prefix sums: the loss only, no groups."""
    sums = np.cumsum([0, *values]).tolist()
    squares = np.cumsum([0, *values**2]).tolist()
    least = [0.0] + [float("inf")] * len(values)
    for end in range(k, len(values) + 1):
        for size in range(k, min(2 * k - 1, end) + 1):
            start = end - size
            inside = squares[end] - squares[start] - (sums[end] - sums[start]) ** 2 / size
            if least[start] + inside < least[end]:
                least[end] = least[start] + inside
    return least[-1]


def plain_mdav(matrix: np.ndarray, k: int) -> np.ndarray:
    left = np.arange(len(matrix))
    labels = np.zeros(len(matrix), dtype=np.int64)
    group = 0
    while len(left) >= 2 * k:
        around = matrix[left].mean(axis=0)
        for _ in range(2 if len(left) >= 3 * k else 1):
            around = matrix[left[((matrix[left] - around) ** 2).sum(axis=1).argmax()]]
            nearest = ((matrix[left] - around) ** 2).sum(axis=1).argsort(kind="stable")[:k]
            labels[left[nearest]] = group
            left = np.delete(left, nearest)
            group += 1
    labels[left] = group
    return labels


def run(benchmark, group: str, function: Callable[..., object], *arguments: object) -> None:
    benchmark.group = group
    benchmark.pedantic(function, arguments, rounds=3 if function not in (plain_optimal, plain_mdav) else 1)


@pytest.mark.parametrize("k", [3, 5, 10, 50])
def test_optimal_squares_of_a_million(benchmark, k: int) -> None:
    run(benchmark, f"optimal squares, 1M, k = {k}", optimal_squares, MILLION, k, SILENT)


def test_plain_optimal_squares_of_a_million(benchmark) -> None:
    run(benchmark, "optimal squares, 1M, k = 3", plain_optimal, MILLION, 3)


@pytest.mark.parametrize("k", [3, 5, 10])
def test_optimal_absolute_of_a_million(benchmark, k: int) -> None:
    run(benchmark, f"optimal absolute, 1M, k = {k}, up to 4k", optimal_absolute, MILLION, k, 4 * k, SILENT)


@pytest.mark.parametrize(("n", "columns"), [(10_000, 4), (100_000, 4), (10_000, 13)])
def test_mdav(benchmark, n: int, columns: int) -> None:
    matrix = np.random.default_rng(1).standard_normal((n, columns))
    run(benchmark, f"MDAV, {n} × {columns}, k = 3", mdav, matrix, 3, SILENT)


@pytest.mark.parametrize(("n", "k"), [(100_000, 3), (100_000, 10), (1_000_000, 3)])
def test_blocks_with_local_search(benchmark, n: int, k: int) -> None:
    """Beside MDAV of as many records, of which it loses less: both losses are told."""
    matrix = np.random.default_rng(1).standard_normal((n, 4))

    def groups() -> np.ndarray:
        return improved(matrix, blocked_mdav(matrix, k, 2000, SILENT), k, SILENT)

    benchmark.group = f"MDAV, {n} × 4, k = {k}"
    labels = benchmark.pedantic(groups, rounds=1)
    benchmark.extra_info["loss"] = sum_of_squares_within(matrix, labels) / sum_of_squares_total(matrix)


@pytest.mark.parametrize("columns", [4, 13])
def test_plain_mdav(benchmark, columns: int) -> None:
    matrix = np.random.default_rng(1).standard_normal((10_000, columns))
    run(benchmark, f"MDAV, 10000 × {columns}, k = 3", plain_mdav, matrix, 3)


def test_means_of_groups(benchmark) -> None:
    labels = np.random.default_rng(2).permutation(fixed_groups(len(MILLION), 3))
    run(benchmark, "group means, 1M", group_means, MILLION, labels)


def test_pandas_means_of_groups(benchmark) -> None:
    labels = np.random.default_rng(2).permutation(fixed_groups(len(MILLION), 3))
    run(benchmark, "group means, 1M", lambda: pd.Series(MILLION).groupby(labels).mean())


def test_squares_within_groups(benchmark) -> None:
    matrix, labels = MILLION[:, np.newaxis], fixed_groups(len(MILLION), 3)
    run(benchmark, "SSE, 1M", sum_of_squares_within, matrix, labels)


def test_pandas_squares_within_groups(benchmark) -> None:
    values, labels = pd.Series(MILLION), fixed_groups(len(MILLION), 3)
    run(benchmark, "SSE, 1M", lambda: ((values - values.groupby(labels).transform("mean")) ** 2).sum())
