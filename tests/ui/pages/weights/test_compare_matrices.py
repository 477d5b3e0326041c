from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.disclosure.reweighing import Reweighing
from ui.pages.weights.compare_matrices import CompareMatrices
from ui.pages.weights.grid_model import MARKED
from ui.session.session import Session

W3 = "W3 of Truta 2004, both directions"
BROKEN = WeightMatrix(structure="general", block=((1, 2), (0, 1)), tail=0)


def settle(session: Session, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not session.jobs.running)


def misfit(session: Session, qtbot: QtBot) -> None:
    """Give the first scenario a matrix that does not fit the file."""
    first, *others = session.project.scenarios
    session.change("Misfit", session.project.changed(scenarios=(first.changed(weights="W4"), *others)))
    settle(session, qtbot)


@pytest.fixture
def dialog(sampled: Session, qtbot: QtBot) -> Iterator[CompareMatrices]:
    project = sampled.project
    weights = {
        **project.weights,
        "W4": TRUTA_2004["W4"],
        "Alike": WeightMatrix.maximal(),
        "Broken": BROKEN,
    }
    sampled.change("More", project.changed(weights=weights))
    settle(sampled, qtbot)
    window = QWidget()
    qtbot.addWidget(window)
    made = CompareMatrices(sampled, window)
    made.show_pair("Alike")
    settle(sampled, qtbot)
    yield made
    made.close()


def _cells(dialog: CompareMatrices, name: str) -> list[str]:
    model = dialog.card.model
    rows = [[model.index(row, column).data() for column in range(model.columnCount())] for row in range(4)]
    return next(cells for cells in rows if cells[0] == name)


def test_every_matrix_stands_in_every_scenario(dialog: CompareMatrices, sampled: Session) -> None:
    release, rows = sampled.results.release, dialog.card.declared.frame
    assert rows["matrix"].tolist() == [W3, "W4", "Alike", "Broken"]
    for place, checked in enumerate(release.scenarios):
        used = rows[f"dr_weighted_{place}"][0]
        assert used.value == checked.after.value("dr_weighted")
        risk, alike = Reweighing(checked.after), sampled.project.weights["Alike"]
        assert rows[f"dr_weighted_{place}"][2].value == risk.risk(alike)
        assert rows[f"released_{place}"][2].value == risk.released(alike)
        assert _cells(dialog, "Alike")[6 + 3 * place] == "unsafe"


def test_what_is_not_defined_says_why(dialog: CompareMatrices) -> None:
    assert _cells(dialog, "W4")[:4] == ["W4", "sampling", "0", "10"]
    assert _cells(dialog, "W4")[4:7] == ["–", "–", "not estimable"]
    assert _cells(dialog, "Broken")[4:7] == ["–", "–", "2 weights break a rule"]
    assert "has no place for" in dialog.card.model.index(1, 4).data(Qt.ItemDataRole.ToolTipRole)
    assert "2 weights break a rule" in dialog.card.model.index(3, 4).data(Qt.ItemDataRole.ToolTipRole)
    assert _cells(dialog, "Alike")[3] == "20,000,000"


def test_a_scenario_whose_own_matrix_does_not_fit_is_compared_all_the_same(
    dialog: CompareMatrices, sampled: Session, qtbot: QtBot
) -> None:
    misfit(sampled, qtbot)
    rows = dialog.card.declared.frame
    assert rows["dr_weighted_0"][0].value is not None
    assert rows["verdict_0"].tolist()[1] == "not estimable"


def test_cells_that_differ_are_marked_on_both_sides(dialog: CompareMatrices) -> None:
    first, second = dialog.choices
    assert [first.currentText(), second.currentText()] == ["Alike", W3]
    for grid in dialog.grids:
        marked = {(i, j) for i in range(8) for j in range(8) if grid.grid.index(i, j).data(MARKED)}
        assert len(marked) == 64
        grid.grab()
    assert dialog.differ.text() == "64 weights differ, marked with a corner"
    second.setCurrentIndex(second.findText("Alike"))
    second.activated.emit(second.currentIndex())
    assert dialog.differ.text() == "No weight differs"
    assert not dialog.grids[0].grid.index(0, 0).data(MARKED)


def test_a_row_is_shown_at_the_left(dialog: CompareMatrices) -> None:
    dialog.card.view.selectRow(1)
    assert dialog.choices[0].currentText() == "W4"
    assert dialog.grids[0].grid.cells.matrix == TRUTA_2004["W4"]


def test_it_follows_the_project(dialog: CompareMatrices, sampled: Session, qtbot: QtBot) -> None:
    sampled.undo()
    settle(sampled, qtbot)
    assert dialog.card.declared.frame["matrix"].tolist() == [W3]
    assert not dialog.choices[0].isEnabled()
    assert dialog.choices[0].toolTip() == "There is only one matrix"
    sampled.close()
    assert not dialog.isVisible()


def test_the_table_is_copied_with_all_digits_and_the_window_saved(
    dialog: CompareMatrices, sampled: Session
) -> None:
    acts = {action.text(): action for action in dialog.card.menu().actions()}
    acts["Copy at full precision"].trigger()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Matrix\tStructure\tLarger groups\tSum\tNeighbour DR_W")
    value = sampled.results.release.scenarios[0].after.value("dr_weighted")
    assert repr(value) in lines[1]
    assert {"Save as PNG…", "Save as SVG…", "Save as CSV…"} <= acts.keys()


def test_the_order_and_the_row_stay_while_the_project_changes(
    dialog: CompareMatrices, sampled: Session, qtbot: QtBot
) -> None:
    dialog.card.view.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    dialog.card.view.selectRow(1)
    assert dialog.choices[0].currentText() == "Broken"
    misfit(sampled, qtbot)
    assert dialog.card.model.sorted_by == (0, Qt.SortOrder.AscendingOrder)
    assert dialog.card.view.currentIndex().data() == "Broken"


def test_escape_closes_and_every_control_has_a_name(dialog: CompareMatrices, nameless, clipped) -> None:
    assert [one for one in nameless(dialog) if not one.objectName().startswith("qt_")] == []
    assert clipped(dialog) == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_comparison_that_was_stopped_offers_itself_again(
    dialog: CompareMatrices, sampled: Session, qtbot: QtBot
) -> None:
    kind = f"answer weights of {sampled.project.scenarios[0].name}"

    def stop() -> None:
        if kind in [job.kind for job in sampled.jobs.running]:
            sampled.jobs.cancel(kind)

    sampled.jobs.changed.connect(stop)
    misfit(sampled, qtbot)
    sampled.jobs.changed.disconnect(stop)
    [again] = [one for one in dialog.card.findChildren(QPushButton) if one.text() == "Compute again"]
    again.click()
    settle(sampled, qtbot)
    assert dialog.card.declared.frame["verdict_0"][0] == "safe"
    assert dialog.card.content.isVisible()
    assert not [one for one in dialog.card.findChildren(QPushButton) if one.text() == "Compute again"]
