import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import Resampling
from tests.masking.by_variable import number_of


def file(**columns: list[float | None]) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def slowly(values: list[float], samples: int, draws: Draws, first: int) -> list[float]:
    """By the definition: draw, sort, average rank by rank, give back by rank."""
    n, rows = len(values), np.arange(len(values))
    ascending = sorted(values)
    drawn = []
    for sample in range(samples):
        uniform = draws.uniform(rows, first + 1 + sample)
        drawn.append(sorted(ascending[int(u * n)] for u in uniform))
    means = [sum(column) / samples for column in zip(*drawn, strict=True)]
    words = draws.words(rows, first)
    ranked = sorted(range(n), key=lambda row: (values[row], words[row]))
    return [means[ranked.index(row)] for row in range(n)]


@given(
    st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=12), st.integers(1, 5), st.integers(0, 50)
)
def test_values_are_those_of_the_definition(values: list[float], samples: int, seed: int) -> None:
    masked = Resampling(variables=["a", "b"], samples=samples).apply(file(a=values, b=values), seed)
    for place, name in enumerate("ab"):
        expected = slowly(values, samples, Draws(seed), place * (samples + 1))
        assert masked.column(name).tolist() == pytest.approx(expected, rel=1e-14, abs=1e-14)


def test_ranks_stay_and_missing_values_are_in_no_sample() -> None:
    values = [5.0, None, 1.0, 9.0, None, 3.0, 7.0]
    masked = Resampling(variables=["a"], samples=4).mask(file(a=values), 2)
    new = masked.data.column("a")
    assert new.isna().tolist() == [value is None for value in values]
    there = new[[2, 5, 0, 6, 3]].tolist()
    assert there == sorted(there)
    assert min(there) >= 1
    assert max(there) <= 9


def test_one_sample_holds_values_of_the_file() -> None:
    values = [float(value**2) for value in range(30)]
    new = Resampling(variables=["a"], samples=1).apply(file(a=values), 1).column("a")
    assert set(new) <= set(values)


def test_many_samples_come_to_the_expected_order_statistics() -> None:
    """Of two values 0 and 1 the smaller of two draws is 0 three times in four."""
    new = Resampling(variables=["a"], samples=1000).apply(file(a=[0.0, 1.0]), 3).column("a")
    # Standard deviation of the mean: √(0.25·0.75/1000) ≈ 0.0137.
    assert np.abs(new - [0.25, 0.75]).max() < 5 * 0.0137


def test_whole_numbers_stay_whole_where_asked() -> None:
    data = Microdata(pd.DataFrame({"a": [1, 5, 8, 12], "b": [1.5, 2.0, 3.0, 4.0]}))
    masked = Resampling(variables=["a", "b"], whole_numbers=True).mask(data, 1)
    assert masked.data.column("a").dtype == "int64"
    assert masked.notes == ("b holds decimals and keeps them.",)


def test_constant_values_stay_and_have_no_ratio_of_variances() -> None:
    masked = Resampling(variables=["a"]).mask(file(a=[0.1] * 7), 1)
    assert masked.data.column("a").tolist() == [0.1] * 7
    assert masked.figures["values_changed"].value == 0
    assert np.isnan(number_of(masked, "variance_left", "a"))


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ParameterError, match="a variable is named twice"):
        Resampling(variables=["a", "a"])
    with pytest.raises(ParameterError, match="at least 1"):
        Resampling(variables=["a"], samples=0)
    with pytest.raises(DataError, match="beyond 1e150"):
        Resampling(variables=["a"]).apply(file(a=[1e200, 1.0]), 1)
