"""Hierarchies on the command line: built in every way, proposed, checked; no value is printed."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.hierarchies.hierarchy import Hierarchy

TOWNS = ["Ulm"] * 12 + ["Kiel"] * 5 + ["Bonn"] * 2 + ["Trier"]


@pytest.fixture(autouse=True)
def _in_a_folder_with_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = {
        "age": [17 + 3 * row for row in range(20)],
        "town": TOWNS,
        "zip": [f"{48200 + 7 * row}" for row in range(20)],
        "born": [f"{1 + row:02}.{1 + row % 12:02}.{1950 + row}" for row in range(20)],
        "grade": [str(1 + row % 4) for row in range(20)],
    }
    pd.DataFrame(people).to_csv(tmp_path / "people.csv", index=False)
    (tmp_path / "towns.csv").write_text("Ulm;South;*\nKiel;North;*\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def built(*words: str) -> Hierarchy:
    assert main(["hierarchy", "people.csv", *words, "--out", "out.csv", "--overwrite"]) == 0
    return Hierarchy.read("out.csv")


@pytest.mark.parametrize(
    ("words", "value", "labels"),
    [
        (["age", "--bands", "5,10"], "17", ("15 to 19", "10 to 19", "*")),
        (["age", "--bands", "5", "--start", "2"], "17", ("17 to 21", "*")),
        (["age", "--bands", "5", "--bottom", "20", "--top", "70"], "17", ("under 20", "*")),
        (["age", "--bands", "5", "--bottom", "20", "--top", "70"], "71", ("70 and over", "*")),
        (["age"], "17", ("15 to 19", "10 to 19", "0 to 19", "*")),
        (["zip", "--text", "zip", "--prefix", "3,2"], "48200", ("482**", "48***")),
        (["zip", "--prefix", "3", "--mark", "x"], "48200", ("482xx", "*")),
        (["zip", "--prefix"], "48200", ("4820*", "482**", "48***", "4****")),
        (["born", "--dates", "month,year"], "02.02.1951", ("1951-02", "1951", "*")),
        (["born", "--dates"], "02.02.1951", ("1951-02", "1951 Q1", "1951", "1950 to 1959", "*")),
        (["age", "--cuts", "18,65", "--cuts", "65"], "20", ("18 to 64", "under 65", "*")),
        (["town", "--cuts", "Kiel,Ulm"], "Trier", ("Kiel – Trier", "*")),
        (["town", "--frequency"], "Trier", ("Trier", "other", "other", "*")),
        (["town", "--frequency", "0.1,0.4"], "Kiel", ("Kiel", "other", "*")),
        (["grade", "--ordinal", "grade", "--frequency", "0.5"], "1", ("under 3", "*")),
        (["town", "--mapping", "towns.csv"], "Bonn", ("Bonn", "*")),
        (["town", "--mapping", "towns.csv", "--rest", "elsewhere"], "Bonn", ("elsewhere", "*")),
    ],
)
def test_a_hierarchy_is_built_in_every_way(words: list[str], value: str, labels: tuple[str, ...]) -> None:
    found = built(*words)
    assert found.rows[value] == labels


def test_it_is_described_without_values(capsys: pytest.CaptureFixture[str]) -> None:
    built("age", "--bands", "5,10", "--unit", "years")
    assert capsys.readouterr().out.splitlines() == [
        "Hierarchy of age: 20 values, 3 levels",
        "  level 1, 5-year bands: 12 labels",
        "  level 2, 10-year bands: 7 labels",
        "  level 3, dropped: 1 label",
        "Hierarchy file: out.csv",
    ]
    built("town", "--mapping", "towns.csv")
    printed = capsys.readouterr().out
    assert "  level 1: 4 labels" in printed
    assert not any(town in printed for town in {*TOWNS, "North"})


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert main(["hierarchy", "people.csv", *words, "--json", "-"]) == 0
    return json.loads(capsys.readouterr().out)


def test_it_is_told_as_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures(capsys, "age", "--bands", "50") == {
        "variable": "age",
        "values": 20,
        "levels": [
            {"level": 1, "title": "bands of 50", "labels": 2},
            {"level": 2, "title": "dropped", "labels": 1},
        ],
    }
    assert main(["hierarchy", "people.csv", "age", "--json", "found.json", "--out", "age.csv"]) == 0
    assert json.loads(Path("found.json").read_text(encoding="utf-8"))["values"] == 20
    assert Hierarchy.read("age.csv").height == 4


def test_values_that_it_lacks_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hierarchy", "people.csv", "town", "--check", "towns.csv"]) == 0
    assert "Not in it: 2 values, in 3 records" in capsys.readouterr().out
    found = figures(capsys, "town", "--check", "towns.csv")
    assert found["not_in_it"] == {"values": 2, "records": 3}
    built("town")
    assert figures(capsys, "town", "--check", "out.csv")["not_in_it"] == {"values": 0, "records": 0}


def test_a_hierarchy_of_last_year_is_extended(capsys: pytest.CaptureFixture[str]) -> None:
    last = "value;5-year bands;dropped\n" + "".join(
        f"{age};{age} to {age + 4};*\n" for age in range(0, 60, 5)
    )
    Path("last.csv").write_text(last, encoding="utf-8")
    found = built("age", "--extend", "last.csv")
    assert (found.rows["74"], found.rows["0"]) == (("70 to 74", "*"), ("0 to 4", "*"))
    assert found.titles == ("5-year bands", "dropped")
    assert "Not in it: 0 values, in 0 records" in capsys.readouterr().out
    assert figures(capsys, "town", "--extend", "towns.csv")["not_in_it"] == {"values": 2, "records": 3}


def test_a_file_of_json_can_be_written_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hierarchy", "people.csv", "age", "--bands", "5", "--out", "age.json"]) == 0
    written = json.loads(Path("age.json").read_text(encoding="utf-8"))
    assert (written["name"], written["titles"]) == ("age", ["bands of 5", "dropped"])
    assert figures(capsys, "age", "--check", "age.json")["not_in_it"]["values"] == 0
    method = 'recoding:{"variable": "age", "how": "level", "level": 1, "hierarchy": "@age.json"}'
    assert main(["mask", "people.csv", "--seed", "1", "--method", method, "--out", "masked.csv"]) == 0
    assert pd.read_csv("masked.csv")["age"][0] == "15 to 19"


def test_titles_can_be_left_out() -> None:
    built("age", "--bands", "50", "--no-titles")
    assert Path("out.csv").read_text(encoding="utf-8").startswith("17;0 to 49;*\n")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["age", "--bands", "5,7"], "do not nest"),
        (["age", "--bands", "five"], "must be numbers"),
        (["age", "--prefix", "1.5"], "must be whole numbers"),
        (["town", "--bands", "5"], "Value 1 of 4 is no number"),
        (["town", "--dates"], "Value 1 is no date"),
        (["age", "--dates", "week"], "no date"),
        (["born", "--dates", "week"], "day, month, quarter, year or decade"),
        (["age", "--unit", "years"], "--unit goes with --bands"),
        (["born", "--bands", "5", "--no-day-first"], "--day-first goes with --dates"),
        (["town", "--check", "towns.csv", "--out", "new.csv"], "leave --out out"),
        (["town", "--check", "none.csv"], "none.csv does not exist"),
        (["town", "--mapping", "people.csv"], "people.csv"),
        (["town", "--bands", "5", "--prefix", "2"], "not allowed with"),
        (["towns"], "did you mean town"),
        (["age", "--out", "people.csv"], "input of this command"),
    ],
)
def test_wrong_use_is_told(words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hierarchy", "people.csv", *words]) == 2
    told = capsys.readouterr().err
    assert wrong in told
    assert not any(town in told for town in TOWNS)


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ("{", "is not JSON (line 1"),
        ("{}", "holds no hierarchy"),
        ('{"Ulm": 5}', "needs for each value"),
        ("[]", "must be"),
    ],
)
def test_json_that_is_no_hierarchy_is_refused(
    content: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("towns.json").write_text(content, encoding="utf-8")
    assert main(["hierarchy", "people.csv", "town", "--check", "towns.json"]) == 2
    told = capsys.readouterr().err
    assert wrong in told
    assert "Ulm" not in told
