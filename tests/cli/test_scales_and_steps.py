"""What a command line can say of variables, and what it is told of steps."""

from pathlib import Path

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.cli import main
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import read_file
from sdcdesk.masking import Pram, ProbabilityDistortion
from sdcdesk.risk import DisclosureRisk

PRAM = 'pram:{"variable": "roof", "diagonal": 50, "households": true}'


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_coded_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = range(40)
    pd.DataFrame(
        {
            "roof": [1 + row % 3 for row in rows],
            "home": [row // 3 for row in rows],
            "income": [100 + (7 * row) % 40 for row in rows],
        }
    ).to_csv(tmp_path / "homes.csv", index=False)
    monkeypatch.chdir(tmp_path)


def test_codes_can_be_categories_and_households_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["mask", "homes.csv", "--seed", "1", "--out", "out.csv", "--method", PRAM]
    assert main(asked) == 2
    assert "No variable has the role household" in capsys.readouterr().err
    assert main([*asked, "--household", "home"]) == 2
    assert "roof is continuous" in capsys.readouterr().err
    assert main([*asked, "--nominal", "roof", "--household", "home"]) == 0
    roles = {"home": "household"}
    data = sdc.read("homes.csv", roles=roles, scales={"roof": "nominal"})
    expected = Pram(variable="roof", diagonal=50.0, households=True).apply(data, seed=1)
    assert pd.read_csv("out.csv")["roof"].tolist() == expected.column("roof").tolist()


def test_a_file_is_assessed_by_the_scales_that_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["assess", "homes.csv", "--measure", "categorical_comparison"]
    assert main([*asked, "--ordinal", "roof"]) == 0
    assert "roof" in capsys.readouterr().out
    assert main([*asked, "--nominal", "roof", "--ordinal", "home,roof"]) == 2
    assert "roof is named as nominal and as ordinal; give it one scale." in capsys.readouterr().err
    assert main([*asked, "--continuous", "wall"]) == 2
    assert "wall" in capsys.readouterr().err


def test_mask_tells_what_steps_report(capsys: pytest.CaptureFixture[str]) -> None:
    distortion = 'probability_distortion:{"variables": ["income"]}'
    assert main(["mask", "homes.csv", "--seed", "1", "--out", "out.csv", "--method", distortion]) == 0
    said = capsys.readouterr().out
    masked = ProbabilityDistortion(variables=["income"]).mask(sdc.read("homes.csv"), seed=1)
    tried = masked.findings.tables["families_income"]
    assert tried.title in said
    for family in tried.frame["family"]:
        assert family in said
    assert "p-value" in said


def test_run_tells_figures_of_steps_and_where_asked_their_tables(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("homes.csv")
    found = read_file(path)
    project = Project(
        data=DataReference.from_file(found, path, Path("homes.sdcdesk")),
        recipe=Recipe(seed=1).then(ProbabilityDistortion(variables=["income"])),
        measures=(DisclosureRisk(keys=["roof"]),),
    )
    project.save(Path("homes.sdcdesk"))
    assert main(["run", "homes.sdcdesk"]) == 0
    short = capsys.readouterr().out
    assert "income drawn from the best distribution" in short
    assert "Distributions tried" not in short
    assert main(["run", "homes.sdcdesk", "--tables"]) == 0
    long = capsys.readouterr().out
    assert "Distributions tried for income" in long
    assert "p-value" in long
    assert "Kolmogorov–Smirnov  " not in long, "a distance to values is no public number"
    assert "Records by the size of their group" in long
    assert [line for line in short.splitlines() if line not in long.splitlines()] == []
