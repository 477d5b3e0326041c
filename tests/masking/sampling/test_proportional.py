from fractions import Fraction
from math import floor

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.kernels.inclusion_probabilities import inclusion_probabilities
from sdcdesk.masking.sampling import ProportionalSampling
from sdcdesk.masking.sampling.margin import margin_of_error
from sdcdesk.masking.sampling.proportional import systematic

SIZES = st.lists(st.integers(0, 20), min_size=1, max_size=9).filter(any)


def exactly(sizes: list[int], number: int) -> list[Fraction]:
    """Probabilities in fractions: the largest exceeding 1 is set to 1, again and again."""
    certain: set[int] = set()
    while True:
        rest = sum(size for place, size in enumerate(sizes) if place not in certain)
        left = number - len(certain)
        found = [
            Fraction(1) if place in certain else Fraction(left * size, rest) if rest else Fraction(0)
            for place, size in enumerate(sizes)
        ]
        above = {place for place, chance in enumerate(found) if chance >= 1}
        if above == certain:
            return found
        certain = above


@given(SIZES, st.data())
def test_probabilities_are_those_of_exact_fractions(sizes: list[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, sum(size > 0 for size in sizes)))
    found = inclusion_probabilities(np.array(sizes) / max(sizes), number)
    expected = exactly(sizes, number)
    np.testing.assert_allclose(found, [float(chance) for chance in expected], rtol=1e-12)
    assert [chance == 1 for chance in found] == [chance == 1 for chance in expected]


@pytest.mark.parametrize("size", [0.1, 0.3, 1 / 3, 0.7])
@pytest.mark.parametrize("records", [3, 6, 10, 49])
def test_all_records_of_a_file_are_certain_whatever_their_sum_rounds_to(size: float, records: int) -> None:
    assert (inclusion_probabilities(np.full(records, size), records) == 1).all()


@given(SIZES, st.data())
def test_a_systematic_sample_meets_them_over_all_starts(sizes: list[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, sum(size > 0 for size in sizes)))
    exact = exactly(sizes, number)
    order = np.array(data.draw(st.permutations(range(len(sizes)))))
    chances = np.array([float(chance) for chance in exact])
    grid = 7919
    drawn = np.zeros(len(sizes))
    for start in range(0, grid, 97):
        sample = systematic(chances, order, (start + 0.5) / grid)
        assert len(sample) == number
        assert len(set(sample.tolist())) == number
        drawn[sample] += 1
    starts = len(range(0, grid, 97))
    # Each record is drawn for an interval of starts (or two) of length π.
    assert np.abs(drawn / starts - chances).max() <= 3 / starts


def test_a_systematic_sample_by_hand() -> None:
    """Sums 0.5, 1.2, 1.5, 2: from 0.3 the first and, at 1.3, the third; from 0.6 the second and fourth."""
    chances = np.array([0.5, 0.7, 0.3, 0.5])
    assert systematic(chances, np.arange(4), 0.3).tolist() == [0, 2]
    assert systematic(chances, np.arange(4), 0.6).tolist() == [1, 3]
    assert systematic(chances, np.arange(4), 0.0).tolist() == [1, 3]


def businesses(sizes: list[float]) -> Microdata:
    return Microdata(pd.DataFrame({"staff": sizes}))


@pytest.mark.parametrize("design", ["fixed", "independent"])
def test_records_are_drawn_as_often_as_their_probabilities_say(design: str) -> None:
    data = businesses([40, 3, 2, 2, 1, 1, 1])
    sampling = ProportionalSampling(by="size", size=4, measure="staff", design=design)
    rows = np.concatenate([sampling.apply(data, seed).rows for seed in range(1500)])
    chances = np.array([1, 0.9, 0.6, 0.6, 0.3, 0.3, 0.3])
    allowed = 5 * np.sqrt(1500 * chances * (1 - chances))
    assert (np.abs(np.bincount(rows, minlength=7) - 1500 * chances) <= allowed).all()


def test_independent_draws_are_the_numbers_of_the_records() -> None:
    data = businesses([4.0, 3, 2, 2, 1, 1, 1])
    sampling = ProportionalSampling(by="size", size=3, measure="staff", design="independent")
    uniform = Draws(2).uniform(data.rows)
    expected = [row for row, size in enumerate([4, 3, 2, 2, 1, 1, 1]) if uniform[row] < 3 * size / 14]
    assert sampling.apply(data, 2).rows.tolist() == expected


def test_figures() -> None:
    figures = (
        ProportionalSampling(by="size", size=4, measure="staff")
        .mask(businesses([40, 3, 2, 2, 1, 1, 1, 0]), 1)
        .figures
    )
    assert figures["records_certain"].value == 1
    assert figures["records_never_drawn"].value == 1
    assert figures["smallest_inclusion_probability"].value == pytest.approx(0.3)
    assert figures["largest_inclusion_probability"].value == 1
    reason = figures["margin_of_error"].quantity.reason
    assert reason is not None
    assert reason.text == "Records of size 0 are never drawn."


def test_equal_sizes_have_nearly_the_margin_of_a_simple_random_sample() -> None:
    """Poisson: 0.25·n·(n/t − 1)/n²; Hartley and Rao: (n/t − (t − 1)/t)/n more than it by 0.25/(n·t)."""
    data = businesses([5.0] * 50)
    poisson, fixed = (
        ProportionalSampling(by="size", size=10, measure="staff", design=design)
        .mask(data, 1)
        .figures["margin_of_error"]
        for design in ("independent", "fixed")
    )
    assert poisson.value == pytest.approx(margin_of_error(10, 50), rel=1e-12)
    assert fixed.value == pytest.approx(1.96 * np.sqrt(0.25 / 10 * 0.8 + 0.25 / 500), rel=1e-12)
    everything = ProportionalSampling(by="size", size=50, measure="staff").mask(data, 1).figures
    assert everything["margin_of_error"].value == 0


def test_huge_and_tiny_sizes() -> None:
    assert floor(sum(inclusion_probabilities(np.array([1.0, 1e-300, 1e-310]), 2)) + 0.5) == 2
    sample = ProportionalSampling(by="size", size=2, measure="staff").apply(
        businesses([1e308, 1e308, 1e308]), 1
    )
    assert len(sample) == 2


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([1.0, -1.0, 3.0], "missing or negative in 1 record;"),
        ([1.0, np.nan, -3.0], "missing or negative in 2 records;"),
        ([1.0, 0.0, 0.0], "1 of 3 records have a size above 0, too few for a sample of 2"),
        ([0.0, 0.0, 0.0], "0 of 3 records have a size above 0"),
    ],
)
def test_sizes_that_make_no_sense_are_refused(sizes: list[float], message: str) -> None:
    with pytest.raises(DataError, match=message):
        ProportionalSampling(by="size", size=2, measure="staff").apply(businesses(sizes), 1)
