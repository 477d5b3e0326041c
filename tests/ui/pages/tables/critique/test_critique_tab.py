"""Tab *Critique of the rules*: examples, tables of the project, and what it offers."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.tables import Dominance, MinimumFrequency, PPercent, PriorPosterior, TablePlan
from sdcdesk.tables.examples import EXAMPLES
from tests.ui.page_window import PageWindow
from ui.pages.tables.critique.critique_tab import EXAMPLE, USED, CritiqueTab
from ui.pages.tables.page import TablesPage
from ui.pages.tables.stage import STAGE
from ui.session.computation import Computing, Failed, Ready
from ui.session.navigator import CRITIQUE
from ui.session.session import Session

FIRMS = Microdata(
    pd.DataFrame({"cell": list("AAABBB"), "sales": [59.0, 40, 1, 61, 20, 19]}),
    [Variable(name="cell", scale=Scale.NOMINAL), Variable(name="sales", scale=Scale.CONTINUOUS)],
)
SALES = PlannedTable(
    name="Sales",
    plan=TablePlan(rows=("cell",), value="sales"),
    rules=(Dominance(n=1, k=60.0), MinimumFrequency(least=3)),
)
WRONG = PlannedTable(name="Wrong", plan=TablePlan(rows=("cell",), value="cell"))


class Stand(PageWindow[TablesPage]):
    """The page, with the tab open."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        super().__init__(TablesPage, STAGE, session, qtbot)
        self.page.open_tab(CRITIQUE)
        assert isinstance(self.page.tabs.current, CritiqueTab)
        self.tab = self.page.tabs.current
        self.settle()

    def choose(self, place: int) -> None:
        self.tab.which.setCurrentIndex(place)
        self.tab.choose()
        self.settle()

    def column(self, name: str) -> list[object]:
        """What stands in a column of the cells that rules judge differently."""
        return self.tab.sections[1].tables["own_cells"].declared.frame[name].tolist()


@pytest.fixture
def stand(session: Session, qtbot: QtBot) -> Iterator[Stand]:
    reference = DataReference(path="firms.csv", size=1, sha256="0" * 64, options=ReadOptions())
    project = Project(data=reference, variables=FIRMS.variables, recipe=Recipe(seed=1), tables=(SALES, WRONG))
    with qtbot.waitSignal(session.computed):
        session.open(FIRMS, project, None)
    stand = Stand(session, qtbot)
    yield stand
    stand.settle()


def test_the_users_own_cells_stand_beside_the_constructed_ones(stand: Stand) -> None:
    assert stand.tab.subject == SALES
    assert isinstance(stand.tab.computation.state, Ready)
    assert [view.section.name for view in stand.tab.sections] == ["constructed", "own_cells"]
    assert "contributions" in stand.tab.sections[0].charts
    assert stand.column("cell") == ["A", "B"]
    assert stand.column("dominance") == ["passes", "sensitive"]
    assert stand.column("high") == [60, 80]


def test_parameters_are_asked_anew(stand: Stand) -> None:
    stand.tab.row.form.fill({"n": 2, "k": 75.0, "p": 40.0, "least": 4})
    stand.tab.apply()
    stand.settle()
    assert stand.tab.critique.n == 2
    assert stand.column("cell") == []
    assert stand.tab.computation.last is not None
    assert stand.tab.computation.last.value("too_strict") == 0
    # Whoever asks for the impossible reads why beside the field, and what is shown stays.
    stand.tab.row.form.fill({"contributors": 2})
    stand.tab.apply()
    assert stand.tab.critique.contributors is None


def test_an_example_comes_with_its_rule_and_cannot_be_judged_otherwise(stand: Stand) -> None:
    place = [one.name for one in EXAMPLES].index("three_contributors")
    stand.choose(2 + place)  # after two tables: r = 0.9
    found = stand.tab.computation.last
    assert found is not None
    assert found.value("ratio") == pytest.approx(0.9)
    assert not stand.page.header.filled.isEnabled()
    assert stand.page.header.filled.toolTip() == EXAMPLE


def test_the_table_is_judged_by_p_percent_with_one_click_and_one_undo(stand: Stand) -> None:
    stand.page.header.filled.click()
    stand.settle()
    assert stand.project.tables[0].rules == (PPercent(p=10.0), MinimumFrequency(least=3))
    assert stand.page.header.filled.toolTip() == USED
    stand.session.undo()
    stand.settle()
    assert stand.project.tables[0].rules == SALES.rules


def test_what_is_on_its_way_and_what_failed_is_told(stand: Stand) -> None:
    stand.choose(1)
    assert isinstance(stand.tab.computation.state, Failed)
    assert stand.tab.card.isVisible()
    assert stand.tab.card.empty is not None
    assert not stand.tab.sections or not stand.tab.sections[0].isVisible()
    stand.choose(0)
    assert not stand.tab.card.isVisible()
    stand.session.tabulating.again()
    stand.tab.refresh()
    assert isinstance(stand.tab.computation.state, Computing)
    assert stand.tab.computation.last is not None  # seen as old until the new ones are there
    stand.settle()
    assert isinstance(stand.tab.computation.state, Ready)


def test_a_table_comes_with_the_parameters_of_its_rules(stand: Stand) -> None:
    assert (stand.tab.critique.n, stand.tab.critique.k) == (1, 60.0)
    rules = (Dominance(n=2, k=75.0), PriorPosterior(p=5.0, q=40.0), MinimumFrequency(least=4))
    other = SALES.changed(name="Other", rules=rules)
    stand.change(lambda project: project.changed(tables=(*project.tables, other)))
    stand.choose(2)
    found = stand.tab.critique
    assert (found.n, found.k, found.p, found.q, found.least) == (2, 75.0, 5.0, 40.0, 4)
    # What is typed then stays until another table is chosen.
    stand.tab.row.form.fill({"n": 1})
    stand.tab.apply()
    stand.settle()
    assert stand.tab.critique.n == 1
    stand.choose(0)
    assert stand.tab.critique.k == 60.0


def test_what_the_critique_is_about_stands_above_it(stand: Stand) -> None:
    shown = [name for name, one in stand.tab.row.form.rows.items() if one.editor.isVisible()]
    assert {"n", "k", "contributors", "p", "q"} <= set(shown)


def test_a_finished_table_is_judged_by_its_largest_contributions(stand: Stand, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    lines = ["cell,value,count,first,second", "Total,200,6,61,59", "A,100,3,59,40", "B,100,3,61,20", ""]
    file.write_text("\n".join(lines), encoding="utf-8")
    read = FinishedTable(
        file=InputFile.chosen(file), value="value", frequency="count", largest=("first", "second")
    )
    finished = PlannedTable(name="Finished", finished=read, rules=(Dominance(n=1, k=60.0),))
    stand.change(lambda project: project.changed(tables=(finished,)).pinned())
    stand.choose(0)
    assert stand.tab.subject.name == "Finished"
    assert stand.column("cell") == ["A", "B"]
    assert stand.column("dominance") == ["passes", "sensitive"]
