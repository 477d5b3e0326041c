"""Dates of statistics programs that have labels, codes for missing, or missing values with letters."""

import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pyreadstat
import pytest

from sdcdesk.core.data.declared_missing import LetteredMissing
from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io import read, write
from sdcdesk.io.writing import losses

DAY = 86_400.0
FIRST = pd.Timestamp("1582-10-14")
DAYS = [pd.Timestamp(day) for day in ("1911-11-11", "2000-02-29", "1899-12-31")]


def spss(path: Path, **said: Any) -> Path:
    seconds = [(day - FIRST) / pd.Timedelta(seconds=1) for day in DAYS]
    frame = pd.DataFrame({"born": seconds, "n": [1.0, 2.0, 3.0]})
    told = {name: {"born": value} for name, value in said.items()}
    pyreadstat.write_sav(frame, str(path), variable_format={"born": "EDATE10"}, **told)
    return path


def test_dates_of_spss_keep_labels_and_codes_for_missing(tmp_path: Path) -> None:
    code = (DAYS[0] - FIRST).days * DAY
    path = spss(tmp_path / "a.sav", missing_ranges=[code], variable_value_labels={code: "Not known"})
    data = read(path)
    born = data.variable("born")
    assert data.column("born").tolist() == ["1911-11-11", "2000-02-29", "1899-12-31"]
    assert born.missing == ("1911-11-11",)
    assert born.value_labels == (ValueLabel(value="1911-11-11", label="Not known"),)
    again = tmp_path / "b.sav"
    assert losses(data, again, None, {}) == ()
    write(data, again)
    assert read(again).variables == data.variables
    frame, meta = pyreadstat.read_sav(str(again), disable_datetime_conversion=True, user_missing=True)
    assert frame["born"].tolist() == [(day - FIRST).days * DAY for day in DAYS]
    assert meta.original_variable_types["born"] == "EDATE10"
    assert meta.variable_value_labels["born"] == {code: "Not known"}
    assert meta.missing_ranges["born"] == [{"lo": code, "hi": code}]


@pytest.mark.parametrize(
    "said",
    [
        {"missing_ranges": [{"lo": -99.0, "hi": 13e9}]},
        {"variable_value_labels": {0.5: "Half a second"}},
        {"missing_ranges": [-99.5]},
    ],
)
def test_dates_beside_what_is_none_stay_numbers_with_their_format(said: Any, tmp_path: Path) -> None:
    data = read(spss(tmp_path / "a.sav", **said))
    assert data.column("born").dtype.kind == "i"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # no value has the label, which does not leave
        write(data, tmp_path / "b.sav")
    display = read(tmp_path / "b.sav").variable("born").display
    assert display is not None
    assert display.spelling == "EDATE10"
    told = [one for one in losses(data, tmp_path / "b.csv", None, {}) if one.variable == "born"]
    assert any("the numbers that SPSS counts" in one.text for one in told)


@pytest.mark.parametrize(
    ("ending", "told"), [(".dta", 0), (".rds", 0), (".parquet", 0), (".sav", 1), (".xlsx", 1)]
)
def test_a_missing_value_with_a_letter_leaves_a_date_of_stata_its_format(
    ending: str, told: int, tmp_path: Path
) -> None:
    frame = pd.DataFrame({"born": [14_669.0, "a", 3.0]})
    pyreadstat.write_dta(
        frame,
        str(tmp_path / "a.dta"),
        variable_format={"born": "%td"},
        missing_user_values={"born": ["a"]},
    )
    data = read(tmp_path / "a.dta")
    display = data.variable("born").display
    assert display is not None
    assert (display.kind, display.spelling) == ("number", "%td")
    path = tmp_path / f"b{ending}"
    words = [one.text for one in losses(data, path, None, {}) if "that Stata counts" in one.text]
    assert len(words) == told
    if not told:
        write(data, path)
        assert read(path).variable("born").display == display
        assert read(path).column("born").tolist() == data.column("born").tolist()


def test_a_code_in_the_place_of_a_letter_is_no_date_of_sas(tmp_path: Path) -> None:
    described = Variable(
        name="born",
        scale=Scale.CONTINUOUS,
        missing=(-101,),
        lettered_missing=(LetteredMissing(code=-101, letter="a"),),
        display=DisplayFormat(kind="number", width=9, program="sas", spelling="DATE9"),
    )
    data = Microdata(pd.DataFrame({"born": [14_669, -101]}), [described])
    path = tmp_path / "a.xpt"
    words = [one.text for one in losses(data, path, None, {})]
    assert any("the numbers that SAS counts" in one for one in words)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        write(data, path)
    assert read(path).column("born").tolist() == [14_669, -101]
