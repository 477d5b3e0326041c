import json
from pathlib import Path
from typing import Any

import pytest

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import Recoding, SimpleRandomSampling
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import NOT_ASSESSED, SAFE, UNSAFE, Release, check_release
from sdcdesk.release.risk_loss_path import Address, risk_loss_path
from sdcdesk.risk import DisclosureRisk, WeightMatrix

HALF = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.5)

ALONE = Scenario(name="Alone", keys=["age", "sex"], weights="all", limits=[HALF])
SEX = Scenario(name="Sex", keys=["sex"], weights="all", limits=[HALF])
OPEN = Scenario(name="No limit", keys=["sex"], weights="all")
BROKEN = Scenario(name="Broken", keys=["sex"], weights="broken", limits=[HALF])
MISFIT = Scenario(name="Misfit", keys=["age"], weights="sampling", limits=[HALF])


@pytest.fixture
def project(tmp_path: Path) -> Project:
    path = tmp_path / "people.csv"
    path.write_text(
        "age,sex\n" + "".join(f"{age},{'FM'[age % 2]}\n" for age in range(20, 60)), encoding="utf-8"
    )
    return Project(
        data=DataReference.to(path, tmp_path / "p.sdcdesk", ReadOptions()),
        variables=[{"name": "age", "scale": "continuous"}],
        weights={"all": WeightMatrix.maximal(), "sampling": WeightMatrix.maximal("sampling")},
        scenarios=[ALONE, SEX],
        recipe=Recipe(seed=1).then(Recoding(variable="age", how="width", width=10.0)),
    )


def release(project: Project, tmp_path: Path) -> Release:
    data = project.open_data(tmp_path / "p.sdcdesk")
    return check_release(project, Pipeline(data).run(project.recipe))


def test_a_file_is_safe_only_if_it_is_safe_in_every_scenario(project: Project, tmp_path: Path) -> None:
    assert release(project, tmp_path).verdict == SAFE
    assert release(project.changed(recipe=Recipe(seed=1)), tmp_path).verdict == UNSAFE
    assert [
        checked.verdict for checked in release(project.changed(recipe=Recipe(seed=1)), tmp_path).scenarios
    ] == [
        UNSAFE,
        SAFE,
    ]


def test_without_a_limit_there_is_no_verdict(project: Project, tmp_path: Path) -> None:
    assert release(project.changed(scenarios=(OPEN,)), tmp_path).verdict == NOT_ASSESSED
    assert release(project.changed(scenarios=()), tmp_path).verdict == NOT_ASSESSED
    assert release(project.changed(scenarios=(SEX, OPEN)), tmp_path).verdict == NOT_ASSESSED, (
        "not all are safe"
    )


def test_a_scenario_that_does_not_fit_is_reported_and_never_safe(project: Project, tmp_path: Path) -> None:
    found = release(project.changed(scenarios=(SEX, MISFIT)), tmp_path)
    assert [checked.verdict for checked in found.scenarios] == [SAFE, NOT_ASSESSED]
    assert found.verdict == NOT_ASSESSED
    with pytest.raises(DataError, match="Scenario Misfit: "):
        found.require()
    assert found.to_json()["scenarios"][1]["unassessed"][0]["error"].startswith("Scenario Misfit: ")


def test_a_measure_that_does_not_fit_is_reported_beside_the_others(project: Project, tmp_path: Path) -> None:
    misfit = DisclosureRisk(keys=["age"], weights=WeightMatrix.maximal("sampling"))
    found = release(project.changed(measures=(HeadlineLoss(), misfit)), tmp_path)
    assert [assessment.measure for assessment in found.measures] == ["headline_loss"]
    assert [failed.measure for failed in found.unassessed] == [misfit]
    assert found.verdict == SAFE, "the scenarios were assessed"
    written = found.to_json()["unassessed"]
    assert written[0]["measure"] == "disclosure_risk"
    assert "structure sampling" in written[0]["error"]
    with pytest.raises(DataError, match="structure sampling"):
        found.require()


def test_everything_is_written_as_json_with_its_judgements(project: Project, tmp_path: Path) -> None:
    found = release(project, tmp_path)
    written = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert written["schema"] == 3
    assert written["verdict"] == "safe"
    assert written["worst"] == "Alone"
    scenario = written["scenarios"][0]
    assert [measure["measure"] for measure in scenario["measures"]] == ["disclosure_risk"]
    [judgement] = scenario["judgements"]
    assert judgement["figure"] == "dr_weighted"
    assert judgement["standing"] == "kept"
    figure = scenario["measures"][0]["figures"]["dr_weighted"]
    assert judgement["found"]["value"] == figure["value"]
    assert figure["before"]["value"] == 1.0


