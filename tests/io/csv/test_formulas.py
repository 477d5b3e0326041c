import gc
import weakref

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import read, write, write_codebook
from sdcdesk.io.csv import formulas as formulas_module
from sdcdesk.io.csv.formulas import formulas


def test_cells_of_text_that_a_spreadsheet_computes_are_counted_by_variable():
    data = Microdata(
        pd.DataFrame({"a": ["=1", "x", "+49 1", "-5", None], "b": ["x"] * 5, "c": [-1, 2, 3, 4, 5]})
    )
    assert formulas(data) == {"a": 2}


def test_data_are_counted_once_as_long_as_they_live(monkeypatch):
    data, seen = Microdata(pd.DataFrame({"a": ["=1", "x"]})), []
    counted = formulas_module._are_formulas
    monkeypatch.setattr(formulas_module, "_are_formulas", lambda text: seen.append(1) or counted(text))
    first = formulas(data)
    first.clear()
    assert formulas(data) == {"a": 1}
    assert len(seen) == 1
    assert formulas(data.assign({"a": pd.Series(["x", "x"])})) == {}
    left = weakref.ref(data)
    del data
    gc.collect()
    assert left() is None, "the count keeps nothing alive"


def test_a_count_that_was_cancelled_is_made_again():
    data = Microdata(pd.DataFrame({"a": ["=1", "x"]}))
    with pytest.raises(Cancelled):
        formulas(data, Progress(cancelled=lambda: True))
    assert formulas(data) == {"a": 1}


@pytest.mark.parametrize(
    "cell", ["\t=1+1", "\r\n+A1", "  @SUM(A1)", "\uff1d1+1", "\u3000\uff0d1+A1", "\u00a0=1"]
)
def test_blanks_and_wide_signs_before_a_formula_hide_none(cell):
    assert formulas(Microdata(pd.DataFrame({"a": [cell, "ä", "x", " -5", "\t"]}))) == {"a": 1}


def test_writing_warns_of_cells_names_and_labels(tmp_path):
    labels = (ValueLabel(value=1, label="-1 or less"),)
    data = Microdata(
        pd.DataFrame({"a": ["=1+1", "x"], "=b": [1, 2], "c": [1, 1]}),
        [Variable(name="c", value_labels=labels)],
    )
    with pytest.warns(UserWarning, match="formula") as told:
        write(data, tmp_path / "a.csv", labels=True)
    name, label, cell = (str(one.message) for one in told)
    assert name == "The name of =b begins as a formula does, and a spreadsheet would compute it."
    assert label == "Labels of c begin as formulas do, and a spreadsheet would compute them."
    assert cell.startswith("1 cell of a begins with = + - @, which a spreadsheet takes for formulas; neutral")
    write(data, tmp_path / "b.csv", labels=True, neutral=True)
    assert (tmp_path / "b.csv").read_text().splitlines() == [
        "a,'=b,c",
        "'=1+1,1,'-1 or less",
        "x,2,'-1 or less",
    ]
    write(data.drop(["c"]), tmp_path / "b.xlsx")


def test_codebooks_describe_cells_as_they_are_neutralised(tmp_path):
    described = Variable(
        name="a", scale=Scale.ORDINAL, categories=("low", "=high", "-5", "@missing"), missing=("@missing",)
    )
    data = Microdata(pd.DataFrame({"a": ["=high", "low", "-5", "@missing", None]}), [described])
    write(data, tmp_path / "a.csv", neutral=True)
    book = write_codebook(data, tmp_path / "a.csv", neutral=True)
    again = read(tmp_path / "a.csv", codebook=book)
    assert again.variable("a").categories == ("low", "'=high", "-5", "'@missing")
    assert again.variable("a").missing == ("'@missing",)
    assert again.column("a").dropna().tolist() == ["'=high", "low", "-5", "'@missing"]
    assert "'=high" in write_codebook(data, tmp_path / "a.csv", "r", neutral=True).read_text()
