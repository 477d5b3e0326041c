import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.records.arrangement import Arrangement, Chosen, filter_text, read_condition, relations
from sdcdesk.records.browse import Condition


@pytest.fixture
def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "age": pd.array([61, None, -9], dtype="Int64"),
            "bill": [1523.4, 967.38, 2000.0],
            "city": ["Oslo", None, "a very long name of a small place"],
            "sex": [1, 2, 1],
        }
    )
    described = [
        Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,)),
        Variable(name="sex", scale=Scale.NOMINAL),
    ]
    return Microdata(frame, described)


def test_an_arrangement_filters_and_sorts(people):
    whole = Arrangement()
    assert whole.is_whole
    chosen = Chosen(np.array([0, 2]), "2 records")
    some = whole.with_filter(Condition("bill", "at_least", 1_000)).with_chosen(chosen)
    assert some.sorted_by("bill", descending=True).positions(people).tolist() == [2, 0]
    other = some.with_chosen(Chosen(np.array([0]), "1 record"))
    assert [filter_text(one) for one in other.filters] == ["bill 1,000 or over", "1 record"]
    assert other.without_filter(0).positions(people).tolist() == [0]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition("sex", "equals", "F"), "sex is F"),
        (Condition("age", "at_most", 60.5), "age 60.5 or under"),
        (Condition("city", "contains", "os"), "city contains os"),
        (Condition("city", "missing"), "city is missing"),
    ],
)
def test_filters_in_words(condition, words):
    assert filter_text(condition) == words


def test_the_likeliest_relation_comes_first(people):
    assert relations(people, "bill") == ("at_least", "at_most", "equals", "contains", "missing")
    assert relations(people, "city") == ("equals", "contains", "missing")


def test_conditions_are_read_as_they_were_entered(people):
    assert read_condition(people, "bill", "at_least", " 1000 ") == Condition("bill", "at_least", 1000.0)
    assert read_condition(people, "city", "equals", "Oslo") == Condition("city", "equals", "Oslo")
    assert read_condition(people, "city", "missing", "Oslo") == Condition("city", "missing")
    for text, sentence in (("old", "bill holds numbers; enter a number."), (" ", "Enter a value.")):
        with pytest.raises(ValueError, match=sentence):
            read_condition(people, "bill", "equals", text)
