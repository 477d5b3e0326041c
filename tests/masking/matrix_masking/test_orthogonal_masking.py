import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import OrthogonalMasking
from sdcdesk.masking.matrix_masking.orthonormal import orthonormal
from tests.masking.by_variable import number_of

REACHES = [{"variance_share": 10.0}, {"variance_share": 300.0}, {"reach": "anywhere"}]


def of(**columns) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def skewed(n: int) -> Microdata:
    rng = np.random.default_rng(8)
    x = rng.gamma(2.0, 500.0, n)
    return of(x=x, y=3 * x + rng.normal(0, 900, n), z=rng.normal(40, 10, n))


def masked(data: Microdata, seed: int = 1, **parameters) -> Microdata:
    return OrthogonalMasking(**({"variables": list(data.names)} | parameters)).apply(data, seed)


def rotation(old: np.ndarray, noise: np.ndarray, reach: str, share: float) -> np.ndarray:
    """Return the n × n matrix itself, from the definition: it takes U to V and the rest to the rest."""
    n = len(old)
    ones = np.full((n, 1), 1 / math.sqrt(n))
    u = gram_schmidt((old - old.mean(axis=0)).T)
    g = (noise - noise.mean(axis=0)) / math.sqrt(n - 1)
    v = gram_schmidt(((u if reach == "near" else 0 * u) + (share if reach == "near" else 1) * g).T)
    before, after = (complete(np.hstack([ones, frame])) for frame in (u, v))
    return after @ before.T


def gram_schmidt(columns: np.ndarray) -> np.ndarray:
    found: list[np.ndarray] = []
    for column in columns:
        for direction in found:
            column = column - (column @ direction) * direction
        found.append(column / np.linalg.norm(column))
    return np.array(found).T


def complete(frame: np.ndarray) -> np.ndarray:
    """Return a square orthogonal matrix that begins with these columns."""
    rest = np.linalg.svd(frame, full_matrices=True)[0][:, frame.shape[1] :]
    return np.hstack([frame, rest])


@pytest.mark.parametrize("parameters", REACHES)
def test_the_release_is_the_file_times_a_random_orthogonal_matrix(parameters: dict) -> None:
    data = skewed(30)
    noise = np.column_stack([Draws(1).normal(data.rows, place) for place in range(3)])
    share = math.sqrt(parameters.get("variance_share", 0.0) / 100)
    matrix = rotation(data.frame.to_numpy(), noise, parameters.get("reach", "near"), share)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(30), atol=1e-12)
    np.testing.assert_allclose(matrix.sum(axis=1), 1, atol=1e-12)
    np.testing.assert_allclose(masked(data, **parameters).frame, matrix @ data.frame.to_numpy(), rtol=1e-9)


@given(st.integers(2, 12), st.integers(1, 5), st.integers(0, 2**32), st.sampled_from(REACHES))
def test_means_and_covariances_stay(n: int, p: int, seed: int, parameters: dict) -> None:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(-9, 9, (n, p)).astype(float), columns=list("abcde")[:p])
    found = masked(Microdata(frame), seed, **parameters).frame
    np.testing.assert_allclose(found.mean(), frame.mean(), atol=1e-9)
    np.testing.assert_allclose(found.cov(), frame.cov(), atol=1e-8)


@pytest.mark.parametrize("scale", [1e-300, 1e-5, 1e145])
def test_the_size_of_numbers_does_not_matter(scale: float) -> None:
    data = skewed(50)
    expected = masked(data).frame
    np.testing.assert_allclose(masked(Microdata(data.frame * scale)).frame / scale, expected)


def test_masked_values_are_as_near_as_stated() -> None:
    data = skewed(50_000)
    for c in (0.1, 1.0):
        result = OrthogonalMasking(variables=["x", "y"], variance_share=100 * c).mask(data, seed=1)
        for name in ("x", "y"):
            found = np.corrcoef(data.numbers(name), result.data.numbers(name))[0, 1]
            assert found == pytest.approx(1 / math.sqrt(1 + c), abs=0.01)
            assert number_of(result, "correlation_with_original", name) == pytest.approx(found)
        assert result.figures["records_left_as_they_were"].value == 0
    anywhere = masked(data, reach="anywhere")
    assert abs(np.corrcoef(data.numbers("x"), anywhere.numbers("x"))[0, 1]) < 0.02
    assert np.corrcoef(anywhere.frame.T) == pytest.approx(np.corrcoef(data.frame.T))


