import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.text.locale import Locale
from sdcdesk.inspection.categories import MOST, arranged, occurring

SCHOOL = Microdata(
    pd.DataFrame({"school": ["low", "high", None, "college", "low", "none"]}),
    [Variable(name="school", scale="ordinal", categories=("low", "middle", "high"), missing=("none",))],
)


def test_categories_stand_in_their_order_then_what_is_missing() -> None:
    found = occurring(SCHOOL, "school")
    rows = arranged(SCHOOL.variable("school"), found)
    assert [(one.value, one.records, one.missing, one.placed) for one in rows] == [
        ("low", 2, False, True),
        ("middle", 0, False, True),
        ("high", 1, False, True),
        ("college", 1, False, False),
        ("none", 1, True, True),
        (None, 1, True, True),
    ]
    assert sum(one.share for one in rows) == pytest.approx(1.0)


def test_a_code_that_does_not_occur_is_listed_too() -> None:
    variable = Variable(name="age", missing=(-9,))
    data = Microdata(pd.DataFrame({"age": [2, 1, 2]}), [variable])
    rows = arranged(variable, occurring(data, "age"))
    assert [(one.value, one.records, one.missing) for one in rows] == [
        (1, 1, False),
        (2, 2, False),
        (-9, 0, True),
    ]


def test_values_are_called_as_the_reader_writes_numbers_and_text_as_it_stands() -> None:
    german = Locale(",", ".")
    data = Microdata(pd.DataFrame({"hours": [7.5, 7.5, 40.0], "code": ["1.5", "a.b", "1.5"]}))
    texts = {
        name: [one.text(german) for one in arranged(data.variable(name), occurring(data, name))]
        for name in data.names
    }
    assert texts == {"hours": ["7,5", "40,0"], "code": ["1.5", "a.b"]}


def test_too_many_values_are_counted_but_not_listed() -> None:
    data = Microdata(pd.DataFrame({"number": range(MOST + 1)}))
    found = occurring(data, "number")
    assert (found.different, found.counts) == (MOST + 1, {})


def test_values_have_their_labels_also_those_that_do_not_occur() -> None:
    labels = (ValueLabel(value=1, label="Man"), ValueLabel(value=3, label="Other"))
    variable = Variable(name="sex", scale="ordinal", categories=(1, 2), value_labels=labels)
    data = Microdata(pd.DataFrame({"sex": [2, 1, 2]}), [variable])
    rows = arranged(variable, occurring(data, "sex"))
    assert [(one.value, one.records, one.label, one.placed) for one in rows] == [
        (1, 1, "Man", True),
        (2, 2, "", True),
        (3, 0, "Other", True),
    ]


def test_of_too_many_values_those_are_counted_that_are_asked_for() -> None:
    numbers = [float(number) for number in range(2_000)] + [7.0, 7.0]
    data = Microdata(pd.DataFrame({"x": numbers}), [Variable(name="x", missing=(9,))])
    assert occurring(data, "x").counts == {}
    assert occurring(data, "x", {7, 9, -1}).counts == {7: 3, 9: 1}
