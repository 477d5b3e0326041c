"""MDAV: published losses, and a slow second implementation that looks at all records each time."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping import mdav, outward_order, sum_of_squares_total, sum_of_squares_within
from sdcdesk.kernels.grouping.exact_distances import ExactDistances
from sdcdesk.masking.covariance import standard_scores


def slow_mdav(matrix: np.ndarray, k: int) -> np.ndarray:
    left = np.arange(len(matrix))
    labels = np.full(len(matrix), -1)

    def distances(point: np.ndarray) -> np.ndarray:
        return sum((matrix[left, j] - point[j]) ** 2 for j in range(matrix.shape[1]))

    def group_around(point: np.ndarray) -> None:
        nonlocal left
        members = np.argsort(distances(point), kind="stable")[:k]
        labels[left[members]] = labels.max() + 1
        left = np.delete(left, members)

    while len(left) >= 3 * k:
        extreme = matrix[left[distances(matrix[left].mean(axis=0)).argmax()]]
        group_around(extreme)
        group_around(matrix[left[distances(extreme).argmax()]])
    if len(left) >= 2 * k:
        group_around(matrix[left[distances(matrix[left].mean(axis=0)).argmax()]])
    labels[left] = labels.max() + 1
    return labels


def draw(kind: str, n: int, columns: int) -> np.ndarray:
    rng = np.random.default_rng(n * 31 + columns)
    if kind == "lattice":
        return rng.integers(-3, 4, (n, columns)).astype(float)
    if kind == "clumps":
        return np.repeat(rng.integers(-9, 10, (n // 5 + 1, columns)), 5, axis=0)[:n].astype(float)
    if kind == "skewed":
        return rng.lognormal(sigma=2, size=(n, columns))
    return rng.standard_normal((n, columns))


@pytest.mark.parametrize("columns_of_a_tree", [0, 20])
@pytest.mark.parametrize("first", [1, 10, 10_000])
@pytest.mark.parametrize("kind", ["normal", "skewed", "lattice", "clumps"])
def test_groups_are_those_of_the_slow_version(kind, first, columns_of_a_tree, monkeypatch) -> None:
    monkeypatch.setattr(outward_order, "FIRST", first)
    monkeypatch.setattr(outward_order, "MOST_COLUMNS", columns_of_a_tree)
    for n, columns, k in [
        (23, 1, 2),
        (40, 2, 3),
        (300, 2, 3),
        (301, 4, 5),
        (200, 9, 2),
        (100, 3, 30),
        (9, 2, 1),
    ]:
        matrix = draw(kind, n, columns)
        np.testing.assert_array_equal(
            mdav(matrix, k, SILENT), slow_mdav(matrix, k), f"{n} × {columns}, k = {k}"
        )


def test_groups_are_those_of_the_slow_version_where_most_records_need_no_look() -> None:
    matrix = draw("normal", 6000, 2)
    np.testing.assert_array_equal(mdav(matrix, 4, SILENT), slow_mdav(matrix, 4))


def exact_mdav(columns: np.ndarray, k: int) -> list[int]:
    """MDAV in fractions: nothing is rounded, so that equal distances are equal."""
    records = [[Fraction(repr(value)) for value in row] for row in columns.tolist()]
    means = [sum(column) / len(records) for column in zip(*records, strict=True)]
    squares = [
        sum((value - mean) ** 2 for value in column)
        for column, mean in zip(zip(*records, strict=True), means, strict=True)
    ]

    def distance(one: list[Fraction], other: list[Fraction]) -> Fraction:
        return sum((a - b) ** 2 / s for a, b, s in zip(one, other, squares, strict=True) if s)

    left, labels, group = list(range(len(records))), [0] * len(records), 0
    while len(left) >= 2 * k:
        point = [sum(records[i][j] for i in left) / len(left) for j in range(len(means))]
        for _ in range(2 if len(left) >= 3 * k else 1):
            point = records[max(left, key=lambda i, p=point: (distance(records[i], p), -i))]
            members = sorted(left, key=lambda i, p=point: (distance(records[i], p), i))[:k]
            left = [i for i in left if i not in members]
            for i in members:
                labels[i] = group
            group += 1
    for i in left:
        labels[i] = group
    return labels


@pytest.mark.parametrize("first", [1, 10_000])
@pytest.mark.parametrize("kind", ["integers", "tenths", "hundredths far from 0", "turned", "one is constant"])
def test_equal_distances_are_ties_to_the_record_that_comes_first(kind, first, monkeypatch) -> None:
    monkeypatch.setattr(outward_order, "FIRST", first)
    rng = np.random.default_rng(len(kind))
    for n, d, k in [(8, 1, 2), (14, 2, 2), (25, 2, 3), (31, 3, 3), (40, 2, 4), (40, 3, 2), (12, 2, 3)] * 3:
        columns = rng.integers(0, 6, (n, d)).astype(float)
        if kind == "tenths":
            columns = columns / 10
        elif kind == "hundredths far from 0":
            columns = np.round(1000 + columns / 100, 2)
        elif kind == "turned":
            columns[:, -1] = columns[::-1, 0]
        elif kind == "one is constant":
            columns[:, -1] = 4.0
        everyone = np.arange(n)
        exact = ExactDistances.from_columns(columns, everyone)
        scores = standard_scores(list(columns.T), everyone)
        assert mdav(scores, k, SILENT, exact).tolist() == exact_mdav(columns, k), (n, d, k)


def test_ties_go_to_the_first_record_among_hundreds_of_rounded_numbers() -> None:
    rng = np.random.default_rng(1)
    ages, amounts = rng.integers(0, 90, 300), np.round(rng.lognormal(7.5, 0.8, 300), -2)
    columns, everyone = np.stack([ages.astype(float), amounts], axis=1), np.arange(300)
    exact = ExactDistances.from_columns(columns, everyone)
    scores = standard_scores(list(columns.T), everyone)
    assert mdav(scores, 3, SILENT, exact).tolist() == exact_mdav(columns, 3)


def test_ties_are_seen_where_decimals_are_few_digits_of_large_numbers() -> None:
    for seed in range(12):
        near = np.random.default_rng(seed).normal(0, 0.01, (60, 2))
        columns, everyone = np.round(1e9 + near, 3), np.arange(60)
        exact = ExactDistances.from_columns(columns, everyone)
        scores = standard_scores(list(columns.T), everyone)
        assert mdav(scores, 3, SILENT, exact).tolist() == exact_mdav(columns, 3), seed


def test_groups_are_those_of_the_slow_version_where_many_records_are_equal() -> None:
    rng = np.random.default_rng(12)
    matrix = rng.integers(-40, 41, (3000, 2)).astype(float)
    matrix[rng.random(3000) < 0.5] = 0.0
    np.testing.assert_array_equal(mdav(matrix, 3, SILENT), slow_mdav(matrix, 3))


def test_numbers_of_too_many_digits_are_compared_as_they_are() -> None:
    assert ExactDistances.from_columns(draw("normal", 50, 2), np.arange(50)) is None
    assert ExactDistances.from_columns(np.array([[1e15, 0.1], [2.0, 0.2]]), np.arange(2)) is not None


@pytest.mark.parametrize(("k", "published"), [(3, 5.6922), (4, 7.4947), (5, 9.0884), (10, 14.1559)])
def test_census_loss_as_published(shared_data, k: int, published: float) -> None:
    census = pd.read_csv(shared_data / "census-casc.csv").to_numpy(dtype=float)
    matrix = (census - census.mean(axis=0)) / census.std(axis=0)
    within = sum_of_squares_within(matrix, mdav(matrix, k, SILENT))
    assert round(100 * within / sum_of_squares_total(matrix), 4) == published


@pytest.mark.parametrize("n", [3, 5, 6, 8, 9, 10, 11, 12, 100, 101])
def test_every_group_has_at_least_k_and_the_last_at_most_2k_minus_1(n: int) -> None:
    sizes = np.bincount(mdav(draw("lattice", n, 2), 3, SILENT))
    assert (sizes[:-1] == 3).all()
    assert 3 <= sizes[-1] <= 5


@pytest.mark.parametrize(("n", "expected"), [(0, []), (2, [0, 0]), (4, [0, 0, 0, 0])])
def test_few_records(n: int, expected: list[int]) -> None:
    labels = mdav(np.zeros((n, 2)), 3, SILENT)
    assert labels.dtype == np.int64
    assert labels.tolist() == expected


def test_equal_records_are_taken_in_file_order() -> None:
    assert mdav(np.ones((7, 2)), 2, SILENT).tolist() == [0, 0, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("order", ["C", "F"])
def test_the_matrix_is_not_changed(order: str) -> None:
    matrix = np.asarray(draw("normal", 50, 3), order=order)
    before = matrix.copy()
    mdav(matrix, 3, SILENT)
    np.testing.assert_array_equal(matrix, before)
    matrix.flags.writeable = False
    mdav(matrix, 3, SILENT)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -1e200])
def test_values_without_a_distance_are_refused(wrong: float) -> None:
    matrix = np.zeros((9, 2))
    matrix[4, 1] = wrong
    with pytest.raises(ValueError, match="finite"):
        mdav(matrix, 3, SILENT)
    with pytest.raises(ValueError, match="column"):
        mdav(np.zeros((9, 0)), 3, SILENT)


def test_progress_rises_and_cancel_stops() -> None:
    heard: list[float] = []
    matrix = draw("normal", 20_000, 4)

    def listener(fraction: float, _words: str) -> None:
        heard.append(fraction)

    with pytest.raises(Cancelled):
        mdav(matrix, 3, Progress(listener=listener, cancelled=lambda: len(heard) > 10))
    assert heard == sorted(heard)
    assert heard[-1] < 0.5
