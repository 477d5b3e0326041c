"""The risk with other matrices: which are known, which are not defined, and how they stand to the limit."""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Recoding
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.release.release_check import check_release
from sdcdesk.release.reweighed import Entry, Reweighed, entries, reweighable
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix

MATRICES = {
    "all": WeightMatrix.maximal(),
    "alone": WeightMatrix.minimal(),
    "sampling": WeightMatrix.maximal("sampling"),
    "broken": WeightMatrix(structure="general", block=((1, 2), (0, 1)), tail=0),
}
HALF = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.3)
NEIGHBOUR = Scenario(name="Neighbour", keys=["age"], weights="all", limits=[HALF])


@pytest.fixture(scope="module")
def project() -> Project:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    recipe = Recipe(seed=1).then(Recoding(variable="age", how="width", width=10.0))
    return Project(data=data, weights=MATRICES, scenarios=(NEIGHBOUR,), recipe=recipe)


@pytest.fixture(scope="module")
def assessed(project: Project) -> tuple[Checked, Run]:
    age = Variable(name="age", role="key", scale="continuous")
    run = Pipeline(Microdata(pd.DataFrame({"age": range(20, 60)}), [age])).run(project.recipe)
    return check_release(project, run).scenarios[0], run


@pytest.fixture(scope="module")
def found(assessed: tuple[Checked, Run]) -> Reweighed:
    return Reweighed().follow(assessed[0].after, MATRICES)


def test_the_own_matrix_gives_the_risk_that_was_assessed(
    found: Reweighed, assessed: tuple[Checked, Run]
) -> None:
    after = assessed[0].after
    assert after is not None
    assert found.risks["all"] == after.figure("dr_weighted").quantity
    assert found.risks["all"].value == found.figure("dr_max")
    assert found.risks["alone"].value == found.figure("dr_min")


def test_what_is_not_defined_says_why(found: Reweighed) -> None:
    for name, words in (("sampling", "no place for"), ("broken", "break a rule")):
        error = found.risks[name]
        assert isinstance(error, SdcError)
        assert words in error.message


def test_only_what_changed_is_reweighed(found: Reweighed) -> None:
    kept = {name: MATRICES[name] for name in ("all", "sampling")}
    now = found.with_matrices({**kept, "new": WeightMatrix.unsafe_up_to(10)})
    assert list(now.risks) == ["all", "sampling", "new"]
    assert now.risks["sampling"] is found.risks["sampling"]
    assert isinstance(now.risks["new"], Quantity)
    assert found.with_tried("all", WeightMatrix.minimal()).risks["all"] == found.risks["alone"]


def test_entries_say_value_standing_and_use(project: Project, found: Reweighed) -> None:
    listed = {entry.name: entry for entry in entries(project, NEIGHBOUR, found, waits=False)}
    assert listed["all"].standing == "within"
    assert listed["all"].note == "used by Neighbour"
    assert listed["all"].text().endswith("within the limit of 30 percent. used by Neighbour")
    assert listed["alone"].value() == "0\u202f%"
    assert listed["sampling"].value() == "not estimable"
    assert listed["broken"].value() == "2 weights break a rule"
    unknown = entries(project, NEIGHBOUR, Reweighed(), waits=True)
    assert [entry.value() for entry in unknown][:2] == ["…", "…"]
    assert entries(project, None, Reweighed(), waits=False)[0].value() == "–"


def test_the_same_assessment_is_not_reweighed_again_and_an_error_stands_for_all(found: Reweighed) -> None:
    assert found.reweighing is not None
    assert found.follow(found.reweighing.assessment, MATRICES).reweighing is found.reweighing
    error = SdcError("No.")
    assert set(found.follow(error, MATRICES).risks.values()) == {error}
    assert found.follow(None, MATRICES).risks == {}


def test_where_the_own_matrix_does_not_fit_another_one_may(
    project: Project, assessed: tuple[Checked, Run]
) -> None:
    misfit = project.changed(scenarios=(NEIGHBOUR.changed(weights="sampling"),))
    [checked] = check_release(misfit, assessed[1]).scenarios
    assert checked.after is None
    found = reweighable(checked).assess(assessed[1].original, assessed[1].masked)
    assert isinstance(Reweighed().follow(found, MATRICES).risks["all"], Quantity)
    [fits] = check_release(project, assessed[1]).scenarios
    assert reweighable(fits).parameters == fits.after.parameters


def test_a_bound_is_written_and_judged_as_one() -> None:
    bound = Entry("Ours", "", Quantity(0.3004, SHARE, Bound.AT_MOST), None, None, 0.3)
    assert bound.value() == "≤\u202f30.1\u202f%"
    assert bound.standing == "not shown safe"
    assert bound.text().startswith(
        "Ours: weighted risk at most 30.1 percent, not shown to be within the limit"
    )
    exact = Entry("Ours", "", Quantity(0.3004, SHARE), None, None, 0.3)
    assert (exact.value(), exact.standing) == ("30.04\u202f%", "above limit")
