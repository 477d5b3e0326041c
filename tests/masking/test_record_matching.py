from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.loss import LOSSES, HeadlineLoss
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.masking.record_matching import match
from sdcdesk.risk import RISKS, DisclosureRisk, IndividualRisk, IntervalDisclosure


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
    traced = match(original, Microdata(masked.frame), recoded_only=True)
    assert traced.rows.tolist() == list(range(6))
    assert traced.variable("age").role is Role.KEY
    assert traced.origin("sex") is None
    origin = traced.origin("age")
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
    origin = match(old, new, recoded_only=True).origin("age")
    assert origin is not None
    assert origin.exact
    gap = 0 if missing else 30
    assert origin.recoded(old.coding("age")).fillna(0).tolist() == [0, 0, gap, 30, 30, 60, 60]


@pytest.mark.parametrize("added", [1, 0.25, -100])
def test_different_numbers_that_became_different_numbers_may_be_noise(added: float) -> None:
    old = Microdata(pd.DataFrame({"age": [23, 27, 31, 38, 40, 64]}), [Variable(name="age", role=Role.KEY)])
    traced = match(old, Microdata(pd.DataFrame({"age": old.column("age") + added})))
    origin = traced.origin("age")
    assert origin is not None
    assert not origin.exact
    found = DisclosureRisk().assess(old, traced)
    assert found.value("exactness") == "upper bound"
    assert found.value("dr_link") is None


def test_a_sample_is_traced_by_its_identity_but_not_called_exact_when_recoded(original: Microdata) -> None:
    masked = SimpleRandomSampling(by="size", size=4).apply(original, np.random.default_rng(1))
    traced = match(original, Microdata(masked.frame.iloc[::-1]), identity="no")
    assert sorted(traced.rows.tolist()) == masked.rows.tolist()
    assert all(traced.origin(name) is None for name in original.names)
    banded = Recoding(variable="age", how="prefix", keep=1).apply(masked)
    origin = match(original, Microdata(banded.frame), identity="no").origin("age")
    assert origin is not None
    assert not origin.exact
    assert origin.recoded(original.coding("age")).tolist()[banded.rows[0]] == banded.column("age")[0]


def test_changed_values_are_perturbed(original: Microdata) -> None:
    frame = original.frame.assign(
        wage=original.frame["wage"].to_list()[::-1], sex=["F", "M", "F", None, None, "M"]
    )
    traced = match(original, Microdata(frame))
    for name in ("wage", "sex"):
        origin = traced.origin(name)
        assert origin is not None
        assert not origin.exact
    assert traced.origin("age") is None


@pytest.mark.parametrize("measure", [*RISKS, *LOSSES])
def test_a_file_without_identity_is_paired_by_order_or_refused(
    original: Microdata, measure: type[Measure], tmp_path: Path
) -> None:
    """The rule is that of every measure, so that no way in goes around it."""
    asked = {}
    if measure is IndividualRisk:
        original = original.describe(original.variable("wage").changed(role=Role.WEIGHT))
    if measure is IntervalDisclosure:
        original = original.describe(original.variable("wage").changed(scale=Scale.CONTINUOUS))
    if "holds" in measure.model_fields:
        original.frame.to_csv(tmp_path / "population.csv", index=False)
        asked = {"population": (tmp_path / "population.csv").as_posix()}
    measuring = measure(**asked)
    again = Microdata(original.frame, original.variables)
    for masked in (again, match(original, again)):
        assert measuring.assess(original, masked).notes[0].startswith("Matched by order: ")
    for masked in (original, original.take(np.arange(6)), match(original, again, "no")):
        assert not any("by order" in note for note in measuring.assess(original, masked).notes)
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
        origin = match(original, Microdata(banded.iloc[rows]), "no", recoded_only=True).origin("age")
        assert origin is not None
        assert origin.exact is exact


def test_a_value_that_was_filled_in_is_perturbed(original: Microdata) -> None:
    traced = match(original, Microdata(original.frame.assign(sex=["F", "M", "F", "F", "M", "M"])))
    assert traced.origin("sex") is not None


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
