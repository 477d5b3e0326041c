import builtins
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot

if TYPE_CHECKING:
    from sdcdesk.core.files.problems import ProblemLog
    from ui.shell.main_window import MainWindow

# As the programs do, before anything imports numpy.
import sdcdesk  # noqa: F401

# PySide puts a function of Python, for a syntax that nobody uses, around each import: pandas imports within
# functions, a hundred times in a small table.
_import = builtins.__import__
import PySide6.QtCore  # noqa: E402, F401

builtins.__import__ = _import

# Windows of tests are drawn, but not shown on the screen of whoever runs them.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# What is tested is compiled once, for these tests and for all programs that they start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A busy machine is no reason to fail: time is measured in tests/bench alone. The examples are the same in
# every run, so that what fails was broken by the change; with --faults others are looked for.
settings.register_profile("sdcdesk", deadline=None, max_examples=20, derandomize=True)
settings.register_profile("faults", deadline=None, max_examples=2000)


PATIENCE = 120_000
"""Milliseconds for which a test waits for a state, on however busy a machine."""


class PatientBot(QtBot):
    """A robot at the window that waits for a state as long as a busy machine may need."""

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = PATIENCE) -> None:  # noqa: N802 - Qt's way
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **options: Any) -> Any:  # noqa: N802 - as above
        return super().waitSignal(signal, timeout=timeout, **options)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE) -> Any:  # noqa: N802 - as above
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:  # noqa: ARG001 - Qt has to be there
    """Wait as long as a busy machine may need; no test says how long."""
    return PatientBot(request)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that tries all faults of `tests/faults`, not only a few of each class."""
    parser.addoption("--faults", action="store_true", help="try all faults of tests/faults")


def pytest_configure(config: pytest.Config) -> None:
    """Look longer for examples where all faults are tried, and hear all requests to end."""
    settings.load_profile("faults" if config.getoption("faults") else "sdcdesk")
    hear_requests()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Leave modules and tests, which all stay, out of what is looked through for garbage again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


def hear_requests() -> None:
    """Have requests to end reach what is tested, though whoever started the tests has them ignored.

    So `nohup` does, and a script with what it starts in the background; programs keep to it, and so do these
    tests themselves. A handler that does nothing is none for the programs that they start.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda _number, _frame: None)


@pytest.fixture(autouse=True)
def one_day(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all reports of a test bear one date, also where it runs over midnight; packages have their own."""
    if "packaging" not in request.path.parts:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795392000")


@pytest.fixture(autouse=True)
def garbage(request: pytest.FixtureRequest) -> Iterator[None]:
    """As in the program, garbage is not collected while Qt is at work; see `ui.shell.garbage_collector`."""
    if "qapp" not in request.fixturenames:
        yield
        return
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of real files beside the checkout; tests that need it skip where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the real files of ../shared/data are not here")
    return folder


@pytest.fixture(autouse=True, scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder of the tests in place of the user's own."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sdcdesk.core.files.user_folder.user_data_path", lambda *_, **__: folder)
        yield folder


@pytest.fixture
def problems(tmp_path: Path) -> "ProblemLog":
    """Problems of the program, in a folder of the test."""
    from sdcdesk.core.files.problems import ProblemLog

    return ProblemLog("sdcdesk-gui", folder=tmp_path / "problems")


@pytest.fixture
def make_window(qtbot: QtBot, tmp_path: Path, problems: "ProblemLog") -> "Callable[[], MainWindow]":
    """Make real windows that share one place for unsaved work, and leave without a question."""
    from PySide6.QtCore import QSettings

    from ui.session.saving import Autosave
    from ui.session.settings import Settings
    from ui.shell.main_window import MainWindow

    def leave(window: MainWindow) -> None:
        window.session._saved = window.session.project
        window.files.saving.discard()
        window.jobs.close()

    def make() -> MainWindow:
        store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        made = MainWindow(Settings(store), Autosave(tmp_path / "autosave"), problems)
        qtbot.addWidget(made, before_close_func=leave)
        made.resize(1440, 900)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


@pytest.fixture
def window(make_window: "Callable[[], MainWindow]") -> "MainWindow":
    """The real window, with nothing open."""
    return make_window()
