"""CSV codebooks that others wrote, and those that are damaged."""

from pathlib import Path

import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.io.codebook.csv_codebook import CsvCodebook
from tests.io.codebook.conftest import file_of

FORM = CsvCodebook()


def read(text: str | bytes, folder: Path) -> list[Variable]:
    path = folder / "book.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return FORM.read(path)


def test_it_is_a_table_in_plain_words(described: Microdata) -> None:
    lines = FORM.write(file_of(described)).decode("utf-8-sig").split("\r\n")
    assert lines[:4] == [
        "Row,Variable,Value,Label,Level,Type,Unit,Category,Missing,Missing ranges,Width,Decimals,Format",
        'variable,sex,,"Sex of the ""person""",nominal,number,,,,,1,0,',
        "value,sex,2,Woman; <Frau> & 'dame',,,,,,,,,",
        "value,sex,1,Man,,,,,,,,,",
    ]
    # No spreadsheet computes a label.
    assert "variable,school,,'=Highest school,ordinal,text,,,,,,," in lines
    assert "value,school,'=high,,,,,yes,,,,," in lines


def test_a_short_table_is_enough(tmp_path: Path) -> None:
    found = read("variable;value;label\nsex;;Sex\nsex;1;Man\nsex;02;Other\nage;;Age\n", tmp_path)
    assert [(one.name, one.label, one.label_by_value()) for one in found] == [
        ("sex", "Sex", {"1": "Man", "02": "Other"}),
        ("age", "Age", {}),
    ]
    assert found[1].model_fields_set == {"name", "label"}


def test_values_are_numbers_where_all_are(tmp_path: Path) -> None:
    found = read("Variable,Value,Label,Missing\nsex,1,Man,\nsex,-9.5,None,yes\n", tmp_path)
    assert found[0].label_by_value() == {1: "Man", -9.5: "None"}
    assert found[0].missing == (-9.5,)


def test_levels_of_spss_are_known(tmp_path: Path) -> None:
    assert read("Variable,Level\nage,Scale\n", tmp_path)[0].scale is Scale.CONTINUOUS


def test_other_encodings_are_read(tmp_path: Path) -> None:
    text = "Variable,Label\ngröße,Größe\n"
    for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
        assert read(text.encode(encoding), tmp_path) == [Variable(name="größe", label="Größe")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no text"),
        ("name,label\na,b\n", "its first line must name the columns, one of them Variable"),
        ("Variable,Variable\na,b\n", "its first line must name the columns"),
        ("Variable,Label\n,b\n", "line 2 of the codebook names no variable"),
        ("Variable,Label\na,b,c\n", "line 2 has more cells"),
        ('Variable,Label\na,"b\n', "damaged near line 2"),
        ("Variable,Level\na,wide\n", "what line 2 and the values below it say of a cannot be"),
        ("Variable,Role\na,boss\n", "cannot be"),
        ("Variable,Type\na,colour\n", "cannot be"),
        ("Variable,Width\na,x\n", "cannot be"),
        ("Variable,Format\na,lotus F8\n", "cannot be"),
        ("Variable,Missing ranges\na,1..x\n", "cannot be"),
        ("Variable,Missing ranges\na,7..1\n", "cannot be"),
        ("Variable,Value,Label\na,1,x\na,1,y\n", "cannot be"),
        ("Variable,Value,Missing,Type\n" + "a,,,number\na,1,.é,\n", "cannot be"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as raised:
        read(text, tmp_path)
    assert words in raised.value.message
