"""Limits on what a masking method reports: the step that keeps one least is judged."""

import json

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.results.limit import Limit, Standing, Verdict
from sdcdesk.core.results.withholding import withheld_judgement
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.limits import limit_text
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import LocalSuppression, RecordSuppression
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.release.risk_reduction import why_nothing
from sdcdesk.release.step_preview import preview
from sdcdesk.report.html import render
from sdcdesk.risk import WeightMatrix

PEOPLE = Microdata(
    pd.DataFrame({"zip": list("aaabbbcc"), "job": list("xxyxxyxy")}),
    [Variable(name=name, role=Role.KEY) for name in ("zip", "job")],
)


def limit(value: float, figure: str = "cells_blanked", measure: str = "local_suppression") -> Limit:
    return Limit(measure=measure, figure=figure, value=value)


def project(recipe: Recipe, *limits: Limit) -> Project:
    scenario = Scenario(name="Near", keys=["zip", "job"], weights="all", limits=limits)
    return Project(
        data=DataReference(path="p.csv", size=0, sha256="0" * 64, options=ReadOptions()),
        weights={"all": WeightMatrix.maximal()},
        scenarios=(scenario,),
        recipe=recipe,
    )


def released(recipe: Recipe, *limits: Limit) -> Release:
    return check_release(project(recipe, *limits), Pipeline(PEOPLE).run(recipe))


BLANKING = Recipe(seed=2**62).then(LocalSuppression(k=2))


def blanked(recipe: Recipe) -> list[int]:
    """Return how many cells each step blanked, counted in the files before and after it."""
    stages = Pipeline(PEOPLE).run(recipe).stages
    files = [PEOPLE, *(stage.masked.data for stage in stages if stage.masked)]
    gone = [int(data.frame.isna().to_numpy().sum()) for data in files]
    return np.diff(gone).tolist()


def test_a_limit_on_a_figure_of_a_step_is_judged() -> None:
    [lost] = blanked(BLANKING)
    assert lost > 0
    assert released(BLANKING, limit(lost)).scenarios[0].verdict is Verdict.SAFE
    checked = released(BLANKING, limit(lost - 1)).scenarios[0]
    assert checked.verdict is Verdict.UNSAFE
    assert "Cells blanked" in checked.sentence()
    assert str(lost) in checked.sentence()


def test_the_step_that_keeps_it_least_decides() -> None:
    recipe = BLANKING.then(LocalSuppression(k=4))
    first, second = blanked(recipe)
    assert second > first
    [judgement] = released(recipe, limit(first)).scenarios[0].judgements
    assert (judgement.standing, judgement.quantity.value) == (Standing.BROKEN, second)
    [judgement] = released(recipe.switched(1, on=False), limit(first)).scenarios[0].judgements
    assert (judgement.standing, judgement.quantity.value) == (Standing.KEPT, first)


def test_without_such_a_step_or_figure_nothing_is_called_safe() -> None:
    [judgement] = released(Recipe(seed=2**62), limit(3)).scenarios[0].judgements
    assert (judgement.standing, judgement.why) == (
        Standing.NOT_ASSESSED,
        "No step that is on is called Local suppression: switch one on, or remove this limit.",
    )
    [judgement] = released(BLANKING, limit(3, "most_cells")).scenarios[0].judgements
    assert (judgement.standing, judgement.why) == (
        Standing.NOT_ASSESSED,
        "Local suppression has no figure most_cells.",
    )


@pytest.mark.parametrize("value", [-1.0, 1.5])
def test_a_limit_that_no_count_could_be_is_refused(value: float) -> None:
    with pytest.raises(ParameterError, match="whole number of cells"):
        project(BLANKING, limit(value))


def test_report_and_json_tell_it_and_the_verdict_of_a_secret_step_without_its_number() -> None:
    [lost] = blanked(BLANKING)
    release = released(BLANKING, limit(lost - 1))
    [judged] = release.to_json()["scenarios"][0]["judgements"]
    assert (judged["standing"], judged["found"]["value"]) == ("broken", lost)
    assert limit_text(limit(lost - 1)) == f"Cells blanked at most {lost - 1} cells"
    assert "Cells blanked" in render(release)
    secret = released(Recipe(seed=2**62).then(LocalSuppression(k=2), secret=True), limit(lost - 1))
    [judged] = json.loads(json.dumps(secret.to_json()))["scenarios"][0]["judgements"]
    assert (judged["standing"], judged["found"], judged["why"]) == (
        "broken",
        None,
        "Withheld: it tells how the file was masked.",
    )
    internal = secret.edition(internal=True)
    [judgement] = secret.scenarios[0].judgements
    assert withheld_judgement(judgement, internal).quantity.value == lost
    assert f"{lost}" in render(secret, edition=internal)


def test_a_preview_judges_it_with_the_step_that_is_edited() -> None:
    one = project(BLANKING, limit(0, "records_left_out", "record_suppression"))
    run = Pipeline(PEOPLE).run(BLANKING)
    seen = preview(one, run, None, RecordSuppression(k=4))
    assert seen.now is not None
    assert seen.now.verdict is Verdict.NOT_ASSESSED
    assert seen.then is not None
    assert seen.then.verdict is Verdict.UNSAFE


def test_no_further_step_is_tried_where_a_step_reports_too_much() -> None:
    release = released(BLANKING, limit(0))
    assert "edit or switch it off" in why_nothing(release.run, release.scenarios[0])
