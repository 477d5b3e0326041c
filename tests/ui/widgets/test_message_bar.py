import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from ui.widgets.layout import column, widget_in
from ui.widgets.message_bar import MessageBar


@pytest.fixture
def message_bar(shown):
    made = MessageBar()
    made.show_error("Step 3 needs Age.", "Edit step 3", "Line 7 of the file")
    return shown(made, 700)


def test_it_is_hidden_until_there_is_something_to_say(qtbot):
    made = MessageBar()
    qtbot.addWidget(made)
    assert made.isHidden()


def test_it_says_what_is_wrong(message_bar):
    assert message_bar.text() == "Step 3 needs Age."
    assert message_bar.accessibleName() == "Error"
    assert message_bar.accessibleDescription() == "Step 3 needs Age."


def test_its_button_acts(message_bar, qtbot):
    assert message_bar.button.text() == "Edit step 3"
    with qtbot.waitSignal(message_bar.acted):
        qtbot.mouseClick(message_bar.button, Qt.MouseButton.LeftButton)


def test_details_fold(message_bar, qtbot):
    assert not message_bar._details.isVisible()
    qtbot.keyClick(message_bar.fold, Qt.Key.Key_Space)
    assert message_bar._details.isVisible()
    assert message_bar.details() == "Line 7 of the file"
    message_bar.show_error("Another", details="x")
    assert not message_bar._details.isVisible()


def test_it_closes(message_bar, qtbot):
    with qtbot.waitSignal(message_bar.closed):
        qtbot.mouseClick(message_bar.close_button, Qt.MouseButton.LeftButton)
    assert not message_bar.isVisible()


def test_a_note_looks_otherwise(message_bar, look):
    error = message_bar.grab().toImage().pixelColor(300, 4)
    message_bar.show_note("Step 3 raised the risk.")
    assert message_bar.accessibleName() == "Note"
    assert not message_bar.button.isVisible()
    assert not message_bar.fold.isVisible()
    note = message_bar.grab().toImage().pixelColor(300, 4)
    assert error == look.colour("risk_soft")
    assert note == look.colour("note_soft")


def test_nothing_is_clipped_and_all_is_named(message_bar, clipped, nameless):
    assert clipped(message_bar) == []
    assert nameless(message_bar) == []


def test_the_keyboard_stays_with_what_is_around_it_and_goes_to_no_other_button(shown):
    undo, made = QPushButton("Undo"), MessageBar()
    page = QWidget()
    column(made, inside=page)
    whole = shown(widget_in(column(undo, page)), 700)
    made.show_error("Stopped.", "Compute again", do=made.hide)
    made.button.setFocus()
    assert made.button.hasFocus()
    made.button.click()
    assert made.isHidden()
    assert whole.window().focusWidget() is page
    assert not undo.hasFocus()
