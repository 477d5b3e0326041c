"""The list of variables to tick: mouse, keyboard and what the program ticks."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from tests.ui.ticking import texts, toggle
from ui.forms.editors.choices import VariablesEditor
from ui.forms.editors.tick_list import TickList

MANY = [f"answer {number}" for number in range(3000)]


@pytest.fixture
def ticks(qtbot: QtBot) -> TickList:
    """A list of many variables, the first of them called otherwise."""
    shown = TickList(MANY, {"answer 0": "Zeal"})
    qtbot.addWidget(shown)
    shown.show()
    return shown


def test_a_box_is_ticked_with_the_mouse_and_with_space(ticks: TickList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(ticks.toggled):
        row = ticks.visualRect(ticks.model().index(2, 0))
        qtbot.mouseClick(
            ticks.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.left() + 12, row.center().y())
        )
    assert ticks.ticked() == ["answer 2"]
    with qtbot.waitSignal(ticks.toggled):
        toggle(ticks, "Zeal")
    assert ticks.ticked() == ["answer 0", "answer 2"]
    toggle(ticks, "Zeal", "answer 2")
    assert ticks.ticked() == []


def test_typing_goes_to_a_variable_by_what_it_is_called(ticks: TickList, qtbot: QtBot) -> None:
    ticks.setFocus()
    ticks.setCurrentIndex(ticks.model().index(1, 0))
    qtbot.keyClicks(ticks, "z")
    assert ticks.currentIndex().data() == "Zeal"
    assert ticks.currentIndex().data(Qt.ItemDataRole.ToolTipRole) == "answer 0"


def test_what_the_program_ticks_is_seen_and_no_act_of_the_user(ticks: TickList, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(ticks.toggled):
        ticks.tick(["answer 2990", "gone"])
    assert ticks.ticked() == ["answer 2990", "gone"]
    assert texts(ticks)[-1] == "gone", "nothing is lost"
    place = ticks.visualRect(ticks.model().index(2990, 0))
    assert ticks.viewport().rect().contains(place.center())
    with qtbot.assertNotEmitted(ticks.toggled):
        ticks.offer(["a", "b"])
    assert (ticks.names(), ticks.ticked()) == (["a", "b"], [])


def test_readers_of_the_screen_are_told_whether_a_row_is_ticked(ticks: TickList) -> None:
    ticks.tick(["answer 1"])
    rows = [QAccessible.queryAccessibleInterface(ticks).child(row) for row in range(2)]
    assert [row.text(QAccessible.Text.Name) for row in rows] == ["Zeal", "answer 1"]
    assert [row.state().checked for row in rows] == [0, 1]


def test_other_variables_are_offered_and_the_ticked_ones_stay(qtbot: QtBot) -> None:
    editor = VariablesEditor(MANY)
    qtbot.addWidget(editor)
    editor.set_value(["answer 9", "answer 3", "answer 5"])
    editor.offer_variables(["answer 3", "answer 9", "income"], {"income": "Income"})
    assert editor.value() == ["answer 9", "answer 3"]
    assert texts(editor.list) == ["answer 3", "answer 9", "Income"]


def test_of_many_variables_the_first_are_named(qtbot: QtBot) -> None:
    names = [f"q{number}" for number in range(10_000)]
    ticks = TickList(names, {"q1": "Income"})
    qtbot.addWidget(ticks)
    assert ticks.words(names[:2]) == "q0, Income"
    assert ticks.words(()) == ""
    words = ticks.words(names, "\n").splitlines()
    assert (len(words), words[1], words[-1]) == (100, "Income", "q99 and 9,900 more")
