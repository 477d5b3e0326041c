"""The seed of `mask` and `run`: drawn, told beside the results only, and blamed where it can be guessed."""

import re
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.random.secret_seed import guessable
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.sample import sample_project
from sdcdesk.io import ReadOptions
from sdcdesk.masking import METHODS

NOISE = 'additive_noise:{"variables": ["income"]}'
BANDS = 'recoding:{"variable": "age", "how": "width", "width": 10}'


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pd.DataFrame({"age": range(20, 60), "income": range(100, 140)}).to_csv(
        tmp_path / "people.csv", index=False
    )
    monkeypatch.chdir(tmp_path)


def mask(*options: str, method: str = NOISE) -> int:
    return main(["mask", "people.csv", "--method", method, "--out", "out.csv", "--overwrite", *options])


def test_mask_draws_a_seed_that_makes_the_same_file_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert mask() == 0
    told, first = capsys.readouterr(), Path("out.csv").read_bytes()
    found = re.search(r"--seed (\d+) makes the same file again", told.err)
    assert found
    seed = found[1]
    assert "as secret as the data" in told.err
    assert not guessable(int(seed))
    assert seed not in told.out + first.decode()
    assert mask() == 0
    assert Path("out.csv").read_bytes() != first, "another one each time"
    capsys.readouterr()
    assert mask("--seed", seed) == 0
    assert Path("out.csv").read_bytes() == first
    assert "seed" not in capsys.readouterr().err.lower()


def test_nothing_is_said_of_a_seed_from_which_nothing_follows(capsys: pytest.CaptureFixture[str]) -> None:
    assert mask(method=BANDS) == 0
    assert mask("--seed", "7", method=BANDS) == 0
    assert "seed" not in capsys.readouterr().err.lower()


def test_a_given_seed_that_can_be_guessed_gets_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    assert mask("--seed", "20261123") == 0
    told = capsys.readouterr()
    assert "The seed is easy to guess" in told.err
    assert "easy to guess" not in told.out


@pytest.mark.parametrize(("seed", "noted"), [(0, True), (20261123130501, True), (2**62 + 5, False)])
def test_run_notes_that_the_seed_of_a_project_can_be_guessed(
    seed: int, noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    at = Path("people.sdcdesk")
    noise = METHODS["additive_noise"](variables=["income"])
    data = DataReference.to(Path("people.csv"), at, ReadOptions())
    Project(data=data, recipe=Recipe(seed=seed).then(noise)).save(at)
    main(["run", str(at)])
    told = capsys.readouterr()
    assert ("easy to guess" in told.err) is noted
    assert "easy to guess" not in told.out


def test_the_sample_does_not_nag(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(sample_project())]) == 0
    assert "guess" not in capsys.readouterr().err
