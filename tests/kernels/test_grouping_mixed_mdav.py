"""MDAV over numbers and categories: a slow second implementation in whole numbers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping import mdav
from sdcdesk.kernels.grouping.mixed_mdav import Categories, mixed_mdav

RANKS, NAMES = 5, 3


def slow(rows: list[tuple[int, int, int]], k: int) -> list[int]:
    """Number, rank (of 5), name: the groups in exact arithmetic."""
    free, labels, groups = list(range(len(rows))), [0] * len(rows), 0

    def apart(record: int, point: tuple) -> Fraction:
        number, rank, name = rows[record]
        return (number - point[0]) ** 2 + Fraction(rank - point[1], RANKS) ** 2 + (name != point[2])

    def take(point: tuple) -> tuple[int, int, int]:
        nonlocal free, groups
        extreme = max(free, key=lambda record: (apart(record, point), -record))
        for record in sorted(free, key=lambda record: (apart(record, rows[extreme]), record))[:k]:
            labels[record] = groups
            free.remove(record)
        groups += 1
        return rows[extreme]

    opposite = None
    while len(free) >= 2 * k:
        names = [rows[record][2] for record in free]
        point = opposite or (
            Fraction(sum(rows[record][0] for record in free), len(free)),
            sorted(rows[record][1] for record in free)[(len(free) - 1) // 2],
            max(range(NAMES), key=lambda name: (names.count(name), -name)),
        )
        extreme = take(point)
        opposite = None if opposite else extreme
    for record in free:
        labels[record] = groups
    return labels


def categories(rows: list[tuple[int, int, int]]) -> list[Categories]:
    ranks, names = (np.array([row[column] for row in rows], dtype=np.int64) for column in (1, 2))
    return [Categories(ranks, RANKS, ordered=True), Categories(names, NAMES, ordered=False)]


ROWS = st.tuples(st.integers(-3, 3), st.integers(0, RANKS - 1), st.integers(0, NAMES - 1))


# From rank 2 to 3 is as far as from 3 to 4; in fifths of a float64 it is not.
@example([(0, 2, 0), (0, 4, 0), (0, 3, 0), (0, 4, 0)], 1)
@given(st.lists(ROWS, min_size=1, max_size=24), st.integers(1, 4))
def test_groups_are_those_of_the_slow_version(rows: list[tuple[int, int, int]], k: int) -> None:
    # Without the number, whose mean is not exact in float64, equal distances are equal there too.
    rows = [(0, rank, name) for _, rank, name in rows]
    numbers = np.zeros((len(rows), 1))
    assert mixed_mdav(numbers, categories(rows), k, SILENT).tolist() == slow(rows, k)


@given(st.lists(ROWS, min_size=16, max_size=16), st.integers(2, 3))
def test_numbers_count_beside_categories(rows: list[tuple[int, int, int]], k: int) -> None:
    """Numbers far apart decide alone; with equal categories the groups are those of MDAV."""
    numbers = np.array([[float(row[0])] for row in rows])
    alike = [(row[0], 1, 1) for row in rows]
    np.testing.assert_array_equal(mixed_mdav(numbers, categories(alike), k, SILENT), mdav(numbers, k, SILENT))


def test_records_of_one_category_stay_together() -> None:
    names = np.array([0, 1, 0, 1, 0, 1])
    labels = mixed_mdav(np.empty((6, 0)), [Categories(names, 2, ordered=False)], 3, SILENT)
    assert len(set(zip(names.tolist(), labels.tolist(), strict=True))) == 2


def test_cancel() -> None:
    with pytest.raises(Cancelled):
        mixed_mdav(
            np.zeros((9, 1)),
            [Categories(np.zeros(9, dtype=np.int64), 1, ordered=True)],
            3,
            Progress(cancelled=lambda: True),
        )
