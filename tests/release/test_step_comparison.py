import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Camouflage, LocalSuppression, Recoding, Rounding
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.release.step_comparison import UNKNOWN, compare_step, data_before_step, figure_changes
from sdcdesk.risk import WeightMatrix

BANDS = Recoding(variable="age", how="width", width=10.0)
ROUNDED = Rounding(variables=["income"], base=100.0)


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"age": rng.integers(0, 90, 300), "income": rng.lognormal(8, 1, 300).round(2)})
    return Microdata(
        frame,
        [
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
        ],
    )


@pytest.fixture
def project(data: Microdata) -> Project:
    return Project(
        data=DataReference(path="people.csv", size=1, sha256="0" * 64, options=ReadOptions()),
        variables=data.variables,
        weights={"all": WeightMatrix.maximal()},
        scenarios=(Scenario(name="near", keys=("age",), weights="all", k=4),),
        recipe=Recipe(seed=3).then(ROUNDED),
    )


def test_a_step_is_seen_in_values_and_figures(project: Project, data: Microdata) -> None:
    run = Pipeline(data).run(project.recipe)
    seen = compare_step(project, run, None, BANDS, "age")
    assert seen.deciding == "near"
    ages = data.column("age").nunique()
    assert seen.different == (ages, 9)
    assert seen.values is not None
    _, after = seen.risks("near", "disclosure_risk")
    rows = figure_changes(seen, project, project.scenarios[0])
    explained = [row.explained.figure if row.explained else "" for row in rows]
    assert explained == ["dr_weighted", "dr_min", "records_below_k", "", "", "loss"]
    assert [row.is_loss for row in rows] == [False] * 5 + [True]
    assert [row.name for row in rows[:2]] == ["Weighted risk DR<sub>W</sub>", "Surely DR<sub>min</sub>"]
    assert rows[2].name == "Records in groups below 4"
    assert rows[2].then == str(after.value("records_below_k"))
    assert rows[3] == type(rows[3])("Different values", str(ages), "9")
    assert rows[4] == type(rows[4])("Missing values", "0", "0")
    assert seen.changes() == f"This step: age: {ages} values became 9"
    # Nobody has said yet where the file stands now.
    assert rows[0].now == UNKNOWN != rows[0].then


def test_blanked_values_are_seen_per_variable(project: Project, data: Microdata) -> None:
    run = Pipeline(data).run(project.recipe)
    suppression = LocalSuppression(k=4)
    seen = compare_step(project, run, None, suppression, "age")
    blanked = int(suppression.apply(data).column("age").isna().sum())
    assert blanked
    assert seen.changes() == f"This step: age: {blanked} of 300 blanked"
    missing = figure_changes(seen, project, project.scenarios[0])[4]
    assert (missing.name, missing.now, missing.then) == ("Missing values", "0", str(blanked))


def test_editing_a_step_says_what_the_step_does_and_not_what_the_edit_does(
    project: Project, data: Microdata
) -> None:
    suppression = LocalSuppression(k=4)
    project = project.changed(recipe=Recipe(seed=3).then(suppression))
    seen = compare_step(project, Pipeline(data).run(project.recipe), 0, suppression, "age")
    blanked = int(suppression.apply(data).column("age").isna().sum())
    assert seen.missing == (blanked, blanked)
    assert seen.changes() == f"This step: age: {blanked} of 300 blanked"


def test_a_small_loss_is_not_none(project: Project, data: Microdata) -> None:
    run = Pipeline(data).run(project.recipe)
    seen = compare_step(project, run, None, Rounding(variables=["income"], base=50.0), "income")
    assert seen.then is not None
    loss = seen.then.loss
    assert loss is not None
    assert 0 < loss.value < 0.2
    # As the panel writes it once the step is added.
    assert (
        figure_changes(seen, project, None)[-1].then
        == quantity_text(loss.quantity, noun=False).text
        == "0.11"
    )


def test_without_a_step_the_file_is_seen_as_it_is(project: Project, data: Microdata) -> None:
    seen = compare_step(project, Run(data, ()), None, None, "gone")
    assert (seen.preview, seen.values, seen.different, seen.then) == (None, None, (0, None), None)
    rows = figure_changes(seen, project, None)
    assert rows[2].name == "Records in groups below 3"
    assert {row.then for row in rows} == {UNKNOWN}


def test_what_is_known_of_a_step_is_not_computed_again(project: Project, data: Microdata) -> None:
    run = Pipeline(data).run(project.recipe)
    first = compare_step(project, run, None, BANDS, "age")
    again = compare_step(project, run, None, BANDS, "income", known=first.preview)
    assert again.preview is first.preview
    assert again.variable == "income"


def test_a_variable_that_a_step_takes_away_is_said_to_be_gone(project: Project, data: Microdata) -> None:
    seen = compare_step(project, Run(data, ()), None, Camouflage(variables=["income"]), "income")
    assert seen.values is None
    assert seen.note().endswith("; the variable leaves the file")


def test_a_step_that_fails_is_an_error(project: Project, data: Microdata) -> None:
    with pytest.raises(SdcError, match="wealth"):
        compare_step(project, Run(data, ()), None, Rounding(variables=["wealth"], base=1.0), "age")


def test_a_step_begins_with_the_results_of_those_before_it(project: Project, data: Microdata) -> None:
    recipe = project.recipe.then(BANDS)
    run = Pipeline(data).run(recipe)
    assert data_before_step(recipe, run, 0) is data
    assert data_before_step(recipe, run, 1) is run.stages[0].masked.data
    assert data_before_step(recipe, run, None) is run.stages[1].masked.data
    other = recipe.edited(0, ROUNDED.changed(base=7.0))
    assert data_before_step(other, run, None) is data


def test_the_file_as_it_is_is_reported_at_once_and_can_be_stopped(project: Project, data: Microdata) -> None:
    told: list[float] = []
    compare_step(
        project, Run(data, ()), None, None, "age", progress=Progress(lambda done, _: told.append(done))
    )
    assert told[:1] == [0.0]
    with pytest.raises(Cancelled):
        compare_step(project, Run(data, ()), None, None, "age", progress=Progress(cancelled=lambda: True))
