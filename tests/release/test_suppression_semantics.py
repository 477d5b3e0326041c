"""Blanks that local suppression left to match every value, and scenarios that count them as a category."""

import json
from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.document.blank_commands import blanks_for_matching, counting_blanks, matching_blanks, offer
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import LocalSuppression
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.risk import KAnonymity, WeightMatrix

STEP = LocalSuppression(k=2, mode="wildcard")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    frame = pd.DataFrame({"age": list("aabbc"), "sex": list("FFMMF"), "job": list("xxyyx")})
    frame.to_csv(tmp_path / "people.csv", index=False)
    return Project(
        data=DataReference.to(tmp_path / "people.csv", tmp_path / "p.sdcdesk", ReadOptions()),
        variables=[{"name": "age", "role": "key"}, {"name": "sex", "role": "key"}],
        weights={"all": WeightMatrix.maximal()},
        scenarios=[
            Scenario(name="Neighbour", weights="all", measures=(KAnonymity(),)),
            Scenario(name="Colleague", keys=["sex"], weights="all"),
        ],
        recipe=Recipe(seed=2**40).then(STEP),
    )


def checked(project: Project, tmp_path: Path) -> Release:
    data = project.open_data(tmp_path / "p.sdcdesk")
    return check_release(project, Pipeline(data).run(project.recipe))


def test_a_scenario_that_counts_them_as_a_category_says_so(project: Project, tmp_path: Path) -> None:
    words = (
        "1 value was blanked by local suppression, so that it may be any; this scenario counts blanks as a "
    )
    neighbour, colleague = checked(project, tmp_path).scenarios
    assert neighbour.blanks == f"{words}category."
    for entry in neighbour.entries:
        assert entry.after is not None
        assert neighbour.blanks in entry.after.notes
    assert not colleague.blanks, "none of its keys was blanked"
    assert checked(project, tmp_path).blanks == (f"Neighbour: {words}category.",)


def test_it_is_offered_and_undone_as_one_change(project: Project, tmp_path: Path) -> None:
    assert [scenario.name for scenario in counting_blanks(project)] == ["Neighbour", "Colleague"]
    assert "the scenarios count them as a category" in offer(project)
    changed = matching_blanks(project)
    assert changed.label == "Let missing values match every value"
    assert [scenario.missing for scenario in changed.project.scenarios] == ["wildcard"] * 2
    assert not counting_blanks(changed.project)
    release = checked(changed.project, tmp_path)
    assert not release.blanks
    found = release.scenarios[0].find_assessment("k_anonymity")
    assert found is not None
    assert found.value("k") == 2, "by the convention of the step the file is 2-anonymous"
    assert checked(project, tmp_path).scenarios[0].find_assessment("k_anonymity").value("k") == 1


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_it_is_offered_for_blanks_of_both_forms(project: Project, mode: str, tmp_path: Path) -> None:
    recipe = Recipe(seed=2**40).then(LocalSuppression(k=2, mode=mode))
    assert blanks_for_matching(recipe)
    release = checked(project.changed(recipe=recipe), tmp_path)
    assert release.blanks
    matching = checked(matching_blanks(project.changed(recipe=recipe)).project, tmp_path)
    assert matching.scenarios[0].find_assessment("k_anonymity").value("k") >= 2
    assert release.scenarios[0].find_assessment("k_anonymity").value("k") == 1


def test_nothing_is_offered_where_no_blank_is_to_be_matched(project: Project) -> None:
    recipe = Recipe(seed=2**40)
    assert not blanks_for_matching(recipe)
    assert not counting_blanks(project.changed(recipe=recipe))
    off = project.recipe.switched(0, on=False)
    assert not blanks_for_matching(off)


def test_the_command_prints_it_as_a_note(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project.save(tmp_path / "p.sdcdesk")
    assert main(["run", str(tmp_path / "p.sdcdesk"), "--json", "-"]) == 0
    said = capsys.readouterr()
    assert "Neighbour: 1 value was blanked by local suppression, so that it may be any" in said.err
    notes = json.dumps(json.loads(said.out)["scenarios"][0])
    assert "this scenario counts blanks as a category" in notes
