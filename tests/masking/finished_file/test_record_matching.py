from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import SAME_ORDER, UNPAIRED
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import DataError
from sdcdesk.io import read, write
from sdcdesk.loss import LOSSES, HeadlineLoss
from sdcdesk.masking import FinishedFile, Recoding, SimpleRandomSampling
from sdcdesk.masking.finished_file.record_matching import match
from sdcdesk.risk import (
    RISKS,
    CombinedRisk,
    DisclosureRisk,
    IndividualRisk,
    IntervalDisclosure,
    ProbabilisticLinkage,
    RobustIntervalDisclosure,
    WeightedAnonymity,
)
from sdcdesk.risk.population_file.population_measure import PopulationMeasure


@pytest.fixture
def original() -> Microdata:
    frame = pd.DataFrame(
        {
            "no": ["a", "b", "c", "d", "e", "f"],
            "age": [23, 27, 31, 38, 31, 64],
            "sex": ["F", "M", "F", "F", None, "M"],
            "wage": [10.0, 20.0, 30.0, 40.0, 50.0, 60.0],
        }
    )
    known = {"age": Role.KEY, "sex": Role.KEY, "wage": Role.CONFIDENTIAL}
    return Microdata(frame, [Variable(name=name, role=role) for name, role in known.items()])


def test_a_whole_file_in_order_is_traced_and_its_recoding_found(original: Microdata) -> None:
    masked = Recoding(variable="age", how="prefix", keep=1).apply(original)
    traced = match(original, Microdata(masked.frame), recoded_only=True, same_order=True)
    assert traced.rows.tolist() == list(range(6))
    assert traced.variable("age").role is Role.KEY
    assert traced.provenance("sex") is None
    origin = traced.provenance("age")
    assert origin is not None
    assert origin.exact
    expected, found = (DisclosureRisk().assess(original, file) for file in (masked, traced))
    for name in ("dr_min", "dr_max", "dr_link", "exactness"):
        assert found.value(name) == expected.value(name), name


