"""Tables that are published together: filters that nest, and tables that were read from files."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.document.table_commands import with_table
from sdcdesk.tables import MinimumFrequency, TablePlan
from tests.ui.page_window import PageWindow
from ui.pages.tables.page import TablesPage
from ui.pages.tables.stage import STAGE
from ui.pages.tables.together.together_tab import RECORDS, TogetherTab
from ui.session.computation import Ready
from ui.session.navigator import TOGETHER
from ui.session.session import Session

RULES = (MinimumFrequency(least=3),)


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> PageWindow[TablesPage]:
    return PageWindow(TablesPage, STAGE, sampled, qtbot)


def opened(stand: PageWindow[TablesPage], *tables: PlannedTable) -> TogetherTab:
    """The tab, after tables have been added and computed."""
    for table in tables:
        stand.session.change(*with_table(stand.project, table))
    stand.settle()
    stand.page.open_tab(TOGETHER)
    tab = stand.page.tabs.current
    assert isinstance(tab, TogetherTab)
    stand.settle()
    return tab


def test_without_two_tables_it_says_how_many_are_lacking(stand: PageWindow[TablesPage]) -> None:
    tab = opened(stand)
    assert tab.words.text() == tab.compare.toolTip() == "Two tables are needed; add them under This table."
    tab = opened(stand, PlannedTable(name="All", plan=TablePlan(rows=("Sex",)), rules=RULES))
    assert tab.words.text() == "Two tables are needed; add another one under This table."
    assert not tab.compare.isEnabled()


def test_what_a_filter_leaves_out_is_told_before_anybody_asks(stand: PageWindow[TablesPage]) -> None:
    data = stand.session.data
    assert data is not None
    race = data.column("Race").value_counts()
    kept = tuple(str(one) for one in race.index[:-1])
    left_out = int(race.iloc[-1])
    rule = (MinimumFrequency(least=left_out + 1),)
    plan = TablePlan(rows=("Sex",))
    few = plan.changed(where={"Race": kept})
    tab = opened(
        stand,
        PlannedTable(name="All", plan=plan, rules=rule),
        PlannedTable(name="Few", plan=few, rules=rule),
    )
    assert "by who subtracts the tables All and Few" in tab.words.text()
    assert not tab.areas.isEnabled()
    assert tab.areas.toolTip() == RECORDS
    tab.compare.click()
    stand.settle()
    assert isinstance(tab.found.state, Ready)
    assert tab.model.rowCount() > 0


def test_two_finished_tables_of_areas_that_overlap_are_subtracted(
    stand: PageWindow[TablesPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = []
    for name, text in (
        ("Old", "area,value\nTotal,60\nN,30\nS,30\n"),
        ("New", "area,value\nTotal,60\nX,28\nY,32\n"),
    ):
        path = tmp_path / f"{name}.csv"
        path.write_text(text, encoding="utf-8")
        finished = FinishedTable(file=InputFile.chosen(path))
        tables.append(PlannedTable(name=name, finished=finished, rules=RULES))
    tab = opened(stand, *tables)
    tab.compare.click()
    stand.settle()
    assert "area has other codes in each table" in tab.said.text()
    (tmp_path / "both.csv").write_text("old,new\nN,X\nN,Y\nS,Y\n", encoding="utf-8")
    chosen = lambda *_args: (str(tmp_path / "both.csv"), "")  # noqa: E731 - as a dialog answers
    monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)
    assert tab.areas.isEnabled()
    tab.areas.click()
    stand.settle()
    assert tab.model.rowCount() == 1
    row = [tab.model.index(0, column).data() for column in range(6)]
    assert row[:3] == ["N", "Y", row[2]]
    assert row[2] == row[4] == row[5]
