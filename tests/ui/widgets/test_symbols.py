"""Symbols of figures have their subscripts wherever the window writes them."""

from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sdcdesk.core.text.symbols import symbol_text
from ui.look.theme import theme
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import ElidedLabel, words_label
from ui.widgets.painting import paint_text
from ui.widgets.symbols import has_symbols, with_symbols


def test_what_follows_the_underscore_stands_below_the_line() -> None:
    assert symbol_text("DR_min") == "DR<sub>min</sub>"
    assert with_symbols("DR_W < 2 %") == "DR<sub>W</sub> &lt; 2 %"
    assert with_symbols("DR_W < 2\u202f%") == "DR<sub>W</sub> &lt; 2\xa0%", "a number keeps its unit"
    assert has_symbols("Parts of DR_W, every pair")
    assert not has_symbols("Amount_Billed")


def test_labels_and_combos_draw_no_underscore(qtbot: QtBot) -> None:
    combo = ElidedCombo()
    for words in ("DR_W", "DRW"):
        combo.addItem(words)
    drawn = []
    for widget, show in (
        (combo, combo.setCurrentText),
        (made := ElidedLabel(), made.setText),
    ):
        qtbot.addWidget(widget)
        widget.resize(120, 28)
        for words in ("DR_W", "DRW"):
            show(words)
            drawn.append(widget.grab().toImage())
    assert drawn[0] != drawn[1]
    assert drawn[2] != drawn[3]
    assert combo.toolTip() == "DRW", "words that are read aloud stay plain"


def test_sentences_and_painted_rows_have_subscripts(qapp: QApplication) -> None:  # noqa: ARG001
    made = words_label("DR_W < 2 %")
    assert made.text() == "DR<sub>W</sub> &lt; 2 %"
    assert made.accessibleName() == "DR_W < 2 %"
    drawn = []
    for words in ("DR_W 3 → 2 %", "Risk 3 → 2 %"):
        image = QImage(200, 24, QImage.Format.Format_ARGB32)
        painter = QPainter(image)
        drawn.append(paint_text(painter, image.rect(), words))
        painter.end()
    plain = QFontMetrics(theme().font("body")).horizontalAdvance("DR_W 3 → 2 %")
    assert drawn[0] < plain, "the underscore is gone and what follows is small"
    assert drawn[1] > 0
