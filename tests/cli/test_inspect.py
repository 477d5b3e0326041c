"""What `sdcdesk inspect` says of a file that describes its variables."""

import json
from pathlib import Path

import pandas as pd
import pytest
import xlsxwriter

from sdcdesk.cli import main
from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Variable
from sdcdesk.io import write

RANGES = (MissingRange(low=97.0, high=99.0),)


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    frame = pd.DataFrame({"sex": [1, 2] * 19 + [2, 9], "town": range(40), "age": range(20, 60)})
    sex = tuple(
        ValueLabel(value=code, label=word)
        for code, word in ((1, "Man"), (2, "Woman, or a girl"), (9, "Refused"))
    )
    towns = tuple(ValueLabel(value=code, label=f"Town {code}") for code in range(40))
    data = Microdata(frame).describe(
        Variable(
            name="sex", label="Sex of the person", value_labels=sex, missing=(9,), missing_ranges=RANGES
        ),
        Variable(name="town", value_labels=towns),
    )
    write(data, tmp_path / "survey.sav")
    return tmp_path / "survey.sav"


def test_labels_codes_and_codes_for_missing_are_shown(
    survey: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(survey)]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("sex: whole number, 2 different, 1 missing")
    assert lines[start + 1 : start + 5] == [
        "  label: Sex of the person",
        "  codes: 1 Man; 2 Woman, or a girl; 9 Refused",
        "  codes for missing: 9",
        "  missing from 97 to 99",
    ]
    [towns] = [line for line in lines if "0 Town 0" in line]
    assert towns.endswith(" and 28 more")
    age = lines.index("age: whole number, 40 different, 0 missing")
    assert lines[age + 1].startswith("  suggested role")


def test_the_json_has_all_labels(survey: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(survey), "--json", "-"]) == 0
    by_name = {one["name"]: one["described"] for one in json.loads(capsys.readouterr().out)["variables"]}
    assert by_name["sex"]["value_labels"][0] == {"value": 1, "label": "Man"}
    assert len(by_name["town"]["value_labels"]) == 40


def test_a_file_under_the_extension_of_another_format_is_read_by_its_content(survey, tmp_path, capsys):
    path = survey.rename(tmp_path / "people.csv")
    assert main(["inspect", str(path)]) == 0
    assert "Read as SPSS" in capsys.readouterr().out
    assert main(["inspect", str(path), "--delimiter", ";"]) == 2
    assert "SPSS files are read without the option" in capsys.readouterr().err


@pytest.mark.parametrize("sheet", ["2", "Records"])
def test_a_sheet_of_a_workbook_is_named_or_counted(
    sheet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Notes").write_column("A1", ["note", "x"])
        book.add_worksheet("Records").write_column("A1", ["age", 3, 5])
    assert main(["inspect", str(path), "--sheet", sheet]) == 0
    said = capsys.readouterr().out
    assert "2 records, 1 variable\n" in said
    assert "sheet Records" in said
    assert main(["inspect", str(path), "--sheet", "3"]) == 2
    assert "people.xlsx has no sheet 3; it has Notes, Records." in capsys.readouterr().err
