"""Dialog of a grid: what is entered is the grid, and what is wrong is said at its field."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sdcdesk.document.grid import Grid
from sdcdesk.masking import METHODS
from tests.ui.pages.compare.conftest import BANDS, SWAP, WRONG
from ui.pages.compare.grid_dialog import NOTHING, GridDialog
from ui.pages.compare.ready_choices import Choice
from ui.session.computation import Computation, Ready
from ui.session.session import Session

SAMPLE = {"method": "simple_random_sampling", "parameters": {"percentage": [50.0, 80.0]}}


def opened(session: Session, grid: Grid, qtbot: QtBot) -> GridDialog:
    assert session.project is not None
    assert session.data is not None
    made: Computation[tuple[Choice, ...]] = Computation(session.jobs, "made")
    dialog = GridDialog(session.project, session.data, grid, lambda grid: f"{grid.runs} s", made)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


def test_a_grid_that_is_shown_comes_back_as_it_is(sampled: Session, qtbot: QtBot) -> None:
    grid = Grid(lines=[BANDS, [BANDS, SAMPLE], SWAP, []], draws=3, before="recipe")
    dialog = opened(sampled, grid, qtbot)
    assert dialog.grid is not None
    assert [dialog.grid.runs_of(family) for family in dialog.grid.lines] == [3, 18, 6, 1]
    for kept, given in zip(dialog.grid.lines, grid.lines, strict=True):
        for line, other in zip(kept, given, strict=True):
            shown = [method for _, method in line.methods()]
            assert shown == [method for _, method in other.methods()]
    assert (dialog.grid.draws, dialog.grid.before) == (3, "recipe")
    assert dialog.hint.text() == "28 alternatives, 28 s"
    dialog.filled.click()
    assert dialog.result() == GridDialog.DialogCode.Accepted


def test_values_are_typed_and_counted(sampled: Session, qtbot: QtBot) -> None:
    dialog = opened(sampled, Grid(lines=[SWAP]), qtbot)
    form = dialog.families[0].steps[0].form
    line = form.rows["window"].editor.line  # type: ignore[attr-defined]
    line.setFocus()
    line.clear()
    QTest.keyClicks(line, "1 to 20; 50")
    assert dialog.grid is not None
    assert dialog.grid.runs == 21
    QTest.keyClicks(line, "; 200")
    assert dialog.grid is None
    assert "200" in line.text()
    assert "100" in form.rows["window"].error.text(), "what is permitted"
    assert not dialog.filled.isEnabled()
    assert dialog.list.families.rows[0].wrong


def test_what_does_not_fit_the_file_is_said_at_its_field(sampled: Session, qtbot: QtBot) -> None:
    dialog = opened(sampled, Grid(lines=[BANDS, WRONG]), qtbot)
    assert "Name is nominal" in dialog.families[1].steps[0].form.rows["variables"].error.text()
    assert dialog.hint.text().startswith("Rounding: ")
    dialog.press()
    assert dialog.list.currentIndex().row() == 1, "it leads there"
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert dialog.grid is not None
    assert dialog.grid.runs == 3


def test_methods_come_follow_and_move_by_keys(sampled: Session, qtbot: QtBot) -> None:
    dialog = opened(sampled, Grid(), qtbot)
    assert dialog.hint.text() == NOTHING
    dialog.add_method(METHODS["simple_random_sampling"])
    dialog.add_method(METHODS["rank_swapping"])
    assert [row.title for row in dialog.list.families.rows] == ["Simple random sampling", "Rank swapping"]
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [row.title for row in dialog.list.families.rows] == ["Rank swapping", "Simple random sampling"]
    dialog.show_menu(dialog.families[1])
    dialog.menu.chosen.emit(METHODS["random_order"])
    assert [step.kind.name for step in dialog.families[1].steps] == ["simple_random_sampling", "random_order"]
    dialog.families[1].steps[0].remove.click()
    QApplication.processEvents()
    assert dialog.families[1].found is not None
    assert [line.method for line in dialog.families[1].found] == ["random_order"]


def test_a_ready_grid_takes_the_place_of_all(sampled: Session, qtbot: QtBot) -> None:
    dialog = opened(sampled, Grid(lines=[WRONG]), qtbot)
    assert not dialog.ready.isEnabled()
    ready = Choice("Swaps", "", Grid(lines=[SWAP, []], draws=4, before="recipe"))
    dialog._made.become(Ready((ready, Choice("Study", "", why="There are no numbers."))))
    first, second = dialog.ready_menu.actions()
    assert (second.isEnabled(), second.toolTip()) == (False, "There are no numbers.")
    first.trigger()
    assert dialog.grid is not None
    assert (dialog.grid.runs, dialog.grid.before) == (9, "recipe")


@pytest.fixture(autouse=True)
def _no_popups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.pages.compare.grid_dialog.AddStepMenu.popup", lambda *_: None)
