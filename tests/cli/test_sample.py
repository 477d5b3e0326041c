"""A random sample of a file: every command says beside its figures that they are those of a sample."""

import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions, read_file
from sdcdesk.masking import Recoding
from sdcdesk.risk import WeightMatrix

TOLD = "The data are a random sample of 40 of 90 records of people.csv: all figures are those of the sample"
SEED = "61803398874989484"
SAMPLED = ["--sample", "40", "--sample-seed", SEED]


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = range(90)
    frame = pd.DataFrame({"sex": [row % 2 for row in rows], "age": [20 + row % 3 for row in rows]})
    frame.to_csv("people.csv", index=False)


def project(seed: int | None = int(SEED)) -> Path:
    """Save a project on a sample whose only scenario keeps its limit."""
    options = ReadOptions(sample=40, sample_seed=seed)
    found = read_file("people.csv", options, roles={"sex": "key"})
    path = Path("people.sdcdesk")
    reference = DataReference.from_file(found, Path("people.csv"), path)
    limits = [Limit(measure="disclosure_risk", figure="dr_max", side="at most", value=1.0)]
    scenario = Scenario(name="Neighbour", keys=("sex",), weights="W", limits=limits)
    Project(
        data=reference,
        variables=found.data.variables,
        recipe=Recipe(seed=1).then(Recoding(variable="age", how="width", width=10.0)),
        weights={"W": WeightMatrix.k_anonymity(3)},
        scenarios=(scenario,),
    ).save(path)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["assess", "people.csv", "--keys", "sex,age"],
        ["inspect", "people.csv"],
        ["mask", "people.csv", "--out", "masked.csv", "--method", "random_order:{}", "--seed", SEED],
    ],
)
def test_what_is_printed_says_so_without_the_seed(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *SAMPLED]) == 0
    said = capsys.readouterr()
    assert TOLD in said.out
    assert "weights are not enlarged" in said.out
    assert SEED not in said.out
    assert main(command if command[0] != "mask" else [*command, "--overwrite"]) == 0
    assert "random sample" not in capsys.readouterr().out


@pytest.mark.parametrize("command", [["assess", "people.csv", "--keys", "sex"], ["inspect", "people.csv"]])
def test_figures_say_so(command: list[str]) -> None:
    assert main([*command, *SAMPLED, "--json", "found.json"]) == 0
    written = Path("found.json").read_text()
    assert json.loads(written)["sample"] == {"drawn": 40, "records": 90}
    assert SEED not in written


def test_other_commands_say_so_beside_their_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hierarchy", "people.csv", "age", "--bands", "5", *SAMPLED]) == 0
    assert TOLD in capsys.readouterr().err


def test_a_drawn_seed_is_told_and_reads_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["inspect", "people.csv", "--sample", "40"]
    assert main([*command, "--json", "first.json"]) == 0
    said = capsys.readouterr().err
    seed = said.split("--sample-seed ")[1].split()[0]
    assert main([*command, "--sample-seed", seed, "--json", "again.json"]) == 0
    assert Path("first.json").read_bytes() == Path("again.json").read_bytes()
    assert seed not in capsys.readouterr().err


def test_a_sample_leaves_with_a_reason_only_which_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["run", str(project()), "--out", "out.csv", "--report", "r.html", "--json", "r.json"]
    assert main(command) == 1
    said = capsys.readouterr()
    assert TOLD in said.out
    assert "it is made of a random sample of the records" in said.err
    assert not Path("out.csv").exists()
    assert main([*command, "--overwrite", "--release-anyway", "A sample for teaching"]) == 0
    report, figures = Path("r.html").read_text(), Path("r.json").read_text()
    assert "made of a random sample" in report
    assert "A sample for teaching" in report
    assert "random sample of 40 of 90 records of people.csv" in report
    assert json.loads(figures)["override"] == "A sample for teaching"
    assert json.loads(figures)["sample"] == {"drawn": 40, "records": 90}
    for public in (report, figures, said.out):
        assert SEED not in public
    assert len(pd.read_csv("out.csv")) == 40


def test_the_internal_report_tells_the_seed() -> None:
    assert main(["run", str(project()), "--report", "r.html", "--internal-report"]) == 0
    assert f"seed {SEED}" in Path("r.html").read_text()


def test_a_recipe_made_on_a_sample_runs_on_the_whole_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(project()), "--data", "people.csv", "--out", "out.csv"]) == 0
    assert "random sample" not in capsys.readouterr().out
    assert len(pd.read_csv("out.csv")) == 90


def test_a_saved_project_reads_the_same_sample_again() -> None:
    path = project(seed=None)
    loaded = load(path)
    first, again = loaded.read_data(path)[0], loaded.read_data(path)[0]
    assert first.sample is not None
    assert first.fingerprint() == again.fingerprint()
    assert first.sample == again.sample


def test_a_sample_of_the_original_is_compared_with_no_finished_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["assess", "people.csv", "--masked", "people.csv", "--same-order", "--keys", "sex"]
    assert main([*command, *SAMPLED]) == 2
    assert "leave --sample or --masked out" in capsys.readouterr().err
    assert main(["assess", "--masked", "people.csv", "--keys", "sex", *SAMPLED]) == 0
    assert TOLD in capsys.readouterr().out