@pytest.mark.parametrize("missing", [[], [31]])
def test_whole_numbers_that_became_shared_whole_numbers_are_recoded(missing: list[int]) -> None:
    ages = pd.Series([23, 27, 31, 38, 40, 64, 60], dtype="Int64")
    old = Microdata(pd.DataFrame({"age": ages.mask(ages.isin(missing))}))
    new = Microdata(pd.DataFrame({"age": old.column("age") // 30 * 30}))
    origin = match(old, new, recoded_only=True, same_order=True).provenance("age")
    assert origin is not None
    assert origin.exact
    gap = 0 if missing else 30
    assert origin.recoded(old.coding("age")).fillna(0).tolist() == [0, 0, gap, 30, 30, 60, 60]


@pytest.mark.parametrize("added", [1, 0.25, -100])
def test_different_numbers_that_became_different_numbers_may_be_noise(added: float) -> None:
    old = Microdata(pd.DataFrame({"age": [23, 27, 31, 38, 40, 64]}), [Variable(name="age", role=Role.KEY)])
    traced = match(old, Microdata(pd.DataFrame({"age": old.column("age") + added})), same_order=True)
    origin = traced.provenance("age")
    assert origin is not None
    assert not origin.exact
    found = DisclosureRisk().assess(old, traced)
    assert found.value("exactness") == "upper bound"
    assert found.value("dr_link") is None


def test_a_sample_is_traced_by_its_identity_but_not_called_exact_when_recoded(original: Microdata) -> None:
    masked = SimpleRandomSampling(by="size", size=4).apply(original, seed=1)
    traced = match(original, Microdata(masked.frame.iloc[::-1]), identity="no")
    assert sorted(traced.rows.tolist()) == masked.rows.tolist()
    assert all(traced.provenance(name) is None for name in original.names)
    banded = Recoding(variable="age", how="prefix", keep=1).apply(masked)
    origin = match(original, Microdata(banded.frame), identity="no").provenance("age")
    assert origin is not None
    assert not origin.exact
    assert not origin.is_recoded, "a function of the old values is no evidence of a recoding"
    origin = match(original, Microdata(banded.frame), identity="no", recoded_only=True).provenance("age")
    assert origin is not None
    assert origin.recoded(original.coding("age")).tolist()[banded.rows[0]] == banded.column("age")[0]


def test_changed_values_are_perturbed(original: Microdata) -> None:
    frame = original.frame.assign(
        wage=original.frame["wage"].to_list()[::-1], sex=["F", "M", "F", None, None, "M"]
    )
    traced = match(original, Microdata(frame), same_order=True)
    for name in ("wage", "sex"):
        origin = traced.provenance(name)
        assert origin is not None
        assert not origin.exact
    assert traced.provenance("age") is None


@pytest.mark.parametrize("measure", [*RISKS, *LOSSES])
def test_a_file_without_identity_is_paired_by_order_or_refused(
    original: Microdata, measure: type[Measure], tmp_path: Path
) -> None:
    """The rule is that of every measure, so that no way in goes around it."""
    asked = {}
    if measure in (IndividualRisk, WeightedAnonymity):
        original = original.describe(original.variable("wage").changed(role=Role.WEIGHT))
    if measure in (IntervalDisclosure, RobustIntervalDisclosure, CombinedRisk):
        original = original.describe(original.variable("wage").changed(scale=Scale.CONTINUOUS))
    if issubclass(measure, PopulationMeasure):
        original.frame.to_csv(tmp_path / "population.csv", index=False)
        asked = {"population": (tmp_path / "population.csv").as_posix()}
    if measure in (ProbabilisticLinkage, CombinedRisk):
        asked = {"probabilities": "known"}  # which two variables do not tell
    measuring = measure(**asked)
    again = Microdata(original.frame, original.variables)
    for masked in (again, match(original, again)):
        assert measuring.assess(original, masked).notes[0] == UNPAIRED
    stated = (
        measuring.assess(original, match(original, again, same_order=True)),
        measuring.assess(original, again, same_order=True),
    )
    for found in stated:
        assert found.notes[0] == SAME_ORDER
    for masked in (original, original.take(np.arange(6)), match(original, again, "no")):
        found = measuring.assess(original, masked, same_order=True)
        assert not {UNPAIRED, SAME_ORDER}.intersection(found.notes)
    part = Microdata(original.frame.iloc[2:5], original.variables)
    for masked in (part, again.take(np.array([3, 4])), again.take(np.arange(6)[::-1])):
        with pytest.raises(DataError, match="name a variable that identifies the record"):
            measuring.assess(original, masked)
        if measure.concern == "risk":
            by_identity = match(original, masked, "no")
            assert measuring.assess(original, by_identity).notes


def test_fewer_records_matched_by_identity_are_as_risky_as_they_are(original: Microdata) -> None:
    part = match(original, Microdata(original.frame.iloc[[1, 3, 5]], original.variables), "no")
    assert DisclosureRisk().assess(original, part).value("dr_max") == 0.5


def whole_numbers(values: list[int | None], dtype: str) -> Microdata:
    frame = pd.DataFrame({"no": list("abcdef"), "code": pd.Series(values, dtype=dtype)})
    return Microdata(frame, [Variable(name="code", role=Role.KEY)])


@pytest.mark.parametrize("dtype", ["int64", "Int64", "int32", "float64"])
@pytest.mark.parametrize("other", ["int64", "Int64", "float64"])
@pytest.mark.parametrize(
    "became",
    [
        {11: 10, 12: 10, 13: 10, 25: 30, 26: 30, 31: 30},
        {11: 1, 12: 2, 13: 3, 25: 4, 26: 5, 31: 6},
        {11: 12, 12: 12, 13: 25, 25: 25, 26: 31, 31: 31},
        {11: 13, 12: 11, 13: 12, 25: 25, 26: 26, 31: 31},
    ],
    ids=["rounded", "renumbered", "within the old ones", "swapped"],
)
def test_whole_numbers_may_become_any_others(dtype: str, other: str, became: dict[int, int]) -> None:
    original = whole_numbers(list(became), dtype)
    masked = whole_numbers(list(became.values()), other)
    for file in (masked, Microdata(masked.frame.iloc[::-1])):
        for recoded_only in (True, False):
            traced = match(original, file, "no", recoded_only=recoded_only)
            found = DisclosureRisk().assess(original, traced)
            assert found.value("exactness") == ("exact" if recoded_only else "upper bound")
            assert HeadlineLoss().assess(original, traced).value("loss") >= 0


def test_whole_numbers_some_of_which_were_blanked_can_be_traced() -> None:
    original = whole_numbers([1, 2, 3, 4, 5, None], "Int64")
    for values in ([1, 2, None, 4, 5, None], [10, 20, None, 40, 50, None], [1, 2, 3, 4, 5, 6]):
        assert DisclosureRisk().assess(original, match(original, whole_numbers(values, "Int64")))


def test_without_a_recipe_exact_needs_unchanged_keys_or_the_word_of_the_user(original: Microdata) -> None:
    recoded = original.frame.assign(age=original.frame["age"] // 10 * 10)
    swapped = original.frame.assign(age=original.frame["age"].to_list()[::-1])

    def exactness(frame: pd.DataFrame, *, recoded_only: bool) -> str:
        traced = match(original, Microdata(frame), "no", recoded_only=recoded_only)
        state = DisclosureRisk().assess(original, traced).states["exactness"]
        assert ("recoded only" in state.meaning) == (state.code == "upper bound" and not recoded_only)
        return state.code

    assert exactness(original.frame, recoded_only=False) == "exact"
    for frame in (recoded, original.frame.iloc[:3]):
        assert exactness(frame, recoded_only=False) == "upper bound"
        assert exactness(frame, recoded_only=True) == "exact"
    # The word is taken only where the files agree with it.
    assert exactness(swapped, recoded_only=True) == "upper bound"


def test_what_left_out_values_became_is_not_known(original: Microdata) -> None:
    banded = original.frame.assign(age=original.frame["age"] // 10 * 10)
    for rows, exact in (([0, 1, 2, 3, 5], True), ([0, 2, 3, 4, 5], False)):
        origin = match(original, Microdata(banded.iloc[rows]), "no", recoded_only=True).provenance("age")
        assert origin is not None
        assert origin.exact is exact


def test_a_value_that_was_filled_in_is_perturbed(original: Microdata) -> None:
    filled = Microdata(original.frame.assign(sex=["F", "M", "F", "F", "M", "M"]))
    traced = match(original, filled, same_order=True)
    assert traced.provenance("sex") is not None


@pytest.mark.parametrize(
    ("identity", "values", "sentence"),
    [
        (None, ["a"], "6 records and the masked file 1"),
        ("no", ["a", "a"], "1 record of the masked file repeats"),
        ("no", ["a", None], "no is missing in 1 record of the masked file"),
        ("no", ["a", "z"], "1 record of the masked file has a value of no that the original lacks"),
        ("number", ["a"], "no variable number"),
    ],
)
def test_records_that_cannot_be_traced_are_refused(
    original: Microdata, identity: str | None, values: list[str | None], sentence: str
) -> None:
    with pytest.raises(DataError, match=sentence):
        match(original, Microdata(pd.DataFrame({"no": values})), identity)


def test_no_released_records_can_be_traced(original: Microdata) -> None:
    assert len(match(original, original.take(np.array([], dtype=np.int64)), "no")) == 0


def _coded(values: object) -> Microdata:
    return Microdata(pd.DataFrame({"no": values, "age": range(len(pd.Series(values)))}))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["1", "x", "20"], [20, 1]),
        (["1", "x", "20"], [20.0, 1.0]),
        (["1", "x", "20"], pd.Series([20, 1], dtype="Int32")),
        ([1, 2, 20], ["20", "1"]),
        ([1, 2, 20], ["020", "01"]),
        ([1.0, 2.5, 20.0], ["20", "1.0"]),
        (pd.Categorical(["1", "x", "20"]), [20, 1]),
        ([9007199254740993, 2, 9007199254740992], ["9007199254740992", "9007199254740993"]),
    ],
)
def test_texts_and_numbers_name_the_same_records(before: object, after: object) -> None:
    assert match(_coded(before), _coded(after), "no").rows.tolist() == [2, 0]


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (["7", "007", "8"], [7, 8], "1 of them stands for several texts, as 7 does for 7 and 007"),
        (["7", "7.0", "8"], [7, 8], "stands for several texts"),
        (["007", "008"], [7, 8], "in which 7 and 007 are different texts; write its values alike"),
        (["007", "008"], ["7", "008"], "1 record .* in which 7 and 007 are different texts"),
        (["a", "b"], [7, 8], "lacks; choose the matching original"),
        ([7, 8], ["007", "7"], "7 and 007|repeats a value"),
        ([7, 8], ["7", "x"], "lacks; choose the matching original"),
        ([True, False], [1, 0], "lacks"),
        ([2**53, 2**53 + 1], [2.0**53], "over 15 digits in the masked file"),
        ([2.0**53, 0.5], [2**53 + 1], "over 15 digits in the original"),
    ],
)
def test_no_record_is_paired_by_a_guess(before: object, after: object, why: str) -> None:
    with pytest.raises(DataError, match=why):
        match(_coded(before), _coded(after), "no")


