"""Combo box whose text ends with an ellipsis where it does not fit."""

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from ui.widgets.combo import ElidedCombo

LONG = "Neighbour: Age, Sex, Zip, Education, Occupation"


def _picture(qtbot: QtBot, text: str) -> QImage:
    combo = ElidedCombo()
    qtbot.addWidget(combo)
    combo.addItem(text)
    combo.setFixedSize(140, 28)
    with qtbot.waitExposed(combo):
        combo.show()
    combo.clearFocus()
    return combo.grab().toImage()


def test_what_lies_behind_the_ellipsis_is_not_drawn(qtbot: QtBot) -> None:
    assert _picture(qtbot, LONG) == _picture(qtbot, f"{LONG}, Income")
    assert _picture(qtbot, "Age") != _picture(qtbot, "Sex")


def test_a_long_text_is_drawn_as_its_beginning_with_an_ellipsis(qtbot: QtBot) -> None:
    drawn = _picture(qtbot, LONG)
    beginnings = (f"{LONG[:letters].rstrip()}…" for letters in range(4, len(LONG)))
    assert any(drawn == _picture(qtbot, beginning) for beginning in beginnings)
