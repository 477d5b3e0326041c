import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.counting import Groups
from sdcdesk.kernels.hypergeometric import hypergeometric, spans
from sdcdesk.risk import ClassificationMatrix
from sdcdesk.risk.sampling import Deviations, deviations
from sdcdesk.risk.sampling.blocks import maximal_blocks, unique_blocks
from sdcdesk.risk.sampling.variance import variance


def grouped(sizes: np.ndarray) -> Groups:
    return Groups(np.repeat(np.arange(len(sizes)), sizes), sizes)


def spread(sizes: np.ndarray, initial: np.ndarray, t: list[int]) -> Deviations:
    """Of a file of groups of these sizes, n its number of records."""
    groups = grouped(sizes)
    matrix = ClassificationMatrix.from_sizes(groups.record_sizes, initial, len(initial))
    return deviations(matrix, groups, initial, t)


@given(data=st.data())
def test_deviations_are_those_of_all_samples(
    data: st.DataObject, small_files: st.SearchStrategy[Any]
) -> None:
    file = data.draw(small_files)
    drawn = range(len(file.now) + 1)
    found = deviations(file.matrix, file.groups, file.initial, drawn)
    for t in drawn:
        low, high = (float(value) for value in file.variances(t))
        assert found.sd_min[t] ** 2 == pytest.approx(low, rel=1e-12, abs=1e-15)
        assert found.sd_max[t] ** 2 == pytest.approx(high, rel=1e-12, abs=1e-15)


@given(data=st.data())
def test_pairs_of_groups_give_the_same_where_the_short_way_would_do(
    data: st.DataObject, small_files: st.SearchStrategy[Any]
) -> None:
    # Also for files without any masking, where `deviations` takes the closed form.
    file = data.draw(small_files)
    for t in range(len(file.now) + 1):
        low, high = (float(value) * file.n**2 for value in file.variances(t))
        assert variance(unique_blocks(file.groups, file.initial), len(file.now), t) == pytest.approx(
            low, abs=1e-13
        )
        assert variance(maximal_blocks(file.groups, file.initial), len(file.now), t) == pytest.approx(
            high, abs=1e-13
        )


@pytest.mark.parametrize("t", [1, 30, 2_000, 20_000, 39_000, 39_999])
def test_many_groups_against_the_closed_form(t: int) -> None:
    sizes = np.concatenate([np.ones(9_000), np.full(5_000, 2), np.full(100, 200), [1_000]]).astype(np.int64)
    groups, initial = grouped(sizes), np.repeat(sizes, sizes)
    n = len(initial)
    assert n == 40_000
    closed = spread(sizes, initial, [t])
    low, high = (
        variance(unique_blocks(groups, initial), n, t),
        variance(maximal_blocks(groups, initial), n, t),
    )
    assert math.sqrt(low) / n == pytest.approx(closed.sd_min[0], rel=1e-11)
    assert math.sqrt(high) / n == pytest.approx(closed.sd_max[0], rel=1e-11)


@pytest.mark.parametrize(("first", "t"), [(600, 500), (600, 60), (990, 500), (500, 510), (500, 3)])
def test_two_large_groups_that_determine_each_other(first: int, t: int) -> None:
    # What is drawn from one is not drawn from the other, and the means bend within reach.
    sizes = np.array([first, 1000 - first])
    bend = t * first // 1000 + 1
    initial = np.concatenate([np.full(first, bend), np.full(1000 - first, 7)])
    where = spans(1000, sizes[:1], t)
    probability = hypergeometric(1000, sizes[:1], t, where)[0]
    x = where.start[0] + np.arange(where.width)
    y = t - x
    links = x / np.maximum(x, bend) + y / np.maximum(y, 7)
    mean = probability @ links
    expected = probability @ (links - mean) ** 2
    assert spread(sizes, initial, [t]).sd_max[0] * 1000 == pytest.approx(
        math.sqrt(expected), rel=1e-9, abs=1e-10
    )


@pytest.mark.parametrize("sizes", [[1] * 10, [10], [4, 3, 2, 1]])
def test_nothing_varies_where_nothing_or_everything_is_drawn(sizes: list[int]) -> None:
    groups = np.array(sizes)
    found = spread(groups, np.ones(10, dtype=np.int64), [0, 10])
    assert found.sd_min.tolist() == found.sd_max.tolist() == [0, 0]


def test_one_record_and_no_records() -> None:
    one = spread(np.array([1]), np.array([1]), [0, 1])
    assert one.sd_min.tolist() == one.sd_max.tolist() == [0, 0]
    empty = np.array([], dtype=np.int64)
    nobody = deviations(ClassificationMatrix.from_sizes(empty, empty, 3), Groups(empty, empty), empty, [0])
    assert nobody.sd_min.tolist() == nobody.sd_max.tolist() == [0]


def test_without_groups_only_files_whose_groups_have_not_grown_have_deviations() -> None:
    initial = np.array([1, 2, 3])
    kept = ClassificationMatrix.from_sizes(np.array([1, 2, 2]), initial, 5)
    found = deviations(kept, None, initial, [2])
    # Each pair of three records is as likely as the others.
    links = np.array([1 + 1 / 2, 1 + 1 / 3, 1 / 2 + 1 / 3])
    assert found.sd_max[0] == pytest.approx(links.std() / 5)
    assert found.sd_min[0] == pytest.approx(np.array([1, 1, 0]).std() / 5)
    grown = ClassificationMatrix.from_sizes(np.array([2, 2, 3]), np.array([1, 2, 3]), 5)
    found = deviations(grown, None, initial, [0, 2])
    assert np.isnan([found.sd_min, found.sd_max]).all()


def test_cancelling_stops_within_one_sample_size() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    groups = grouped(np.array([2, 3, 5]))
    matrix = ClassificationMatrix.from_sizes(groups.record_sizes, np.ones(10, dtype=np.int64), 10)
    with pytest.raises(Cancelled):
        deviations(matrix, groups, np.ones(10, dtype=np.int64), [5] * 10, Progress(cancelled=stop))
