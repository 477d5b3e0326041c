"""Combo boxes: none of the window cuts its text in the middle of a letter."""

import re
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

import ui
from ui.widgets.combo import ElidedCombo
from ui.widgets.entries_combo import EntriesCombo
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.widest_text import MANY

ROOT = Path(ui.__file__).parent


def test_every_combo_box_of_the_window_is_elided_and_every_message_box_is_ours() -> None:
    for path in ROOT.rglob("*.py"):
        made = re.findall(r"\b(QComboBox|QMessageBox)\b[.(]", path.read_text(encoding="utf-8"))
        assert not made or path.name == "combo.py", path


def test_what_is_cut_is_in_the_tooltip(qtbot: QtBot) -> None:
    combo = ElidedCombo()
    qtbot.addWidget(combo)
    combo.addItem("long " * 60)
    assert combo.toolTip() == "long " * 60
    assert combo.minimumSizeHint().width() < 200 < combo.sizeHint().width()


def test_the_longest_text_is_whole_at_its_own_size(qtbot: QtBot) -> None:
    combo = ElidedCombo()
    qtbot.addWidget(combo)
    combo.addItems(["Alter", "Geburtsdatum"])
    combo.setCurrentIndex(1)
    combo.resize(combo.sizeHint())
    with qtbot.waitExposed(combo):
        combo.show()
    combo.resize(combo.sizeHint())
    narrow = combo.grab().toImage()
    combo.resize(combo.sizeHint().width() + 40, combo.height())
    wide = combo.grab().toImage()
    words = combo.fontMetrics().horizontalAdvance("Geburtsdatum")
    assert narrow.copy(0, 0, words, combo.height()) == wide.copy(0, 0, words, combo.height())


def test_the_longest_of_many_entries_is_whole(qtbot: QtBot) -> None:
    words = [f"answer {number}" for number in range(20 * MANY)]
    few, many = EntriesCombo(), EntriesCombo()
    for combo, offered in ((few, ["a question of many words"]), (many, [*words, "a question of many words"])):
        qtbot.addWidget(combo)
        combo.fill(offered, [""] * len(offered))
        assert combo.currentIndex() == 0
    assert many.sizeHint().height() == few.sizeHint().height()
    assert many.sizeHint().width() >= few.sizeHint().width()
    assert many.minimumSizeHint().width() < many.sizeHint().width()


def test_one_of_many_variables_is_chosen_and_one_more_can_be_added(qtbot: QtBot) -> None:
    combo = VariableCombo()
    qtbot.addWidget(combo)
    names = [f"q{number}" for number in range(20 * MANY)]
    combo.offer(names, {"q7": "Income"}, "q7")
    assert (combo.name, combo.currentText(), combo.toolTip()) == ("q7", "Income", "Income: q7")
    combo.add("gone", "gone")
    assert (combo.name, combo.count()) == ("q7", len(names) + 1)
    combo.choose("gone")
    assert combo.name == "gone"
    combo.choose("never there")
    assert combo.name == "gone"
    combo.offer(["", "q1"], {"": "None of them"}, "q1")
    combo.choose("")
    assert (combo.name, combo.currentText()) == ("", "None of them")
    combo.offer([], {})
    assert (combo.name, combo.currentIndex()) == ("", -1)


def test_the_pointer_on_an_entry_of_the_list_is_told_its_name(qtbot: QtBot) -> None:
    combo = VariableCombo()
    qtbot.addWidget(combo)
    combo.offer(["", "q7"], {"": "None of them", "q7": "Income"})
    combo.show()
    combo.showPopup()
    view = combo.view()
    for place, told in ((0, ""), (1, "q7")):
        rect = view.visualRect(combo.model().index(place, 0))
        pointer = QHelpEvent(QEvent.Type.ToolTip, rect.center(), view.viewport().mapToGlobal(rect.center()))
        QApplication.sendEvent(view.viewport(), pointer)
        assert QToolTip.text() == told
    combo.hidePopup()


def test_a_list_is_made_anew_only_for_other_variables(qtbot: QtBot) -> None:
    combo, made = VariableCombo(), list[int]()
    qtbot.addWidget(combo)
    combo.model().modelReset.connect(lambda: made.append(combo.count()))
    combo.offer(["a", "b"], {"b": "Bee"}, "b")
    assert (made, combo.name, combo.currentText()) == ([2], "b", "Bee")
    combo.offer(["a", "b"], {"b": "Bee"}, "gone")
    assert (made, combo.name) == ([2], "a"), "the first one, as after any other offer"
    combo.offer(["a", "b"], {"b": "Bean"}, "b")
    assert (made, combo.currentText()) == ([2, 2], "Bean")
    combo.offer(["c"], {}, "b")
    assert (made, combo.name) == ([2, 2, 1], "c")
