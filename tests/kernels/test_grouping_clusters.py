import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT
from sdcdesk.kernels.grouping import group_trimmed_means
from sdcdesk.kernels.grouping.clusters import clusters


def test_clumps_are_found_and_each_record_is_with_the_nearest_mean() -> None:
    rng = np.random.default_rng(3)
    clump = np.repeat([0, 1, 2], [40, 10, 25])
    matrix = np.array([[0.0, 0], [9, 0], [0, 12]])[clump] + rng.normal(size=(75, 2))
    labels = clusters(matrix, matrix.sum(axis=1), 3, 5, SILENT)
    assert len(set(zip(clump.tolist(), labels.tolist(), strict=True))) == 3
    means = np.array([matrix[labels == number].mean(axis=0) for number in range(3)])
    assert (np.linalg.norm(matrix[:, None] - means, axis=2).argmin(axis=1) == labels).all()


@given(st.lists(st.integers(0, 8), min_size=2, max_size=30), st.integers(1, 6), st.integers(2, 5))
def test_no_cluster_is_too_small(values: list[int], number: int, smallest: int) -> None:
    matrix = np.array(values, dtype=float)[:, None]
    sizes = np.bincount(clusters(matrix, matrix[:, 0], number, smallest, SILENT))
    assert len(sizes) <= number
    assert sizes.min() >= min(smallest, len(values))


def test_trimmed_means() -> None:
    values = np.array([1.0, 2, 3, 100, 7, -50, 8, 9, 30])
    labels = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1])
    found = group_trimmed_means(values, labels, np.array([0, 0, 0, 0, 1, 1]))
    assert found.tolist() == [2.5, 8.0]
    assert group_trimmed_means(values, labels, np.zeros(6, dtype=int)).tolist() == pytest.approx([26.5, 0.8])