def test_what_was_assessed_is_not_assessed_again(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Pipeline(project.open_data(tmp_path / "p.sdcdesk")).run(project.recipe)
    done = check_release(project, run)
    monkeypatch.setattr(Measure, "assess", None)
    stricter = project.changed(scenarios=(ALONE.with_limit("dr_weighted", 0.001), SEX))
    again = check_release(stricter, run, known=done.assessments)
    assert (done.verdict, again.verdict) == (SAFE, UNSAFE)
    assert done.with_limits(stricter).to_json() == again.to_json(), "limits judge, they compute nothing"


def test_findings_without_records_say_the_same(project: Project, tmp_path: Path) -> None:
    run = Pipeline(project.open_data(tmp_path / "p.sdcdesk")).run(project.recipe)
    project = project.changed(measures=(HeadlineLoss(), DisclosureRisk(keys=["sex"])))
    whole = check_release(project, run).followed()
    lean = check_release(project, run, with_records=False).followed()
    assert lean.to_json() == whole.to_json()
    assert any(found.records for found in whole.assessments)
    assert not any(found.records for found in lean.assessments)


@pytest.fixture
def with_broken(project: Project) -> Project:
    """One scenario counts with weights that break rules, another one does not."""
    broken = WeightMatrix(structure="general", block=[[1, 2], [3, 4]], tail=0)
    return project.changed(weights={**project.weights, "broken": broken}, scenarios=(SEX, BROKEN))


def test_weights_that_break_rules_are_an_error_of_their_scenario_and_never_used(
    with_broken: Project, tmp_path: Path
) -> None:
    found = release(with_broken, tmp_path)
    assert [checked.verdict for checked in found.scenarios] == [SAFE, NOT_ASSESSED]
    assert found.verdict == NOT_ASSESSED
    with pytest.raises(ParameterError, match=r"Scenario Broken: .*w\(1, 2\) = 2 is more than w\(1, 1\) = 1"):
        found.require()
    fine, broken = found.to_json()["scenarios"]
    assert fine["broken_rules"] == []
    every = with_broken.weights["broken"].violations()
    assert broken["broken_rules"] == [str(violation) for violation in every]
    assert len(every) > 3, "all are listed, though the sentence names three"
    assert "and " + str(len(every) - 3) + " more" in broken["unassessed"][0]["error"]
    assert broken["measures"] == []
    assert broken["judgements"][0]["standing"] == "not assessed"


def weighted(scenario: str) -> Address:
    return Address(scenario, "disclosure_risk", "dr_weighted")


def test_the_path_goes_on_where_weights_break_rules(with_broken: Project, tmp_path: Path) -> None:
    data = with_broken.open_data(tmp_path / "p.sdcdesk")
    points = risk_loss_path(with_broken, Pipeline(data).run(with_broken.recipe))
    assert [point.value(weighted("Broken")) for point in points] == [None, None]
    assert all(point.value(weighted("Sex")) is not None for point in points)


def test_the_path_goes_on_where_the_loss_weighs_what_the_file_lacks(project: Project, tmp_path: Path) -> None:
    run = Pipeline(project.open_data(tmp_path / "p.sdcdesk")).run(project.recipe)
    other = project.changed(measures=(HeadlineLoss(weights={"income": 1.0}),))
    assert len(check_release(other, run).unassessed) == 1
    assert risk_loss_path(other, run) == risk_loss_path(project.changed(measures=()), run)


def test_the_path_takes_from_the_release_what_it_has_assessed(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = project.changed(scenarios=(ALONE, SEX, MISFIT))
    recipe = project.recipe.then(SimpleRandomSampling(percentage=50.0))
    data = project.open_data(tmp_path / "p.sdcdesk")
    run = Pipeline(data).run(recipe)
    expected = risk_loss_path(project, run)
    done = check_release(project, run).assessments
    asked = []
    assess = Measure.assess

    def noted(measure: Measure, *files: Any) -> Any:
        asked.append((measure.name, files[1]))
        return assess(measure, *files)

    monkeypatch.setattr(Measure, "assess", noted)
    assert risk_loss_path(project, run, done) == expected
    assert run.stages[0].masked is not None
    between = run.stages[0].masked.data
    again = [name for name, data in asked if data is not between]
    # What could not be assessed for the release is tried again; it knows no loss of the original either.
    assert again == ["disclosure_risk", "headline_loss", "disclosure_risk"]


def test_the_path_follows_every_step_that_is_on(project: Project, tmp_path: Path) -> None:
    recipe = project.recipe.then(SimpleRandomSampling(percentage=50.0)).then(
        SimpleRandomSampling(percentage=50.0)
    )
    recipe = recipe.switched(1, on=False)
    data = project.open_data(tmp_path / "p.sdcdesk")
    points = risk_loss_path(project, Pipeline(data).run(recipe))
    assert [point.step for point in points] == [0, 1, 3]
    assert points[0].value(weighted("Alone")) == 1.0
    first, second, third = (float(point.loss.value) for point in points)
    assert 0.0 == first < second < third
    final = check_release(project, Pipeline(data).run(recipe))
    assert final.scenarios[0].after is not None
    assert points[2].value(weighted("Alone")) == final.scenarios[0].after.value("dr_weighted")
