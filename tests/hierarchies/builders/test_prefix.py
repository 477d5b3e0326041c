"""Hierarchies of codes: fewer first characters at each level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.hierarchies.builders import prefix_hierarchy


def test_a_code_loses_a_character_at_each_level() -> None:
    found = prefix_hierarchy(["48201", "48335", "10115"])
    assert found.rows["48201"] == ("4820*", "482**", "48***", "4****", "*")
    assert found.titles == ("first 4 digits", "first 3 digits", "first 2 digits", "first digit", "dropped")
    assert prefix_hierarchy(["E11", "I10"]).titles == ("first 2 characters", "first character", "dropped")
    assert prefix_hierarchy([48201, 10115], [2], mark="").rows["48201"] == ("48", "*")
    assert prefix_hierarchy(["E11", "E11.9"], [3]).levels == (("E11", "E11"),)
    assert prefix_hierarchy(["E11", "E11.9"], [3], mark="*").levels[0] == ("E11", "E11**")
    assert prefix_hierarchy(["a", "b"]).levels == (("*", "*"),)


@given(
    st.lists(st.text("ab*1", max_size=4), min_size=1, max_size=12, unique=True),
    st.sets(st.integers(1, 5), min_size=1),
    st.sampled_from(["", "*", "-"]),
)
def test_labels_are_the_first_characters(codes: list[str], keep: set[int], mark: str) -> None:
    kept = sorted(keep, reverse=True)
    found = prefix_hierarchy(codes, kept, mark=mark)
    for level, count in enumerate(kept):
        slow = ["".join(sign if at < count else mark for at, sign in enumerate(code)) for code in codes]
        assert [*found.levels[level]] == [label or "(empty)" for label in slow]
    assert found.has_one_top


@pytest.mark.parametrize("keep", [(1, 2), (2, 2), (0,), (3, -1)])
def test_characters_that_do_not_descend_are_refused(keep: tuple[int, ...]) -> None:
    with pytest.raises(ParameterError, match="must descend") as caught:
        prefix_hierarchy(["abc"], keep)
    assert caught.value.field == "keep"


def test_numbers_with_decimals_have_no_first_characters() -> None:
    assert prefix_hierarchy([12.0, 34.0], [1]).levels[0] == ("1*", "3*")
    with pytest.raises(DataError, match="choose bands"):
        prefix_hierarchy([1.5, 2.0])
    with pytest.raises(ParameterError, match="one character"):
        prefix_hierarchy(["ab"], mark="**")
