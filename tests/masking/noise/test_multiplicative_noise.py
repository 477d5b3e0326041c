import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import MultiplicativeNoise
from tests.masking.by_variable import number_of

SPLIT = {"factors": "split", "least": 5.0, "most": 20.0}
KINDS = [{"deviation": 30.0}, SPLIT]


def of(**columns) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def factors(n: int = 200_000, seed: int = 1, **parameters) -> np.ndarray:
    masked = MultiplicativeNoise(variables=["x", "y"], **parameters).apply(
        of(x=np.ones(n), y=np.ones(n)), seed
    )
    return masked.frame.to_numpy().T


@pytest.mark.parametrize("parameters", KINDS)
def test_factors_have_mean_1_and_the_stated_variance(parameters: dict) -> None:
    x, y = factors(**parameters)
    variance = MultiplicativeNoise(variables=["x"], **parameters).factor_variance
    for factor in (x, y):
        assert factor.mean() == pytest.approx(1, abs=4 * math.sqrt(variance / len(x)))
        assert factor.var() == pytest.approx(variance, rel=0.02)
    assert abs(np.corrcoef(x, y)[0, 1]) < 0.01


def test_the_stated_variances() -> None:
    assert MultiplicativeNoise(variables=["x"], deviation=30.0).factor_variance == pytest.approx(0.09)
    changes = np.linspace(0.05, 0.2, 100_001)
    found = MultiplicativeNoise(variables=["x"], **SPLIT).factor_variance
    assert found == pytest.approx((changes**2).mean(), rel=1e-4)


def test_the_logarithm_of_factors_is_normal() -> None:
    log = np.log(factors(deviation=30.0)[0])
    standard = (log - log.mean()) / log.std()
    assert log.std() == pytest.approx(math.sqrt(math.log(1.09)), rel=0.01)
    assert (standard**3).mean() == pytest.approx(0, abs=0.03)
    assert (standard**4).mean() == pytest.approx(3, abs=0.06)


@pytest.mark.parametrize("deviation", [1e-6, 1e-3, 3.0, 4.0, 1000.0])
def test_small_and_large_deviations(deviation: float) -> None:
    log = np.log(factors(5_000, deviation=deviation)[0])
    share = deviation / 100
    assert log.std() == pytest.approx(math.sqrt(math.log1p(share**2)), rel=0.05)


@given(
    st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1),
    st.integers(0, 50),
    st.integers(0, 49),
    st.booleans(),
)
def test_every_value_moves_by_at_least_and_at_most(values, least: int, more: int, shared: bool) -> None:
    data = of(x=np.array(values))
    method = MultiplicativeNoise(
        variables=["x"], factors="split", least=float(least), most=float(max(least + more, 1)), shared=shared
    )
    new, old = method.apply(data, seed=3).numbers("x"), data.numbers("x")
    change, size = np.abs(new - old), np.abs(old)
    assert (change >= size * method.least / 100 * (1 - 1e-9) - 1e-300).all()
    assert (change <= size * method.most / 100 * (1 + 1e-9) + 1e-300).all()
    assert (np.sign(new) == np.sign(old)).all()


def test_one_factor_for_a_record_keeps_ratios_and_sums() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.lognormal(8, 2, 500), rng.lognormal(8, 2, 500)
    data = of(x=x, y=y, total=x + y)
    masked = MultiplicativeNoise(variables=["x", "y", "total"], shared=True).apply(data, seed=1).frame
    np.testing.assert_allclose(masked["x"] + masked["y"], masked["total"])
    np.testing.assert_allclose(masked["x"] / masked["y"], x / y)
    assert (masked["x"] != x).all()


@pytest.mark.parametrize("parameters", KINDS)
def test_means_covariances_and_recoverable_variances(parameters: dict) -> None:
    rng = np.random.default_rng(1)
    x = rng.gamma(2.0, 500.0, 200_000)
    data = of(x=x, y=3 * x + rng.gamma(2.0, 900.0, len(x)))
    result = MultiplicativeNoise(variables=["x", "y"], **parameters).mask(data, seed=2)
    old, new = data.frame.to_numpy().T, result.data.frame.to_numpy().T
    np.testing.assert_allclose(new.mean(axis=1), old.mean(axis=1), rtol=0.01)
    assert np.cov(new)[0, 1] == pytest.approx(np.cov(old)[0, 1], rel=0.03)
    for name, column in (("x", old[0]), ("y", old[1])):
        recoverable = number_of(result, "recoverable_variance", name)
        assert recoverable == pytest.approx(column.var(ddof=1), rel=0.03)


def test_the_recoverable_variance_is_the_stated_formula() -> None:
    data = of(x=np.array([1.0, 4.0, np.nan, 9.0]) * 1e140)
    result = MultiplicativeNoise(variables=["x"], deviation=50.0).mask(data, seed=2)
    new = result.data.numbers("x")[[0, 1, 3]] / 1e140
    expected = ((new**2).sum() / 1.25 - new.sum() ** 2 / 3) / 2
    assert number_of(result, "recoverable_variance", "x") / 1e280 == pytest.approx(expected)


def test_zeros_missing_values_and_whole_numbers() -> None:
    data = Microdata(
        pd.DataFrame({"x": pd.array([0, -9, 1000, None, -3000], dtype="Int64"), "y": [0.0, 1.5, 0, 3, None]}),
        [Variable(name="x", scale=Scale.CONTINUOUS, missing=(-9,))],
    )
    result = MultiplicativeNoise(variables=["x", "y"], whole_numbers=True).mask(data, seed=1)
    new = result.data.column("x")
    assert new.dtype == "Int64"
    assert new[0] == 0
    assert new[1] == -9
    assert new[3] is pd.NA
    assert new[2] not in (0, 1000)
    assert new[4] < 0
    assert result.figures["zeros_left"].value == 3
    assert result.notes == ("y holds decimals and keeps them.",)


def test_one_value_has_no_variance() -> None:
    result = MultiplicativeNoise(variables=["x"]).mask(of(x=[5.0]), seed=1)
    assert set(result.figures) == {"zeros_left"}
    assert result.data.numbers("x")[0] != 5


def test_codes_and_huge_numbers_are_refused() -> None:
    data = Microdata(pd.DataFrame({"x": [1, 2, 3]}), [Variable(name="x", scale=Scale.ORDINAL)])
    with pytest.raises(DataError, match="x is ordinal"):
        MultiplicativeNoise(variables=["x"]).apply(data, seed=1)
    with pytest.raises(DataError, match="x holds numbers beyond 1e150"):
        MultiplicativeNoise(variables=["x"]).apply(of(x=[1e200, 1.0]), seed=1)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"deviation": 0.0}, "more than 0"),
        ({"factors": "split", "most": 100.0}, "less than 100"),
        ({"factors": "split", "least": 30.0, "most": 20.0}, "larger than the largest change"),
        ({"least": 1.0}, "no effect"),
    ],
)
def test_parameters_that_make_no_sense(parameters: dict, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        MultiplicativeNoise(variables=["x"], **parameters)


def test_summaries() -> None:
    assert MultiplicativeNoise(variables=["x"]).summary() == "x multiplied by 1 ± 10\u202f%"
    assert MultiplicativeNoise(variables=["x"], **SPLIT).summary() == "x changed by 5\u202f% to 20\u202f%"
