"""The risk with other matrices: which are known, which are not defined, and how they stand to the limit."""

import pandas as pd
import pytest

from sdcdesk.core.errors import SdcError
from sdcdesk.core.limit import Limit
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT
from sdcdesk.core.quantity import SHARE, Bound, Quantity
from sdcdesk.core.variable import Variable
from sdcdesk.document.project import DataReference, Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Recoding
from sdcdesk.release.matrix_comparison import ComparisonColumns, compared, rows_of
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.release.release_check import check_release
from sdcdesk.release.reweighed import Entry, Reweighed, entries, reweighed
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling

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
    return reweighed(*assessed, MATRICES, SILENT)


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
    assert listed["broken"].value() == "breaks 3 rules"
    unknown = entries(project, NEIGHBOUR, Reweighed(), waits=True)
    assert [entry.value() for entry in unknown][:2] == ["…", "…"]
    assert entries(project, None, Reweighed(), waits=False)[0].value() == "–"


def test_all_matrices_are_compared_in_all_scenarios(assessed: tuple[Checked, Run]) -> None:
    checked, run = assessed
    rows = rows_of(MATRICES, Scaling(40, 40))
    assert rows[0].total == 40 * 40
    after = compared(rows, [(checked, NEIGHBOUR)], run, SILENT)
    cells = {row.name: row.found["Neighbour"] for row in after}
    assert cells["all"].verdict == "safe"
    assert cells["all"].weighted == cells["all"].released
    assert "no place for" in cells["sampling"].why
    assert cells["broken"].why == "It breaks 3 rules"
    known = rows_of({"all": MATRICES["all"], "alone": WeightMatrix.maximal()}, Scaling(40, 20), after)
    assert known[0].found == after[0].found
    assert known[1].found == {}, "another matrix has the name"


def test_where_the_own_matrix_does_not_fit_another_one_may(
    project: Project, assessed: tuple[Checked, Run]
) -> None:
    misfit = project.changed(scenarios=(NEIGHBOUR.changed(weights="sampling"),))
    [checked] = check_release(misfit, assessed[1]).scenarios
    assert checked.after is None
    assert isinstance(reweighed(checked, assessed[1], MATRICES, SILENT).risks["all"], Quantity)


def test_a_bound_is_written_and_judged_as_one() -> None:
    bound = Entry("Ours", "", Quantity(0.3004, SHARE, Bound.AT_MOST), None, None, 0.3)
    assert bound.value() == "≤\u202f30.1\u202f%"
    assert bound.standing == "not shown safe"
    assert bound.text().startswith(
        "Ours: weighted risk at most 30.1 percent, not shown to be within the limit"
    )
    exact = Entry("Ours", "", Quantity(0.3004, SHARE), None, None, 0.3)
    assert (exact.value(), exact.standing) == ("30.04\u202f%", "above limit")


def test_a_comparison_has_three_columns_for_each_scenario(assessed: tuple[Checked, Run]) -> None:
    checked, run = assessed
    columns = ComparisonColumns((NEIGHBOUR,))
    waiting = rows_of(MATRICES, Scaling(40, 40))
    assert columns.text(waiting[0], 4) == "…"
    rows = compared(waiting, [(checked, NEIGHBOUR)], run, SILENT)
    assert [over for over, _ in columns.titles] == ["", "", "", "", *(3 * ["Neighbour"])]
    assert [columns.holds_numbers(at) for at in range(7)] == [False, False, True, True, True, True, False]
    assert (columns.text(rows[1], 0), columns.text(rows[2], 1)) == ("alone", "sampling")
    risk = checked.after.value("dr_weighted")
    assert columns.text(rows[0], 6) == ("safe" if risk <= HALF.value else "unsafe")
    assert [columns.text(rows[3], at) for at in (4, 5, 6)] == ["not estimable", "–", "not assessed"]
    assert columns.meaning(rows[3], 4).startswith("broken, Neighbour, DR_W: not estimable. It breaks")
    titles, first, *_, broken = columns.exact_rows(rows)
    assert titles[3:5] == ["Sum", "Neighbour: DR_W"]
    assert float(first[4]) == risk
    assert broken[4] == broken[5] == ""
    assert "breaks" in broken[6]
