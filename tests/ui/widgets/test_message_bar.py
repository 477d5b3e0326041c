import pytest
from PySide6.QtCore import Qt

from ui.widgets.message_bar import MessageStrip


@pytest.fixture
def strip(shown):
    made = MessageStrip()
    made.show_error("Step 3 needs Age.", "Edit step 3", "Line 7 of the file")
    return shown(made, 700)


def test_it_is_hidden_until_there_is_something_to_say(qtbot):
    made = MessageStrip()
    qtbot.addWidget(made)
    assert made.isHidden()


def test_it_says_what_is_wrong(strip):
    assert strip.text() == "Step 3 needs Age."
    assert strip.accessibleName() == "Error"
    assert strip.accessibleDescription() == "Step 3 needs Age."


def test_its_button_acts(strip, qtbot):
    assert strip.button.text() == "Edit step 3"
    with qtbot.waitSignal(strip.acted):
        qtbot.mouseClick(strip.button, Qt.MouseButton.LeftButton)


def test_details_fold(strip, qtbot):
    assert not strip._details.isVisible()
    qtbot.keyClick(strip.fold, Qt.Key.Key_Space)
    assert strip._details.isVisible()
    assert strip.details() == "Line 7 of the file"
    strip.show_error("Another", details="x")
    assert not strip._details.isVisible()


def test_it_closes(strip, qtbot):
    with qtbot.waitSignal(strip.closed):
        qtbot.mouseClick(strip.close_button, Qt.MouseButton.LeftButton)
    assert not strip.isVisible()


def test_a_note_looks_otherwise(strip, look):
    error = strip.grab().toImage().pixelColor(300, 4)
    strip.show_note("Step 3 raised the risk.")
    assert strip.accessibleName() == "Note"
    assert not strip.button.isVisible()
    assert not strip.fold.isVisible()
    note = strip.grab().toImage().pixelColor(300, 4)
    assert error == look.colour("risk_soft")
    assert note == look.colour("note_soft")


def test_nothing_is_clipped_and_all_is_named(strip, clipped, nameless):
    assert clipped(strip) == []
    assert nameless(strip) == []
