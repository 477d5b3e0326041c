from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.hypergeometric import CELLS, binomial, hypergeometric, spans

LEFT_OUT = 2e-19
"""The probability that may lie outside a span."""


def exact(population: int, marked: int, draws: int, x: int) -> Fraction:
    if not 0 <= x <= min(marked, draws) or draws - x > population - marked:
        return Fraction(0)
    return Fraction(comb(marked, x) * comb(population - marked, draws - x), comb(population, draws))


@st.composite
def drawings(draw: st.DrawFn) -> tuple[int, list[int], int]:
    population = draw(st.integers(1, 60) | st.integers(1, 3000))
    marked = draw(st.lists(st.integers(1, population), min_size=1, max_size=4))
    return population, marked, draw(st.integers(0, population))


@given(drawings())
def test_probabilities_equal_those_of_counting(drawing: tuple[int, list[int], int]) -> None:
    population, marked, draws = drawing
    groups = np.array(marked)
    where = spans(population, groups, draws)
    table = hypergeometric(population, groups, draws, where)
    assert table.shape == (len(marked), where.width)
    for row, group in enumerate(marked):
        expected = [exact(population, group, draws, int(where.start[row]) + k) for k in range(where.width)]
        assert table[row] == pytest.approx([float(p) for p in expected], rel=1e-13, abs=1e-300)
        first, last = (int(end[row] - where.start[row]) for end in (where.first, where.last))
        assert 1 - sum(expected[first : last + 1]) <= LEFT_OUT


@pytest.mark.parametrize("draws", [1, 10, 20_000, 500_000, 980_000, 1_000_000])
@pytest.mark.parametrize("marked", [1, 7, 1000, 400_000, 999_999, 1_000_000])
def test_a_million_records_lose_no_digits(marked: int, draws: int) -> None:
    population = 1_000_000
    groups = np.array([marked])
    where = spans(population, groups, draws)
    table = hypergeometric(population, groups, draws, where)[0]
    x = where.start[0] + np.arange(where.width)
    assert np.isfinite(table).all()
    assert table @ x == pytest.approx(marked * draws / population, rel=1e-12)
    # Ratios far apart, in whole numbers of any length.
    for low, high in [(0, where.width // 2), (where.width // 3, where.width - 1)]:
        ratio = Fraction(1)
        for k in range(int(x[low]), int(x[high])):
            if table[low] == 0:
                break
            over = (marked - k) * (draws - k)
            ratio *= Fraction(over, (k + 1) * (population - marked - draws + k + 1))
        if table[low] > 1e-200:
            assert table[high] == pytest.approx(table[low] * float(ratio), rel=1e-11, abs=1e-300)


@given(st.integers(1, 200), st.floats(0.001, 0.999))
def test_independent_trials(trials: int, share: float) -> None:
    draws = max(1, min(10_000 - 1, round(10_000 * share)))
    p = draws / 10_000
    groups = np.array([trials])
    where = spans(10_000, groups, draws, independent=True)
    table = binomial(groups, p, where)[0]
    expected = [
        float(comb(trials, x) * Fraction(p) ** x * (1 - Fraction(p)) ** (trials - x))
        if 0 <= x <= trials
        else 0
        for x in range(int(where.start[0]), int(where.start[0]) + where.width)
    ]
    assert table == pytest.approx(expected, rel=1e-12, abs=1e-300)
    inside = slice(int(where.first[0] - where.start[0]), int(where.last[0] - where.start[0]) + 1)
    assert sum(expected[inside]) == pytest.approx(1, rel=1e-14)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30), st.data())
def test_numbers_drawn_from_all_groups_add_up_to_the_sample(sizes: list[int], data: st.DataObject) -> None:
    population, groups = sum(sizes), np.array(sizes)
    draws = data.draw(st.integers(0, population))
    where = spans(population, groups, draws)
    table = hypergeometric(population, groups, draws, where)
    x = where.start[:, None] + np.arange(where.width)
    assert (table * x).sum() == pytest.approx(draws, rel=1e-13)


def test_parts_cover_all_groups_in_tables_of_bounded_size() -> None:
    groups = np.arange(1, 3000)
    where = spans(int(groups.sum()), groups, int(groups.sum()) // 2)
    parts = list(where.parts())
    assert len(parts) > 1
    assert [row for part in parts for row in range(part.start, part.stop)] == list(range(len(groups)))
    for part in parts:
        chosen = where.take(part)
        assert len(chosen.mode) * chosen.width <= 1.5 * CELLS
    wide = spans(10**12, np.array([10**11]), 10**11)
    assert list(wide.parts()) == [slice(0, 1)], "one group always fits"
    assert wide.first[0] < 10**10 < wide.last[0]
