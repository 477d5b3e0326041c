import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import (
    LocalSuppression,
    RandomOrder,
    RankSwapping,
    Recoding,
    RecordSuppression,
    SimpleRandomSampling,
)
from sdcdesk.masking.finished_file.record_matching import match
from sdcdesk.records.step_changes import NOTHING, StepChanges, step_changes, variable_change


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 90, 400),
            "zip": rng.integers(10, 60, 400).astype(str),
            "pay": rng.lognormal(8, 1, 400).round(2),
        }
    )
    keys = [Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS), Variable(name="zip", role=Role.KEY)]
    return Microdata(frame, [*keys, Variable(name="pay", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)])


def slow_blanked(before: Microdata, after: Microdata, name: str) -> int:
    """Values that are missing only after a step, record by record."""
    old = dict(zip(before.rows.tolist(), before.column(name).tolist(), strict=True))
    new = zip(after.rows.tolist(), after.column(name).tolist(), strict=True)
    return sum(bool(pd.isna(value)) and not pd.isna(old[row]) for row, value in new)


def test_blanks_are_counted_per_variable(data: Microdata) -> None:
    masked = LocalSuppression(k=3).apply(data, 1)
    found = {one.name: one.blanked for one in step_changes(data, masked).variables}
    expected = {name: slow_blanked(data, masked, name) for name in data.names}
    assert found == {name: number for name, number in expected.items() if number}
    # A step on a file from which records were left out before says what it did itself.
    fewer = SimpleRandomSampling(percentage=50.0).apply(masked, 2)
    again = LocalSuppression(k=4).apply(fewer, 3)
    for one in step_changes(fewer, again).variables:
        assert one.blanked == slow_blanked(fewer, again, one.name)
        assert one.values == len(fewer) == 200


def test_a_recoding_says_how_many_values_are_left(data: Microdata) -> None:
    masked = Recoding(variable="zip", how="prefix", keep=1).apply(data)
    assert step_changes(data, masked).line == "zip: 50 values became 5"


def test_variables_are_called_by_their_labels(data: Microdata) -> None:
    masked = Recoding(variable="zip", how="prefix", keep=1).apply(data)
    changes = step_changes(data, masked).calling({"zip": "Where they live", "age": "Age"})
    assert changes.line == "Where they live: 50 values became 5"
    assert changes.details == (changes.line,)


def test_nothing_is_said_of_values_where_nobody_knows_whose_they_are(data: Microdata) -> None:
    shuffled = Microdata(data.frame.sample(frac=1, random_state=1).reset_index(drop=True), data.variables)
    for same_order, known in ((False, False), (True, True)):
        paired = match(data, shuffled, same_order=same_order)
        changes = step_changes(data, paired)
        assert changes.unpaired is not known
        assert ("not known" in changes.line) is not known
        assert bool(changes.variables) is known


def test_records_left_out_are_said(data: Microdata) -> None:
    sampled = SimpleRandomSampling(percentage=80.0).apply(data, 5)
    assert step_changes(data, sampled).line == "80 of 400 records left out"
    left = len(sampled) - len(RecordSuppression(k=2, keys=("age",)).apply(sampled))
    found = step_changes(sampled, RecordSuppression(k=2, keys=("age",)).apply(sampled))
    assert (found.records, found.left_out) == (320, left)


def test_swapped_values_are_counted_over_all_variables(data: Microdata) -> None:
    swapped = RankSwapping(variables=("pay", "age"), window=5.0).apply(data, 4)
    both = [int((swapped.column(name) != data.column(name)).sum()) for name in ("age", "pay")]
    assert step_changes(data, swapped).line == f"{sum(both)} of 800 values changed in 2 variables"
    assert step_changes(data, swapped).details == (
        f"age: {both[0]} of 400 changed",
        f"pay: {both[1]} of 400 changed",
    )


def test_an_order_changes_no_value_and_a_dropped_variable_is_named(data: Microdata) -> None:
    assert step_changes(data, RandomOrder().apply(data, 1)).line == NOTHING
    assert StepChanges(3).details == ()
    assert step_changes(data, data.drop(["pay"])).line == "pay: no longer released"


def test_filled_values_and_renamed_categories_are_told(data: Microdata) -> None:
    blank = data.assign({"zip": data.column("zip").where(data.column("zip") != "10")})
    gaps = int(blank.column("zip").isna().sum())
    filled = blank.assign({"zip": blank.column("zip").fillna("99")})
    assert variable_change(blank, filled, "zip").words == f"{gaps} of 400 filled in"
    renamed = data.recode("zip", lambda values: values + "!")
    assert step_changes(data, renamed).line == "zip: 50 values renamed"
    assert step_changes(data, data.recode("zip", lambda values: values)).line == NOTHING


def test_a_look_at_the_image_of_values_makes_no_recoding(data: Microdata) -> None:
    noisy = data.assign({"age": data.column("age") + 1})
    again = noisy.assign({"age": noisy.column("age") + 1})
    origin = again.provenance("age")
    assert origin is not None
    assert len(origin.image)
    assert not origin.is_recoded
    assert step_changes(noisy, again).line == "age: 400 of 400 changed"


def test_below_a_title_the_numbers_come_first(data: Microdata) -> None:
    changes = step_changes(data, Recoding(variable="zip", how="prefix", keep=1).apply(data))
    assert changes.beside("zip to first character") == "50 values became 5"
    assert changes.beside("Keys made coarser") == "50 values became 5 (zip)"
    assert step_changes(data, data).beside("Nothing") == NOTHING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([1, 2, 3, 4], [1, 2.5, 3, None]),
        ([2**60, 2**60 + 1, 5, 6], [2.0**60, 2.0**60, 5, 7]),
        ([1, None, 3, 4], [1, 2, None, 5]),
        (["a", None, "c", "d"], ["a", "b", None, "e"]),
        ([1, 2, None, 4], ["1", "2", "3", None]),
        ([1, 2, 3, 4], ["1-2", "1-2", "3-4", "3-4"]),
        (pd.Categorical(["a", "b", "a", "b"]), ["a", "a", "a", "c"]),
        ([True, False, True, False], [1, 0, 0, 1]),
    ],
)
def test_changed_values_of_any_kind_are_those_that_python_tells_apart(old, new) -> None:
    before = Microdata(pd.DataFrame({"x": pd.Series(old)}))
    after = before.assign({"x": pd.Series(new)})
    told = [
        bool(one != other)
        for one, other in zip(before.column("x").tolist(), after.column("x").tolist(), strict=True)
        if not (pd.isna(one) or pd.isna(other))
    ]
    found = variable_change(before, after, "x")
    assert (found.changed, found.values) == (sum(told), 4)
