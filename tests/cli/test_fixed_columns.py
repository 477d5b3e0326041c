"""Fixed columns that commands write, with the files beside them."""

from pathlib import Path

import pytest

from sdcdesk.cli import main
from sdcdesk.io import read

DESCRIPTION = "SEX 1 1 9\n<CODELIST> SEX.CDL\nAGE 2 3 999\n<NUMERIC>\n"
ROUNDED = 'rounding:{"variables": ["AGE"], "base": 10.0}'


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("people.asc").write_text("1 31\n2 47\n9999\n1 40\n")
    Path("people.rda").write_text(DESCRIPTION)
    Path("SEX.CDL").write_text("1,Man\n2,Woman\n3,Other\n")


def mask(out: str, *others: str) -> int:
    return main(["mask", "people.asc", "--method", ROUNDED, "--out", out, *others])


def test_a_masked_file_is_read_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert mask("masked.asc") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-2:] == ["Written with it: masked.rda", "Written with it: masked_SEX.cdl"]
    assert [one.label for one in read("masked.asc").variable("SEX").value_labels] == ["Man", "Woman"]
    assert Path("masked.asc").read_text() == "1 30\n2 40\n9999\n1 40\n"


@pytest.mark.parametrize("name", ["masked.rda", "masked_SEX.cdl"])
def test_no_file_beside_it_is_replaced_unasked(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(name).write_text("mine")
    assert mask("masked.asc") == 2
    assert f"{name} exists already" in capsys.readouterr().err
    assert Path(name).read_text() == "mine"
    assert not Path("masked.asc").exists()
    assert mask("masked.asc", "--overwrite") == 0
    assert Path(name).read_text() != "mine"


def test_what_describes_the_original_is_never_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    assert mask("people.dat", "--overwrite") == 2
    assert "people.rda is an input of this command" in capsys.readouterr().err
    assert Path("people.rda").read_text() == DESCRIPTION
    assert mask("SEX.CDL", "--overwrite") == 2
    assert "SEX.CDL is an input of this command" in capsys.readouterr().err
