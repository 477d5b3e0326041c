import json
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Interval, Role, Scale, Variable
from sdcdesk.core.numbers.quantity import Why
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.loss import CategoricalComparison
from sdcdesk.masking import LocalRecoding

GRADES = Variable(name="grade", scale=Scale.ORDINAL, categories=("A", "B", "C", "D"))
ZIPS = ("0012", "0013", "4801", "4802")
VALUES = st.sampled_from(["A", "B", "C", "D", None])


def one(name: str, values: list[object], variable: Variable | None = None) -> Microdata:
    frame = pd.DataFrame({name: pd.Series(values, dtype="str")})
    return Microdata(frame, [variable or Variable(name=name)])


def row(original: Microdata, masked: Microdata, **parameters: object) -> pd.Series:
    table = CategoricalComparison(**parameters).assess(original, masked, same_order=True).table("variables")
    assert len(table) == 1
    return table.iloc[0]


def slow_distance(before: str | None, after: str | None, *, ordinal: bool, printed: bool) -> Fraction:
    if before is None or after is None:
        return Fraction(before is not after)
    if not ordinal:
        return Fraction(before != after)
    places = abs("ABCDE".index(before) - "ABCDE".index(after))
    return Fraction(places + printed, 5)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1), st.booleans(), st.booleans(), st.randoms())
