"""Hierarchies from mappings: some values or all, the others stay or become one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.hierarchies.builders import mapping_hierarchy
from sdcdesk.hierarchies.hierarchy import Hierarchy

ZONES = Hierarchy(
    levels=[{"Ulm": "South", "Kiel": "North"}, {"South": "land", "North": "coast"}], titles=["zones", "kinds"]
)


def test_values_that_a_mapping_lacks_stay_or_become_one() -> None:
    found = mapping_hierarchy(["Kiel", "Bonn", "Ulm"], {"Ulm": "South", "Kiel": "North"})
    assert found.rows == {"Ulm": ("South", "*"), "Kiel": ("North", "*"), "Bonn": ("Bonn", "*")}
    assert mapping_hierarchy(["Bonn"], ZONES, rest="elsewhere").rows["Bonn"] == (
        "elsewhere",
        "elsewhere",
        "*",
    )
    whole = {"Ulm": ["South", "land"], "Kiel": ["North", "land"]}
    assert mapping_hierarchy(["Bonn"], whole).rows["Bonn"] == ("Bonn", "land")
    assert mapping_hierarchy(["Bonn"], whole, rest="else").rows["Bonn"] == ("else", "land")
    assert mapping_hierarchy(["Bonn"], {"Ulm": "South"}).rows["Bonn"] == ("Bonn", "*")
    assert mapping_hierarchy(["Bonn"], {"Ulm": "*"}).rows["Bonn"] == ("*",)
    assert mapping_hierarchy(["Bonn"], ZONES, rest="South").rows["Bonn"] == ("South", "land", "*")


def test_a_value_that_is_a_label_follows_it() -> None:
    assert mapping_hierarchy(["South", "land"], ZONES).rows == {
        **{value: (*labels, "*") for value, labels in ZONES.rows.items()},
        "South": ("South", "land", "*"),
        "land": ("land", "land", "*"),
    }


def test_titles_are_those_of_the_hierarchy_or_given() -> None:
    assert mapping_hierarchy(["Bonn"], ZONES).titles == ("zones", "kinds", "dropped")
    assert mapping_hierarchy(["Bonn"], ZONES, titles=["a", "b"]).titles == ("a", "b", "dropped")
    assert mapping_hierarchy(["a"], {"a": ["b", "c"]}).titles == ()
    with pytest.raises(ParameterError, match="title for each level"):
        mapping_hierarchy(["Bonn"], ZONES, titles=["a"])


def test_numbers_may_be_written_in_any_way() -> None:
    found = mapping_hierarchy([1.0, 2.0, 3.5], {"1": "low", "2.0": "low"}, rest="high")
    assert found.rows == {"1": ("low", "*"), "2.0": ("low", "*"), "3.5": ("high", "*")}


LABELS = st.sampled_from("abcdef")


@given(st.dictionaries(LABELS, st.tuples(LABELS), min_size=1), st.lists(LABELS, min_size=1, unique=True))
def test_every_value_has_its_place(mapping: dict[str, tuple[str]], values: list[str]) -> None:
    found = mapping_hierarchy(values, mapping)
    for value in values:
        assert found.rows[value][0] == mapping.get(value, (value,))[0]
    assert set(found.values) == {*mapping, *values}
    assert found.has_one_top


def test_what_is_no_mapping_is_refused() -> None:
    with pytest.raises(ParameterError, match="Names no value"):
        mapping_hierarchy(["a"], {})
    with pytest.raises(ValueError, match="value 2 has 2 labels"):
        mapping_hierarchy(["a"], {"a": ["x"], "b": ["x", "y"]})
