"""Combo boxes: none of the window cuts its text in the middle of a letter."""

import re
from pathlib import Path

from pytestqt.qtbot import QtBot

import ui
from ui.widgets.combo import ElidedCombo

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
