from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.reweighing import Reweighing
from ui.pages.weights.compare_matrices import CompareMatrices
from ui.pages.weights.grid_model import MARKED
from ui.session.session import Session

W3 = "W3 of Truta 2004, both directions"
BROKEN = WeightMatrix(structure="general", block=((1, 2), (0, 1)), tail=0)


def settle(session: Session, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not session.jobs.running, timeout=20_000)


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


def _row(dialog: CompareMatrices, name: str) -> list[str]:
    place = next(at for at, row in enumerate(dialog.rows.rows) if row.name == name)
    return [dialog.rows.index(place, column).data() for column in range(dialog.rows.columnCount())]


def test_every_matrix_stands_in_every_scenario(dialog: CompareMatrices, sampled: Session) -> None:
    release = sampled.results.release
    assert [row.name for row in dialog.rows.rows] == [W3, "W4", "Alike", "Broken"]
    for row in dialog.rows.rows[:3:2]:
        for checked in release.scenarios:
            found = row.found[checked.scenario.name]
            risk = Reweighing(checked.after)
            assert found.weighted.value == risk.risk(row.matrix)
            assert found.released.value == risk.released(row.matrix)
            assert found.verdict == ("safe" if found.weighted.value <= 0.02 else "unsafe")
    used = dialog.rows.rows[0].found
    for checked in release.scenarios:
        assert used[checked.scenario.name].weighted.value == checked.after.value("dr_weighted")


def test_what_is_not_defined_says_why(dialog: CompareMatrices) -> None:
    assert _row(dialog, "W4")[:4] == ["W4", "sampling", "0", "10"]
    assert _row(dialog, "W4")[4:7] == ["not estimable", "–", "not assessed"]
    assert "has no place for" in dialog.rows.index(1, 4).data(Qt.ItemDataRole.ToolTipRole)
    assert "breaks 3 rules" in dialog.rows.index(3, 4).data(Qt.ItemDataRole.ToolTipRole)
    assert _row(dialog, "Alike")[3] == "20,000,000"


def test_a_scenario_whose_own_matrix_does_not_fit_is_compared_all_the_same(
    dialog: CompareMatrices, sampled: Session, qtbot: QtBot
) -> None:
    project = sampled.project
    first = project.scenarios[0]
    sampled.change("Misfit", project.changed(scenarios=(first.changed(weights="W4"), *project.scenarios[1:])))
    settle(sampled, qtbot)
    found = dialog.rows.rows[0].found[first.name]
    assert found.weighted is not None
    assert dialog.rows.rows[1].found[first.name].why


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
    dialog.view.setFocus()
    dialog.view.selectRow(1)
    assert dialog.choices[0].currentText() == "W4"
    assert dialog.grids[0].grid.cells.matrix == TRUTA_2004["W4"]


def test_it_follows_the_project(dialog: CompareMatrices, sampled: Session, qtbot: QtBot) -> None:
    sampled.undo()
    settle(sampled, qtbot)
    assert [row.name for row in dialog.rows.rows] == [W3]
    assert not dialog.choices[0].isEnabled()
    assert dialog.choices[0].toolTip() == "There is only one matrix"
    sampled.close()
    assert not dialog.isVisible()


def test_the_table_is_copied_with_all_digits(dialog: CompareMatrices, sampled: Session) -> None:
    dialog.card.menu().actions()[0].trigger()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Matrix\tStructure\tLarger groups\tSum\tNeighbour: DR_W")
    value = sampled.results.release.scenarios[0].after.value("dr_weighted")
    assert repr(value) in lines[1]
    assert dialog.picture().width() > 0
    assert b"<svg" in dialog.drawing()


def test_escape_closes_and_every_control_has_a_name(dialog: CompareMatrices, nameless, clipped) -> None:
    assert [one for one in nameless(dialog) if not one.objectName().startswith("qt_")] == []
    assert clipped(dialog) == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_comparison_that_was_stopped_offers_itself_again(
    dialog: CompareMatrices, sampled: Session, qtbot: QtBot
) -> None:
    dialog.refresh()
    sampled.jobs.cancel("compare matrices")
    settle(sampled, qtbot)
    [again] = [one for one in dialog.findChildren(QPushButton) if one.text() == "Compute again"]
    again.click()
    settle(sampled, qtbot)
    assert all(row.found for row in dialog.rows.rows)
    assert dialog.card.content.isVisible()
    assert not dialog.card._holder.isVisible()
