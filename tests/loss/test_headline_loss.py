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
from sdcdesk.core.numbers.quantity import SCORE
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.loss import LOSSES, HeadlineLoss
from sdcdesk.loss.headline import RECORDS_LEFT_OUT
from sdcdesk.masking import Recoding

GRADES = Variable(name="x", scale=Scale.ORDINAL, categories=("A", "B", "C", "D", "E"))
NUMBER = Variable(name="x", scale=Scale.CONTINUOUS)


def one(values: object, variable: Variable | None = None) -> Microdata:
    return Microdata(pd.DataFrame({"x": values}), [variable or Variable(name="x")])


def text(values: list[str | None]) -> pd.Series:
    return pd.Series(values, dtype="str")


def part(original: Microdata, masked: Microdata, name: str = "x") -> float:
    parts = HeadlineLoss().assess(original, masked, same_order=True).table("parts").set_index("part")
    return float(parts.loc[name, "loss"])


def words(original: Microdata, masked: Microdata) -> str:
    parts = HeadlineLoss().assess(original, masked, same_order=True).table("parts").set_index("part")
    return str(parts.loc["x", "words"])


def test_parts_of_a_whole_recipe_by_hand() -> None:
    # 5,000 people aged 0…97, of whom every fifth is left out; age in ten-year bands, both ends inclusive.
    ages = np.arange(5000) % 98
    original = Microdata(
        pd.DataFrame(
            {"name": [f"P{i}" for i in range(5000)], "age": ages, "sex": np.where(ages % 2, "f", "m")}
        ),
        [Variable(name="name", role=Role.IDENTIFIER), Variable(name="age", scale=Scale.CONTINUOUS)],
    )
    bands = tuple(Interval(label=f"{low} to {low + 9}", low=low, high=low + 9) for low in range(0, 100, 10))
    banded = Variable(
        name="age", scale=Scale.ORDINAL, categories=tuple(b.label for b in bands), intervals=bands
    )
    masked = (
        original.drop(["name"])
        .take(np.flatnonzero(np.arange(5000) % 5))
        .recode("age", lambda values: (values // 10 * 10).map("{0}".format).map(_band), banded)
    )
    assessment = HeadlineLoss().assess(original, masked, same_order=True)
    parts = assessment.table("parts")
    assert parts["part"].tolist() == [RECORDS_LEFT_OUT, "age", "sex"]
    assert parts["loss"].tolist() == pytest.approx([20, 100 * 9 / 97, 0])
    assert parts["words"].tolist() == [
        "1,000 of 5,000 records left out",
        "98 values became 10",
        "unchanged",
    ]
    # Four fifths of the records lost the mean of 0, 9/97 and 0, and the others everything.
    assert assessment.value("loss") == pytest.approx(20 + 0.8 * 100 * 9 / 97 / 3)
    assert assessment.figure("loss").unit is SCORE
    assert "compass" in assessment.figure("loss").meaning


def _band(low: str) -> str:
    return f"{low} to {int(low) + 9}"


GROUPS = {"A": "top", "B": "top", "C": "top", "D": "D", "E": "E"}
ORDER = ("top", "D", "E")


def slow_cell(before: str | None, after: str | None, *, ordinal: bool, recoded: bool) -> Fraction:
    """Loss of one value, from the definition."""
    if before is None or after is None:
        return Fraction(before is not after)
    right = GROUPS[before] if recoded else before
    coarse = Fraction(list(GROUPS.values()).count(right) - 1, 4) if recoded else Fraction(0)
    if after == right:
        return coarse
    if not ordinal:
        return Fraction(1)
    order = ORDER if recoded else tuple(GROUPS)
    return min(Fraction(1), coarse + Fraction(abs(order.index(right) - order.index(after)), len(order)))


ORIGINAL = st.sampled_from([*GROUPS, None])
CHANGED = st.sampled_from([*ORDER, None, "as it is"])


@given(
    st.lists(st.tuples(ORIGINAL, CHANGED), min_size=1),
    st.booleans(),
    st.booleans(),
    st.integers(0, 3),
)
def test_categories_lose_what_going_cell_by_cell_says(
    cells: list[tuple[str | None, str | None]], ordinal: bool, recoded: bool, left_out: int
) -> None:
    scale = Scale.ORDINAL if ordinal else Scale.NOMINAL
    original = one(text([before for before, _ in cells]), GRADES.changed(scale=scale))
    masked = original
    if recoded:
        broader = GRADES.changed(scale=scale, categories=ORDER)
        masked = original.recode("x", lambda values: values.map(GROUPS), broader)
    unchanged = masked.column("x").tolist()
    after = []
    for (_, wished), kept in zip(cells, unchanged, strict=True):
        allowed = wished if recoded or wished != "top" else "A"
        after.append(kept if wished == "as it is" else allowed)
    masked = masked.assign({"x": text(after)})
    rows = np.arange(min(left_out, len(cells) - 1), len(cells))
    expected = [
        slow_cell(cells[r][0], None if pd.isna(after[r]) else after[r], ordinal=ordinal, recoded=recoded)
        for r in rows
    ]
    loss = Fraction(100) * sum(expected) / len(rows)
    assert part(original, masked.take(rows)) == float(loss)
    left = Fraction(100) * (len(cells) - len(rows)) / len(cells)
    weighted = HeadlineLoss(weights={"x": 0.1, RECORDS_LEFT_OUT: 0.3}).assess(original, masked.take(rows))
    whole = left + (1 - left / 100) * loss / 4
    assert weighted.value("loss") == float(whole), "no limit equals a sum of rounded numbers"


def test_bands_lose_their_widths_without_an_error_of_rounding() -> None:
    # Bands of 19 of 20 years, and of 3 records 1 left out: 100/3 + 2/3 · (95 + 0 + 0 + 0)/4 by hand.
    ages = [10, 30, 20]
    original = Microdata(pd.DataFrame({"age": ages, "sex": list("MMF"), "pay": range(3)}))
    masked = Recoding(variable="age", how="width", width=20).apply(original).take(np.arange(2))
    exact = Fraction(100, 3) + Fraction(2, 3) * Fraction(95, 4)
    assert HeadlineLoss().assess(original, masked, same_order=True).value("loss") == float(exact)


def slow_headline(original: pd.DataFrame, rows: list[int], changed: set[int]) -> float:
    """Mean over all records of the mean of all parts, record by record: nominal variables, one changed."""
    lost = []
    for record in range(len(original)):
        cells = [float(record in changed and name == "a") for name in original]
        lost.append(float(np.mean([0.0, *cells])) if record in rows else 1.0)
    return 100 * float(np.mean(lost))


@pytest.mark.parametrize("released", [63, 1000, 3999, 4000])
def test_the_loss_is_no_less_than_the_share_of_records_left_out(released: int) -> None:
    """63 of 4,000 records released with eleven variables unchanged would have lost 8.3 of 100."""
    original = Microdata(pd.DataFrame({name: ["x", "y"] * 2000 for name in "abcdefghijk"}))
    masked = original.take(np.arange(released))
    left_out = 100 * (1 - released / 4000)
    assert HeadlineLoss().assess(original, masked).value("loss") == pytest.approx(left_out)
    changed = masked.assign({"a": text(["z"] * 60 + masked.column("a").tolist()[60:])})
    loss = HeadlineLoss().assess(original, changed).value("loss")
    expected = slow_headline(original.frame, list(range(released)), set(range(60)))
    assert loss == pytest.approx(expected)
    assert loss > left_out, "what a step costs is seen however few records are left"
    alone = HeadlineLoss(weights={RECORDS_LEFT_OUT: 0.0}).assess(original, changed).value("loss")
    assert alone == pytest.approx(100 * 60 / released / 11), "without them the mean of the variables"


def test_the_computation_says_how_records_left_out_count() -> None:
    original = Microdata(pd.DataFrame({"a": ["x", "y"], "b": ["x", "y"]}))
    masked = original.assign({"a": text(["y", "x"])}).take(np.array([0]))
    figure = HeadlineLoss().assess(original, masked).figure("loss")
    assert [(words, one.value) for words, one in figure.computation[-2:]] == [
        ("Mean of the 3 parts of a released record", pytest.approx(100 / 3)),
        ("With the records left out, which lost everything", pytest.approx(50 + 50 / 3)),
    ]


def test_bands_of_the_largest_numbers_have_a_width() -> None:
    original = one([-1.5e308, 0.0, 1.5e308, 1.5e308], NUMBER)
    masked = Recoding(variable="x", how="breaks", breaks=(-1.6e308, 1e308, 1.6e308)).apply(original)
    assert part(original, masked) == pytest.approx(100 * (2 * 2.6 / 3 + 2 * 0.6 / 3) / 4)


@given(
    st.lists(
        # Numbers whose squares vanish would be all alike for the plain formula below.
        st.tuples(*[st.one_of(st.none(), st.integers(-3, 3), st.floats(1e-50, 100))] * 2),
        min_size=1,
        max_size=20,
    )
)
def test_numbers_lose_what_going_cell_by_cell_says(cells: list[tuple[float | None, float | None]]) -> None:
    before, after = (
        [math.nan if value is None else float(value) for value in side] for side in zip(*cells, strict=True)
    )
    present = [value for value in before if not math.isnan(value)]
    spread = float(np.std(present, ddof=1)) if len(set(present)) > 1 else 0.0
    expected = []
    for x, y in zip(before, after, strict=True):
        if math.isnan(x) or math.isnan(y):
            expected.append(float(math.isnan(x) != math.isnan(y)))
        elif spread > 0:
            expected.append(min(1.0, abs(x - y) / (math.sqrt(2) * spread)))
        else:
            expected.append(float(x != y))
    original = one(before, NUMBER)
    masked = original.assign({"x": pd.Series(after)})
    assert part(original, masked) == pytest.approx(100 * sum(expected) / len(cells), rel=1e-9)


def test_equal_files_lose_nothing() -> None:
    frame = pd.DataFrame({"a": ["x", None], "b": [1.5, np.nan], "c": pd.array([1, None], dtype="Int64")})
    original = Microdata(frame)
    copied = Microdata(frame.copy(deep=True))
    for masked in (original, copied, original.recode("a", lambda values: values)):
        assessment = HeadlineLoss().assess(original, masked, same_order=True)
        assert assessment.value("loss") == 0
        assert assessment.table("parts")["words"].tolist() == ["every record released", *["unchanged"] * 3]


def test_a_file_in_another_order_loses_nothing() -> None:
    original = Microdata(pd.DataFrame({"a": ["x", "y", "z"], "b": [1.5, 2.5, 9.0]}))
    assert HeadlineLoss().assess(original, original.take(np.array([2, 0, 1]))).value("loss") == 0


def test_missing_codes_are_missing() -> None:
    coded = Variable(name="x", scale=Scale.CONTINUOUS, missing=(-9,))
    original = one([1.0, -9.0, 3.0, -9.0], coded)
    masked = original.assign({"x": pd.Series([-9.0, 5.0, 3.0, np.nan])})
    assert part(original, masked) == 50
    assert words(original, masked) == "1 of 4 values changed, 1 of 4 values blanked"
    # The same column, but the code is no longer known as one.
    assert part(original, original.describe(NUMBER)) == 50


def test_merging_into_one_value_loses_everything_and_renaming_nothing() -> None:
    original = one(text(["a", "b", "c"]))
    assert (
        part(original, original.recode("x", lambda values: values.str.replace("[abc]", "*", regex=True)))
        == 100
    )
    assert part(original, original.recode("x", lambda values: values.str.upper())) == 0


def test_unobserved_categories_count_as_merged() -> None:
    original = one(text(["A", "A"]), GRADES)
    masked = original.recode("x", lambda values: values.map(GROUPS), GRADES.changed(categories=ORDER))
    assert part(original, masked) == 100 * 2 / 4
    assert words(original, masked) == "5 values became 3"


def test_a_single_category_has_nothing_to_lose() -> None:
    original = one(text(["a", "a"]))
    assert part(original, original.recode("x", lambda values: values + "!")) == 0


def test_a_constant_number_loses_nothing_until_it_changes() -> None:
    original = one([0.1, 0.1, 0.1], NUMBER)
    assert part(original, original.assign({"x": pd.Series([0.1, 0.1, 0.2])})) == pytest.approx(100 / 3)
    labelled = original.recode("x", lambda values: values.map("{:.1f}".format), Variable(name="x"))
    assert part(original, labelled) == 0


def test_intervals_are_as_wide_as_they_say_and_open_ends_stop_at_the_range() -> None:
    original = one([10.0, 20.0, 30.0, 50.0], NUMBER)
    intervals = (
        Interval(label="low", low=None, high=25),
        Interval(label="middle", low=25, high=45),
        Interval(label="high", low=45, high=None),
    )
    names = {10.0: "low", 20.0: "low", 30.0: "middle", 50.0: "high"}
    banded = Variable(name="x", scale=Scale.ORDINAL, categories=("low", "middle", "high"))
    widths = [15 / 40, 15 / 40, 20 / 40, 5 / 40]
    masked = original.recode("x", lambda values: values.map(names), banded.changed(intervals=intervals))
    assert part(original, masked) == pytest.approx(25 * sum(widths))
    # Without stated intervals: the span of the values under each band.
    spans = [10 / 40, 10 / 40, 0, 0]
    masked = original.recode("x", lambda values: values.map(names), banded)
    assert part(original, masked) == pytest.approx(25 * sum(spans))
    # Also of those values that only left-out records had.
    assert part(original, masked.take(np.array([0]))) == pytest.approx(25)
    # One band further, of three; the right band itself lost 10/40.
    moved = masked.assign({"x": text(["middle", "low", "middle", "high"])})
    assert part(original, moved) == pytest.approx(25 * (10 / 40 + 1 / 3 + 10 / 40))


def test_an_interval_beyond_the_range_loses_everything_at_most() -> None:
    original = one([10.0, 20.0], NUMBER)
    wide = Variable(name="x", intervals=(Interval(label="all", low=-1000, high=1000),))
    assert part(original, original.recode("x", lambda values: values.map(lambda _: "all"), wide)) == 100


def test_recoding_after_sampling() -> None:
    original = one(text(["Albany", "Atlanta", "Boston", "Buffalo", "Chicago"]))
    masked = original.take(np.array([0, 1, 2])).recode("x", lambda towns: towns.str[:1])
    # A letter also stands for the town that only records left out before have.
    assert part(original, masked) == pytest.approx(25)


def test_a_value_that_no_recoding_explains_is_a_change() -> None:
    original = one(text(["Albany", "Atlanta", "Boston", "Chicago"]))
    masked = Microdata(pd.DataFrame({"x": ["A", "A", "Chicago", "Chicago"]}))
    assert part(original, masked) == 75
    assert words(original, masked) == "3 of 4 values changed"
    ages = one([20, 25, 40, 60], NUMBER)
    assert part(ages, Microdata(pd.DataFrame({"x": ["20", "25", "40", "60"]}))) == 100


def test_merging_into_a_category_makes_it_coarser_whatever_its_name() -> None:
    original = one(text(["married", "widowed", "divorced", "single"]))
    for name in ("divorced", "widowed or divorced"):
        merged = {"married": "married", "single": "single", "widowed": name, "divorced": name}
        assert part(original, original.recode("x", lambda v, to=merged: v.map(to))) == pytest.approx(50 / 3)


def test_a_variable_that_is_not_released_is_lost_unless_it_identifies() -> None:
    frame = pd.DataFrame({"id": ["1", "2"], "a": ["x", "y"], "b": ["x", "y"]})
    original = Microdata(frame, [Variable(name="id", role=Role.IDENTIFIER)])
    released = original.assign({"id": text(["8", "9"])})
    assert HeadlineLoss().assess(original, released, same_order=True).value("loss") == 0
    assessment = HeadlineLoss().assess(original, released.drop(["id", "b"]), same_order=True)
    assert assessment.table("parts")["loss"].tolist() == [0, 0, 100]
    assert assessment.table("parts")["words"].tolist()[2] == "not released"


def test_what_nobody_analyses_does_not_dilute_the_loss() -> None:
    frame = pd.DataFrame(
        {"id": ["1", "2"], "hh": [7, 7], "w": [1.5, 2.5], "area": ["n", "s"], "a": ["x", "y"]}
    )
    roles = {"id": Role.IDENTIFIER, "hh": Role.HOUSEHOLD, "w": Role.WEIGHT, "area": Role.STRATUM}
    original = Microdata(frame, [Variable(name=name, role=role) for name, role in roles.items()])
    masked = original.assign({"a": text(["y", "x"])})
    assessment = HeadlineLoss().assess(original, masked)
    assert assessment.table("parts")["part"].tolist() == [RECORDS_LEFT_OUT, "area", "a"]
    assert assessment.value("loss") == pytest.approx(100 / 3)
    assert (
        "Not counted, as they name, number or weigh records and are not analysed: id, hh, w."
        in assessment.notes
    )
    # The owner may count a household number, as projects did that gave it a weight before.
    assert HeadlineLoss(weights={"hh": 1.0}).assess(original, masked).value("loss") == 25
    assert HeadlineLoss(weights={"hh": 0.0}).assess(original, masked).value("loss") == pytest.approx(100 / 3)


def test_changed_and_blanked_values_are_counted_per_part() -> None:
    frame = pd.DataFrame(
        {"town": ["a", "b", "c", "d"], "age": [1.0, 2.0, 3.0, 4.0], "gone": ["x", None, "y", "z"]},
    )
    frame["long"] = np.array([2**60, 2**60 + 1, 5, 6])
    original = Microdata(frame)
    masked = original.assign(
        {
            "town": text([None, "b", "a", "d"]),
            "age": pd.Series([np.nan, 2.0, np.nan, 9.0]),
            "long": pd.Series([None, 1, 5, 6], dtype="Int64"),
        }
    )
    masked = masked.drop(["gone"]).take(np.array([0, 1, 2]))
    parts = HeadlineLoss().assess(original, masked).table("parts").set_index("part")
    assert parts["changed"].to_dict() == {RECORDS_LEFT_OUT: 0, "town": 1, "age": 0, "gone": 0, "long": 1}
    assert parts["blanked"].to_dict() == {RECORDS_LEFT_OUT: 1, "town": 1, "age": 2, "gone": 2, "long": 1}
    assert parts.loc["long", "words"] == "1 of 3 values changed, 1 of 3 values blanked"


def test_a_public_edition_leaves_out_parts_of_few_values() -> None:
    original = one(text(["a"] * 20 + ["b"] * 20))
    masked = original.assign({"x": text(["a"] * 18 + [None] * 2 + ["b"] * 20)})
    assessment = HeadlineLoss().assess(original, masked)
    few = withheld(assessment, Edition(threshold=3))
    assert few.table("parts")["part"].tolist() == [RECORDS_LEFT_OUT]
    enough = withheld(assessment, Edition(threshold=2)).table("parts")
    assert enough["part"].tolist() == [RECORDS_LEFT_OUT, "x"]


def test_a_new_variable_does_not_count_and_is_named() -> None:
    original = one(text(["a", "b"]))
    masked = Microdata(original.frame.assign(extra=1))
    assessment = HeadlineLoss().assess(original, masked, same_order=True)
    assert assessment.table("parts")["part"].tolist() == [RECORDS_LEFT_OUT, "x"]
    assert "Not in the original file, so they do not count: extra." in assessment.notes


def test_without_records_only_those_left_out_count() -> None:
    original = one(text(["a", "b"]))
    assessment = HeadlineLoss().assess(original, original.take(np.array([], dtype=np.int64)))
    assert assessment.value("loss") == 100
    assert assessment.table("parts")["loss"].isna().tolist() == [False, True]
    json.dumps(assessment.to_json(), allow_nan=False)


def test_parts_count_by_their_weights() -> None:
    original = Microdata(pd.DataFrame({"a": ["x", "y"], "b": ["x", "y"]}))
    masked = original.assign({"a": text(["y", "x"])})
    weights = {"a": 3, RECORDS_LEFT_OUT: 0}
    assessment = HeadlineLoss(weights=weights).assess(original, masked, same_order=True)
    assert assessment.value("loss") == 75
    assert assessment.table("parts")["weight"].tolist() == [0, 3, 1]
    huge = HeadlineLoss(weights={"a": 1.5e308, "b": 1.5e308, RECORDS_LEFT_OUT: 0})
    assert huge.assess(original, masked, same_order=True).value("loss") == 50


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"age": 1.0}, "no part called age"),
        ({"id": 1.0}, "no part called id"),
        ({"x": 0.0, RECORDS_LEFT_OUT: 0.0}, "weight 0"),
    ],
)
def test_weights_that_fit_no_part_are_refused(weights: dict[str, float], message: str) -> None:
    frame = pd.DataFrame({"id": ["1"], "x": ["a"]})
    original = Microdata(frame, [Variable(name="id", role=Role.IDENTIFIER)])
    with pytest.raises(ParameterError, match=message) as caught:
        HeadlineLoss(weights=weights).assess(original, original)
    assert caught.value.field == "weights"


