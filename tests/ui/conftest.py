import shutil
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QImage, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSlider,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

import ui.session.session as session_module
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.project_results import ProjectResults
from tests.conftest import PatientBot
from ui.look.theme import Theme, theme
from ui.session.jobs import Jobs
from ui.session.navigator import OVERVIEW
from ui.session.session import Session
from ui.widgets.what_is_this import WhatIsThis

if TYPE_CHECKING:
    from ui.shell.main_window import MainWindow

USERS = QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
"""How numbers are written, where a test does not say otherwise."""

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"


@pytest.fixture(autouse=True)
def look(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Theme]:  # noqa: ARG001 - the theme needs it
    """Light scheme and English numbers, whatever the machine prefers; all that is seen is dressed at once."""
    monkeypatch.setattr("ui.look.theme.AT_ONCE", sys.maxsize)
    usual = QLocale()
    QLocale.setDefault(USERS)
    theme().set_scheme("light")
    yield theme()
    # What pytest-qt has closed waits for an event loop: until then it would be given every other style, and
    # told of all that happens in the tests that follow.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme().set_scheme("system")
    QLocale.setDefault(usual)


CONTROLS = QAbstractButton, QComboBox, QLabel, QLineEdit


@pytest.fixture
def controls_in_place() -> Iterator[None]:
    """No control is shown before it has its place: it would flash as a window, which takes the keyboard."""
    set_visible = QWidget.setVisible

    def watched(widget: QWidget, visible: bool) -> None:
        shows = visible and widget.parentWidget() is None and isinstance(widget, CONTROLS)
        if shows and sys._getframe(1).f_globals["__name__"].startswith("ui."):
            pytest.fail(f"{type(widget).__name__} {widget.accessibleName()!r} is shown without a place")
        set_visible(widget, visible)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QWidget, "setVisible", watched)
        yield


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample project with its data, in a folder of its own."""
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "billing_5000.sdcdesk"


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:  # noqa: ARG001 - signals need the application
    """A session with nothing open."""
    jobs = Jobs()
    yield Session(jobs)
    jobs.close()


@pytest.fixture(scope="session")
def sample_data() -> Microdata:
    """The records of the sample, which are never changed: read once."""
    project = SAMPLES / "billing_5000.sdcdesk"
    return load(project).open_data(project)


class Recall:
    """Computes what a session asks for, and remembers it for the tests that ask the same.

    Projects and data are never changed, so neither is what was computed of them.
    """

    def __init__(self, compute: Callable[..., ProjectResults]) -> None:
        self._compute = compute
        self._known: deque[ProjectResults] = deque(maxlen=32)

    def __call__(
        self, project: Project, pipeline: Pipeline, assessed: tuple[Assessment, ...], progress: Progress
    ) -> ProjectResults:
        progress.at(0.0)
        for known in tuple(self._known):
            if known.run.original is pipeline.original and known.project == project:
                return replace(known, project=project)
        found = self._compute(project, pipeline, assessed, progress)
        if found.release is not None:  # an error would grow with every test that raises it
            self._known.append(found)
        return found


@pytest.fixture(scope="session")
def recall() -> Recall:
    """What sessions computed of the sample so far."""
    return Recall(session_module.compute)


class Reread:
    """Reads projects, and gives the records of one that hold the same as those read before: these, so
    that what was computed of them is known.
    """

    def __init__(self) -> None:
        self._read = Opened.from_project
        self._known: list[Microdata] = []

    def __call__(self, *arguments: Any) -> Opened:
        opened = self._read(*arguments)
        for known in self._known:
            if known.fingerprint() == opened.data.fingerprint() and known.variables == opened.data.variables:
                return replace(opened, data=known)
        self._known.append(opened.data)
        return opened


@pytest.fixture(scope="session")
def reread() -> Reread:
    """What windows read so far."""
    return Reread()


@pytest.fixture
def computing(recall: Recall, reread: Reread, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let windows remember what they read and computed in other tests; overridden where that is tested."""
    monkeypatch.setattr(session_module, "compute", recall)
    monkeypatch.setattr(Opened, "from_project", reread)


