import doctest
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.covariance import correlations, standard_deviation, triangular_root
from sdcdesk.masking.noise import additive_noise as noise
from sdcdesk.masking.noise.additive_noise import AdditiveNoise
from tests.masking.by_variable import number_of

KINDS = ["uncorrelated", "correlated", "restored"]

DRAWS = 400
"""Draws over which an expectation is averaged; its error is then 1/20 of that of a single one."""


def of(**columns) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def matrix(data: Microdata, *names: str) -> np.ndarray:
    return np.array([data.numbers(name) for name in names])


def correlated(n: int) -> Microdata:
    rng = np.random.default_rng(8)
    x = rng.gamma(2.0, 500.0, n)
    return of(x=x, y=3 * x + rng.normal(0, 900, n), z=rng.normal(40, 10, n))


def expected(data: Microdata, names: list[str], **parameters) -> tuple[np.ndarray, np.ndarray]:
    """Return means and covariances (÷ n − 1) of the masked file, averaged over many draws."""
    method = AdditiveNoise(variables=names, **parameters)
    draws = [matrix(method.apply(data, seed), *names) for seed in range(DRAWS)]
    means = np.mean([draw.mean(axis=1) for draw in draws], axis=0)
    return means, np.mean([np.cov(draw) for draw in draws], axis=0)


# What the noise is in expectation


@pytest.mark.parametrize("kind", KINDS)
def test_means_and_covariances_in_expectation(kind: str) -> None:
    data, names, c = correlated(25), ["x", "y", "z"], 0.25
    means, covariance = expected(data, names, kind=kind, variance_share=100 * c)
    original = matrix(data, *names)
    growth = {
        "uncorrelated": 1 + c * np.eye(3),
        "correlated": np.full((3, 3), 1 + c),
        "restored": np.ones((3, 3)),
    }[kind]
    deviations = original.std(axis=1, ddof=1)
    units = np.outer(deviations, deviations)
    np.testing.assert_allclose(covariance / units, growth * np.corrcoef(original), atol=0.05)
    np.testing.assert_allclose((means - original.mean(axis=1)) / deviations, 0, atol=0.025)


def test_ten_is_a_tenth_of_the_variance() -> None:
    data = correlated(100_000)
    result = AdditiveNoise(variables=["x"], variance_share=10.0).mask(data, seed=1)
    noise = result.data.numbers("x") - data.numbers("x")
    ratio = noise.var(ddof=1) / data.numbers("x").var(ddof=1)
    assert ratio == pytest.approx(0.1, rel=0.02)
    assert number_of(result, "noise_variance", "x") == pytest.approx(ratio)


@pytest.mark.parametrize("kind", KINDS)
def test_the_variance_can_be_recovered(kind: str) -> None:
    data = correlated(100_000)
    method = AdditiveNoise(variables=["x", "y"], kind=kind, variance_share=50.0)
    result = method.mask(data, seed=2)
    recoverable = number_of(result, "recoverable_variance", "y")
    factor = 1.0 if kind == "restored" else 1.5
    assert recoverable == pytest.approx(result.data.numbers("y").var(ddof=1) / factor)
    assert recoverable == pytest.approx(data.numbers("y").var(ddof=1), rel=0.03)


def test_matloffs_bias() -> None:
    data = of(income=np.random.default_rng(3).exponential(1000.0, 200_000))
    masked = AdditiveNoise(variables=["income"], variance_share=50.0).apply(data, seed=4)
    new = masked.numbers("income")
    near = np.abs(new - 2000) < 100
    assert data.numbers("income")[near].mean() < 0.9 * new[near].mean()


def test_totals_of_parts_stay_totals() -> None:
    parts = correlated(200).frame
    data = of(x=parts["x"], y=parts["y"], total=parts["x"] + parts["y"])
    for kind in ("correlated", "restored"):
        masked = AdditiveNoise(variables=["x", "y", "total"], kind=kind).apply(data, seed=1)
        np.testing.assert_allclose(matrix(masked, "x", "y").sum(axis=0), masked.numbers("total"), rtol=1e-9)