@pytest.mark.parametrize("weight", [-0.1, math.nan, math.inf, "much"])
def test_weights_are_numbers_from_0_on(weight: object) -> None:
    with pytest.raises(ParameterError):
        HeadlineLoss(weights={"x": weight})


def test_the_catalogue_reads_weights() -> None:
    measure = LOSSES.parse('headline_loss:{"weights": {"age": 2}}')
    assert measure == HeadlineLoss(weights={"age": 2.0})
    assert next(entry.name for entry in LOSSES) == "headline_loss", "the first of the menu"


def test_the_computation_names_the_largest_parts() -> None:
    original = Microdata(pd.DataFrame({name: ["x", "y"] for name in "abcdefgh"}))
    masked = original.assign({"c": pd.Series(["y", "y"])})
    figure = HeadlineLoss().assess(original, masked, same_order=True).figure("loss")
    words = [step for step, _ in figure.computation]
    assert words[0] == "c"
    assert words[-2:] == ["The largest of 3 other parts", "Mean of the 9 parts"]
    assert figure.computation[-1][1].value == figure.value
    weighted = HeadlineLoss(weights={"c": 2.0}).assess(original, masked, same_order=True).figure("loss")
    assert weighted.computation[-1][0] == "Weighted mean of the 9 parts"
    assert all(", weight " in words for words, _ in weighted.computation[:6])
    assert not any(", weight " in step for step in words)
    nothing = HeadlineLoss().assess(original, original.take(np.array([], dtype=np.int64)))
    assert [step for step, _ in nothing.figure("loss").computation] == [RECORDS_LEFT_OUT, "Only part"]
    part = nothing.tables["parts"]
    assert part.quantities(part.column("loss"))[1].reason.text == "No record is released."


def test_records_left_out_are_told_exactly_and_changed_values_in_steps() -> None:
    original = one(text(["a", "b"] * 50))
    masked = original.assign({"x": text(["b"] * 13 + ["a", "b"] * 43 + ["a"])}).take(np.arange(97))
    told = withheld(HeadlineLoss().assess(original, masked), Edition()).tables["parts"]
    left_out, changed = (told.quantities(told.column(name)) for name in ("blanked", "changed"))
    assert (left_out[0].value, left_out[0].rounded_to) == (3, None)
    assert changed[1].rounded_to == 10
    assert "≈" in told.texts(told.column("words"))[1]
    assert told.quantities(told.column("loss"))[0].value == 3
