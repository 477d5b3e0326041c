"""EBIL and PRIL: what is missing to know the original category, on average and record by record."""

from collections import Counter
from math import log2
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError
from sdcdesk.kernels.posteriors import posterior
from sdcdesk.loss import Ctbil, Ebil, Pril
from sdcdesk.masking import LocalSuppression, Pram, Recoding, SimpleRandomSampling

VALUES = st.sampled_from(["a", "b", "c", None])

CITY, ALBANY, STATE = 7_322_564, 101_082, 17_990_455
"""People of New York City, Albany and New York State in 2000."""


def one(values: list[Any], name: str = "x") -> Microdata:
    return Microdata(pd.DataFrame({name: pd.Series(values, dtype="str")}))


def both(original: Microdata, masked: Microdata, **parameters: Any) -> tuple[Assessment, Assessment]:
    found = [kind(**parameters).assess(original, masked, same_order=True) for kind in (Ebil, Pril)]
    return found[0], found[1]


def slow_losses(
    before: list[Any], after: list[Any], matrix: dict[Any, dict[Any, float]], records: list[Any]
) -> tuple[float, float]:
    """Go record by record: `records` are the original ones, `before` and `after` those released."""
    frequencies = Counter(records)

    def probability(i: Any, j: Any) -> float:
        return frequencies[i] * matrix.get(i, {}).get(j, 0.0)

    ebil = pril = 0.0
    for i, j in zip(before, after, strict=True):
        whole = sum(probability(other, j) for other in frequencies)
        shares = [probability(other, j) / whole for other in frequencies]
        ebil -= sum(share * log2(share) for share in shares if share > 0)
        pril -= log2(probability(i, j) / whole)
    return ebil, pril


def test_example_7_of_the_paper_in_thousands_of_people() -> None:
    city, albany, state = CITY // 1000, ALBANY // 1000, STATE // 1000
    towns = np.repeat(["New York City", "Albany", "elsewhere"], [city, albany, state - city - albany])
    original = one(towns.tolist(), "home")
    masked = original.recode("home", lambda values: values.map(lambda _: "NY"))
    pairs = Pril().assess(original, masked).table("pairs").set_index("before")
    assert round(pairs.loc["New York City", "probability"], 3) == 0.407
    assert round(pairs.loc["Albany", "probability"], 4) == 0.0056
    assert pairs.loc["Albany", "loss"] > pairs.loc["New York City", "loss"]
    assert pairs["loss"].tolist() == pytest.approx([-log2(one) for one in pairs["probability"]])


def test_example_7_of_the_paper_with_all_people() -> None:
    people = np.array([CITY, ALBANY, STATE - CITY - ALBANY])
    found = posterior(np.arange(3), np.zeros(3, np.int64), np.ones(3), people, 1)
    assert found.of_pairs(np.array([0, 1]), np.zeros(2, np.int64)).tolist() == [CITY / STATE, ALBANY / STATE]


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=15))
def test_losses_by_the_files_are_those_of_going_record_by_record(pairs: list[tuple[Any, Any]]) -> None:
    before, after = map(list, zip(*pairs, strict=True))
    ebil, pril = both(one(before), one(after))
    counts = Counter(pairs)
    matrix = {i: {j: counts[i, j] / before.count(i) for j in set(after)} for i in set(before)}
    expected = slow_losses(before, after, matrix, before)
    assert (ebil.value("ebil"), pril.value("pril")) == pytest.approx(expected, abs=1e-9)
    assert ebil.value("ebil_mean") == pytest.approx(expected[0] / len(pairs), abs=1e-9)


@given(st.integers(1, 99), st.integers(0, 10**6), st.booleans())
def test_losses_of_pram_take_its_matrix(percent: int, seed: int, sampled: bool) -> None:
    rng = np.random.default_rng(seed)
    original = one(rng.choice(["a", "b", "c"], 40, p=[0.6, 0.3, 0.1]).tolist())
    pram = Pram(variable="x", diagonal=float(percent))
    masked = SimpleRandomSampling(percentage=50.0).apply(original, seed=seed) if sampled else original
    drawn_from = masked
    masked = pram.apply(masked, seed=seed + 1)
    matrix = pram.transition_matrix(drawn_from)
    rows = {
        i: dict(zip(matrix.categories, probabilities, strict=True))
        for i, probabilities in zip(matrix.rows, matrix.probabilities, strict=True)
    }
    records = original.column("x").tolist()
    before, after = [records[row] for row in masked.rows], masked.column("x").tolist()
    ebil, pril = both(original, masked)
    expected = slow_losses(before, after, rows, records)
    assert (ebil.value("ebil"), pril.value("pril")) == pytest.approx(expected, rel=1e-9)
    assert ebil.table("variables")["source"].tolist() == ["Matrix of the recipe (PRAM)"]


def test_several_steps_are_taken_together() -> None:
    original = one(["a", "b", "c", "c", "d", "d"] * 5)
    masked = original.recode("x", lambda values: values.replace({"a": "ab", "b": "ab"}))
    masked = Pram(variable="x", diagonal=60.0).apply(masked, seed=1)
    masked = masked.recode("x", lambda values: values.replace({"c": "cd", "d": "cd"}))
    low, high = {"ab": 0.6, "cd": 0.2 + 0.2}, {"ab": 0.2, "cd": 0.6 + 0.2}
    matrix = {"a": low, "b": low, "c": high, "d": high}
    records = original.column("x").tolist()
    expected = slow_losses(records, masked.column("x").tolist(), matrix, records)
    ebil, pril = both(original, masked)
    assert (ebil.value("ebil"), pril.value("pril")) == pytest.approx(expected)