def test_more_variables_than_records() -> None:
    data = of(a=[1.0, 4.0], b=[2.0, -3.0], c=[0.5, 0.25])
    masked = AdditiveNoise(variables=["a", "b", "c"]).apply(data, seed=1)
    noise = matrix(masked, "a", "b", "c") - matrix(data, "a", "b", "c")
    np.testing.assert_allclose(noise[1] / noise[0], -5 / 3)
    np.testing.assert_allclose(noise[2] / noise[0], -1 / 12)


# Covariances


@given(
    arrays(
        np.float64, st.tuples(st.integers(2, 5), st.integers(2, 8)), elements=st.integers(-9, 9).map(float)
    )
)
def test_correlations_and_their_root(columns: np.ndarray) -> None:
    found = correlations(columns)
    for i, first in enumerate(columns):
        assert standard_deviation(first) == pytest.approx(first.std(ddof=1))
        for j, second in enumerate(columns):
            constant = first.std() == 0 or second.std() == 0
            true = 0 if constant else np.corrcoef(first, second)[0, 1]
            assert found[i, j] == pytest.approx(true, abs=1e-12)
    root = triangular_root(found)
    assert (np.triu(root, 1) == 0).all()
    np.testing.assert_allclose(root @ root.T, found, atol=1e-6)


@pytest.mark.parametrize("scale", [1e-300, 1e-5, 1e145])
def test_the_size_of_numbers_does_not_matter(scale: float) -> None:
    data = of(x=np.array([1.0, 2.0, 4.0]) * scale)
    masked = AdditiveNoise(variables=["x"]).apply(data, seed=1)
    same = AdditiveNoise(variables=["x"]).apply(of(x=[1.0, 2.0, 4.0]), seed=1)
    np.testing.assert_allclose(masked.numbers("x") / scale, same.numbers("x"))


# Missing values, whole numbers


@pytest.mark.parametrize("kind", KINDS)
def test_missing_values_and_their_codes_stay(kind: str) -> None:
    data = Microdata(
        pd.DataFrame({"x": pd.array([5, -9, 1, None, 3, 7], dtype="Int64"), "y": [1.0, 2, 3, 4, 5, None]}),
        [Variable(name="x", scale=Scale.CONTINUOUS, missing=(-9,))],
    )
    masked = AdditiveNoise(variables=["x", "y"], kind=kind).apply(data, seed=1)
    for name in ("x", "y"):
        assert (masked.missing(name) == data.missing(name)).all()
        present = ~data.missing(name)
        assert (masked.numbers(name)[present] != data.numbers(name)[present]).all()
    assert masked.column("x")[1] == -9
    assert np.isnan(masked.column("x")[3])


def test_a_missing_value_leaves_the_noise_of_others_alone() -> None:
    x, y = np.array([1.0, 2.0, 4.0, 8.0]), np.array([3.0, 1.0, 2.0, 2.0])
    full = AdditiveNoise(variables=["x", "y"], kind="uncorrelated").apply(of(x=x, y=y), seed=1)
    gap = AdditiveNoise(variables=["x", "y"], kind="uncorrelated").apply(
        of(x=x, y=np.where(x == 4, np.nan, y)), seed=1
    )
    assert full.column("x").equals(gap.column("x"))


@pytest.mark.parametrize("dtype", ["int64", "Int64", "int8"])
def test_whole_numbers_keep_their_type(dtype: str) -> None:
    data = of(x=pd.Series(range(40), dtype=dtype))
    plain, whole = (
        AdditiveNoise(variables=["x"], whole_numbers=whole).apply(data, seed=1).column("x")
        for whole in (False, True)
    )
    assert plain.dtype == "float64"
    assert whole.dtype == dtype
    assert whole.tolist() == np.rint(plain).tolist()


def test_a_type_too_narrow_grows() -> None:
    data = of(x=pd.Series([-128, 127] * 20, dtype="int8"), y=pd.Series([0, 250] * 20, dtype="uint8"))
    method = AdditiveNoise(variables=["x", "y"], kind="uncorrelated", whole_numbers=True)
    masked = method.apply(data, seed=1)
    assert masked.column("x").dtype == masked.column("y").dtype == "int64"
    assert masked.numbers("y").min() < 0


