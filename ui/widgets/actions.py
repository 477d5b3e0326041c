"""Actions of the window: label, keys and menu of each, and why it is disabled."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMenu, QMenuBar, QWidget
from shiboken6 import isValid

from ui.widgets.reason import disable, enable


@dataclass(frozen=True, slots=True)
class Declared:
    """What an action is.

    Attributes
    ----------
    key
        Its name in code.
    label
        Its words in the menu.
    menu
        Its menu.
    shortcut
        Its keys, as Qt writes them.
    needs_file
        Whether it can be done only while a file is open.
    """

    key: str
    label: str
    menu: str
    shortcut: str = ""
    needs_file: bool = False


DECLARED = (
    Declared("open_data", "Open a data file…", "File", "Ctrl+O"),
    Declared("open_project", "Open a project…", "File", "Ctrl+Shift+O"),
    Declared("assess_finished", "Assess a finished file…", "File"),
    Declared("assess_released", "Assess a released file alone…", "File"),
    Declared("open_sample", "Try it with the sample", "File"),
    Declared("open_example", "Open an example…", "File"),
    Declared("save", "Save project", "File", "Ctrl+S", needs_file=True),
    Declared("save_as", "Save project as…", "File", "Ctrl+Shift+S", needs_file=True),
    Declared("export", "Export safe file…", "File", "Ctrl+E"),
    Declared("close", "Close project", "File", "Ctrl+W", needs_file=True),
    Declared("quit", "Quit", "File", "Ctrl+Q"),
    Declared("undo", "Undo", "Edit", "Ctrl+Z"),
    Declared("redo", "Redo", "Edit", "Ctrl+Shift+Z"),
    Declared("find", "Find on this page", "Edit", "Ctrl+F", needs_file=True),
    Declared("find_action", "Find an action", "Edit", "Ctrl+K"),
    Declared("back", "Back to the page before", "View", "Alt+Left"),
    Declared("next_tab", "Next tab of this stage", "View", "Ctrl+Tab"),
    Declared("next_part", "Next part of the window", "View", "F6"),
    Declared("previous_part", "Previous part of the window", "View", "Shift+F6"),
    Declared("panel", "Release check and recipe", "View", "F8", needs_file=True),
    Declared("scheme_system", "Appearance: as the system", "View"),
    Declared("scheme_light", "Appearance: light", "View"),
    Declared("scheme_dark", "Appearance: dark", "View"),
    Declared("messages", "Messages", "View"),
    Declared("add_step", "Add step…", "Masking", "Ctrl+Shift+A", needs_file=True),
    Declared("edit_step", "Edit step…", "Masking", needs_file=True),
    Declared("find_coding", "Find a safe coding", "Masking", needs_file=True),
    Declared("set_limit", "Set a limit…", "Measures", needs_file=True),
    Declared("compute", "Compute again", "Measures", "F5", needs_file=True),
    Declared("filled", "Do the next sensible thing", "Measures", "Ctrl+Return", needs_file=True),
    Declared("what_is_this", "What is this figure?", "Help", "Shift+F1"),
    Declared("manual", "Manual page", "Help", "F1"),
    Declared("report_problem", "Report a problem…", "Help"),
    Declared("about", "About SDCDesk", "Help"),
)

MENUS = ("File", "Edit", "View", "Masking", "Measures", "Help")


class Actions(QObject):
    """The actions as Qt knows them.

    Parameters
    ----------
    window
        Widget in which the shortcuts work.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._declared: dict[str, Declared] = {}
        self._buttons: dict[str, list[QAbstractButton]] = {}
        self.menus = {name: QMenu(name, window) for name in MENUS}
        for menu in self.menus.values():
            menu.setToolTipsVisible(True)
        for declared in DECLARED:
            self.menus[declared.menu].addAction(self._create(declared))

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def add(self, declared: Declared, handler: Callable[[], object]) -> None:
        """Add an action before those that every window has; one that is there already stays."""
        if declared.key not in self._actions:
            usual = next(self[one.key] for one in DECLARED if one.menu == declared.menu)
            self.menus[declared.menu].insertAction(usual, self._create(declared))
            self.on(**{declared.key: handler})

    def remove(self, key: str) -> None:
        """Take out an action that was added."""
        del self._declared[key]
        self._actions.pop(key).deleteLater()

    def menu(self, action: QAction) -> str:
        """Return the menu in which an action stands."""
        return self._declared[action.objectName()].menu

    def on(self, **handlers: Callable[[], object]) -> None:
        """Say what actions do, by their keys."""
        for key, handler in handlers.items():
            self._actions[key].triggered.connect(lambda _checked=False, do=handler: do())

    def allow(self, key: str, reason: str = "") -> None:
        """Enable an action, or disable it with the reason why it cannot be done now."""
        action = self._actions[key]
        action.setEnabled(not reason)
        action.setToolTip(reason or action.text())
        action.setStatusTip(reason)
        self._follow(key)

    def allow_file_actions(self, reason: str = "") -> None:
        """Do the same with all actions that need an open file."""
        for declared in tuple(self._declared.values()):
            if declared.needs_file:
                self.allow(declared.key, reason)

    def bind(self, button: QAbstractButton, key: str) -> None:
        """Let a button do what an action does, as long as it can be done; else with the same reason."""
        button.clicked.connect(self._actions[key].trigger)
        self._buttons.setdefault(key, []).append(button)
        self._follow(key)

    def _follow(self, key: str) -> None:
        action = self._actions[key]
        self._buttons[key] = [button for button in self._buttons.get(key, ()) if isValid(button)]
        for button in self._buttons[key]:
            if action.isEnabled():
                enable(button)
            else:
                disable(button, action.toolTip())

    def fill(self, bar: QMenuBar) -> None:
        """Put the menus into a menu bar."""
        for menu in self.menus.values():
            bar.addMenu(menu)

    def _create(self, declared: Declared) -> QAction:
        action = QAction(declared.label, self)
        action.setObjectName(declared.key)
        if declared.shortcut:
            action.setShortcut(QKeySequence(declared.shortcut))
        self._actions[declared.key], self._declared[declared.key] = action, declared
        self._window.addAction(action)
        return action
