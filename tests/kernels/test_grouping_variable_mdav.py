"""V-MDAV: a slow second implementation, and sizes that follow clumps."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping.variable_mdav import variable_mdav

CLUMPS = [1.0, 1.2, 1.3, 1.5, 1.6, 8.0, 8.1, 8.3, 8.4]


def slow(rows: list[tuple[int, ...]], k: int, gain: float) -> list[int]:
    matrix = np.array(rows, dtype=float)
    mean = matrix.mean(axis=0)

    def squared(first: np.ndarray, second: np.ndarray) -> float:
        return float(((first - second) ** 2).sum())

    free, groups = list(range(len(rows))), []
    while len(free) >= k:
        extreme = max(free, key=lambda record: (squared(matrix[record], mean), -record))
        group = sorted(free, key=lambda record: (squared(matrix[record], matrix[extreme]), record))[:k]
        free = [record for record in free if record not in group]
        while free and len(group) < 2 * k - 1:
            inward = {
                record: min(squared(matrix[record], matrix[member]) for member in group) for record in free
            }
            joining = min(free, key=lambda record: (inward[record], record))
            others = [squared(matrix[joining], matrix[other]) for other in free if other != joining]
            if gain == 0 or (others and not math.sqrt(inward[joining]) < gain * math.sqrt(min(others))):
                break
            group.append(joining)
            free.remove(joining)
        groups.append(group)
    labels = [0] * len(rows)
    for number, group in enumerate(groups):
        for record in group:
            labels[record] = number
    means = [matrix[group].mean(axis=0) for group in groups]
    for record in free if groups else ():
        labels[record] = min(range(len(groups)), key=lambda g: (squared(matrix[record], means[g]), g))
    return labels


# Powers of two and few records: means and distances are exact, so that ties are ties in both.
@given(
    st.lists(st.tuples(st.integers(-16, 16), st.integers(-16, 16)), min_size=1, max_size=16).filter(
        lambda rows: len(rows) in (1, 2, 4, 8, 16)
    ),
    st.integers(1, 4),
    st.sampled_from([0.0, 0.5, 1.0, 2.0]),
)
def test_groups_are_those_of_the_slow_version(rows: list[tuple[int, int]], k: int, gain: float) -> None:
    assert variable_mdav(np.array(rows, dtype=float), k, gain, SILENT).tolist() == slow(rows, k, gain)


def test_sizes_follow_the_clumps_of_figure_1_of_domingo_ferrer_and_torra() -> None:
    labels = variable_mdav(np.array(CLUMPS)[:, np.newaxis], 3, 1.1, SILENT)
    assert sorted(np.bincount(labels).tolist()) == [4, 5]
    assert sorted(np.bincount(variable_mdav(np.array(CLUMPS)[:, np.newaxis], 3, 0.0, SILENT))) == [3, 3, 3]


def test_no_record_gives_no_group_and_fewer_than_k_are_one() -> None:
    assert len(variable_mdav(np.empty((0, 2)), 3, 0.2, SILENT)) == 0
    assert variable_mdav(np.array([[1.0], [2.0]]), 3, 0.2, SILENT).tolist() == [0, 0]


def test_cancel() -> None:
    with pytest.raises(Cancelled):
        variable_mdav(np.zeros((9, 1)), 3, 0.2, Progress(cancelled=lambda: True))