def test_totals_of_parts_stay_totals() -> None:
    data = skewed(200)
    data = of(x=data.numbers("x"), total=data.numbers("x") + data.numbers("y"), y=data.numbers("y"))
    found = masked(data, variance_share=100.0).frame
    np.testing.assert_allclose(found["x"] + found["y"], found["total"])


def test_every_stratum_keeps_its_means_and_covariances() -> None:
    data = skewed(90)
    data = Microdata(data.frame.assign(area=np.array(["a", "b", None] * 30, dtype=object)))
    found = masked(data, variables=["x", "y", "z"], reach="anywhere", within=["area"]).frame
    for area, before in data.frame.groupby("area", dropna=False):
        after = found[found["area"].isna() if pd.isna(area) else found["area"] == area]
        np.testing.assert_allclose(after[["x", "y", "z"]].mean(), before[["x", "y", "z"]].mean())
        np.testing.assert_allclose(after[["x", "y", "z"]].cov(), before[["x", "y", "z"]].cov())


def test_missing_values_stay_and_so_do_means_and_covariances_of_what_is_there() -> None:
    frame = skewed(120).frame.copy()
    frame.loc[::3, "x"] = np.nan
    frame.loc[::5, "y"] = -9
    data = Microdata(frame, [Variable(name="y", scale=Scale.CONTINUOUS, missing=(-9,))])
    found = masked(data)
    before, after = (pd.DataFrame({v: file.numbers(v) for v in "xyz"}) for file in (data, found))
    assert (before.isna() == after.isna()).all(axis=None)
    assert (found.column("y")[::5] == -9).all()
    np.testing.assert_allclose(after.mean(), before.mean())
    np.testing.assert_allclose(after.cov(), before.cov())
    assert ((after - before).abs() > 1e-6)[before.notna()].sum().sum() == before.notna().sum().sum()


def test_records_that_cannot_move_are_counted() -> None:
    data = of(x=[1.0, 2.0, 5.0, 7.0, np.nan], y=[1.0, 2.0, 9.0, np.nan, np.nan])
    result = OrthogonalMasking(variables=["x", "y"]).mask(data, seed=1)
    assert result.figures["records_left_as_they_were"].value == 1
    assert result.notes[0].startswith("1 record stayed")
    assert result.data.numbers("x")[3] == 7
    constant = OrthogonalMasking(variables=["x"]).mask(of(x=[0.1] * 5), seed=1)
    assert constant.data.numbers("x").tolist() == [0.1] * 5
    assert constant.figures["records_left_as_they_were"].value == 5
    assert set(constant.figures) == {"records_left_as_they_were"}


def test_two_records_keep_or_exchange_their_values() -> None:
    data = of(x=[1.0, 5.0])
    found = {tuple(masked(data, seed, reach="anywhere").numbers("x").round(9)) for seed in range(20)}
    assert found == {(1.0, 5.0), (5.0, 1.0)}


@pytest.mark.parametrize("dtype", ["int64", "Int64", "int8"])
def test_whole_numbers_keep_their_type(dtype: str) -> None:
    data = of(x=pd.Series(range(40), dtype=dtype))
    assert masked(data).column("x").dtype == "float64"
    assert masked(data, whole_numbers=True).column("x").dtype == dtype


def test_orthonormal_columns_mix_back() -> None:
    rng = np.random.default_rng(1)
    columns = list(rng.normal(size=(3, 20)))
    columns.insert(1, 2 * columns[0])
    columns.append(columns[0] + 1e-4 * rng.normal(size=20))
    basis, weights = orthonormal(columns)
    assert len(basis) == 4
    np.testing.assert_allclose(np.array(basis) @ np.array(basis).T, np.eye(4), atol=1e-14)
    np.testing.assert_allclose(weights @ np.array(basis), columns, atol=1e-12)
    assert orthonormal([np.zeros(3)])[0] == []


def test_wrong_variables_and_parameters() -> None:
    with pytest.raises(DataError, match="beyond 1e150"):
        masked(of(x=[1e200, 1.0]))
    with pytest.raises(ParameterError, match="that is rotated"):
        OrthogonalMasking(variables=["x"], within=["x"])
    with pytest.raises(ParameterError, match="no effect"):
        OrthogonalMasking(variables=["x"], reach="anywhere", variance_share=20.0)


def test_summaries() -> None:
    found = [OrthogonalMasking(variables=["x", "y"], **parameters).summary() for parameters in REACHES[::2]]
    assert found == ["Rotated by 10\u202f% of the variance: x, y", "Rotated anywhere: x, y"]