def test_distances_equal_those_of_going_record_by_record(
    pairs: list[tuple[str | None, str | None]], ordinal: bool, printed: bool, random: object
) -> None:
    variable = GRADES.changed(
        scale=Scale.ORDINAL if ordinal else Scale.NOMINAL, categories=("A", "B", "C", "D", "E")
    )
    order = list(range(len(pairs)))
    random.shuffle(order)
    rows = np.array(order[: len(pairs) // 2 + 1])
    original = one("grade", [before for before, _ in pairs], variable)
    masked = original.assign({"grade": pd.Series([after for _, after in pairs], dtype="str")}).take(rows)
    expected = [slow_distance(*pairs[row], ordinal=ordinal, printed=printed) for row in rows]
    found = row(original, masked, ordinal="printed" if printed else "metric")
    assert found["distance"] == float(sum(expected) / len(expected)), "no limit equals a sum of rounded ones"
    assert found["records"] == len(rows)
    assert found["level"] == "original"


def test_the_range_counts_categories_that_nobody_has() -> None:
    original = one("grade", ["A", "B"], GRADES)
    masked = original.assign({"grade": pd.Series(["B", "B"])})
    assert row(original, masked)[["distance", "categories"]].tolist() == [1 / 4 / 2, 4]
    # Both ends counted: 2/4 and 1/4.
    assert row(original, masked, ordinal="printed")["distance"] == 3 / 8
    undeclared = GRADES.changed(categories=())
    occurring = row(original.describe(undeclared), masked.describe(undeclared))
    assert occurring[["distance", "categories"]].tolist() == [1 / 2 / 2, 2]


def test_equal_files_are_at_no_distance_but_for_the_printed_one() -> None:
    original = one("grade", ["A", "B", "D"], GRADES)
    assert row(original, original)["distance"] == 0
    assert row(original, original, ordinal="printed")["distance"] == 1 / 4


@pytest.mark.parametrize("ordinal", ["metric", "printed"])
def test_a_variable_without_a_value_is_at_no_distance(ordinal: str) -> None:
    original = one("grade", [None, None])
    assert row(original, original, ordinal=ordinal)["distance"] == 0


def test_missing_values_and_codes() -> None:
    coded = Variable(name="x", missing=("?",))
    original = one("x", ["a", "?", None, "b", "?"], coded)
    masked = original.assign({"x": pd.Series(["?", "a", "?", "b", None], dtype="str")})
    found = row(original, masked)
    assert found[["distance", "changed", "blanked", "filled"]].tolist() == [2 / 5, 0, 1, 1]


def test_after_a_recoding_only_other_changes_count() -> None:
    original = one("grade", ["A", "B", "C", "D", "D"], GRADES)
    letters = {"A": "good", "B": "good", "C": "fair", "D": "poor"}
    ranked = Variable(name="grade", scale=Scale.ORDINAL, categories=("poor", "fair", "good", "best"))
    recoded = original.recode("grade", lambda values: values.map(letters), ranked)
    found = row(original, recoded)
    assert found[["distance", "level", "categories", "changed"]].tolist() == [0.0, "recoded", 4, 0]
    # Two places of four, then a blank.
    swapped = recoded.assign({"grade": pd.Series(["poor", "good", "fair", None, "poor"], dtype="str")})
    assert row(original, swapped)["distance"] == pytest.approx((2 / 4 + 1) / 5)
    # Dropping all who are good does not move the others: the order is that of the masked categories.
    assert row(original, swapped.take(np.array([2, 4])))["distance"] == 0


def test_the_recoded_value_of_a_record_may_occur_nowhere_in_the_masked_file() -> None:
    original = one("town", ["Albany", "Boston", "Chicago"])
    recoded = original.recode("town", lambda towns: towns.str[:1])
    moved = recoded.assign({"town": pd.Series(["B", "B", "B"])})
    assert row(original, moved)[["distance", "categories"]].tolist() == [2 / 3, 3]


def test_recoding_what_a_sample_holds() -> None:
    original = one("town", ["Albany", "Boston", "Chicago", "Denver"])
    masked = original.take(np.array([1, 3])).recode("town", lambda towns: towns.str[:1])
    assert row(original, masked)[["distance", "level"]].tolist() == [0.0, "recoded"]


def test_values_outside_the_range_refuse_the_variable() -> None:
    frame = pd.DataFrame({"town": ["Albany", "Boston", "Boston"], "sex": ["f", "m", "m"]})
    original = Microdata(frame)
    masked = Microdata(frame.assign(town=["A", "B", "Boston"], sex=["f", "f", "m"]))
    assessment = CategoricalComparison().assess(original, masked, same_order=True)
    assert assessment.table("variables")["variable"].tolist() == ["sex"]
    assert assessment.value("distance") == 1 / 3
    assert any("town: 2 masked records hold a value" in note for note in assessment.notes)
    with pytest.raises(DataError, match="town: 2 masked records") as caught:
        CategoricalComparison(variables=["town"]).assess(original, masked, same_order=True)
    assert caught.value.field == "town"
    assert "Albany" not in caught.value.message


def test_a_declared_category_is_no_value_outside_the_range() -> None:
    original = one("x", ["a", "a"], Variable(name="x", categories=("a", "b")))
    assert row(original, one("x", ["a", "b"]))["distance"] == 1 / 2


def test_whole_numbers_may_come_back_as_other_numbers() -> None:
    described = [Variable(name="code", categories=(1, 2, 3))]
    original = Microdata(pd.DataFrame({"code": [1, 2, 3]}), described)
    for dtype in ("float64", "Int64"):
        masked = Microdata(pd.DataFrame({"code": pd.array([1, 3, None], dtype=dtype)}), described)
        assert row(original, masked)[["distance", "blanked"]].tolist() == [2 / 3, 1]


def test_categorical_columns() -> None:
    column = pd.Series(["a", "b", "c"], dtype="category")
    original = Microdata(pd.DataFrame({"x": column}), [Variable(name="x")])
    recoded = original.recode("x", lambda values: values.astype("str").replace({"c": "b"}))
    assert row(original, recoded)[["distance", "level"]].tolist() == [0.0, "recoded"]
    assert row(original, original)["distance"] == 0


def test_several_variables_count_equally_and_numbers_and_identifiers_do_not() -> None:
    frame = pd.DataFrame(
        {"id": ["1", "2"], "house": ["1", "1"], "a": ["x", "y"], "b": ["x", "y"], "n": [1, 2]}
    )
    roles = [Variable(name="id", role=Role.IDENTIFIER), Variable(name="house", role=Role.HOUSEHOLD)]
    original = Microdata(frame, roles)
    masked = original.assign({"a": pd.Series(["y", "x"]), "b": pd.Series(["x", "x"])})
    assessment = CategoricalComparison().assess(original, masked, same_order=True)
    assert assessment.table("variables")["variable"].tolist() == ["a", "b"]
    assert assessment.value("distance") == (1 + 1 / 2) / 2
    named = CategoricalComparison(variables=["b"]).assess(original, masked, same_order=True)
    assert named.value("distance") == 1 / 2
    with pytest.raises(DataError, match="n is continuous"):
        CategoricalComparison(variables=["n"]).assess(original, masked, same_order=True)


def test_nothing_to_compare() -> None:
    original = one("x", ["a", "b"])
    empty = CategoricalComparison().assess(original, original.take(np.array([], dtype=np.int64)))
    assert empty.value("distance") is None
    assert math.isnan(empty.table("variables")["distance"].iloc[0])
    json.dumps(empty.to_json(), allow_nan=False)
    numeric = Microdata(pd.DataFrame({"x": [1.0]}))
    nothing = CategoricalComparison().assess(numeric, numeric)
    assert nothing.value("distance") is None
    assert any("nothing is compared" in note for note in nothing.notes)
    missing = one("x", [None, None])
    assert row(missing, missing)["distance"] == 0


def test_an_unknown_distance_is_refused() -> None:
    with pytest.raises(ParameterError, match="Distance of ordered categories"):
        CategoricalComparison(ordinal="squared")


def test_why_the_distance_is_not_defined() -> None:
    original = Microdata(pd.DataFrame({"sex": ["F", "M"]}))
    nobody = CategoricalComparison().assess(original, original.take(np.array([], dtype=np.int64)))
    assert nobody.figure("distance").quantity.reason.code is Why.NO_RECORDS
    none = CategoricalComparison().assess(original, original.drop(["sex"]))
    assert none.figure("distance").quantity.reason.code is Why.NOT_APPLICABLE
    assert len(none.tables["variables"]) == 0
    assert none.notes == (
        "Not in the masked file and left out: sex.",
        "No variable has categories in both files, so nothing is compared.",
    )


def test_what_recoding_lost_stands_beside_the_distance() -> None:
    original = Microdata(pd.DataFrame({"town": list("abcde") * 2}))
    region = {"a": "north", "b": "north", "c": "north", "d": "south", "e": "south"}
    masked = original.recode("town", lambda towns: towns.map(region))
    found = CategoricalComparison().assess(original, masked, same_order=True)
    assert found.value("distance") == 0
    # Two of four other towns under the north, one under the south.
    assert found.table("variables")["recoding"].tolist() == [pytest.approx((3 * 2 / 4 + 2 * 1 / 4) / 5)]
    assert any("does not count what recoding lost" in note for note in found.notes)
    assert CategoricalComparison().assess(original, original).table("variables")["recoding"].tolist() == [0]


def test_wider_labels_of_single_records_are_coarser_and_not_changed() -> None:
    codes = Variable(name="zip", role=Role.KEY)
    original = one("zip", ["0012", "0012", "0013", "0013", "4801", "4802"], codes)
    levels = {code: f"{code[:2]} > any" for code in ZIPS}
    masked = LocalRecoding(k=2, hierarchies={"zip": levels}).apply(original)
    assert masked.column("zip").tolist() == ["0012", "0012", "0013", "0013", "48", "48"]
    assert row(original, masked)[["coarser", "changed", "distance"]].tolist() == [2, 0, 0]
    moved = masked.assign({"zip": pd.Series(["48", "0013", *masked.column("zip")[2:]], dtype="str")})
    assert row(original, moved)[["coarser", "changed", "distance"]].tolist() == [2, 2, 2 / 6]


def test_recoded_values_are_coarser_where_others_have_the_same_label() -> None:
    original = one("x", ["a", "a", "b", "c", None])
    masked = original.recode("x", lambda values: values.map({"a": "ab", "b": "ab", "c": "C"}))
    swapped = masked.assign({"x": pd.Series(["ab", "C", "ab", "C", None], dtype="str")})
    found = row(original, swapped)
    assert found[["coarser", "changed", "blanked"]].tolist() == [2, 1, 0]
    table = CategoricalComparison().assess(original, swapped).table("crossed")
    assert table[["before", "after", "what", "records", "share"]].values.tolist() == [
        ["missing", "missing", "same", 1, 1],
        ["a", "C", "changed", 1, 1 / 2],
        ["a", "ab", "coarser", 1, 1 / 2],
        ["b", "ab", "coarser", 1, 1],
        ["c", "C", "same", 1, 1],
    ]
    rows = CategoricalComparison().assess(original, swapped).tables["crossed"].rows
    assert rows is not None
    assert [rows(place).tolist() for place in range(5)] == [[4], [1], [0], [2], [3]]


def test_intervals_of_a_finished_file_hold_their_ends() -> None:
    original = Microdata(
        pd.DataFrame({"jobs": [1, 2, 3, 9, 4]}), [Variable(name="jobs", scale=Scale.ORDINAL)]
    )
    ends = [Interval(label="1–3", low=1, high=3), Interval(label="4 and more", low=4, high=None)]
    described = Variable(name="jobs", intervals=tuple(ends))
    masked = Microdata(pd.DataFrame({"jobs": ["1–3", "1–3", "4 and more", "4 and more", None]}), [described])
    found = row(original, masked)
    assert found[["coarser", "changed", "blanked"]].tolist() == [3, 1, 1]
    assert found["distance"] == 2 / 5


def test_shares_are_those_of_each_whole_file_at_the_recoded_level() -> None:
    original = one("x", ["a", "a", "b", "c", None, "d"])
    masked = original.take(np.array([0, 2, 4])).recode(
        "x", lambda values: values.map({"a": "ab", "b": "ab", "c": "C"})
    )
    table = CategoricalComparison().assess(original, masked).table("shares")
    assert table[["category", "before", "after"]].values.tolist() == [
        ["C", 1, 0],
        ["ab", 3, 2],
        ["made missing", 1, 0],
        ["missing", 1, 1],
    ]
    assert table["share_after"].tolist() == [0, 2 / 3, 0, 1 / 3]
    none = CategoricalComparison().assess(original, masked.take(np.arange(0)))
    assert none.table("shares")["share_after"].isna().all()
    assert len(none.table("crossed")) == 0


def test_many_categories_are_listed_by_what_moved() -> None:
    names = [f"c{number:03}" for number in range(300)]
    original = one("x", names)
    masked = original.assign({"x": pd.Series(["c299", *names[1:]], dtype="str")})
    found = CategoricalComparison().assess(original, masked)
    assert len(found.table("shares")) == 200
    assert {"c000", "c299"} <= set(found.table("shares")["category"])
    assert len(found.table("crossed")) == 200
    assert found.table("crossed")["what"].iloc[0] == "changed"
