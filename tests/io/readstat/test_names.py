"""Names that files of other programs can hold."""

from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.io.readstat.names import fitting_names


def test_names_that_fit_stay():
    assert fitting_names(["age", "größe"], "stata", 32) == {"age": "age", "größe": "größe"}


def test_others_change_and_stay_apart():
    names = ["age", "Age", "a b", "a_b", "1st", "", "if", "STR7", "x" * 40, "x" * 41]
    found = fitting_names(names, "stata", 32)
    assert found["a_b"] == "a_b"
    assert found["a b"] == "a_b_2"
    assert found["1st"] == "V1st"
    assert found["if"] == "if_"
    assert len({name.casefold() for name in found.values()}) == len(names)


def test_letters_of_ascii_only():
    assert fitting_names(["größe"], "sas", 32, ascii_only=True) == {"größe": "gr__e"}


@given(st.lists(st.text(max_size=40), unique=True, max_size=12))
def test_any_names_become_different_ones_that_fit(names):
    found = fitting_names(names, "spss", 20, signs="_.@#$")
    assert list(found) == names
    new = list(found.values())
    assert len({name.casefold() for name in new}) == len(new)
    assert all(0 < len(name.encode()) <= 20 for name in new)
    assert all(name[0].isalpha() or name[0] in "_" for name in new)
    assert all(fitting_names([name], "spss", 20, signs="_.@#$")[name] == name for name in new)
