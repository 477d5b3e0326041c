import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.kernels.ranks import middle_ranks, rank_correlations, unit_ranks
from sdcdesk.masking import Shuffling
from tests.masking.by_variable import number_of


def of(**columns) -> Microdata:
    return Microdata(pd.DataFrame(columns))


def related(n: int, seed: int = 8) -> Microdata:
    rng = np.random.default_rng(seed)
    age = rng.integers(18, 90, n).astype(float)
    income = np.exp(7 + 0.02 * age + rng.normal(0, 0.6, n)).round(2)
    return of(
        age=age, income=income, wealth=(income * rng.gamma(2, 3, n)).round(2), height=rng.normal(170, 9, n)
    )


def shuffled(data: Microdata, seed: int = 1, **parameters) -> Microdata:
    given = {"variables": ["income", "wealth"], "predictors": ["age", "height"]} | parameters
    return Shuffling(**given).apply(data, seed)


def by_definition(
    frame: pd.DataFrame, variables: list[str], predictors: list[str], seed: int
) -> pd.DataFrame:
    """Return the masked variables, from the definition: dense matrices, one record after the other."""
    names, n = predictors + variables, len(frame)
    scores = stats.norm.ppf((frame[names].rank() - 0.5) / n)
    matrix = 2 * np.sin(np.pi / 6 * frame[names].corr(method="spearman").to_numpy())
    s = len(predictors)
    ss, xs, xx = matrix[:s, :s], matrix[s:, :s], matrix[s:, s:]
    slope = xs @ np.linalg.inv(ss)
    root = np.linalg.cholesky(xx - slope @ xs.T)
    noise = np.array([Draws(seed).normal(np.arange(n), place) for place in range(len(variables))])
    new = pd.DataFrame(index=frame.index)
    drawn = [slope @ scores[i, :s] + root @ noise[:, i] for i in range(n)]
    for place, name in enumerate(variables):
        ranks = stats.rankdata([score[place] for score in drawn]).astype(int)
        new[name] = [sorted(frame[name])[rank - 1] for rank in ranks]
    return new


def test_shuffling_is_what_the_definition_says() -> None:
    data = related(60)
    expected = by_definition(data.frame, ["income", "wealth"], ["age", "height"], seed=5)
    pd.testing.assert_frame_equal(shuffled(data, 5).frame[["income", "wealth"]], expected)


def test_rank_correlations_stay_and_those_with_the_original_follow_the_predictors() -> None:
    data = related(40_000)
    result = Shuffling(variables=["income", "wealth"], predictors=["age", "height"]).mask(data, seed=1)
    before, after = (file.frame.corr(method="spearman") for file in (data, result.data))
    np.testing.assert_allclose(after, before, atol=0.015)
    largest = (after - before).abs().to_numpy().max()
    assert result.figures["largest_change_of_correlation"].value == pytest.approx(largest)
    own = stats.spearmanr(data.numbers("income"), result.data.numbers("income")).statistic
    assert number_of(result, "rank_correlation_with_original", "income") == pytest.approx(own)
    assert own == pytest.approx(before.loc["age", "income"] ** 2, abs=0.03)


def test_without_predictors_nothing_tells_of_the_original() -> None:
    data = related(40_000)
    masked = shuffled(data, predictors=[])
    assert abs(stats.spearmanr(data.numbers("income"), masked.numbers("income")).statistic) < 0.02
    found = masked.frame[["income", "wealth"]].corr(method="spearman").iloc[0, 1]
    assert found == pytest.approx(
        data.frame[["income", "wealth"]].corr(method="spearman").iloc[0, 1], abs=0.02
    )


@given(st.integers(3, 15), st.integers(0, 2**32), st.booleans())
def test_every_stratum_keeps_its_values_and_missing_ones_stay(n: int, seed: int, missing: bool) -> None:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(0, 4, (n, 4)).astype(float), columns=["x", "y", "s", "area"])
    if missing:
        frame = frame.mask(rng.random((n, 4)) < 0.15)
    data = Microdata(frame)
    try:
        found = Shuffling(variables=["x", "y"], predictors=["s"], within=["area"]).apply(data, seed).frame
    except DataError as error:
        assert "correlations need 3" in error.message
        return
    for _, before in frame.groupby("area", dropna=False):
        after = found.loc[before.index]
        for name in ("x", "y"):
            assert sorted(after[name].dropna()) == sorted(before[name].dropna())
            assert (after[name].isna() == before[name].isna()).all()
    assert found[["s", "area"]].equals(frame[["s", "area"]])


