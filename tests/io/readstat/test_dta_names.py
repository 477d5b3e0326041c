"""Names of 32 characters, with labels and without, as Stata allows them."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk import Microdata, read, write
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.io.readstat import stata

LABELS = (ValueLabel(value=1, label="north"), ValueLabel(value=2, label="south"))


@pytest.mark.parametrize("name", ["r" * 31, "r" * 32, "é" * 32])
def test_a_labelled_variable_keeps_the_longest_name_that_stata_holds(name: str, tmp_path: Path) -> None:
    described = (
        Variable(name="labelled_1", label="First"),
        Variable(name=name, label="Region", value_labels=LABELS),
        Variable(name="x" * 32, label="Without labels of values"),
        Variable(name="sex", value_labels=LABELS),
    )
    values = {one.name: [place, 2, 1] for place, one in enumerate(described)}
    write(Microdata(pd.DataFrame(values), described), tmp_path / "f.dta")
    back = read(tmp_path / "f.dta")
    assert back.names == tuple(values)
    assert [one.label for one in back.variables] == [one.label for one in described]
    assert back.variable(name).value_labels == LABELS
    assert back.variable("sex").value_labels == LABELS
    assert {each: back.column(each).tolist() for each in back.names} == values


def test_a_labelled_name_that_is_too_long_is_cut_and_told(tmp_path: Path) -> None:
    name = "region_of_the_household_with_a_very_long_name"
    data = Microdata(pd.DataFrame({name: [1, 2]}), (Variable(name=name, value_labels=LABELS),))
    with pytest.warns(UserWarning, match="cannot hold its name"):
        write(data, tmp_path / "f.dta")
    [variable] = read(tmp_path / "f.dta").variables
    assert (variable.name, variable.value_labels) == (name[:32], LABELS)


@pytest.mark.parametrize(("most", "release"), [(4, b"118"), (3, b"119")])
def test_more_variables_than_a_file_of_stata_14_holds_are_a_file_of_the_next_version(
    most: int, release: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stata, "_MOST_VARIABLES", most)
    described = Variable(name="d", label="Last", value_labels=LABELS)
    data = Microdata(pd.DataFrame({name: [1, 2] for name in "abcd"}), (described,))
    write(data, tmp_path / "f.dta")
    assert b"<release>" + release in (tmp_path / "f.dta").read_bytes()[:60]
    back = read(tmp_path / "f.dta")
    assert back.names == tuple("abcd")
    assert (back.variable("d").label, back.variable("d").value_labels) == ("Last", LABELS)
