"""A project whose folder goes away, is read-only or has no room left while it is open: nothing is lost."""

import os
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.project_file import load
from ui.dialogs.export_dialog import ExportDialog
from ui.session.computation import Computing, Failed
from ui.shell.main_window import MainWindow

Trouble = Callable[[Path], AbstractContextManager[None]]


@contextmanager
def deleted(folder: Path) -> Iterator[None]:
    shutil.rmtree(folder)
    yield


@contextmanager
def moved(folder: Path) -> Iterator[None]:
    folder.rename(folder.with_name("elsewhere"))
    yield


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    if os.geteuid() == 0:
        pytest.skip("nothing is read-only for the superuser")
    folder.chmod(0o500)
    yield
    folder.chmod(0o700)


@contextmanager
def full(_folder: Path) -> Iterator[None]:
    """As if the disk had no room for another byte."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.fixture
def opened(window: MainWindow, sample: Path, qtbot: QtBot, computing: None) -> MainWindow:  # noqa: ARG001
    """The window with a project in a folder of its own, and a change that is not saved."""
    folder = sample.parent / "project"
    folder.mkdir()
    for path in (sample, sample.with_suffix(".csv")):
        shutil.move(path, folder)
    with qtbot.waitSignal(window.session.computed):
        window.files.open(folder / sample.name)
    with qtbot.waitSignal(window.session.computed):
        window.session.change_recipe("Seed", lambda recipe: recipe.changed(seed=12))
    window.files.saving.keep()  # else it is kept after a while, which may be while the disk is full
    return window


@pytest.fixture
def failures(opened: MainWindow) -> list[str]:
    said: list[str] = []
    opened.session.failed.connect(lambda error: said.append(str(error)))
    return said


TROUBLES = pytest.mark.parametrize("trouble", [deleted, moved, read_only, full])


@TROUBLES
def test_saving_says_what_is_wrong_and_works_elsewhere(
    opened: MainWindow, failures: list[str], trouble: Trouble, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, before = opened.session, opened.session.project
    path, data = session.path, session.data_file
    content = path.read_bytes()
    with trouble(path.parent):
        assert not opened.files.save()
        assert len(failures) == 1
        assert path.name in failures[0]
        assert failures[0].endswith(".")
        bar = opened.stages.current_page().message_bar
        assert bar.text() == failures[0]
        assert bar.button.text() == "Save as…"
        assert (session.project, session.path, session.is_saved) == (before, path, False)
        if path.is_file():
            assert path.read_bytes() == content
            assert [one.name for one in path.parent.iterdir() if one not in (path, data)] == []
    elsewhere = tmp_path / "saved.sdcdesk"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(elsewhere), ""))
    bar.button.click()
    assert session.is_saved
    assert not bar.isVisible(), "what it says is true no longer"
    saved = load(elsewhere)
    assert saved.recipe.seed == 12
    assert saved.data.located(elsewhere) == data


def test_unsaved_work_that_cannot_be_kept_is_said_once(opened: MainWindow, failures: list[str]) -> None:
    saving = opened.files.saving
    with full(Path()):
        saving.keep()
        saving.keep()
    assert len(failures) == 1
    words = "Unsaved work is not kept for a crash (the disk is full); save the project often."
    assert failures == [words]
    bar = opened.stages.current_page().message_bar
    assert bar.text() == words
    assert bar.isVisible()
    assert not opened.session.is_saved
    saving.keep()
    assert saving._autosave._file.is_file()
    assert not bar.isVisible(), "it is kept again"


def test_who_saves_reads_no_more_that_unsaved_work_is_not_kept(
    opened: MainWindow, failures: list[str]
) -> None:
    saving, bar = opened.files.saving, opened.stages.current_page().message_bar
    with full(Path()):
        saving.keep()
        opened.show_error(SdcError("Another thing is wrong."))
    assert opened.files.save()
    assert bar.isVisible(), "that is another message"
    opened.session.change_recipe("seed", lambda recipe: recipe.changed(seed=13))
    with full(Path()):
        saving.keep()
    assert bar.isVisible()
    assert opened.files.save()
    assert not bar.isVisible()
    assert len(failures) == 2


@TROUBLES
def test_an_export_says_what_is_wrong_and_works_elsewhere(
    opened: MainWindow, failures: list[str], trouble: Trouble, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = opened.session.path.parent
    dialog = ExportDialog(opened.session, opened)
    dialog.open()
    dialog.form.set_target(folder / "safe.csv")
    with trouble(folder):
        dialog._check()
        if dialog.filled.isEnabled():
            dialog.act()
            qtbot.waitUntil(lambda: not isinstance(dialog._writing.state, Computing))
            assert isinstance(dialog._writing.state, Failed)
            said = dialog.message_bar.text()
        else:
            said = dialog.hint.text()
        assert said.endswith(".")
        assert dialog.isVisible()
    dialog.form.set_target(tmp_path / "safe.csv")
    dialog._check()
    with qtbot.waitSignal(opened.session.wrote):
        dialog.act()
    assert (tmp_path / "safe.csv").is_file()
    assert failures == []