@pytest.mark.parametrize(
    ("before", "after", "rows"),
    [
        ("no,age\n007,1\n7,2\n", "no,age\n7,2\n", [1]),
        ("no,age\n007,1\n008,2\n", "no,age\n008,2\n", [1]),
        ("no,age\nx,1\n2.50,2\n", "no,age\n2.50,2\n", [1]),
        ("no,age\nx,1\n2,2\n", "no;age\n 2;2\n", None),
        ("no,age\n7,1\n8,2\n", "no,age\n08,2\n7,1\n", [1, 0]),
        ("no,age\n1,1\n2,2\n", 'no,age\n"2",2\n', [1]),
        ("no,age\n1.5,1\n2.5,2\n", "no;age\n2,5;2\n1,5;1\n", [1, 0]),
    ],
)
def test_python_command_line_and_window_pair_alike(
    tmp_path: Path, before: str, after: str, rows: list[int] | None
) -> None:
    files = tmp_path / "original.csv", tmp_path / "safe.csv"
    for file, content in zip(files, (before, after), strict=True):
        file.write_text(content, encoding="utf-8")
    original = read(files[0], roles={"age": "key"})
    step = FinishedFile(file=InputFile.chosen(files[1]), identity="no")
    command = ["assess", *map(str, (files[0], "--masked", files[1])), "--keys", "age", "--id", "no"]
    if rows is None:
        with pytest.raises(DataError):
            match(original, read(files[1]), "no")
        with pytest.raises(DataError):
            step.apply(original)
        assert main(command) == 2
        return
    assert match(original, read(files[1]), "no").rows.tolist() == rows
    assert step.apply(original).rows.tolist() == rows
    assert main(command) == 0


def test_types_of_another_format_do_not_matter(tmp_path: Path) -> None:
    write(_coded([8, 7]), tmp_path / "safe.parquet")
    assert match(_coded(["7", "8", "x"]), read(tmp_path / "safe.parquet"), "no").rows.tolist() == [1, 0]


def test_keys_are_compared_as_what_they_are_in_the_original() -> None:
    zips = ["0815", "4711", "x"]
    before = Microdata(pd.DataFrame({"no": [1, 2, 3], "zip": zips}), [Variable(name="zip", role=Role.KEY)])
    traced = match(before, Microdata(pd.DataFrame({"no": ["2", "1"], "zip": [4711, 4711]})), "no")
    assert traced.column("zip").tolist() == ["4711", "4711"]
    assert traced.variable("zip").scale is Scale.NOMINAL
    assert traced.provenance("zip") is not None
    assert traced.provenance("no") is None


def test_missing_codes_of_the_original_hold_in_both_files() -> None:
    frame = pd.DataFrame({"age": [-9, 20, 30]})
    before = Microdata(frame, [Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, missing=(-9,))])
    traced = match(before, Microdata(frame), same_order=True)
    assert traced.missing("age").tolist() == [True, False, False]
    assert traced.provenance("age") is None
