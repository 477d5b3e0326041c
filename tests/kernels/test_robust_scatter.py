from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chi2

from sdcdesk.kernels.robust_scatter import robust_scatter


def slowly(records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The definition, by all subsets of h records."""
    n, d = records.shape
    h = (n + d + 1) // 2
    subsets = [records[list(those)] for those in combinations(range(n), h)]
    best = min(subsets, key=lambda part: np.linalg.det(np.cov(part.T, bias=True)))
    share = h / n
    raw = np.cov(best.T, bias=True) * share / chi2.cdf(chi2.ppf(share, d), d + 2)
    centred = records - best.mean(axis=0)
    squares = np.einsum("ij,jk,ik->i", centred, np.linalg.inv(raw), centred)
    inside = records[squares <= chi2.ppf(0.975, d)]
    growth = 0.975 / chi2.cdf(chi2.ppf(0.975, d), d + 2)
    return inside.mean(axis=0), np.cov(inside.T, bias=True) * growth


def mixture(seed: int, records: int, outliers: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    found = rng.normal(size=(records, 2)) @ np.array([[1.0, 0.7], [0.0, 0.6]]) * [1, 1000] + [5, -300]
    found[:outliers] += [30, 20_000]
    return found


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_it_is_the_subset_of_least_determinant(seed: int) -> None:
    records = mixture(seed, 14, 4)
    found = robust_scatter([*records.T])
    assert found is not None
    location, covariances = slowly(records)
    assert found.location == pytest.approx(location)
    assert found.covariances == pytest.approx(covariances)
    centred = records - location
    squares = np.einsum("ij,jk,ik->i", centred, np.linalg.inv(covariances), centred)
    assert found.distances([*records.T]) == pytest.approx(np.sqrt(squares))


def test_neither_order_nor_units_nor_how_far_outliers_are_plays_a_part() -> None:
    records = mixture(1, 300, 90)
    found = robust_scatter([*records.T])
    shuffled = robust_scatter([*np.random.default_rng(2).permutation(records).T])
    scaled = robust_scatter([*(records * [1024, 0.5]).T])
    farther = records.copy()
    farther[:90] += 1e9
    moved = robust_scatter([*farther.T])
    assert found is not None
    assert shuffled is not None
    assert scaled is not None
    assert moved is not None
    assert (shuffled.covariances == found.covariances).all()
    assert (scaled.covariances == found.covariances * np.outer([1024, 0.5], [1024, 0.5])).all()
    assert (moved.covariances == found.covariances).all()
    assert found.location == pytest.approx([5, -300], abs=100)


@pytest.mark.parametrize(
    "columns",
    [
        [[1.0, 2, 3, 4]] * 2,
        [[0.0, 0, 0, 0, 1, 2, 3]],
        [[1.0, 2, 3, 4, 5, 9], [2.0, 4, 6, 8, 10, 0]],
    ],
    ids=["too few records", "equal values", "in a plane"],
)
def test_what_has_no_volume_has_no_estimate(columns: list[list[float]]) -> None:
    assert robust_scatter([np.array(column) for column in columns]) is None
