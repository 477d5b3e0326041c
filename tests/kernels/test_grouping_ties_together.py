from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT
from sdcdesk.kernels.grouping import ties_together


def groups_of_runs(values: list[int], k: int) -> float:
    """Least sum of squares over all partitions that cut only between different values, by trying all."""
    if not values:
        return 0.0
    best = np.inf
    for size in range(k, len(values) + 1):
        if size == len(values) or values[size] != values[size - 1]:
            group = np.array(values[:size])
            best = min(best, ((group - group.mean()) ** 2).sum() + groups_of_runs(values[size:], k))
    return best


@given(st.lists(st.integers(0, 12), min_size=3, max_size=16).map(sorted), st.integers(2, 3))
def test_optimal_under_the_condition(values: list[int], k: int) -> None:
    labels = ties_together.optimal_together(np.array(values, dtype=float), k, SILENT)
    groups = [np.array(values)[labels == label] for label in range(labels[-1] + 1)]
    assert min(map(len, groups)) >= k
    assert all(a[-1] < b[0] for a, b in pairwise(groups))
    assert sum(((g - g.mean()) ** 2).sum() for g in groups) == pytest.approx(groups_of_runs(values, k))


@pytest.mark.parametrize("k", [2, 3, 20, 40])
def test_long_and_short_files_are_cut_alike(monkeypatch, k: int) -> None:
    rng = np.random.default_rng(k)
    values = np.sort(np.repeat(rng.normal(size=700), rng.integers(1, 4, 700)))
    ways = []
    for fewest in (0, 10**9):
        monkeypatch.setattr(ties_together, "FEWEST_IN_LOCKSTEP", fewest)
        ways.append(ties_together.optimal_together(values, k, SILENT))
    assert (ways[0] == ways[1]).all()
