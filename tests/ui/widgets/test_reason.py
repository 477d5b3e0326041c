import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton

from ui.widgets.reason import disable, enable


@pytest.fixture
def button(qtbot):
    made = QPushButton("Export")
    made.setToolTip("Export the safe file")
    qtbot.addWidget(made)
    return made


def test_a_disabled_control_says_why(button):
    disable(button, "Needs a step")
    assert not button.isEnabled()
    assert button.toolTip() == "Needs a step"
    assert button.accessibleDescription() == "Needs a step"


def test_enabling_gives_the_tooltip_back(button):
    disable(button, "Needs a step")
    disable(button, "Needs a file")
    enable(button)
    assert button.isEnabled()
    assert button.toolTip() == "Export the safe file"
    assert button.accessibleDescription() == ""


def test_enabling_what_is_enabled_changes_nothing(button):
    enable(button)
    assert button.toolTip() == "Export the safe file"


def test_actions_too():
    action = QAction("Undo")
    disable(action, "Nothing to undo")
    assert action.toolTip() == "Nothing to undo"
    enable(action)
    assert action.toolTip() == "Undo"
