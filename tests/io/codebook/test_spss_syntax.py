"""SPSS syntax: its commands, for there is no SPSS to try it."""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.io.codebook.spss_syntax import SpssSyntax
from tests.io.codebook.conftest import file_of

FORM = SpssSyntax()

WHOLE = """* Reads the file with its labels. Begin SPSS in its folder, or write that before its name.

SET DECIMAL=DOT.
GET DATA
  /TYPE=TXT
  /FILE='people.csv'
  /ENCODING='UTF8'
  /ARRANGEMENT=DELIMITED
  /DELCASE=LINE
  /DELIMITERS=','
  /QUALIFIER='"'
  /FIRSTCASE=2
  /VARIABLES=
    sex F40.0
    größe___co F40.0
    why F40.0
    school A6
    zip A3
    born SDATE10
    called A19
    at TIME16
  .

VARIABLE LABELS
  sex 'Sex of the "person"'
  /größe___co 'Income a month before tax'
  /school '=Highest school'
  .
VALUE LABELS
  sex
    2 'Woman; <Frau> & ''dame'''
    1 'Man'
    9 'Not known'
  /zip
    '012' 'The city'
  .
MISSING VALUES
  sex (9)
  /why (-101, -103)
  /zip ('NA')
  .
* SPSS declares at most three codes for missing, of 8 bytes; others of these stay values:
  größe___co
  .
VARIABLE LEVEL
  sex (NOMINAL)
  /größe___co (SCALE)
  /why (SCALE)
  /school (ORDINAL)
  /zip (NOMINAL)
  /born (NOMINAL)
  /called (NOMINAL)
  /at (NOMINAL)
  .
FORMATS
  sex (F1.0)
  /größe___co (F10.2)
  /why (F8.0)
  /born (SDATE10)
  /at (TIME8)
  .
EXECUTE.
"""


def written(data: Microdata, name: str = "people.csv", **options: object) -> str:
    return FORM.write(file_of(data, name, options=options)).decode("utf-8-sig").replace("\r\n", "\n")


def test_it_reads_a_csv_file_and_labels_it(described: Microdata) -> None:
    assert written(described) == WHOLE


def test_it_reads_the_file_as_it_was_written(described: Microdata) -> None:
    how = {"delimiter": "\t", "decimal": ",", "encoding": "cp1252", "header": False}
    text = written(described, **how)
    for part in ("SET DECIMAL=COMMA.", "/ENCODING='1252'", r"/DELIMITERS='\t'", "/FIRSTCASE=1"):
        assert part in text


def test_a_file_of_spss_is_opened(described: Microdata) -> None:
    text = written(described, "it's.sav")
    assert "GET FILE='it''s.sav'.\n" in text
    assert "GET DATA" not in text
    assert "VALUE LABELS" in text
    assert "/called (DATETIME20)" in text


def test_long_labels_are_cut_and_go_on_in_the_next_line() -> None:
    label = "ä'" * 200
    variable = Variable(name="a", label=label, value_labels=(ValueLabel(value=1, label=label),))
    text = written(Microdata(pd.DataFrame({"a": [1]}), [variable]))
    assert max(map(len, text.split("\n"))) < 410
    joined = text.replace("' +\n    '", "")
    assert "VARIABLE LABELS\n  a '" + "ä''" * 85 + "'\n" in joined
    assert "    1 '" + "ä''" * 40 + "'\n" in joined


def test_a_range_of_codes_is_declared() -> None:
    codes = (-1.0, -2.0, -3.0, -4.0)
    data = Microdata(pd.DataFrame({"a": [*codes, 5.0]}), [Variable(name="a", missing=codes)])
    assert "MISSING VALUES\n  a (-4 THRU -1)\n" in written(data)


def test_line_breaks_and_other_formats_are_refused(described: Microdata) -> None:
    with pytest.raises(ParameterError, match="a holds line breaks, which SPSS does not read"):
        written(Microdata(pd.DataFrame({"a": ["x\ny"]})))
    assert FORM.hindrance(file_of(described, "people.dta").form).startswith(
        "SPSS syntax reads files of CSV and SPSS;"
    )
    with pytest.raises(ParameterError, match="SPSS syntax reads"):
        written(described, "people.dta")