@pytest.fixture
def opened(window: "MainWindow", sample: Path, recall: Recall, reread: Reread, qtbot: QtBot) -> "MainWindow":
    """The window with the sample open; what comes after that is read and computed anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "compute", recall)
        patch.setattr(Opened, "from_project", reread)
        with qtbot.waitSignal(window.session.computed):
            window.files.open(sample)
    return window


@pytest.fixture(scope="module")
def window_of_all(
    qapp: QApplication,  # noqa: ARG001 - windows need it
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    recall: Recall,
    reread: Reread,
) -> "Iterator[MainWindow]":
    """A window with the sample open, which the tests of a file share; see `looked_at`."""
    from sdcdesk.core.files.problems import ProblemLog
    from ui.session.saving import Autosave
    from ui.session.settings import Settings
    from ui.shell.main_window import MainWindow

    folder = tmp_path_factory.mktemp("window")
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, folder / name)
    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    usual = QLocale()
    QLocale.setDefault(USERS)
    window = MainWindow(
        Settings(store), Autosave(folder / "autosave"), ProblemLog("sdcdesk-gui", folder=folder / "problems")
    )
    window.resize(1440, 900)
    window.show()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session_module, "compute", recall)
        patch.setattr(Opened, "from_project", reread)
        with PatientBot(request).waitSignal(window.session.computed):
            window.files.open(folder / "billing_5000.sdcdesk")
    QLocale.setDefault(usual)
    yield window
    window.files.saving.discard()
    window.jobs.close()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def looked_at(window_of_all: "MainWindow", settled: Callable[..., None]) -> "Iterator[MainWindow]":
    """A window with the sample open, for tests that go about in it and change nothing.

    All of a file share it, for to open one for each takes most of their time.
    """
    window, project = window_of_all, window_of_all.session.project
    window.resize(1440, 900)
    window.show_stage("risk", OVERVIEW)
    yield window
    window.find_action.hide()
    settled(window, window.jobs)
    assert window.session.project is project, "a test that changes something asks for `opened`"


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[None]]:
    """Let the session compute until it is stopped, however quick the machine is."""

    def compute(_project: Project, _pipeline: Pipeline, _known: object, progress: Progress) -> ProjectResults:
        while True:
            progress.at(0.5)
            threading.Event().wait(0.01)

    @contextmanager
    def held() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(session_module, "compute", compute)
            yield

    return held


@pytest.fixture
def sampled(session: Session, sample: Path, sample_data: Microdata, computing: None, qtbot: QtBot) -> Session:  # noqa: ARG001
    """A session with the sample open and computed."""
    with qtbot.waitSignal(session.computed):
        session.open(sample_data, load(sample), sample)
    return session


SOON = 500
"""Milliseconds: a timer that ends sooner is part of an answer, a later one (saving, notes) is not."""


def ends_soon(timer: QTimer) -> bool:
    return timer.isActive() and timer.isSingleShot() and timer.interval() <= SOON


@pytest.fixture
def settled(qtbot: QtBot) -> Callable[..., None]:
    """Wait until a widget is at rest: laid out, painted, nothing computed and no timer about to end."""

    def wait(widget: QWidget, jobs: Jobs | None = None) -> None:
        awaited: list[QTimer] = []
        quiet = 0

        def at_rest() -> bool:
            nonlocal quiet
            QApplication.processEvents()
            busy = bool(jobs is not None and jobs.running)
            busy = busy or any(isValid(timer) and ends_soon(timer) for timer in awaited)
            # A large window has thousands of children: they are gone through only where all seen have ended.
            if not busy:
                awaited[:] = filter(ends_soon, widget.findChildren(QTimer))
                busy = bool(awaited)
            quiet = 0 if busy else quiet + 1
            return quiet > 1  # what a job found that has just ended is shown by the next events

        qtbot.waitUntil(at_rest)

    return wait


@pytest.fixture
def shown(qtbot):
    """Show a widget at its own size, or at a given one."""

    kept = []  # a widget without a parent lives as long as Python knows it

    def show(widget: QWidget, width: int = 0, height: int = 0) -> QWidget:
        kept.append(widget)
        qtbot.addWidget(widget)
        hint = widget.sizeHint()
        widget.resize(width or hint.width(), height or hint.height())
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return show


def colours_of(image: QImage) -> set[str]:
    """Return the names of the colours of all points that are opaque."""
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)
    points = np.unique(np.frombuffer(plain.constBits(), dtype=np.uint32))
    return {f"#{point & 0xFFFFFF:06x}" for point in points.tolist() if point >> 24 == 0xFF}


def turn_wheel(widget: QWidget, turn: int = -120) -> QWheelEvent:
    """Turn the wheel over the middle of a widget, where that changes something."""
    place = widget.rect().center()
    nothing = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False
    at = QPointF(place), QPointF(widget.mapToGlobal(place))
    event = QWheelEvent(*at, QPoint(), QPoint(0, turn), *nothing)
    QApplication.sendEvent(widget, event)
    return event


def turned_over(whole: QWidget) -> list[str]:
    """Turn the wheel over all that is seen, without and with the keyboard; return what that has changed."""
    kinds = (QComboBox, QAbstractSpinBox, QSlider, QRadioButton, QTabBar)
    controls = [one for one in whole.findChildren(QWidget) if isinstance(one, kinds) and one.isVisible()]
    found, before = [], [setting(one) for one in controls]
    for control in controls:
        for turn in (-120, 120):
            turn_wheel(control, turn)
            control.setFocus(Qt.FocusReason.TabFocusReason)
            turn_wheel(control, turn)
            after = [setting(one) for one in controls]
            found += [control.accessibleName()] if after != before else []
            before = after
    return found


def setting(control: QWidget) -> object:
    """Return what a control is set to."""
    if isinstance(control, QRadioButton):
        return control.isChecked()
    if isinstance(control, QAbstractSpinBox):
        return control.text()
    return control.value() if isinstance(control, QSlider) else control.currentIndex()


@pytest.fixture
def clipped():
    """Return the words of a widget that do not fit in their place."""

    def find(widget: QWidget) -> list[str]:
        found = []
        for one in widget.findChildren(QWidget):
            if not isinstance(one, QLabel | QAbstractButton) or not one.isVisible() or not one.text():
                continue
            if isinstance(one, QLabel) and (one.wordWrap() or "<" in one.text()):
                continue
            if QFontMetrics(QFont(one.font())).horizontalAdvance(one.text()) > one.width():
                found.append(one.text())
        return found

    return find


@pytest.fixture
def nameless():
    """Return the controls of a widget that say nothing to a screen reader."""

    def find(widget: QWidget) -> list[QWidget]:
        controls = [*widget.findChildren(QAbstractButton), *widget.findChildren(QLineEdit)]
        return [
            one
            for one in controls
            if not one.accessibleName()
            and not (isinstance(one, QAbstractButton) and one.text())
            and one.objectName() != "qt_spinbox_lineedit"
            and type(one).__name__ != "QLineEditIconButton"
            and not one.isHidden()
        ]

    return find


@pytest.fixture
def popover() -> Iterator[Callable[[], WhatIsThis]]:
    """Find the open popover, and close it at the end."""

    def find() -> WhatIsThis:
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, WhatIsThis) and w.isVisible()]
        assert len(found) == 1
        return found[0]

    yield find
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, WhatIsThis):
            widget.close()
