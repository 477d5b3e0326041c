"""One-to-one assignments, beside all that there are."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import assignment
from sdcdesk.kernels.assignment import Plan, best_plans, certain
from sdcdesk.kernels.candidate_pairs import Compared
from sdcdesk.kernels.greedy_assignment import Remainder
from sdcdesk.kernels.pattern_counts import pattern_counts, patterns
from sdcdesk.kernels.value_tuples import tuples

CODES = 3


def whatever(_share: float = 0.0) -> None:
    """Nobody asks how far the work is."""


def compared(
    first: list[np.ndarray],
    second: list[np.ndarray],
    weights: np.ndarray,
    similar: list[np.ndarray | None] | None = None,
) -> Compared:
    one, other = tuples(first), tuples(second)
    alike = similar or [None] * len(first)
    counts = pattern_counts(one, other, alike, whatever)
    return Compared(one, other, alike, weights, counts > 0)


def orders(number: int) -> Iterator[np.random.Generator]:
    return (np.random.default_rng(seed) for seed in range(number))


def best(files: Compared, number: int) -> list[Plan]:
    counts = pattern_counts(files.first, files.second, files.similar, whatever)
    settled = certain(files, counts, 10**6, whatever)
    assert settled.left is not None
    return list(best_plans(settled, settled.left, orders(number), whatever))


def greedy(files: Compared, number: int) -> tuple[list[Plan], float]:
    """Assignments by falling weight, and a bound above what they weigh."""
    counts = pattern_counts(files.first, files.second, files.similar, whatever)
    settled = certain(files, counts, 2, whatever)
    rest = Remainder.from_compared(files, settled)
    return list(rest.plans(orders(number), whatever)), weight_of(files, settled.plan) + rest.largest(whatever)


def weight_of(files: Compared, plan: Plan) -> float:
    agreed = patterns(files.first, files.second, files.similar, plan.first, plan.second)
    return float(files.weights[agreed] @ plan.records)


def chances(files: Compared, plan: Plan) -> np.ndarray:
    """For each pair of records how likely it is assigned, float64 (t, n)."""
    first, second = files.first, files.second
    other, one = np.indices((len(second.labels), len(first.labels)))
    pair = first.labels[one.ravel()], second.labels[other.ravel()]
    alike = first.counts[pair[0]] * second.counts[pair[1]]
    return (plan.pair_counts(*pair, max(len(second.counts), 1)) / alike).reshape(one.shape)


def all_best(matrix: np.ndarray) -> tuple[float, list[np.ndarray]]:
    """The highest sum and all assignments that have it, each as bool (t, n); pairs of 0 and less are none."""
    t, n = matrix.shape
    found: dict[tuple[bool, ...], float] = {}
    for columns in permutations([*range(n), *[-1] * t], t):
        chosen = np.zeros((t, n), dtype=bool)
        for row, column in enumerate(columns):
            if column >= 0 and matrix[row, column] > 0:
                chosen[row, column] = True
        found[tuple(chosen.ravel())] = float(matrix[chosen].sum())
    most = max(found.values())
    return most, [np.array(one).reshape(t, n) for one, total in found.items() if total == most]


WEIGHTS = st.sampled_from([-3.0, -1.0, 0.0, 0.5, 1.0, 2.0])


@given(data=st.data(), variables=st.integers(1, 2), additive=st.booleans())
def test_the_best_of_all_assignments(data: st.DataObject, variables: int, additive: bool) -> None:
    def file(records: int) -> list[np.ndarray]:
        codes = st.lists(st.integers(-1, CODES - 1), min_size=records, max_size=records)
        return [np.array(data.draw(codes), dtype=np.int64) for _ in range(variables)]

    first, second = file(data.draw(st.integers(0, 4))), file(data.draw(st.integers(0, 3)))
    weights = np.array(data.draw(st.lists(WEIGHTS, min_size=1 << variables, max_size=1 << variables)))
    if additive:
        weights = np.sort(weights)
    cells = st.lists(st.booleans(), min_size=CODES**2, max_size=CODES**2)
    similar = [
        np.array(data.draw(cells)).reshape(CODES, CODES) if data.draw(st.booleans()) else None
        for _ in range(variables)
    ]
    files = compared(first, second, weights, similar)
    one, other = files.first.labels, files.second.labels
    i, j = np.tile(one, len(other)), np.repeat(other, len(one))
    agreed = patterns(files.first, files.second, similar, i, j)
    most, every = all_best(weights[agreed].reshape(len(other), len(one)))
    always, ever = np.all(every, axis=0), np.any(every, axis=0)
    for plan in best(files, 3):
        assert weight_of(files, plan) == most
        chance = chances(files, plan)
        assert (chance[always] == 1).all()
        assert (chance[~ever] == 0).all()
        assert (chance.sum(axis=0) <= 1 + 1e-12).all()
        assert (chance.sum(axis=1) <= 1 + 1e-12).all()
    [plan], bound = greedy(files, 1)
    assert weight_of(files, plan) <= most <= bound
    assert (chances(files, plan).sum(axis=0) <= 1 + 1e-12).all()
    assert (chances(files, plan).sum(axis=1) <= 1 + 1e-12).all()


@pytest.mark.parametrize("listed", [True, False])
def test_equally_good_assignments_do_not_favour_the_right_one(listed: bool) -> None:
    """All costs are equal: an assignment along the diagonal would find every record at its own place."""
    values = [np.arange(10), np.zeros(10, dtype=np.int64)]
    files = compared(values, [values[0] + 10, values[1]], np.array([-1.0, 5.0, 1.0, 6.0]))
    plans = best(files, 400) if listed else greedy(files, 400)[0]
    right = [np.trace(chances(files, plan)) for plan in plans]
    assert np.mean(right) == pytest.approx(1, abs=0.2)
    assert max(right) >= 3


def test_equal_records_share_their_chance() -> None:
    """One record of the original against nine that are equal among themselves, all equally good."""
    first = [np.array([1] + [2] * 9), np.zeros(10, dtype=np.int64)]
    second = [np.array([3] + [4] * 9), np.zeros(10, dtype=np.int64)]
    files = compared(first, second, np.array([-1.0, 5.0, 1.0, 6.0]))
    chance = np.mean([chances(files, plan) for plan in best(files, 2000)], axis=0)
    assert chance == pytest.approx(np.full((10, 10), 0.1), abs=0.03)


def test_falling_weight_is_the_best_assignment_where_nobody_competes() -> None:
    rng = np.random.default_rng(5)
    first = [rng.permutation(1000), rng.integers(0, 900, 1000)]
    second = [np.where(rng.random(1000) < 0.1, 5000 + first[0], first[0]), first[1]]
    files = compared(first, second, np.array([-8.0, 9.0, 3.0, 12.0]))
    [plan], _ = greedy(files, 1)
    assert weight_of(files, plan) == pytest.approx(weight_of(files, best(files, 1)[0]), rel=0.01)


def areas(sizes: list[int]) -> Compared:
    """Records of several areas that have nothing in common, each to be told apart by one coarse variable."""
    rng = np.random.default_rng(6)
    area = np.repeat(np.arange(len(sizes)), sizes)
    first = [area, rng.integers(0, 3, len(area)), rng.integers(0, 4, len(area))]
    second = [area, rng.integers(0, 3, len(area)), rng.integers(0, 4, len(area))]
    # Only what agrees in the area is a candidate.
    return compared(first, second, np.array([-9.0, 1.0, -8.0, 2.0, -8.0, 1.75, -7.0, 4.0]))


def test_parts_that_share_no_record_are_assigned_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    files = areas([9, 2, 5, 7, 1, 8])
    counts = pattern_counts(files.first, files.second, files.similar, whatever)
    whole = certain(files, counts, 10**6, whatever)
    monkeypatch.setattr(assignment, "SOLVED", 12)
    cut = certain(files, counts, 10**6, whatever)
    assert whole.left is not None
    assert cut.left is not None
    assert len(whole.left) == 1 < len(cut.left)
    assert sum(len(part.weights) for part in cut.left) == len(whole.left[0].weights)
    for settled in (whole, cut):
        [plan] = best_plans(settled, settled.left or (), orders(1), whatever)
        assert weight_of(files, plan) == weight_of(files, best(files, 1)[0])
    monkeypatch.setattr(assignment, "SOLVED", 4)
    assert certain(files, counts, 10**6, whatever).left is None


def test_every_call_of_the_solver_can_be_stopped_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "SOLVED", 12)
    files = areas([9, 2, 5, 7, 1, 8])
    counts = pattern_counts(files.first, files.second, files.similar, whatever)
    settled = certain(files, counts, 10**6, whatever)
    asked: list[int] = []
    assert settled.left is not None
    list(best_plans(settled, settled.left, orders(2), lambda: asked.append(1)))
    assert len(asked) == 2 * len(settled.left)
