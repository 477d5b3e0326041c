"""Hierarchies: values in order, levels as codes and labels, checked once, written as tables."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.hierarchies.hierarchy import Hierarchy, read_hierarchy

TOWNS = Hierarchy(
    name="Towns",
    levels=[{"Bremen": "North", "Ulm": "South", "Kiel": "North"}, {"North": "any", "South": "any"}],
)

ROWS = st.dictionaries(st.text(max_size=3), st.integers(0, 7), min_size=1, max_size=12)


def nested(rows: dict[str, int]) -> dict[str, tuple[str, str, str]]:
    """Return three levels, each of which puts two or more of the one below together."""
    return {value: (f"{n}", f"{n // 2} > half", f"{n // 4}") for value, n in rows.items()}


def test_levels_are_codes_and_labels_in_the_order_of_the_values() -> None:
    assert (TOWNS.values, TOWNS.height, TOWNS.has_one_top) == (("Bremen", "Ulm", "Kiel"), 2, True)
    assert [TOWNS.labels(level) for level in range(3)] == [
        ("Bremen", "Ulm", "Kiel"),
        ("North", "South"),
        ("any",),
    ]
    assert [TOWNS.codes(level).tolist() for level in range(3)] == [[0, 1, 2], [0, 1, 0], [0, 0, 0]]
    assert all(TOWNS.codes(level).dtype == np.int32 for level in range(3))


def test_a_whole_coding_is_recoded_at_once_and_lacking_values_are_marked() -> None:
    assert TOWNS.label_codes(["Kiel", "Bonn", "Ulm"], 1).tolist() == [0, -1, 1]
    assert TOWNS.label_codes([], 1).tolist() == []
    assert TOWNS.label_codes(["Kiel", ""], 0).tolist() == [2, -1]


def test_nothing_of_it_can_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        TOWNS.codes(1)[0] = 1
    TOWNS.label_codes(["Kiel", "Bonn"], 1)[0] = 1
    assert TOWNS.label_codes(["Kiel"], 1).tolist() == [0]
    assert hash(TOWNS) == hash(TOWNS.changed(name="Towns"))


@given(ROWS, st.text(max_size=3))
def test_codes_and_labels_say_what_the_rows_say(rows: dict[str, int], other: str) -> None:
    labels = nested(rows)
    hierarchy = Hierarchy.from_rows(labels)
    assert hierarchy.rows == labels
    for level in range(1, 4):
        codes = hierarchy.label_codes([*labels, other], level)
        found = [hierarchy.labels(level)[code] if code >= 0 else None for code in codes.tolist()]
        assert found == [
            *(row[level - 1] for row in labels.values()),
            labels.get(other, (None,) * 3)[level - 1],
        ]


@given(ROWS)
def test_what_is_written_is_read_as_it_was(rows: dict[str, int]) -> None:
    hierarchy = Hierarchy.from_rows(nested(rows), "Name")
    written = json.loads(json.dumps(hierarchy.model_dump(mode="json")))
    assert Hierarchy(**written) == read_hierarchy(written) == hierarchy


def test_its_json_has_a_line_for_each_value_and_label() -> None:
    assert TOWNS.model_dump(mode="json") == {
        "name": "Towns",
        "levels": [{"Bremen": "North", "Ulm": "South", "Kiel": "North"}, {"North": "any", "South": "any"}],
    }


def test_rows_may_hold_texts_lists_and_numbers() -> None:
    wanted = Hierarchy(levels=[{"34": "30s", "40": "> 39"}, {"30s": "any", "> 39": "any"}])
    for rows in ({34: "30s > any", 40: "> 39 > any"}, {"34": ["30s", "any"], "40": ("> 39", "any")}):
        assert read_hierarchy(rows) == wanted
    assert Hierarchy(levels=[{34: "30s", 40: "> 39"}, {"30s": "any", "> 39": "any"}]) == wanted


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({"levels": []}, "names no value"),
        ({"levels": [{}]}, "names no value"),
        ({"levels": [{"a": "x", "b": "y"}, {"x": "any"}]}, "entry 2 of level 1 has nothing above it"),
        ({"levels": [{"a": "x"}, {"x": "any", "y": "any"}]}, "entry 2 of those above level 1"),
        ({"levels": [{"a": ""}]}, "value 1 has an empty label at level 1"),
        ({"levels": [{"a": "x"}], "name": 5}, "a name that is no text"),
        ({"a": "x > y", "b": "x"}, "value 2 has 1 label, and the first has 2 labels"),
        ({"a": "x > y", "b": "z > y", "c": "x > z"}, "values 1 and 3 share a label at level 1"),
        ({"a": "x > "}, "value 1 has an empty label at level 2"),
        ({"a": []}, "has no level"),
        ({"a": 5}, "needs for each value its labels"),
        ({"1": "x", 1: "x"}, "is given twice"),
        (["a"], "must be a hierarchy"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(written: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read_hierarchy(written)


def test_neither_errors_nor_words_repeat_a_value() -> None:
    told = "Not for logs"
    for rows in ({told: ["x", "y"], "b": ["x", told]}, {"a": told, "b": ""}, {told: "", "b": "x"}):
        with pytest.raises(ParameterError) as caught:
            Hierarchy.from_rows(rows)
        assert told not in caught.value.message
    assert repr(TOWNS) == str(TOWNS) == "Hierarchy(Towns, 3 values, 2 levels)"
    with pytest.raises(ParameterError, match="Value 2 was named before"):
        Hierarchy(values=["a", "a"], levels=[["x", "x"]])
    with pytest.raises(ParameterError, match="Level 1 has 1 label for 2 values"):
        Hierarchy(values=["a", "b"], levels=[["x"]])


def test_levels_have_titles_in_words() -> None:
    assert [TOWNS.level_title(level) for level in range(3)] == ["as is", "level 1", "dropped"]
    titled = TOWNS.changed(titles=["region", " "])
    assert [titled.level_title(level) for level in range(3)] == ["as is", "region", "dropped"]
    assert titled.titles == ("region", "")
    assert TOWNS.changed(titles=["", " "]) == TOWNS
    written = json.loads(json.dumps(titled.model_dump(mode="json")))
    assert written == {**TOWNS.model_dump(mode="json"), "titles": ["region", ""]}
    assert Hierarchy(**written) == read_hierarchy(written) == titled
    assert "titles" not in TOWNS.changed(titles=[""] * 2).model_dump(mode="json")


@pytest.mark.parametrize(
    ("titles", "wrong"),
    [
        (["region"], "has 1 title for 2 levels"),
        ([1, 2], "titles of levels that are no texts"),
        ("ab", "titles of levels that are no texts"),
    ],
)
def test_titles_are_one_for_each_level(titles: Any, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read_hierarchy({**TOWNS.model_dump(mode="json"), "titles": titles})
    with pytest.raises(ParameterError, match=r"title for|titles for|Titles of levels"):
        TOWNS.changed(titles=titles)
    with pytest.raises(ParameterError, match="must have at most 200 signs"):
        TOWNS.changed(titles=["x" * 201, "y"])


def test_equal_ones_are_equal_whatever_was_computed_of_them() -> None:
    rows = {"1": "low > any", "2": "low > any", "3": "high > any"}
    one, other = Hierarchy.from_rows(rows, name="n"), Hierarchy.from_rows(rows, name="n")
    assert one.codes(1).tolist() == other.codes(1).tolist()
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != one.changed(name="m")
    assert one != rows
