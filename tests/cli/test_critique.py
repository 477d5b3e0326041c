"""Command `sdcdesk critique`."""

import json
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.cli import main
from sdcdesk.document.examples.catalogue import EXAMPLES
from sdcdesk.tables import PPercent


def test_constructed_cells_and_the_cells_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "firms.csv"
    rows = [("A", 59), ("A", 40), ("A", 1), ("B", 61), ("B", 20), ("B", 19)]
    file.write_text("cell,sales\n" + "".join(f"{cell},{sales}\n" for cell, sales in rows))
    words = ["critique", str(file), "--rows", "cell", "--value", "sales", "--compare", '{"n": 1, "k": 60}']
    assert main([*words, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["parameters"]["k"] == 60
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "With 3 contributors the rule lets a cell pass that tells more than one that it stops." in printed
    # An example comes with its rule: r = 0.9.
    assert main(["critique", "--example", "three_contributors", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]["ratio"]["value"] == pytest.approx(0.9)


@pytest.mark.parametrize(
    "words",
    [
        ["--compare", '{"n": 1, "k": 50, "contributors": 2}'],
        ["--compare", "n=1"],
        ["--rows", "cell"],
        ["--example", "three_contributors", "--rows", "cell"],
        ["--audit", "table.csv", "--rows", "cell"],
        ["data.csv", "--audit", "table.csv"],
        ["data.csv", "--rows", "cell", "--only", "Sales"],
        ["data.csv", "--rows", "cell", "--largest", "a,b"],
    ],
)
def test_what_does_not_fit_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["critique", *words]) == 2
    assert capsys.readouterr().err


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["critique", *words, "--json", "-"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_table_of_a_project_comes_with_its_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = next(one for one in EXAMPLES if one.name == "three_contributors")
    opened = example.open(tmp_path)
    table = opened.project.tables[0]
    opened.project.save(tmp_path / "one.sdcdesk")
    found = told([str(tmp_path / "one.sdcdesk")], capsys)
    assert found["figures"]["ratio"]["value"] == pytest.approx(0.9)
    assert found["parameters"]["k"] == table.rules[0].k  # type: ignore[attr-defined]
    # Several tables: one is chosen, and what is written wins.
    two = opened.project.changed(tables=(table, table.changed(name="Other", rules=(PPercent(p=30.0),))))
    two.save(tmp_path / "two.sdcdesk")
    assert main(["critique", str(tmp_path / "two.sdcdesk")]) == 2
    assert "The project has 2 tables; choose one by --only." in capsys.readouterr().err
    words = [str(tmp_path / "two.sdcdesk"), "--only", "Other", "--compare", '{"k": 50}']
    assert {name: told(words, capsys)["parameters"][name] for name in ("p", "k")} == {"p": 30, "k": 50}


def test_a_finished_table_is_judged_by_its_largest_contributions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.csv"
    lines = ["cell,value,count,first,second", "Total,200,6,61,59", "A,100,3,59,40", "B,100,3,61,20", ""]
    file.write_text("\n".join(lines), encoding="utf-8")
    words = ["--audit", str(file), "--value", "value", "--frequency", "count", "--largest", "first,second"]
    found = told([*words, "--compare", '{"n": 1, "k": 60}'], capsys)
    figures = found["figures"]
    assert (figures["disagreeing"]["value"], figures["too_lenient"]["value"]) == (2, 1)
