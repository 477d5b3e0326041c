from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.risk import TRUTA_2004, ClassificationMatrix, WeightMatrix
from sdcdesk.risk.sampling import Risk, expected, largest
from sdcdesk.risk.sampling.expectation import RISKS


def classified(n: int, *cells: tuple[int, int, int]) -> ClassificationMatrix:
    """The classification matrix of these (a, j, records)."""
    a, j, counts = np.array(cells).T
    return ClassificationMatrix.from_sizes(np.repeat(a, counts), np.repeat(j, counts), n)


@given(data=st.data())
def test_the_largest_sample_is_that_of_trying_all(
    data: st.DataObject,
    small_files: st.SearchStrategy[Any],
    admissible_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    file = data.draw(small_files)
    weights = data.draw(admissible_matrices.filter(lambda matrix: matrix.structure == "general"))
    risk: Risk = data.draw(st.sampled_from(RISKS))
    means = [float(file.means(t, weights)[RISKS.index(risk)]) for t in range(len(file.now) + 1)]
    limit = data.draw(st.sampled_from(means) | st.floats(0, 1))
    # What is no more than 10^-17 above the limit may or may not be nothing.
    assume(not any(limit * (1 + 1e-12) < mean <= limit * (1 + 1e-12) + 1e-17 for mean in means))
    kept = [t for t, mean in enumerate(means) if mean <= limit * (1 + 1e-12)]
    assert largest(file.matrix, weights, risk, limit) == kept[-1]


@given(data=st.data())
def test_longer_curves_that_rise_and_fall(
    data: st.DataObject, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    cell = st.tuples(st.integers(1, 25), st.integers(1, 25), st.integers(1, 4))
    cells = data.draw(st.lists(cell, min_size=1, max_size=6))
    matrix = classified(2000, *((a, j, a * groups) for a, j, groups in cells))
    weights = data.draw(admissible_matrices.filter(lambda matrix: matrix.structure == "general"))
    risk: Risk = data.draw(st.sampled_from(RISKS))
    found = expected(matrix, weights, range(matrix.t + 1))
    risks = {"dr_min": found.dr_min, "dr_weighted": found.dr_weighted, "dr_max": found.dr_max}[risk]
    # With one record more, the expected links change by at most 1.
    assert np.abs(np.diff(risks)).max() * matrix.n <= 1 + 1e-9
    limit = data.draw(st.sampled_from(risks.tolist()) | st.floats(0, float(risks.max()) or 1.0))
    # Numbers below the smallest normal one have so few digits that a tolerance is none of them.
    assume(limit == 0 or limit * matrix.n > np.finfo(np.float64).tiny * 1e13)
    t = largest(matrix, weights, risk, limit)
    assert risks[t] <= limit * (1 + 2e-12)
    assert (risks[t + 1 :] > limit).all()


def test_a_curve_that_falls_behind_its_top_is_kept_at_the_end_or_before_the_top() -> None:
    # Ten records, all different, merged into one group: whoever is alone in a sample of one is unique.
    matrix = classified(10, (10, 1, 10))
    curve = expected(matrix, WeightMatrix.maximal(), range(11)).dr_min
    assert curve.tolist() == pytest.approx([0, 0.1, *[0] * 9])
    assert largest(matrix, WeightMatrix.maximal(), "dr_min", 0.0) == 10
    # One more that stays unique: the end exceeds the limit, and so does everything down to nothing.
    both = classified(11, (10, 1, 10), (1, 1, 1))
    assert largest(both, WeightMatrix.maximal(), "dr_min", 0.05) == 6
    assert largest(both, WeightMatrix.maximal(), "dr_min", 0.001) == 0


def test_a_risk_that_equals_its_limit_is_kept() -> None:
    matrix = classified(10, (1, 1, 3), (2, 2, 4), (3, 3, 3))
    weights = TRUTA_2004["W4"]
    found = expected(matrix, weights, range(11))
    for t in range(1, 11):
        assert largest(matrix, weights, "dr_min", 0.03 * t) == t
        assert largest(matrix, weights, "dr_max", float(found.dr_max[t])) == t
        assert largest(matrix, weights, "dr_weighted", float(found.dr_weighted[t]) * (1 - 1e-9)) == t - 1
    assert largest(matrix, weights, "dr_max", 1.0) == 10
    assert largest(matrix, weights, "dr_max", 0.0) == 0


@pytest.mark.parametrize("risk", ["dr_min", "dr_weighted"])
def test_what_rises_in_any_case_shortens_the_search(risk: Risk) -> None:
    # One record stays unique; all others were unique and are in one group, whose part falls.
    n = 1_000_000
    matrix, weights = classified(n, (1, 1, 1), (n - 1, 1, n - 1)), WeightMatrix.geometric(0.5)
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert largest(matrix, weights, risk, 0.0, Progress(cancelled=count)) == 0
    assert largest(matrix, weights, risk, 0.25 / n, Progress(cancelled=count)) == n // 4
    assert asked < 1000, "not a step for each record"


def test_a_million_records_are_searched_without_a_grid() -> None:
    # Pairs of unique records merged, and some left alone: DR_min rises to a top and falls.
    matrix = classified(1_000_000, (2, 1, 900_000), (1, 1, 100_000))
    t = largest(matrix, WeightMatrix.maximal(), "dr_min", 0.05)
    around = expected(matrix, WeightMatrix.maximal(), range(t, t + 2)).dr_min
    assert around[0] <= 0.05 < around[1]
    # By hand: t/n (0.1 + 0.9 (n − t)/(n − 1)) ≤ 0.05, on the way up.
    n = 1_000_000
    share = np.arange(n + 1) / n
    risk = share * (0.1 + 0.9 * (n - np.arange(n + 1)) / (n - 1))
    assert t == np.flatnonzero(risk <= 0.05)[-1]


def test_nothing_to_sample() -> None:
    nobody = ClassificationMatrix.from_sizes(np.array([], dtype=np.int64), np.array([], dtype=np.int64), 5)
    assert largest(nobody, WeightMatrix.maximal(), "dr_max", 0.5) == 0
    one = classified(1, (1, 1, 1))
    assert largest(one, WeightMatrix.maximal(), "dr_min", 1.0) == 1
    assert largest(one, WeightMatrix.maximal(), "dr_min", 0.99) == 0


@pytest.mark.parametrize("limit", [-0.1, 1.1, float("nan")])
def test_limits_that_are_no_shares_are_refused(limit: float) -> None:
    with pytest.raises(ParameterError, match="share between 0 and 1"):
        largest(classified(1, (1, 1, 1)), WeightMatrix.maximal(), "dr_min", limit)


def test_weights_without_a_place_are_refused_where_they_count() -> None:
    merged = classified(4, (4, 1, 4))
    with pytest.raises(DataError, match="no place"):
        largest(merged, TRUTA_2004["W3"], "dr_weighted", 0.5)
    assert largest(merged, TRUTA_2004["W3"], "dr_max", 0.5) == 4


def test_the_search_can_be_cancelled() -> None:
    matrix = classified(1000, (2, 1, 900), (1, 1, 100))
    with pytest.raises(Cancelled):
        largest(matrix, WeightMatrix.maximal(), "dr_min", 0.05, Progress(cancelled=lambda: True))
