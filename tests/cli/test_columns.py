"""Files of which a command reads only some columns, and large files."""

import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions, large_file


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame({"sex": [1, 2, 1, 2], "age": [31, 9, 40, 31], "zip": ["a", "b", "c", "d"]})
    frame.to_csv("people.csv", index=False)
    Path("book.csv").write_text("Variable,Label\nsex,Sex\nzip,Postcode\n")


def test_only_the_columns_that_are_named_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["inspect", "people.csv", "--columns", "age,sex", "--codebook", "book.csv"]
    assert main([*command, "--json", "found.json"]) == 0
    assert [one["name"] for one in json.loads(Path("found.json").read_text())["variables"]] == ["sex", "age"]
    assert "zip" not in capsys.readouterr().err
    assert main(["assess", "people.csv", "--columns", "age", "--keys", "sex"]) == 2
    assert "sex is not among the columns that are read" in capsys.readouterr().err


@pytest.mark.parametrize(("times", "told"), [(3, True), (100, False)])
def test_a_file_larger_than_half_the_free_memory_is_announced(
    times: int, told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    size = Path("people.csv").stat().st_size
    monkeypatch.setattr(large_file, "free", lambda: times * size)
    assert main(["inspect", "people.csv"]) == 0
    said = capsys.readouterr().err
    assert ("people.csv takes" in said and "engine DuckDB" in said) is told
    assert main(["inspect", "people.csv", "--columns", "age"]) == 0
    assert "people.csv takes" not in capsys.readouterr().err


def test_a_large_file_of_a_project_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path("people.sdcdesk")
    Project(data=DataReference.to(Path("people.csv"), path, ReadOptions()), recipe=Recipe(seed=1)).save(path)
    monkeypatch.setattr(large_file, "free", lambda: 3 * Path("people.csv").stat().st_size)
    main(["run", str(path)])
    assert "people.csv takes" in capsys.readouterr().err
