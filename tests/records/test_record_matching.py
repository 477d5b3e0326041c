import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Variable
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.records.record_matching import match
from sdcdesk.risk import DisclosureRisk


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
    return Microdata(frame, [Variable(name="age", role=Role.KEY), Variable(name="sex", role=Role.KEY)])


def test_a_whole_file_in_order_is_traced_and_its_recoding_found(original: Microdata) -> None:
    masked = Recoding(variable="age", how="prefix", keep=1).apply(original)
    traced = match(original, Microdata(masked.frame))
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
    origin = match(old, Microdata(pd.DataFrame({"age": old.column("age") // 30 * 30}))).origin("age")
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


def test_a_value_that_was_filled_in_is_perturbed(original: Microdata) -> None:
    traced = match(original, Microdata(original.frame.assign(sex=["F", "M", "F", "F", "M", "M"])))
    assert traced.origin("sex") is not None


@pytest.mark.parametrize(
    ("identity", "values", "sentence"),
    [
        (None, ["a"], "6 records and the masked file 1"),
        ("no", ["a", "a"], "1 records of the masked file repeat"),
        ("no", ["a", None], "no is missing in 1 records of the masked file"),
        ("no", ["a", "z"], "1 records of the masked file have a value of no that the original lacks"),
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
