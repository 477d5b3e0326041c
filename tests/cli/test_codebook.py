"""Codebooks that commands read and write."""

import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main

BOOK = """Variable,Value,Label,Level,Role,Missing
sex,,Sex,nominal,key,
sex,1,Man,,,
age,,,continuous,key,
age,-9,,,,yes
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.csv").write_text(BOOK)
    pd.DataFrame({"sex": [1, 2, 1, 2], "age": [31, -9, 40, 31]}).to_csv("people.csv", index=False)


def test_inspect_describes_the_file_by_a_codebook(capsys: pytest.CaptureFixture[str]) -> None:
    Path("book.csv").write_text(f"{BOOK}race,,Race,,key,\n")
    assert main(["inspect", "people.csv", "--codebook", "book.csv", "--json", "found.json"]) == 0
    found = json.loads(Path("found.json").read_text())
    variables = {one["name"]: one for one in found["variables"]}
    assert variables["age"]["missing"] == 1
    assert "The codebook describes variables that the file does not have: race." in capsys.readouterr().err


def test_keys_are_those_of_the_codebook(capsys: pytest.CaptureFixture[str]) -> None:
    assess = ["assess", "people.csv", "--measure", "k_anonymity"]
    assert main(assess) == 2
    assert "key" in capsys.readouterr().err
    assert main([*assess, "--codebook", "book.csv"]) in (0, 1)


def test_a_codebook_is_an_input_that_is_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["inspect", "people.csv", "--codebook", "book.csv", "--json", "book.csv", "--overwrite"]
    assert main(command) == 2
    assert "book.csv is an input of this command" in capsys.readouterr().err


def test_what_reads_no_file_into_memory_takes_no_codebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["assess", "people.csv", "--keys", "sex", "--engine", "duckdb", "--codebook", "book.csv"]) == 2
    )
    assert "reads no codebook" in capsys.readouterr().err
    Path("x.sdcdesk").write_text("{}")
    assert main(["table", "x.sdcdesk", "--codebook", "book.csv"]) == 2
    assert "--codebook does not belong" in capsys.readouterr().err
