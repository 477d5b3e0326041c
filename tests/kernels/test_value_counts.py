"""Values of groups, their diversity and closeness, against definitions that look at one group at a time."""

from collections import Counter
from fractions import Fraction
from math import exp, isinf, log, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import closeness, compatible_values
from sdcdesk.kernels.compatible_values import compatible_counts
from sdcdesk.kernels.diversity import effective_numbers, head_to_tail
from sdcdesk.kernels.value_counts import ValueCounts, counted, summed

VALUES = 6

records = st.lists(st.tuples(st.integers(0, 3), st.integers(-1, VALUES - 1)), min_size=1, max_size=30)


def counts_of(rows: list[tuple[int, int]]) -> ValueCounts:
    groups, values = np.array(rows).T
    return counted(groups, values)


def overall_of(rows: list[tuple[int, int]]) -> np.ndarray:
    return np.bincount([value for _, value in rows if value >= 0], minlength=VALUES)


def by_group(rows: list[tuple[int, int]]) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = {}
    for group, value in sorted(rows):
        if value >= 0:
            found.setdefault(group, Counter())[value] += 1
    return found


def shares(counter: Counter[int]) -> list[Fraction]:
    return [Fraction(counter[value], sum(counter.values())) for value in range(VALUES)]


@given(records)
def test_values_are_counted_by_group(rows: list[tuple[int, int]]) -> None:
    counts, expected = counts_of(rows), by_group(rows)
    assert counts.groups.tolist() == list(expected)
    assert counts.distinct.tolist() == [len(counter) for counter in expected.values()]
    assert counts.sizes.tolist() == [sum(counter.values()) for counter in expected.values()]
    assert counts.largest.tolist() == [max(counter.values()) for counter in expected.values()]
    pairs = list(zip(counts.spread(counts.groups), counts.values, counts.counts, strict=True))
    assert pairs == [
        (group, value, n) for group, counter in expected.items() for value, n in sorted(counter.items())
    ]


@given(records, st.lists(st.integers(0, 2), min_size=VALUES, max_size=VALUES))
def test_values_that_are_put_together_count_together(rows: list[tuple[int, int]], codes: list[int]) -> None:
    coarse = counts_of(rows).recoded(np.array(codes))
    again = counts_of([(group, codes[value] if value >= 0 else -1) for group, value in rows])
    for name in ("groups", "starts", "values", "counts"):
        assert getattr(coarse, name).tolist() == getattr(again, name).tolist()


def test_many_groups_of_many_values_are_kept_apart() -> None:
    groups, values = np.array([70_000, 70_000], dtype=np.int32), np.array([0, 70_000], dtype=np.int32)
    for counts in (counted(groups, values), summed(groups, values, np.ones(2, dtype=np.int64))):
        assert counts.groups.tolist() == [70_000]
        assert counts.values.tolist() == [0, 70_000]


@given(records, st.integers(1, 5))
def test_diversity(rows: list[tuple[int, int]], l: int) -> None:  # noqa: E741
    counts = counts_of(rows)
    effective, ratio = effective_numbers(counts).tolist(), head_to_tail(counts, l).tolist()
    for place, counter in enumerate(by_group(rows).values()):
        assert effective[place] == pytest.approx(
            exp(-sum(p * log(p) for p in shares(counter) if p)), rel=1e-12
        )
        falling = sorted(counter.values(), reverse=True)
        tail = sum(falling[l - 1 :])
        assert isinf(ratio[place]) if tail == 0 else ratio[place] == falling[0] / tail


@pytest.mark.parametrize("values", range(1, 40))
def test_equally_frequent_values_are_as_many_effective_ones_exactly(values: int) -> None:
    for times in (1, 2, 7, 1001):
        counts = counted(np.zeros(values * times, dtype=np.int64), np.tile(np.arange(values), times))
        assert effective_numbers(counts).tolist() == [values]


def transported(rows: list[tuple[int, int]], distance: list[list[Fraction]]) -> list[float]:
    """The least cost of moving each group's shares to those of all, as a linear programme."""
    from scipy.optimize import linprog

    target = [float(share) for share in shares(sum(by_group(rows).values(), Counter()))]
    costs = []
    size = len(distance)
    leave = [[1.0 if row == i else 0.0 for row in range(size) for _ in range(size)] for i in range(size)]
    reach = [
        [1.0 if column == j else 0.0 for _ in range(size) for column in range(size)] for j in range(size)
    ]
    for counter in by_group(rows).values():
        own = [float(share) for share in shares(counter)]
        cost = [float(d) for row in distance for d in row]
        costs.append(linprog(cost, A_eq=leave + reach, b_eq=own + target).fun)
    return costs


