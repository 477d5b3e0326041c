"""Names that files of other programs can hold."""

import tempfile
import warnings
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.io import read, write
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
    assert fitting_names(["größe"], "sas", 32) == {"größe": "gr__e"}


@given(st.lists(st.text(max_size=40), unique=True, max_size=12))
def test_any_names_become_different_ones_that_fit(names):
    found = fitting_names(names, "spss", 20, signs="_.@#$")
    assert list(found) == names
    new = list(found.values())
    assert len({name.casefold() for name in new}) == len(new)
    assert all(0 < len(name.encode()) <= 20 for name in new)
    assert all(name[0].isalpha() for name in new)
    assert all(fitting_names([name], "spss", 20, signs="_.@#$")[name] == name for name in new)


def test_words_of_the_programs_are_no_names():
    assert fitting_names(["_N", "_n"], "stata", 32) == {"_N": "_N_", "_n": "_n__2"}
    assert fitting_names(["_n", "to", "_x"], "spss", 64) == {"_n": "V_n", "to": "to_", "_x": "V_x"}
    assert fitting_names(["_N_"], "sas", 32) == {"_N_": "_N__"}


def test_names_of_stata_are_counted_in_characters():
    assert fitting_names(["ü" * 40], "stata", 32) == {"ü" * 40: "ü" * 32}
    assert fitting_names(["ü" * 40], "sas", 32) == {"ü" * 40: "_" * 32}


@pytest.mark.parametrize("extension", [".sav", ".dta", ".xpt"])
@given(
    names=st.lists(st.text(min_size=1, max_size=80).filter(str.strip), min_size=1, max_size=3, unique=True)
)
@settings(max_examples=30, deadline=None)
@example(names=["_N", "_x", "@x", "²", "½a", "TO"])
def test_any_names_can_be_written(extension, names):
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / f"people{extension}"
        write(Microdata(pd.DataFrame({name: [1.5, 2.5] for name in names})), path)
        assert len(read(path).names) == len(names)