def test_new_categories_of_a_matrix_and_codes_for_missing() -> None:
    variable = Variable(name="x", missing=(9,))
    original = Microdata(pd.DataFrame({"x": [1, 2, 2, 1, 2, 9] * 4}), [variable])
    rows = {"1": {"1": 0.5, "9": 0.5}, "2": {"2": 0.25, "3": 0.75}}
    masked = Pram(variable="x", how="matrix", transitions=rows).apply(original, seed=3)
    records = [None if value == 9 else value for value in original.column("x")]
    after = [None if value == 9 else value for value in masked.column("x")]
    matrix = {1: {1: 0.5, None: 0.5}, 2: {2: 0.25, 3: 0.75}, None: {None: 1.0}}
    ebil, pril = both(original, masked)
    assert (ebil.value("ebil"), pril.value("pril")) == pytest.approx(
        slow_losses(records, after, matrix, records)
    )


def test_strata_have_the_matrix_of_the_whole_file() -> None:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"x": rng.choice(list("abc"), 60), "s": rng.choice(list("uv"), 60)})
    original = Microdata(frame)
    pram = Pram(variable="x", diagonal=70.0, invariant=True, within=["s"])
    masked = pram.apply(original, seed=1)
    matrix = pram.transition_matrix(original)
    rows = {
        i: dict(zip(matrix.categories, one, strict=True))
        for i, one in zip(matrix.rows, matrix.probabilities, strict=True)
    }
    records = frame["x"].tolist()
    expected = slow_losses(records, masked.column("x").tolist(), rows, records)
    ebil, pril = both(original, masked, variables=["x"])
    assert (ebil.value("ebil"), pril.value("pril")) == pytest.approx(expected)


def test_suppression_and_recoding_are_measured_alike() -> None:
    original = one(["a", "b", "c", "c"]).describe(Variable(name="x", role=Role.KEY))
    suppressed = LocalSuppression(k=2).apply(original)
    assert suppressed.missing("x").tolist() == [True, True, False, False]
    recoded = original.recode("x", lambda values: values.replace({"a": "ab", "b": "ab"}))
    for masked, source in ((suppressed, "Shares in the two files"), (recoded, "Recodings of the recipe")):
        ebil, pril = both(original, masked)
        assert ebil.value("ebil") == pril.value("pril") == 2
        assert ebil.table("variables")["source"].tolist() == [source]
    assert Ctbil(largest=1).assess(original, suppressed).value("ctbil") == 4
    listed = Ebil().assess(original, suppressed)
    assert listed.table("categories")[["category", "records", "possible"]].values.tolist() == [
        ["missing", 2, 2]
    ]
    assert listed.tables["categories"].rows is not None
    assert listed.tables["categories"].rows(0).tolist() == [0, 1]


def test_numbers_that_became_bands_and_other_bases() -> None:
    ages = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    original = Microdata(pd.DataFrame({"age": [1, 2, 3, 4, 11, 25]}), [ages])
    masked = Recoding(variable="age", how="width", width=10.0).apply(original)
    ebil, pril = both(original, masked, base=4.0)
    assert (ebil.value("ebil"), pril.value("pril")) == (4, 4)
    assert ebil.table("variables")["entropy"].iloc[0] == pytest.approx(log2(6) / 2)


def test_untouched_variables_lose_nothing_and_a_sample_keeps_the_frequencies_of_the_original() -> None:
    original = one(["a", "a", "a", "b", "c", "c"])
    ebil, pril = both(original, original.take(np.array([0, 3])))
    assert (ebil.value("ebil"), pril.value("pril")) == (0, 0)
    assert ebil.table("variables")["source"].tolist() == ["Values are as they were"]
    recoded = original.take(np.array([0, 3])).recode("x", lambda values: values.map(lambda _: "all"))
    pairs = Pril().assess(original, recoded).table("pairs")
    assert pairs[["before", "probability"]].values.tolist() == [["b", 1 / 6], ["a", 3 / 6]]


def test_values_that_the_steps_cannot_have_made_are_an_error() -> None:
    original = one(["a", "b", "b", "a"])
    pram = Pram(variable="x", how="matrix", transitions={"a": {"a": 1.0}, "b": {"a": 0.5, "b": 0.5}})
    masked = pram.apply(original, seed=1)
    wrong = Microdata(one(["b", "b", "b", "b"]).frame).with_lineage(masked.lineage)
    with pytest.raises(DataError, match="x: 2 masked records hold a value that the steps") as caught:
        Pril(variables=["x"]).assess(original, wrong)
    assert caught.value.field == "x"
    left_out = Pril().assess(original, wrong)
    assert left_out.value("pril") is None
    assert any("2 masked records hold a value" in note for note in left_out.notes)


def test_nothing_released_and_one_record_and_a_constant_variable() -> None:
    original = one(["a", "a"])
    none = original.take(np.arange(0))
    for found in both(original, none):
        assert all(
            figure.quantity.reason is not None and figure.quantity.reason.code is Why.NO_RECORDS
            for figure in found.figures.values()
        )
    for data in (original, one(["a"]), one([None])):
        ebil, pril = both(data, data)
        assert (ebil.value("ebil"), pril.value("pril")) == (0, 0)