@given(records)
def test_equal_distances(rows: list[tuple[int, int]]) -> None:
    found = closeness.equal_distances(counts_of(rows), overall_of(rows)).tolist()
    everyone = shares(sum(by_group(rows).values(), Counter())) if found else []
    expected = [
        float(sum(abs(q - p) for q, p in zip(shares(counter), everyone, strict=True)) / 2)
        for counter in by_group(rows).values()
    ]
    assert found == expected


@given(records)
def test_ordered_distances(rows: list[tuple[int, int]]) -> None:
    overall = overall_of(rows)
    found = closeness.ordered_distances(counts_of(rows), overall).tolist()
    present = [value for value in range(VALUES) if overall[value]]
    everyone = shares(sum(by_group(rows).values(), Counter())) if found else []
    for place, counter in enumerate(by_group(rows).values()):
        own, total, ahead = shares(counter), Fraction(0), Fraction(0)
        for value in present:
            ahead += own[value] - everyone[value]
            total += abs(ahead)
        assert found[place] == float(total / max(len(present) - 1, 1))


@given(records)
def test_ordered_distances_that_are_too_large_for_whole_numbers(rows: list[tuple[int, int]]) -> None:
    counts, overall = counts_of(rows), overall_of(rows)
    exact = closeness.ordered_distances(counts, overall)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closeness, "LARGEST_EXACT", 0.0)
        assert closeness.ordered_distances(counts, overall) == pytest.approx(exact, rel=1e-12, abs=1e-15)


ROWS = [[(0, 0), (0, 1), (0, 1), (1, 2), (1, 5), (2, 3), (2, 4), (3, 4)], [(0, 0), (1, 5)], [(0, 2), (0, 2)]]


@pytest.mark.parametrize("rows", ROWS)
def test_distances_are_those_of_least_cost(rows: list[tuple[int, int]]) -> None:
    """The definition: mass is moved at least cost, by the distance between values."""
    counts, overall = counts_of(rows), overall_of(rows)
    order = [[Fraction(0) if i == j else Fraction(1) for j in range(VALUES)] for i in range(VALUES)]
    assert closeness.equal_distances(counts, overall) == pytest.approx(transported(rows, order))
    rank = np.cumsum(overall > 0) - 1
    last = max(int(rank.max()), 1)
    order = [[Fraction(abs(int(rank[i] - rank[j])), last) for j in range(VALUES)] for i in range(VALUES)]
    assert closeness.ordered_distances(counts, overall) == pytest.approx(transported(rows, order))
    pairs, halves = [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 1]
    order = [
        [Fraction((i != j) + (pairs[i] != pairs[j]) + (halves[i] != halves[j]), 3) for j in range(VALUES)]
        for i in range(VALUES)
    ]
    levels = [np.array(pairs), np.array(halves)]
    assert closeness.levelled_distances(counts, overall, levels) == pytest.approx(transported(rows, order))


@given(records)
def test_gains_and_what_is_learnt(rows: list[tuple[int, int]]) -> None:
    counts, overall = counts_of(rows), overall_of(rows)
    gains, learnt = closeness.gains(counts, overall), closeness.learnt(counts, overall)
    groups, place = list(by_group(rows).values()), 0
    everyone = shares(sum(groups, Counter())) if groups else []
    for counter in groups:
        for value in sorted(counter):
            ratio = shares(counter)[value] / everyone[value]
            assert gains[place] == float(ratio - 1)
            assert learnt[place] == pytest.approx(abs(log2(ratio)), abs=1e-15)
            place += 1
    assert place == len(gains) == len(learnt)


wild = st.lists(
    st.tuples(st.integers(-1, 1), st.integers(-1, 2), st.integers(-1, 1), st.integers(-1, 3)),
    min_size=1,
    max_size=25,
)


@given(wild, st.sampled_from([1, 3, 1000]), st.sampled_from([0, 32]))
def test_values_of_compatible_records(rows: list[tuple[int, int, int, int]], block: int, dense: int) -> None:
    keys = sorted({row[:3] for row in rows})
    own = counted(np.array([keys.index(row[:3]) for row in rows]), np.array([row[3] for row in rows]))
    found: dict[int, Counter[int]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compatible_values, "BLOCK", block)
        patch.setattr(compatible_values, "DENSE", dense)
        columns = [np.array([key[column] for key in keys]) for column in range(3)]
        for counts in compatible_counts(columns, [2, 3, 2], own):
            for key, value, n in zip(counts.spread(counts.groups), counts.values, counts.counts, strict=True):
                found.setdefault(int(key), Counter())[int(value)] += int(n)
                assert found[int(key)][int(value)] == n
    for place, key in enumerate(keys):
        expected = Counter(
            row[3]
            for row in rows
            if row[3] >= 0 and all(-1 in (x, y) or x == y for x, y in zip(row[:3], key, strict=True))
        )
        assert found.get(place, Counter()) == expected
