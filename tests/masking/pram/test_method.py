import doctest
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.pram import method as pram
from sdcdesk.masking.pram.method import Pram
from sdcdesk.masking.pram.transition_matrix import TransitionMatrix

RECORDS = 60_000


def of(values, **description) -> Microdata:
    variable = Variable(name="v", **{"scale": Scale.NOMINAL, **description})
    return Microdata(pd.DataFrame({"v": values}), [variable])


def matrix(**transitions: dict[str, float]) -> Pram:
    return Pram(variable="v", how="matrix", transitions=transitions)


def drawn(method: Pram, data: Microdata, seed: int = 1) -> pd.Series:
    return method.apply(data, seed=seed).column("v")


def near(observed: int, probability: float, trials: int) -> bool:
    """Return whether a binomial count is within five standard deviations."""
    return (
        abs(observed - trials * probability) <= 5 * math.sqrt(trials * probability * (1 - probability)) + 1e-9
    )


# What the draws do


def test_records_follow_the_matrix() -> None:
    rows = {"a": {"a": 0.7, "b": 0.3}, "b": {"b": 1.0}, "c": {"a": 0.1, "b": 0.2, "c": 0.7}}
    old = np.array(list("abc") * (RECORDS // 3))
    new = drawn(matrix(**rows), of(old)).to_numpy()
    for before, row in rows.items():
        for after in "abc":
            count = int(((old == before) & (new == after)).sum())
            assert near(count, row.get(after, 0.0), RECORDS // 3)


@pytest.mark.parametrize("diagonal", [0.0, 80.0, 100.0])
def test_the_diagonal_is_a_percentage(diagonal: float) -> None:
    data = of(list("aabc") * (RECORDS // 4))
    result = Pram(variable="v", diagonal=diagonal).mask(data, seed=2)
    old, new = data.column("v"), result.data.column("v")
    assert near(int((old == new).sum()), diagonal / 100, RECORDS)
    assert result.figures["expected_change"].value == pytest.approx(1 - diagonal / 100)
    assert result.figures["realised_change"].value == (old != new).mean()
    assert near(int(((old == "c") & (new == "a")).sum()), (1 - diagonal / 100) / 2, RECORDS // 4)


def test_invariant_keeps_frequencies() -> None:
    data = of(["a"] * 50_000 + ["b"] * 9_000 + ["c"] * 1_000)
    plain, kept = (
        drawn(Pram(variable="v", diagonal=50.0, invariant=invariant), data).value_counts()
        for invariant in (False, True)
    )
    assert plain["c"] > 10_000
    assert abs(kept["c"] - 1_000) < 200
    assert abs(kept["a"] - 50_000) < 1_000


def test_declared_categories_that_do_not_occur_can_be_drawn() -> None:
    data = of(["a", "b"] * 500, categories=("a", "b", "never"))
    assert (drawn(Pram(variable="v", diagonal=10.0), data) == "never").any()
    assert (drawn(Pram(variable="v", diagonal=10.0, invariant=True), data) != "never").all()


def test_impossible_categories_are_never_drawn() -> None:
    third = 1 / 3
    chosen = TransitionMatrix(tuple("abcde"), np.array([[0, third, third, third, 0.0]] * 5))

    extremes = np.resize([0.0, np.nextafter(1.0, 0.0), third], 300)
    codes = chosen.drawn(np.zeros(300, dtype=np.int32), extremes)
    assert set(codes.tolist()) == {1, 2, 3}


# The matrix

WEIGHTS = st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any)


@given(st.lists(WEIGHTS, min_size=4, max_size=4), st.lists(st.integers(0, 1000), min_size=4, max_size=4))
def test_invariant_matrix(weights: list[list[int]], frequencies: list[int]) -> None:
    p = np.array(weights, dtype=float)
    t = np.array(frequencies, dtype=float)
    r = TransitionMatrix(tuple("abcd"), p / p.sum(axis=1, keepdims=True)).invariant(t).probabilities
    np.testing.assert_allclose(t @ r, t, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(r.sum(axis=1), 1, rtol=1e-12)
    assert (r >= 0).all()


def test_values_stay_in_their_group() -> None:
    data = of(list("abcde") * (RECORDS // 5))
    method = Pram(variable="v", how="groups", diagonal=40.0, groups={"a": "x", "b": "x", "c": "x", "d": "y"})
    expected = [[0.4, 0.3, 0.3, 0, 0], [0.3, 0.4, 0.3, 0, 0], [0.3, 0.3, 0.4, 0, 0], [0, 0, 0, 1, 0]]
    np.testing.assert_allclose(method.transition_matrix(data).probabilities, [*expected, [0, 0, 0, 0, 1]])
    masked = method.apply(data, seed=1)
    transitions = method.mask(data, seed=1).findings.tables["transitions"].frame
    assert transitions.groupby("old")["realised"].sum().tolist() == [RECORDS // 5] * 5
    for row in transitions.itertuples():
        assert near(row.realised, row.expected / (RECORDS // 5), RECORDS // 5)
    assert (masked.column("v")[data.column("v").isin(["d", "e"])].isin(["d", "e"])).all()


def strata(values: str, within: str) -> Microdata:
    return Microdata(pd.DataFrame({"v": list(values), "w": list(within)}))


def test_categories_that_a_stratum_does_not_have_are_never_drawn_there() -> None:
    data = strata("abacc" * 400, "11122" * 400)
    frame = Pram(variable="v", diagonal=0.0, within=["w"]).apply(data, seed=1).frame
    assert frame["v"].tolist() == list("babcc" * 400)
    grouped = Pram(variable="v", how="groups", diagonal=0.0, groups={"b": "x", "c": "x"}, within=["w"])
    assert grouped.apply(data, seed=1).frame["v"].tolist() == list("abacc" * 400)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("123")), min_size=1, max_size=30),
    st.lists(WEIGHTS, min_size=4, max_size=4),
    st.booleans(),
)
def test_frequencies_are_kept_in_every_stratum(
    records: list[tuple[str, str]], weights: list[list[int]], written: bool
) -> None:
    data = strata(*("".join(column) for column in zip(*records, strict=True)))
    p = np.array(weights, dtype=float) / np.sum(weights, axis=1, keepdims=True)
    rows = {old: dict(zip("abcd", row, strict=True)) for old, row in zip("abcd", p.tolist(), strict=True)}
    how = {"how": "matrix", "transitions": rows} if written else {"diagonal": 30.0}
    method = Pram(variable="v", invariant=True, within=["w"], **how)
    seen = 0
    for places, matrix in method.transition_matrices(data):
        t = data.column("v")[places].value_counts().reindex(list(matrix.categories)).fillna(0).to_numpy()
        np.testing.assert_allclose(t @ matrix.probabilities, t, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(matrix.probabilities.sum(axis=1), 1, rtol=1e-12)
        assert data.column("w")[places].nunique() == 1
        seen += len(places)
    assert seen == len(data)
    transitions = method.mask(data, seed=1).findings.tables["transitions"].frame
    assert transitions["expected"].sum() == pytest.approx(len(data))
    assert transitions["realised"].sum() == len(data)


def test_the_condition_says_how_well_frequencies_can_be_estimated() -> None:
    data = of(list("ab") * 50)
    conditions = [
        Pram(variable="v", diagonal=diagonal).mask(data, seed=1).figures["condition"]
        for diagonal in (100.0, 75.0, 50.0)
    ]
    assert [one.value for one in conditions] == [pytest.approx(1), pytest.approx(2), None]
    assert "condition" not in Pram(variable="v").mask(of(np.arange(301)), seed=1).figures


def test_too_many_strata_are_refused() -> None:
    data = Microdata(pd.DataFrame({"v": ["a", "b"] * 5001, "w": np.arange(10_002)}))
    with pytest.raises(DataError, match="there are 10,002 strata"):
        Pram(variable="v", within=["w"]).apply(data, seed=1)


def test_estimate_is_unbiased() -> None:
    rows = {"a": {"a": 0.6, "b": 0.4}, "b": {"a": 0.25, "b": 0.75}}
    data = of(["a"] * 300 + ["b"] * 700)
    method = matrix(**rows)
    found = method.transition_matrix(data)
    expected = np.array([300, 700]) @ found.probabilities
    assert found.estimate(expected) == pytest.approx([300, 700])
    estimates = []
    for seed in range(300):
        counts = drawn(method, data, seed).value_counts()
        estimates.append(found.estimate([counts["a"], counts["b"]]))
    assert np.mean(estimates, axis=0) == pytest.approx([300, 700], abs=12)


def test_no_estimate_without_an_inverse() -> None:
    assert TransitionMatrix.keeping("ab", 0.5).estimate([1, 2]) is None
    assert TransitionMatrix.written("a", {"a": {"a": 0.5, "new": 0.5}}).estimate([1, 2]) is None
    assert TransitionMatrix.keeping("", 0.5).estimate([]) is None


# New categories, and the type of the column


def test_new_text() -> None:
    column = drawn(matrix(a={"a": 0.5, "hidden": 0.5}, b={"b": 1.0}), of(["a", "b", None] * 50))
    assert column.dtype == "str"
    assert set(column.dropna()) == {"a", "b", "hidden"}
    assert column.isna().tolist() == [False, False, True] * 50


@pytest.mark.parametrize("dtype", ["int64", "Int64", "int8", "float64"])
def test_numbers_as_codes_keep_their_type(dtype: str) -> None:
    data = of(pd.Series([1, 2, 1, 2] * 20, dtype=dtype))
    rows = {"1": {"2": 0.5, "3": 0.5}, "2": {"1": 1.0}}
    column = drawn(matrix(**rows), data)
    assert column.dtype == dtype
    assert set(column) == {1, 2, 3}
    assert (column[1::2] == 1).all()


def test_a_type_too_narrow_grows() -> None:
    data = of(pd.Series([1, 2] * 20, dtype="int8"))
    column = drawn(matrix(**{"1": {"1": 0.5, "999": 0.5}, "2": {"2": 1.0}}), data)
    assert column.dtype == "int64"
    assert set(column) == {1, 2, 999}


def test_numbers_become_text_beside_a_category_that_is_none() -> None:
    data = of(
        pd.array([1, 2, -9, None] * 30, dtype="Int64"), categories=(1, 2), missing=(-9,), label="Answer"
    )
    masked = matrix(**{"1": {"1": 0.5, "other": 0.5}, "2": {"2": 1.0}}).apply(data, seed=1)
    column = masked.column("v")
    assert set(column.dropna()) == {"1", "2", "other"}
    assert column.isna().tolist() == [False, False, True, True] * 30
    described = masked.variable("v")
    assert (described.categories, described.missing, described.label) == (("1", "2", "other"), (), "Answer")


def test_declared_categories_grow() -> None:
    data = of([1, 2] * 20, categories=(2, 1))
    masked = matrix(**{"1": {"7": 1.0}, "2": {"2": 1.0}}).apply(data, seed=1)
    assert masked.variable("v").categories == (2, 1, 7)
    assert masked.coding("v").codes.tolist() == [2, 0] * 20


def test_a_code_for_missing_suppresses() -> None:
    data = of([1, 2, -9] * 20, categories=(1, 2), missing=(-9,))
    masked = matrix(**{"1": {"-9": 1.0}, "2": {"2": 1.0}}).apply(data, seed=1)
    assert masked.column("v").tolist() == [-9, 2, -9] * 20
    assert masked.variable("v").categories == (1, 2)
    assert masked.missing("v").tolist() == [True, False, True] * 20


def test_categorical_columns() -> None:
    column = pd.Series(pd.Categorical(["a", "b", None] * 20, categories=["b", "a", "c"]))
    data = Microdata(pd.DataFrame({"v": column}))
    kept = drawn(Pram(variable="v", diagonal=0.0), data)
    assert kept.dtype == column.dtype
    assert (kept.dropna() != column.dropna()).all()
    rows = {"a": {"x": 1.0}, "b": {"b": 1.0}, "c": {"c": 1.0}}
    assert drawn(matrix(**rows), data).dropna().tolist() == ["x", "b"] * 20


def test_truth_values() -> None:
    data = of([True, False] * 20)
    assert (drawn(Pram(variable="v", diagonal=0.0), data) == [False, True] * 20).all()
    rows = {"True": {"refused": 1.0}, "False": {"False": 1.0}}
    assert drawn(matrix(**rows), data).tolist() == ["refused", "False"] * 20


# Rows and columns that do not fit


def test_every_category_needs_a_row() -> None:
    with pytest.raises(DataError, match="no row for 1 of the 2 categories of v;"):
        drawn(matrix(a={"a": 1.0}), of(["a", "b"]))
    with pytest.raises(DataError, match="no row for 1 of the"):
        drawn(matrix(a={"a": 1.0}), of(["a"], categories=("a", "never")))


def test_rows_of_unknown_categories() -> None:
    rows = {"a": {"a": 1.0}, "z": {"a": 1.0}}
    with pytest.raises(DataError, match="a row for z, which is no category of v"):
        drawn(matrix(**rows), of(["a"], categories=("a",)))
    # Without a declaration z may be a category that this year's file happens not to hold.
    assert drawn(matrix(**rows), of(["a"])).tolist() == ["a"]


def test_ordinal_variables_take_no_new_categories() -> None:
    data = of(["low", "high"], scale=Scale.ORDINAL, categories=("low", "mid", "high"))
    rows = {"low": {"mid": 1.0}, "mid": {"mid": 1.0}, "high": {"high": 1.0}}
    assert drawn(matrix(**rows), data).tolist() == ["mid", "high"]
    with pytest.raises(DataError, match="v is ordinal, and top has no place"):
        drawn(matrix(**{**rows, "low": {"top": 1.0}}), data)


def test_frequencies_cannot_be_kept_with_new_categories() -> None:
    method = Pram(variable="v", how="matrix", transitions={"a": {"new": 1.0}}, invariant=True)
    with pytest.raises(DataError, match="new is a new category"):
        drawn(method, of(["a"]))


def test_too_many_categories() -> None:
    with pytest.raises(DataError, match="2,001 categories"):
        drawn(Pram(variable="v"), of(np.arange(2001)))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"how": "matrix"}, "has no rows"),
        ({"transitions": {"a": {"a": 1.0}}}, "no effect"),
        ({"how": "matrix", "transitions": {"a": {"a": 1.0}}, "diagonal": 50.0}, "no effect"),
        (
            {"how": "matrix", "transitions": {"a": {"a": 0.5, "b": 0.4999}}},
            "row 1 sums to 0.9999, not 1",
        ),
        ({"how": "matrix", "transitions": {"a": {}}}, "sums to 0"),
        ({"how": "matrix", "transitions": {"a": {"a": 1.5, "b": -0.5}}}, "at most 1"),
        ({"how": "matrix", "transitions": {"a": {"a": math.nan}}}, "finite"),
        ({"diagonal": 101.0}, "at most 100"),
        ({"how": "groups", "groups": {"a": "x", "b": "y"}}, "no group has two"),
        ({"how": "matrix", "transitions": {"a": {"a": 1.0}}, "within": ["w"]}, "same everywhere"),
        ({"within": ["v"]}, "names the variable itself"),
    ],
)
def test_parameters_that_make_no_sense(parameters: dict, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        Pram(variable="v", **parameters)


def test_row_sums_are_exact_to_a_billionth() -> None:
    assert matrix(a={"a": 1 / 3, "b": 1 / 3, "c": 0.333333333}, b={"b": 1.0}, c={"c": 1.0}).transitions


def test_continuous_variables_are_refused() -> None:
    with pytest.raises(DataError, match="v is continuous"):
        drawn(Pram(variable="v"), of([1.5, 2.5], scale=Scale.CONTINUOUS))


# Edges


@pytest.mark.parametrize("values", [[], [None, None]])
def test_nothing_to_change(values: list) -> None:
    data = of(pd.Series(values, dtype="str"))
    for invariant in (False, True):
        result = Pram(variable="v", invariant=invariant).mask(data, seed=1)
        assert result.data.column("v").equals(data.column("v"))
        assert result.figures == {}


def test_a_single_category_stays() -> None:
    result = Pram(variable="v", diagonal=0.0).mask(of(["a"]), seed=1)
    assert result.data.column("v").tolist() == ["a"]
    assert result.notes == ("v has one category only and stays as it is.",)


def test_the_input_is_left_alone_and_the_seed_decides() -> None:
    data = of(list("abcd") * 100)
    before = data.fingerprint()
    prints = [Pram(variable="v").apply(data, seed=s).fingerprint() for s in (1, 1, 2)]
    assert prints[0] == prints[1] != prints[2]
    assert Microdata(data.frame).fingerprint() == before


def test_a_missing_value_leaves_the_draws_of_others_alone() -> None:
    values = pd.Series(list("abcd") * 50)
    gap = values.mask(values.index == 7)
    full, rest = (drawn(Pram(variable="v"), of(column)) for column in (values, gap))
    assert rest[7] is np.nan
    assert full.drop(index=7).equals(rest.drop(index=7))


def test_summary_and_manual_page() -> None:
    assert Pram(variable="sex", invariant=True).summary() == (
        "PRAM on sex, 80\u202f% of values stay, frequencies kept"
    )
    assert matrix(a={"a": 1.0}).summary() == "PRAM on v, with a given matrix"
    assert doctest.testmod(pram) == (0, 7)
