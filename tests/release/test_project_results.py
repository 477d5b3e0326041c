from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.locale import NEUTRAL
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document.axes import Axes
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.loss import Ebil
from sdcdesk.masking import Pram
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.project_results import ProjectResults, compute
from sdcdesk.release.release_check import check_release
from sdcdesk.release.risk_loss_path import Address, risk_address
from sdcdesk.release.step_effects import WAITING, reasons, step_rows
from sdcdesk.risk import DisclosureRisk

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "billing_5000.sdcdesk"


@pytest.fixture(scope="module")
def project() -> Project:
    return load(SAMPLE)


@pytest.fixture(scope="module")
def data(project: Project) -> Microdata:
    return project.open_data(SAMPLE)


@pytest.fixture(scope="module")
def computed(project: Project, data: Microdata) -> ProjectResults:
    return compute(project, Pipeline(data))


def test_a_limit_is_judged_by_what_was_found(computed: ProjectResults, project: Project) -> None:
    first, *others = project.scenarios
    strict = project.changed(scenarios=(first.with_limit("dr_weighted", 0.0), *others))
    judged = computed.with_limits(strict)
    assert judged is not None
    assert (computed.release.verdict, judged.release.verdict) == ("safe", "unsafe")
    assert [point.figures for point in judged.path] == [point.figures for point in computed.path]


def test_other_knowledge_other_steps_and_other_weights_are_to_be_computed(
    computed: ProjectResults, project: Project
) -> None:
    first, *others = project.scenarios
    name, matrix = first.weights, project.weights[first.weights]
    for changed in (
        project.changed(scenarios=(first.changed(k=first.k + 1), *others)),
        project.changed(recipe=project.recipe.changed(seed=project.recipe.seed + 1)),
        project.changed(weights={**project.weights, name: matrix.changed(tail=0.5)}),
    ):
        assert computed.with_limits(changed) is None
    noted = project.changed(weights={**project.weights, name: matrix.changed(note="From the board")})
    assert computed.with_limits(noted) is not None


