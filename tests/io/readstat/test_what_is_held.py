"""What files of statistics programs hold of labels and text, and what is told or refused."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.io import read, write
from sdcdesk.io.writing import losses

LONG = "How-often-did-you,-in-the-last-twelve-months,-go-to-a-place-like-this-one?" * 8


@pytest.mark.parametrize(("extension", "kept"), [(".sav", 256), (".dta", 80), (".xpt", 256)])
def test_a_long_label_is_cut_where_the_loss_says_so(extension: str, kept: int, tmp_path: Path) -> None:
    data = Microdata(pd.DataFrame({"a": [1.5, 2.5]}), [Variable(name="a", label=LONG)])
    path = tmp_path / f"people{extension}"
    told = [one.text for one in losses(data, path, None, {}) if one.variable == "a"]
    assert len(told) == 1
    assert f"cut at {kept} " in told[0]
    with pytest.warns(UserWarning, match="label of a is cut"):
        write(data, path)
    assert read(path).variable("a").label == LONG[:kept]


def test_a_label_of_stata_is_counted_in_characters(tmp_path: Path) -> None:
    data = Microdata(pd.DataFrame({"a": [1.5]}), [Variable(name="a", label="日" * 80)])
    path = tmp_path / "people.dta"
    assert losses(data, path, None, {}) == ()
    write(data, path)
    assert read(path).variable("a").label == "日" * 80


@pytest.mark.parametrize("extension", [".sav", ".zsav", ".dta", ".xpt"])
def test_text_with_zero_bytes_is_refused_rather_than_cut(extension: str, tmp_path: Path) -> None:
    data = Microdata(pd.DataFrame({"a": ["be\0hind", "x"]}))
    with pytest.raises(DataError, match="zero bytes") as raised:
        write(data, tmp_path / f"people{extension}")
    assert "hind" not in str(raised.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("extension", [".sav", ".xpt"])
def test_text_that_is_too_long_is_refused(extension: str, tmp_path: Path) -> None:
    path = tmp_path / f"people{extension}"
    with pytest.raises(DataError, match="more than 32,767 bytes"):
        write(Microdata(pd.DataFrame({"a": ["é" * 16_384, "x"]})), path)
    write(Microdata(pd.DataFrame({"a": ["e" * 32_767, "x"]})), path)
    assert read(path).column("a").str.len().tolist() == [32_767, 1]


def test_a_long_code_for_missing_is_told_and_the_others_are_declared(tmp_path: Path) -> None:
    labels = (ValueLabel(value="not answered", label="Not answered"),)
    described = Variable(name="a", missing=("not answered", "x"), value_labels=labels)
    data = Microdata(pd.DataFrame({"a": ["not answered", "x", "y"]}), [described])
    path = tmp_path / "people.sav"
    assert [one.variable for one in losses(data, path, None, {})] == ["a"]
    with pytest.warns(UserWarning, match="cannot declare"):
        write(data, path)
    found = read(path)
    assert found.variable("a").missing == ("x",)
    assert found.variable("a").value_labels == labels
    assert found.column("a").tolist() == ["not answered", "x", "y"]
