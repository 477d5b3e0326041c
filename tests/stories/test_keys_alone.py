"""From a confidential file to a released one by keys alone: no mouse, and no call but keys."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.masking import Recoding, SimpleRandomSampling
from tests.ui.tab_order import words
from ui.dialogs.export_dialog import ExportDialog
from ui.dialogs.import_dialog import ImportDialog
from ui.dialogs.limit_dialog import LimitDialog
from ui.dialogs.notice import Notice
from ui.dialogs.step_dialog import StepDialog
from ui.pages.masking.add_step_menu import AddStepMenu
from ui.shell.main_window import MainWindow

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

LETTERS = {
    "Patient_No": "i",
    "Name": "i",
    "Age": "k",
    "Sex": "k",
    "Race": "o",
    "Zip": "k",
    "Amount_Billed": "c",
}
"""Keys that give the variables their roles."""

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier
Key = Qt.Key


class Keyboard:
    """Presses keys where the keyboard is."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    @property
    def over(self) -> QWidget:
        """The window that lies above all others."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        return popup or modal or QApplication.activeWindow() or self.window

    @property
    def at(self) -> QWidget:
        """What the next key goes to, as the system would send it."""
        over = self.over
        if not over.isActiveWindow():  # as the desktop does where a dialog has closed
            over.activateWindow()
            QApplication.processEvents()
        return over.focusWidget() or over

    def press(self, key: Key, keys: Qt.KeyboardModifier = PLAIN, times: int = 1) -> None:
        for _ in range(times):
            QTest.keyClick(self.at, key, keys)
            QApplication.processEvents()

    def write(self, text: str) -> None:
        QTest.keyClicks(self.at, text)

    def tab_to(self, name: str) -> None:
        """Press Tab until the keyboard is at something by its name."""
        for _ in range(100):
            if words(self.at) == name:
                return
            self.press(Key.Key_Tab)
        raise AssertionError(f"Tab does not lead to {name}")

    def computed(self, act: Callable[[], object]) -> None:
        """Do something and wait for its results."""
        with self.qtbot.waitSignal(self.window.session.computed):
            act()
        self.rest()

    def rest(self) -> None:
        self.qtbot.waitUntil(lambda: not self.window.jobs.running)

    def dialog(self, kind: type[QDialog]) -> QDialog:
        """Wait until a dialog is there and can be answered."""
        found: list[QDialog] = []

        def there() -> bool:
            over = QApplication.activeModalWidget()
            found[:] = [over] if isinstance(over, kind) and over.filled.isEnabled() else []
            return bool(found)

        self.qtbot.waitUntil(there)
        return found[0]

    def meanwhile(self, kind: type[QDialog], act: Callable[[], object]) -> None:
        """Act once a dialog that waits for its answer is there and can be answered."""
        timer = QTimer(self.window, interval=20)

        def look() -> None:
            over = QApplication.activeModalWidget()
            if isinstance(over, kind) and over.filled.isEnabled():
                timer.stop()
                act()

        timer.timeout.connect(look)
        timer.start()


@pytest.fixture
def keyboard(window: MainWindow, qtbot: QtBot) -> Keyboard:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return Keyboard(window, qtbot)


def test_a_file_is_made_safe_by_keys_alone(
    keyboard: Keyboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, out = tmp_path / "billing.csv", tmp_path / "safe.csv"
    lines = (SAMPLES / "billing_5000.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    data.write_text("".join(lines[:1001]), encoding="utf-8")
    # The dialog of the system asks for the file, and has keys of its own.
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(data), ""))
    session = keyboard.window.session

    def press(key: Key, keys: Qt.KeyboardModifier = PLAIN) -> Callable[[], None]:
        return lambda: keyboard.press(key, keys)

    # Open: the welcome page begins at what one does first.
    keyboard.meanwhile(ImportDialog, press(Key.Key_Return, CTRL))
    keyboard.computed(press(Key.Key_Return))
    assert len(session.data) == 1000

    # Say what an intruder could know.
    keyboard.press(Key.Key_2, CTRL)
    keyboard.rest()
    keyboard.tab_to("Variables")
    keyboard.press(Key.Key_Home, CTRL)
    for name in session.data.names:
        keyboard.write(LETTERS[name])
        keyboard.press(Key.Key_Down)
    keyboard.rest()
    assert session.data.named(Role.KEY) == ("Age", "Sex", "Zip")

    # Set a limit as the filled button offers it; the keyboard is at its value.
    keyboard.press(Key.Key_3, CTRL)
    keyboard.rest()
    keyboard.press(Key.Key_Return, CTRL)
    keyboard.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), LimitDialog))
    keyboard.tab_to("Value of a limit")
    keyboard.write("2")
    keyboard.dialog(LimitDialog)
    keyboard.computed(press(Key.Key_Return, CTRL))
    [scenario] = session.project.scenarios
    assert [(limit.figure, limit.value) for limit in scenario.limits] == [("dr_weighted", 0.02)]

    # Edit a weight.
    keyboard.press(Key.Key_Tab, CTRL)
    keyboard.rest()
    before = session.project.weights
    keyboard.tab_to("Weights by group size as released (rows) and in the original (columns)")
    keyboard.press(Key.Key_Home, CTRL)
    keyboard.press(Key.Key_Return)
    keyboard.press(Key.Key_A, CTRL)
    keyboard.write("9")
    keyboard.press(Key.Key_Return)
    keyboard.rest()
    assert session.project.weights != before

    # Mask with two steps, each as its dialog begins.
    for method, typed in ((Recoding, ""), (SimpleRandomSampling, "80")):
        keyboard.press(Key.Key_A, CTRL | SHIFT)
        assert isinstance(QApplication.activePopupWidget(), AddStepMenu)
        keyboard.tab_to(method.title)
        keyboard.press(Key.Key_Space)
        keyboard.qtbot.waitUntil(lambda: isinstance(keyboard.over, StepDialog))
        keyboard.write(typed)
        keyboard.dialog(StepDialog)
        keyboard.computed(press(Key.Key_Return, CTRL))
    masked = session.project
    assert [type(step.method) for step in masked.recipe.steps] == [Recoding, SimpleRandomSampling]

    # Look at every tab of the risk.
    keyboard.press(Key.Key_3, CTRL)
    keyboard.rest()
    page, seen = keyboard.window.stages.current_page(), []
    for _ in range(page.header.tabs.count()):
        keyboard.press(Key.Key_Tab, CTRL)
        keyboard.rest()
        seen.append(page.header.tabs.tabText(page.header.tabs.currentIndex()))
    assert len(set(seen)) == page.header.tabs.count()

    # Take everything back, and do it again.
    while session.history.undo_label:
        keyboard.computed(press(Key.Key_Z, CTRL))
    assert not session.project.recipe.steps
    while session.history.redo_label:
        keyboard.computed(press(Key.Key_Z, CTRL | SHIFT))
    assert session.project == masked

    # Export, and close without saving.
    keyboard.press(Key.Key_E, CTRL)
    keyboard.qtbot.waitUntil(lambda: isinstance(keyboard.over, ExportDialog))
    keyboard.tab_to("Reason")
    keyboard.write("A test of the keyboard")
    keyboard.tab_to("File name")
    keyboard.press(Key.Key_A, CTRL)
    keyboard.write(str(out))
    keyboard.dialog(ExportDialog)
    with keyboard.qtbot.waitSignal(session.wrote):
        keyboard.press(Key.Key_Return, CTRL)
    keyboard.rest()
    assert out.is_file()

    def discard() -> None:
        keyboard.tab_to("Discard")
        keyboard.press(Key.Key_Space)

    keyboard.meanwhile(Notice, discard)
    keyboard.press(Key.Key_W, CTRL)
    keyboard.qtbot.waitUntil(lambda: session.data is None)
    assert keyboard.window.welcome.isVisible()
