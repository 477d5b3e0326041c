import pytest
from PySide6.QtCore import Qt

from ui.widgets.figure import FigureValue, plain


@pytest.fixture
def figure(shown):
    made = FigureValue(plain("Surely DR<sub>min</sub>"), "dialog_title")
    made.set_value("2.22\u202f%")
    return shown(made)


def test_said_in_words(figure):
    assert figure.accessibleName() == "Surely DRmin: 2.22 percent"


def test_click_asks(figure, qtbot):
    with qtbot.waitSignal(figure.requested):
        qtbot.mouseClick(figure, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_keys_ask(figure, qtbot, key, modifier):
    with qtbot.waitSignal(figure.requested):
        qtbot.keyClick(figure, key, modifier)


def test_other_keys_do_not(figure, qtbot):
    with qtbot.assertNotEmitted(figure.requested):
        qtbot.keyClick(figure, Qt.Key.Key_F1)


def test_there_is_room_for_the_value(figure):
    value = figure
    assert value.width() >= value.fontMetrics().horizontalAdvance(value.text())
    value.set_value("100.0000\u202f%")
    assert value.sizeHint().width() >= value.fontMetrics().horizontalAdvance(value.text())


def test_value_takes_the_focus_by_keyboard(shown):
    assert shown(FigureValue("Information loss")).focusPolicy() & Qt.FocusPolicy.TabFocus
