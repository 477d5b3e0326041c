from collections import Counter

from PySide6.QtWidgets import QMainWindow, QMenuBar
from pytestqt.qtbot import QtBot

from ui.widgets.actions import DECLARED, MENUS, Actions


def test_every_action_has_a_menu_and_its_own_name_and_keys(qtbot: QtBot) -> None:
    window, bar = QMainWindow(), QMenuBar()
    qtbot.addWidget(window)
    qtbot.addWidget(bar)
    actions = Actions(window)
    actions.fill(bar)
    in_menus = [action.objectName() for menu in bar.actions() for action in menu.menu().actions()]
    assert sorted(in_menus) == sorted(declared.key for declared in DECLARED)
    assert [menu.text() for menu in bar.actions()] == list(MENUS)
    assert max(Counter(declared.key for declared in DECLARED).values()) == 1
    keys = Counter(declared.shortcut for declared in DECLARED if declared.shortcut)
    assert max(keys.values()) == 1


def test_a_disabled_action_says_why(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window)
    actions.allow("save", "Open a file first")
    assert not actions["save"].isEnabled()
    assert actions["save"].toolTip() == "Open a file first"
    actions.allow("save")
    assert actions["save"].isEnabled()


def test_what_needs_a_file_is_allowed_together(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window)
    actions.allow_file_actions("Open a file first")
    assert not actions["save"].isEnabled()
    assert actions["open_data"].isEnabled()
    actions.allow_file_actions()
    assert actions["save"].isEnabled()
