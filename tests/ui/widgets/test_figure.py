import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.widgets.figure import FigureValue, KeyFigure


@pytest.fixture
def figure(shown):
    made = KeyFigure("Surely DR<sub>min</sub>")
    made.set_value("2.22\u202f%")
    return shown(made)


def test_said_in_words(figure):
    assert figure.value.accessibleName() == "Surely DRmin: 2.22 percent"


def test_click_asks(figure, qtbot):
    with qtbot.waitSignal(figure.asked):
        qtbot.mouseClick(figure.value, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_keys_ask(figure, qtbot, key, modifier):
    with qtbot.waitSignal(figure.asked):
        qtbot.keyClick(figure.value, key, modifier)


def test_other_keys_do_not(figure, qtbot):
    with qtbot.assertNotEmitted(figure.asked):
        qtbot.keyClick(figure.value, Qt.Key.Key_F1)


def test_there_is_room_for_the_value(figure):
    value = figure.value
    assert value.width() >= value.fontMetrics().horizontalAdvance(value.text())
    value.set_value("100.0000\u202f%")
    assert value.sizeHint().width() >= value.fontMetrics().horizontalAdvance(value.text())


def test_caption_stands_on_one_line_where_there_is_room(figure):
    line = figure.caption.fontMetrics().height()
    assert figure.caption.height() < 2 * line
    figure.resize(60, figure.layout().heightForWidth(60))
    assert figure.caption.height() >= 2 * line


def test_value_takes_the_focus_by_keyboard(shown):
    assert shown(FigureValue("Information loss")).focusPolicy() & Qt.FocusPolicy.TabFocus


def test_figures_side_by_side_grow_with_their_captions(shown):
    row = QWidget()
    line = QHBoxLayout()
    for caption in ("Surely DR<sub>min</sub>", "Weighted DR<sub>W</sub>", "Guessing DR<sub>max</sub>"):
        line.addWidget(KeyFigure(caption))
    rows = QVBoxLayout(row)
    rows.addLayout(line)
    rows.addStretch()
    shown(row, 220, 300)
    for figure in row.findChildren(KeyFigure):
        assert figure.caption.height() == figure.caption.heightForWidth(figure.caption.width())
        assert figure.height() < 90