def test_a_record_without_a_predictor_is_drawn_given_the_others() -> None:
    data = related(30_000)
    frame = data.frame.copy()
    frame.loc[::2, "age"] = np.nan
    masked = shuffled(Microdata(frame)).frame
    assert masked["income"].notna().all()
    whole = masked[1::2][["age", "income"]].corr(method="spearman").iloc[0, 1]
    assert whole == pytest.approx(data.frame[["age", "income"]].corr(method="spearman").iloc[0, 1], abs=0.02)
    lost = stats.spearmanr(data.numbers("age")[::2], masked["income"][::2]).statistic
    assert abs(lost) < 0.03


def test_values_keep_type_digits_and_codes_of_missing_ones() -> None:
    large = 2**53 + np.arange(40)
    data = Microdata(
        pd.DataFrame({"x": pd.array([-9, None, *large[2:]], dtype="Int64"), "s": np.arange(40.0)}),
        [Variable(name="x", scale=Scale.CONTINUOUS, missing=(-9,))],
    )
    masked = Shuffling(variables=["x"], predictors=["s"]).apply(data, seed=1).column("x")
    assert masked.dtype == "Int64"
    assert masked[0] == -9
    assert masked[1] is pd.NA
    assert sorted(masked[2:]) == large[2:].tolist()


def test_ordinal_text_follows_its_declared_order() -> None:
    order = ("low", "middle", "high")
    levels = np.repeat([0, 1, 2], 20)
    data = Microdata(
        pd.DataFrame({"level": [order[code] for code in levels], "s": levels * 10.0}),
        [Variable(name="level", scale=Scale.ORDINAL, categories=order)],
    )
    result = Shuffling(variables=["level"], predictors=["s"]).mask(data, seed=1)
    assert result.data.frame["level"].tolist() == data.frame["level"].tolist(), "the predictor determines it"
    assert result.figures["values_as_before"].value == 60
    assert number_of(result, "rank_correlation_with_original", "level") == pytest.approx(1)


def test_correlations_that_contradict_one_another_are_told() -> None:
    turning = np.tile([1.0, 2.0, 3.0], 200)
    data = of(x=turning, y=np.roll(turning, 1), z=np.roll(turning, 2))
    result = Shuffling(variables=["z"], predictors=["x", "y"]).mask(data, seed=1)
    assert result.notes == ("Normal correlations contradict one another: rank correlations are used.",)
    assert result.figures["largest_change_of_correlation"].value < 0.1


@given(st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=2, max_size=12))
def test_ranks_and_their_correlations(rows: list[list[int]]) -> None:
    columns = np.array(rows).T
    for column in columns:
        np.testing.assert_array_equal(middle_ranks(column), stats.rankdata(column))
    found = rank_correlations([unit_ranks(column) for column in columns])
    for i in range(4):
        for j in range(i):
            constant = len(set(columns[i])) == 1 or len(set(columns[j])) == 1
            expected = 0 if constant else stats.spearmanr(columns[i], columns[j]).statistic
            assert found[i, j] == pytest.approx(expected, abs=1e-12)
    assert np.isnan(middle_ranks(np.array([-1, 0]))[0])


def test_constants_one_record_and_too_few() -> None:
    constant = Shuffling(variables=["x"]).mask(of(x=[5.0] * 4), seed=1)
    assert constant.data.numbers("x").tolist() == [5.0] * 4
    assert constant.figures["values_as_before"].value == 4
    assert set(constant.figures) == {"values_as_before"}
    assert Shuffling(variables=["x"]).apply(of(x=[5.0]), seed=1).numbers("x").tolist() == [5.0]
    with pytest.raises(
        DataError, match="2 records have values of all chosen variables, and correlations need 3"
    ):
        Shuffling(variables=["x"], predictors=["s"]).apply(of(x=[1.0, 2, 3], s=[1.0, 2, math.nan]), seed=1)


def test_wrong_variables_and_parameters() -> None:
    data = Microdata(pd.DataFrame({"x": [1, 2, 3]}), [Variable(name="x", scale=Scale.NOMINAL)])
    with pytest.raises(DataError, match="x is nominal"):
        Shuffling(variables=["x"]).apply(data, seed=1)
    for field in ("predictors", "within"):
        with pytest.raises(ParameterError, match="that is shuffled"):
            Shuffling(variables=["x"], **{field: ["x"]})


def test_summaries() -> None:
    assert Shuffling(variables=["x", "y"]).summary() == "x, y shuffled"
    assert Shuffling(variables=["x"], predictors=["s"]).summary() == "x shuffled given s"
