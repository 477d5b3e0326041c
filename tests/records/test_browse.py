import threading

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.records.browse import Condition, arranged, find, matching, ordered
from sdcdesk.records.record_column import record_column

LEVELS = Variable(name="level", scale=Scale.ORDINAL, categories=("low", "middle", "high"))


@pytest.fixture
def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "age": pd.array([61, 9, None, 61, -9], dtype="Int64"),
            "city": ["Oslo", "bergen", None, "OSLO", "Bergen"],
            "level": ["high", "low", "middle", None, "low"],
            "bill": [967.38, 1523.46, 2000.0, np.nan, 0.5],
        }
    )
    age = Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,))
    return Microdata(frame, [age, LEVELS])


def met(data: Microdata, name: str, relation: str, value: object = "") -> list[int]:
    return matching(data, [Condition(name, relation, value)]).tolist()


# order


@pytest.mark.parametrize(
    ("name", "ascending", "descending"),
    [
        ("age", [1, 0, 3, 2, 4], [0, 3, 1, 2, 4]),
        ("city", [4, 3, 0, 1, 2], [1, 0, 3, 4, 2]),
        ("level", [1, 4, 2, 0, 3], [0, 2, 1, 4, 3]),
        ("bill", [4, 0, 1, 2, 3], [2, 1, 0, 4, 3]),
    ],
)
def test_records_in_order_with_missing_values_last(people, name, ascending, descending):
    assert ordered(people, name).tolist() == ascending
    assert ordered(people, name, descending=True).tolist() == descending


@given(st.lists(st.one_of(st.none(), st.integers(-5, 5)), max_size=30), st.booleans())
def test_equal_values_keep_the_order_of_the_file(values, descending):
    data = Microdata(pd.DataFrame({"x": pd.array(values, dtype="Int64")}))
    sign = -1 if descending else 1
    slow = sorted(range(len(values)), key=lambda i: (values[i] is None, sign * (values[i] or 0)))
    assert ordered(data, "x", descending=descending).tolist() == slow


# conditions


def test_numbers_are_compared(people):
    assert met(people, "age", "at_least", 61) == [0, 3]
    assert met(people, "age", "at_most", 60.5) == [1]
    assert met(people, "age", "equals", 61.0) == [0, 3]
    assert met(people, "bill", "at_least", 1523.46) == [1, 2]


def test_missing_values_meet_no_condition_but_one(people):
    assert met(people, "age", "missing") == [2, 4]
    assert met(people, "age", "at_most", 1_000) == [0, 1, 3]
    assert met(people, "age", "contains", "9") == [1]
    assert met(people, "bill", "missing") == [3]


def test_text_is_found_whatever_its_case(people):
    assert met(people, "city", "contains", "oslo") == [0, 3]
    assert met(people, "city", "equals", "Oslo") == [0]
    assert met(people, "bill", "contains", "23.4") == [1]
    assert met(people, "bill", "contains", ".0") == []


def test_what_is_looked_for_is_no_pattern(people):
    assert met(people, "city", "contains", ".*") == []


def test_an_order_is_that_of_the_categories(people):
    assert met(people, "level", "at_least", "middle") == [0, 2]
    assert met(people, "level", "at_most", "middle") == [1, 2, 4]
    with pytest.raises(DataError, match="has no place in the order of level"):
        matching(people, [Condition("level", "at_least", "giant")])


def test_all_conditions_must_be_met(people):
    both = [Condition("city", "contains", "oslo"), Condition("bill", "missing")]
    assert matching(people, both).tolist() == [3]
    assert matching(people, []).tolist() == [0, 1, 2, 3, 4]


def test_numbers_are_not_compared_with_words(people):
    with pytest.raises(DataError, match="age holds numbers"):
        matching(people, [Condition("age", "equals", "old")])
    with pytest.raises(DataError, match="no variable agee"):
        matching(people, [Condition("agee", "equals", 3)])


def test_digits_kept_as_text_are_compared_as_text():
    data = Microdata(pd.DataFrame({"zip": ["0101", "4801"]}))
    assert met(data, "zip", "equals", 4801) == [1]


def test_categories_and_truth_values_are_text():
    frame = pd.DataFrame({"a": pd.Categorical(["x", None, "y"]), "b": [True, False, True]})
    data = Microdata(frame)
    assert met(data, "a", "equals", "y") == [2]
    assert met(data, "a", "missing") == [1]
    assert met(data, "b", "contains", "true") == [0, 2]
    assert ordered(data, "b").tolist() == [1, 0, 2]


# arrangement


def test_wanted_records_in_the_wanted_order(people):
    some = [np.array([0, 1, 3, 4]), np.array([4, 3, 1])]
    assert arranged(people).tolist() == [0, 1, 2, 3, 4]
    assert arranged(people, among=some).tolist() == [1, 3, 4]
    assert arranged(people, among=some, by="bill").tolist() == [4, 1, 3]
    low = [Condition("level", "at_most", "low")]
    assert arranged(people, low, some, "age", descending=True).tolist() == [1, 4]


# find


def test_the_next_place_of_a_text(people):
    names = people.names
    assert find(people, "oslo", 0, names) == (0, "city")
    assert find(people, "oslo", 1, names) == (3, "city")
    assert find(people, "oslo", 4, names) == (0, "city")
    assert find(people, "61", 1, ["age"]) == (3, "age")
    assert find(people, "nowhere", 0, names) is None
    assert find(people, "", 0, names) is None


def test_the_first_column_of_a_row_comes_first(people):
    assert find(people, "9", 0, ["age", "bill"]) == (0, "bill")
    assert find(people, "9", 1, ["bill", "age"]) == (1, "age")


def test_find_among_some_records_in_their_order(people):
    some = np.array([4, 3, 1])
    assert find(people, "oslo", 0, ["city"], some) == (1, "city")
    assert find(people, "bergen", 1, ["city"], some) == (2, "city")
    assert find(people, "2000", 0, ["bill"], some) is None


def test_missing_codes_are_not_found(people):
    assert find(people, "-9", 0, ["age"]) is None


def test_find_beyond_the_first_part_of_a_large_file_and_around_its_end():
    words = np.full(300_000, "hay", dtype=object)
    words[[5, 290_000]] = "needle"
    data = Microdata(pd.DataFrame({"x": pd.Series(words, dtype="str")}))
    assert find(data, "NEEDLE", 6, ["x"]) == (290_000, "x")
    assert find(data, "needle", 290_001, ["x"]) == (5, "x")


def test_find_can_be_cancelled():
    data = Microdata(pd.DataFrame({"x": ["a"] * 10}))
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        find(data, "b", 0, ["x"], progress=Progress(cancelled=stop.is_set))


def test_the_longest_text_of_a_column() -> None:
    texts = pd.Series(["0 to 9", None, "100 to 109", "10 to 19"] * 50_000, dtype="str")
    data = Microdata(pd.DataFrame({"band": texts, "n": range(200_000), "long": "x" * 25, "none": None}))
    columns = [record_column(data, name) for name in data.names]
    assert [column.longest_text() for column in columns] == ["100 to 109", "", "", ""]
    assert record_column(Microdata(pd.DataFrame({"a": []}, dtype="str")), "a").longest_text() == ""