def test_what_is_known_is_not_assessed_again(
    computed: ProjectResults, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline = Pipeline(computed.run.original)
    run = pipeline.run(project.recipe)
    known = compute(project, pipeline).assessments
    assert run.masked is pipeline.run(project.recipe).masked
    monkeypatch.setattr(DisclosureRisk, "assess", None)
    again = compute(project, pipeline, known)
    assert again.release.to_json() == computed.release.to_json()


def test_a_path_holds_no_number_of_a_single_record_and_the_release_has_them_where_a_step_is_taken_back(
    computed: ProjectResults, project: Project
) -> None:
    held = [found for point in computed.path for found in (*point.assessments, point.lost) if found]
    assert held
    assert not any(found.records for found in held)
    shorter = project.changed(recipe=project.recipe.changed(steps=project.recipe.steps[:-1]))
    before = compute(shorter, Pipeline(computed.run.original), computed.assessments)
    assert all(checked.after.records for checked in before.release.scenarios if checked.after)


def test_a_release_that_was_followed_is_not_followed_again(
    computed: ProjectResults, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = check_release(project, computed.run)
    assert checked.path == ()
    assessed = []
    assess = DisclosureRisk.assess

    def counted(measure: DisclosureRisk, *files: object) -> object:
        assessed.append(files[1])
        return assess(measure, *files)

    monkeypatch.setattr(DisclosureRisk, "assess", counted)
    followed = checked.followed()
    between = [stage.masked.data for stage in computed.run.stages[:-1] if stage.masked]
    assert 0 < len(assessed) <= len(project.scenarios) * len(between), "the first and the last file are known"
    assert all(any(data is one for one in between) for data in assessed)
    assert followed.followed() is followed
    assert followed.path == computed.path == computed.release.path
    assert computed.with_limits(project).release.path == computed.path
    with pytest.raises(Cancelled):
        checked.followed(Progress(cancelled=lambda: True))


def test_a_loss_with_a_defect_ends_the_path(
    computed: ProjectResults, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("SECRET")

    monkeypatch.setattr("sdcdesk.loss.HeadlineLoss._assess", fail)
    assert check_release(project, computed.run).followed().path == ()


def test_steps_say_what_they_did_as_far_as_they_are_as_they_were(
    computed: ProjectResults, project: Project
) -> None:
    name = project.scenarios[0].name
    rows = step_rows(project, computed, name)
    assert [row.number for row in rows] == [1, 2, 3, 4]
    assert all(row.effect != WAITING for row in rows)
    assert len(reasons(project, rows)) == sum(row.raised for row in rows)
    changed = project.changed(recipe=project.recipe.switched(1, on=False))
    effects = [row.effect for row in step_rows(changed, computed, name)]
    assert effects == [rows[0].effect, "off", WAITING, WAITING]


def test_risks_of_steps_are_written_as_everywhere(project: Project, data: Microdata) -> None:
    swapped = Pram(variable="Sex", how="keep", diagonal=60.0)
    changed = project.changed(recipe=project.recipe.then(swapped))
    found = compute(changed, Pipeline(data))
    scenario = next(one for one in project.scenarios if "Sex" in one.keys)
    row = step_rows(changed, found, scenario.name)[-1]
    before, after = (point.figures[risk_address(project, scenario)] for point in found.path[-2:])
    assert after.bound is Bound.AT_MOST
    was, now = (quantity_text(each, limits=[scenario.limit("dr_weighted")]).text for each in (before, after))
    assert now.startswith("≤")
    assert row.risk == f"Risk {was.removesuffix(NEUTRAL.percent)} → {now}"
    # A risk that is at most something may well be lower than it was.
    higher = replace(after, value=before.value + 0.1)
    path = (*found.path[:-1], replace(found.path[-1], figures={risk_address(project, scenario): higher}))
    rows = step_rows(changed, replace(found, path=path), scenario.name)
    assert rows[-1].raised
    assert reasons(changed, rows)[-1].startswith(f"Step {rows[-1].number} may have raised the risk")
    assert ", may have raised the risk, " in rows[-1].aloud
    # However little they differ, and however near the limit is.
    near = (Quantity(0.04999999, SHARE), Quantity(0.05000001, SHARE))
    points = (
        replace(point, figures={risk_address(project, scenario): one})
        for point, one in zip(path[-2:], near, strict=True)
    )
    rows = step_rows(changed, replace(found, path=(*path[:-2], *points)), scenario.name)
    assert rows[-1].risk == "Risk 4.999999 → 5.000001\u202f%"


def test_a_loss_without_a_scenario_keeps_the_capitals_of_its_name(project: Project, data: Microdata) -> None:
    changed = project.changed(scenarios=(), measures=(Ebil(),), axes=Axes(loss="ebil.ebil"))
    first, *_, last = step_rows(changed, compute(changed, Pipeline(data)), "")
    assert first.loss.startswith("EBIL 0 → ")
    assert last.loss == "Loss unchanged"


def test_steps_speak_of_the_figure_that_is_limited(project: Project, data: Microdata) -> None:
    pipeline = Pipeline(data)
    scenario = project.scenarios[0].changed(
        limits=(Limit(measure="disclosure_risk", figure="k", side="at least", value=3),)
    )
    changed = project.changed(scenarios=(scenario,))
    rows = step_rows(changed, compute(changed, pipeline), scenario.name)
    assert rows[0].risk == "k unchanged"
    assert not any(row.raised for row in rows), "fewer would be nearer to the limit, and nothing is below 1"
    few = Limit(measure="disclosure_risk", figure="records_below_k", value=100)
    changed = project.changed(scenarios=(scenario.changed(limits=(few,)),))
    rows = step_rows(changed, compute(changed, pipeline), scenario.name)
    points = compute(changed, pipeline).path
    address = Address(scenario.name, "disclosure_risk", "records_below_k")
    before, after = (int(point.value(address)) for point in points[:2])
    assert after < before
    assert rows[0].risk == f"Records in groups below k {before:,} → {after}"
    assert [row.raised for row in rows] == [
        now.value(address) > then.value(address) for then, now in pairwise(points)
    ]