def test_whole_floats_become_whole_and_decimals_are_told() -> None:
    data = of(x=[1.0, 2.0, None, 9.0], y=[1.5, 2.0, 3.0, 4.0])
    result = AdditiveNoise(variables=["x", "y"], whole_numbers=True).mask(data, seed=1)
    x = result.data.numbers("x")
    assert (x[[0, 1, 3]] == np.rint(x[[0, 1, 3]])).all()
    assert result.notes == ("y holds decimals and keeps them.",)


def test_noise_never_makes_a_value_missing() -> None:
    data = Microdata(
        pd.DataFrame({"x": list(range(100)) * 20}),
        [Variable(name="x", scale=Scale.CONTINUOUS, missing=(60,))],
    )
    with pytest.raises(DataError, match="codes for missing"):
        AdditiveNoise(variables=["x"], whole_numbers=True).apply(data, seed=1)


# Edges


def test_constant_variables_get_no_noise() -> None:
    data = of(x=[0.1] * 5, y=[1, 2, 3, 4, 5])
    for kind in KINDS:
        result = AdditiveNoise(variables=["x", "y"], kind=kind).mask(data, seed=1)
        assert result.data.column("x").equals(data.column("x"))
        assert "x has no variance and got no noise." in result.notes
        table = result.findings.tables["variables"]
        assert table.frame["variable"].tolist() == ["y"]
        assert [one.name for one in table.columns[1:]] == ["noise_variance", "recoverable_variance"]


@pytest.mark.parametrize("values", [[], [1.0], [1.0, np.nan]])
def test_too_few_values_for_a_variance(values: list[float]) -> None:
    data = of(x=np.array(values, dtype=float), y=np.array(values, dtype=float))
    with pytest.raises(DataError, match=r"records? ha(s|ve) values of x, and a variance needs 2"):
        AdditiveNoise(variables=["x"]).apply(data, seed=1)
    with pytest.raises(DataError, match=r"records? ha(s|ve) values of all chosen variables"):
        AdditiveNoise(variables=["x", "y"]).apply(data, seed=1)


def test_the_input_is_left_alone_and_the_seed_decides() -> None:
    data = correlated(100)
    before = data.fingerprint()
    for kind in KINDS:
        method = AdditiveNoise(variables=["x", "y"], kind=kind)
        prints = [method.apply(data, seed=seed).fingerprint() for seed in (1, 1, 2)]
        assert prints[0] == prints[1] != prints[2]
        assert method.apply(data, seed=1).column("z").equals(data.column("z"))
    assert Microdata(data.frame).fingerprint() == before


def test_a_seed_is_needed() -> None:
    with pytest.raises(ParameterError, match="give it a seed"):
        AdditiveNoise(variables=["x"]).apply(of(x=[1.0, 2.0]))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"variables": []}, "at least 1"),
        ({"variables": ["x", "x"]}, "named twice"),
        ({"variables": ["x"], "variance_share": 0.0}, "more than 0"),
        ({"variables": ["x"], "variance_share": math.nan}, "finite"),
        ({"variables": ["x"], "variance_share": "10"}, "a number"),
        ({"variables": ["x"], "kind": "white"}, "uncorrelated"),
    ],
)
def test_parameters_that_make_no_sense(parameters: dict, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        AdditiveNoise(**parameters)


def test_codes_and_huge_numbers_are_refused() -> None:
    data = Microdata(pd.DataFrame({"x": [1, 2, 3]}), [Variable(name="x", scale=Scale.ORDINAL)])
    with pytest.raises(DataError, match="x is ordinal"):
        AdditiveNoise(variables=["x"]).apply(data, seed=1)
    with pytest.raises(DataError, match="x holds numbers beyond 1e150"):
        AdditiveNoise(variables=["x"]).apply(of(x=[1e200, 1.0]), seed=1)


def test_summary_and_manual_page() -> None:
    summary = AdditiveNoise(variables=["x", "y"], variance_share=2.5).summary()
    assert summary == "Noise of 2.5\u202f% of the variance on x, y"
    assert doctest.testmod(noise) == (0, 6)
