"""Codebooks that commands read and write."""

import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.document.project_file import load
from sdcdesk.io.codebook.codebooks import read_codebook

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

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


def test_inspect_describes_the_file_by_syntax_of_spss(capsys: pytest.CaptureFixture[str]) -> None:
    Path("book.sps").write_text("MISSING VALUES SEX TO age (-9).\nVARIABLE LEVEL age (ORDINAL).\n")
    assert main(["inspect", "people.csv", "--codebook", "book.sps", "--json", "found.json"]) == 0
    variables = {one["name"]: one for one in json.loads(Path("found.json").read_text())["variables"]}
    assert (variables["age"]["missing"], variables["age"]["scale"]) == (1, "ordinal")
    Path("book.sps").write_text("VALUE LABELS\n  sex 1 'Man.\n")
    assert main(["inspect", "people.csv", "--codebook", "book.sps"]) == 2
    assert "book.sps: a text that begins on line 2 is not closed" in capsys.readouterr().err


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


MASK = [
    "mask",
    "people.csv",
    "--codebook",
    "book.csv",
    "--method",
    'rounding:{"variables": ["age"], "base": 5.0}',
]


def test_mask_writes_codebooks_and_tells_what_the_file_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MASK, "--out", "out.csv"]) == 0
    assert "CSV files hold codes without their labels" in capsys.readouterr().err
    forms = ["--write-codebook", "csv,ddi, spss,r"]
    assert main([*MASK, "--out", "out.csv", "--overwrite", *forms]) == 0
    assert "without their labels" not in capsys.readouterr().err
    assert sorted(path.name for path in Path().glob("out*")) == [
        "out.csv",
        "out_codebook.R",
        "out_codebook.csv",
        "out_codebook.sps",
        "out_codebook.xml",
    ]
    [sex, _] = read_codebook(Path("out_codebook.xml"))
    assert (sex.label, sex.label_by_value()) == ("Sex", {1: "Man"})
    assert main([*MASK, "--out", "out.csv", *forms]) == 2, "nothing is replaced unasked"


def test_labels_are_written_in_the_place_of_codes() -> None:
    assert main([*MASK, "--out", "out.csv", "--write-labels"]) == 0
    assert Path("out.csv").read_text().splitlines()[:3] == ["sex,age", "Man,30", "2,-9"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "out.parquet", "--write-codebook", "spss"], "SPSS syntax reads files of CSV and SPSS"),
        (["--out", "out.csv", "--write-codebook", "pdf"], "no form of codebooks called pdf"),
        (["--out", "out.csv", "--write-codebook", "csv", "--codebook", "out_codebook.csv"], "is an input"),
    ],
)
def test_what_cannot_be_is_said_before_any_work(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out_codebook.csv").write_text(BOOK)
    assert main([*MASK, *arguments, "--overwrite"]) == 2
    assert words in capsys.readouterr().err
    assert not Path("out.csv").exists()


def test_run_writes_codebooks_beside_the_masked_file(capsys: pytest.CaptureFixture[str]) -> None:
    sample = str(SAMPLES / "billing_5000.sdcdesk")
    assert main(["run", sample, "--write-codebook", "csv"]) == 2
    assert "Codebooks stand beside the masked file" in capsys.readouterr().err
    assert main(["run", sample, "--out", "out.parquet", "--write-codebook", "r"]) == 2
    assert "The R script reads" in capsys.readouterr().err
    assert main(["run", sample, "--out", "out.csv", "--write-codebook", "csv,r"]) == 0
    assert sorted(path.name for path in Path().glob("out*")) == [
        "out.csv",
        "out_codebook.R",
        "out_codebook.csv",
    ]


def test_run_writes_a_codebook_for_the_owner_which_describes_next_years_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sample = str(SAMPLES / "billing_5000.sdcdesk")
    assert main(["run", sample, "--internal-codebook", "mine.sps"]) == 2
    assert "ends in .csv or .xml" in capsys.readouterr().err
    assert main(["run", sample, "--internal-codebook", "mine.xml", "--out", "out.csv"]) == 0
    project = load(Path(sample))
    described = {one.name: one for one in read_codebook(Path("mine.xml"))}
    assert [(one.name, described[one.name].role) for one in project.variables] == [
        (one.name, one.role) for one in project.variables
    ]
    assert main(["run", sample, "--internal-codebook", "mine.xml"]) == 2, "nothing is replaced unasked"
