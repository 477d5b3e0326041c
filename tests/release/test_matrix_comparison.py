"""All matrices of a project in all its scenarios."""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.table import Table
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.release.matrix_comparison import Compared, comparison
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.release.reweighed import Reweighed
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling

MATRICES = {
    "all": WeightMatrix.maximal(),
    "alone": WeightMatrix.minimal(),
    "merging": WeightMatrix(structure="merging", block=((1,),), tail=0),
    "broken": WeightMatrix(structure="general", block=((1, 2), (0, 1)), tail=0),
}
LIMIT = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.3)
NEIGHBOUR = Scenario(name="Neighbour", keys=["age"], weights="all", limits=[LIMIT])


@pytest.fixture(scope="module")
def checked() -> Checked:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    project = Project(data=data, weights=MATRICES, scenarios=(NEIGHBOUR,), recipe=Recipe(seed=1))
    age = Variable(name="age", role="key", scale="continuous")
    run = Pipeline(Microdata(pd.DataFrame({"age": [20, 21, 22, 22, 23, 23]}), [age])).run(project.recipe)
    return check_release(project, run).scenarios[0]


@pytest.fixture(scope="module")
def table(checked: Checked) -> Table:
    found = Reweighed().follow(checked.after, MATRICES)
    return comparison(MATRICES, Scaling(6, 6), [Compared(NEIGHBOUR, checked, found)])


def test_every_scenario_has_three_columns_below_its_name(table: Table) -> None:
    assert [column.over for column in table.columns] == ["", "", "", "", *(3 * ["Neighbour"])]
    assert table.column("dr_weighted_0").limits == (0.3,)
    assert table.frame["sum"][0] == 36


def test_risks_and_verdicts_are_those_of_each_matrix(table: Table, checked: Checked) -> None:
    rows = table.frame.set_index("matrix")
    assert rows["dr_weighted_0"]["all"].value == checked.after.value("dr_weighted")
    assert rows["dr_weighted_0"]["alone"].value == 2 / 6 == rows["released_0"]["alone"].value
    assert rows["verdict_0"].to_dict() == {
        "all": "unsafe",
        "alone": "unsafe",
        "merging": "unsafe",
        "broken": "2 weights break a rule",
    }


def test_an_undefined_risk_says_why_in_its_cell(table: Table) -> None:
    broken = table.quantities(table.column("dr_weighted_0"))[3]
    assert broken.value is None
    assert broken.reason.text == "2 weights break a rule."
    titles, *rows = table.exact_rows()
    assert titles[3:5] == ["Sum", "Neighbour DR_W"]
    assert rows[3][4:] == ["", "", "2 weights break a rule"]


def test_what_is_not_computed_yet_waits() -> None:
    waiting = comparison(MATRICES, Scaling(6, 6), [Compared(NEIGHBOUR)])
    assert waiting.frame["verdict_0"].tolist() == ["…", "…", "…", "2 weights break a rule"]
