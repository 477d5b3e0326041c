"""Command `sdcdesk critique`."""

import json
from pathlib import Path

import pytest

from sdcdesk.cli import main


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
    ],
)
def test_what_does_not_fit_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["critique", *words]) == 2
    assert capsys.readouterr().err
