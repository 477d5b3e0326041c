from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.sampling import SimpleRandomSampling
from sdcdesk.masking.sampling.margin import margin_of_error


def records(count: int) -> Microdata:
    return Microdata(pd.DataFrame({"sex": ["f", "m"] * (count // 2) + ["f"] * (count % 2)}))


def sampled(data: Microdata, seed: int = 1, percentage: float = 80.0) -> Masked:
    return SimpleRandomSampling(percentage=percentage).mask(data, seed=seed)


def test_sample_of_catalonia() -> None:
    sample, population = 245_944, 6_059_494
    assert sample / population == pytest.approx(0.0406, abs=5e-5)
    assert 100 * margin_of_error(sample, population) == pytest.approx(0.19, abs=5e-3)
    assert 100 * margin_of_error(sample, None) == pytest.approx(0.20, abs=5e-3)


def test_figures_state_the_sample() -> None:
    figures = sampled(records(50), percentage=20.0).figures
    assert figures["records_kept"].value == 10
    assert figures["sampling_factor"].value == 0.2
    assert figures["margin_of_error"].value == pytest.approx(1.96 * np.sqrt(0.025 * 0.8))
    assert figures["margin_of_error_uncorrected"].value == pytest.approx(1.96 * np.sqrt(0.025))


def test_percentages_are_percent() -> None:
    data = records(1000)
    assert len(sampled(data, percentage=80.0).data) == 800
    assert len(sampled(data, percentage=0.8).data) == 8
    assert SimpleRandomSampling(percentage=80).summary() == "Sample 80\u202f% of records"
    assert SimpleRandomSampling(by="size", size=1200).summary() == "Sample 1,200 records"


@given(st.integers(1, 300), st.integers(1, 1000))
def test_size_of_a_percentage_rounds_halves_up(count: int, tenths: int) -> None:
    exact = Fraction(tenths, 1000) * count
    expected = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
    if expected == 0:
        with pytest.raises(DataError, match=f"of {count} records? is no record"):
            sampled(records(count), percentage=tenths / 10)
    else:
        assert len(sampled(records(count), percentage=tenths / 10).data) == expected


def test_records_keep_their_order_and_identity() -> None:
    data = records(40).take(np.arange(39, -1, -1))
    masked = sampled(data).data
    assert len(masked) == 32
    assert (np.diff(masked.rows) < 0).all()
    assert masked.column("sex").tolist() == [data.column("sex")[39 - row] for row in masked.rows]


def test_every_record_is_drawn_equally_often() -> None:
    data = records(10)
    draws = [SimpleRandomSampling(by="size", size=3).apply(data, seed).rows for seed in range(2000)]
    counts = np.bincount(np.concatenate(draws), minlength=10)
    # Expected 600 each, standard deviation √(2000·0.3·0.7) ≈ 20.5.
    assert np.abs(counts - 600).max() < 5 * 20.5


def test_the_seed_decides() -> None:
    data = records(100)
    assert sampled(data, seed=3).data.fingerprint() == sampled(data, seed=3).data.fingerprint()
    assert sampled(data, seed=3).data.fingerprint() != sampled(data, seed=4).data.fingerprint()


def test_continuous_variables_are_advised_against() -> None:
    variables = [
        Variable(name="income", scale=Scale.CONTINUOUS, role=Role.CONFIDENTIAL),
        Variable(name="weight", scale=Scale.CONTINUOUS, role=Role.WEIGHT),
    ]
    data = Microdata(pd.DataFrame({"income": [1.5], "weight": [3.0]}), variables)
    assert "such as income" in sampled(data, percentage=100).notes[1]
    assert not any("such as" in note for note in sampled(data.drop(["income"]), percentage=100).notes)


def test_too_many_and_too_few_are_refused_with_the_numbers() -> None:
    with pytest.raises(DataError, match="1,200 records cannot be drawn from 10"):
        SimpleRandomSampling(by="size", size=1200).apply(records(10), seed=1)
    with pytest.raises(DataError, match="no records to draw from"):
        sampled(records(0))


@pytest.mark.parametrize(
    "parameters",
    [{}, {"by": "size"}, {"percentage": 0}, {"percentage": 101}, {"by": "size", "size": 0}, {"size": 3}],
)
def test_wrong_parameters_are_refused(parameters: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        SimpleRandomSampling(**parameters)


# With replacement


def test_records_drawn_twice_are_released_once_and_each_as_often() -> None:
    data = records(10)
    sampling = SimpleRandomSampling(by="size", size=6, replacement=True)
    samples = [sampling.mask(data, seed) for seed in range(2000)]
    rows = [sample.data.rows for sample in samples]
    assert all(len(set(one.tolist())) == len(one) for one in rows)
    # 1 − 0.9⁶ = 0.468559 of 2000 each: 937.1, standard deviation √(2000·0.4686·0.5314) ≈ 22.3.
    expected = 1 - 0.9**6
    assert samples[0].figures["inclusion_probability"].value == pytest.approx(expected, rel=1e-14)
    counts = np.bincount(np.concatenate(rows), minlength=10)
    assert np.abs(counts - 2000 * expected).max() < 5 * 22.3
    # Of how many different records: P(k) = S(6, k)·10!/(10 − k)!/10⁶ by the Stirling numbers 1 31 90 65 15 1.
    falling = [10, 90, 720, 5040, 30240, 151200]
    chances = [s * f / 1e6 for s, f in zip([1, 31, 90, 65, 15, 1], falling, strict=True)]
    assert sum(chances) == pytest.approx(1)
    seen = np.bincount([len(one) for one in rows], minlength=7)[1:]
    for count, chance in zip(seen, chances, strict=True):
        assert abs(count - 2000 * chance) <= 5 * np.sqrt(2000 * chance * (1 - chance)) + 1


def test_the_margin_with_replacement_is_that_of_the_different_records() -> None:
    figures = SimpleRandomSampling(by="size", size=60, replacement=True).mask(records(80), 1).figures
    kept = int(figures["records_kept"].value or 0)
    assert figures["draws"].value == 60 > kept
    assert figures["margin_of_error"].value == margin_of_error(kept, 80)
    one = SimpleRandomSampling(by="size", size=1, replacement=True).mask(records(1), 1).figures
    assert one["inclusion_probability"].value == 1


def test_a_larger_sample_with_replacement_holds_the_smaller() -> None:
    rows = [
        set(SimpleRandomSampling(by="size", size=size, replacement=True).apply(records(99), 1).rows.tolist())
        for size in (5, 40, 99)
    ]
    assert rows[0] < rows[1] < rows[2]
