from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.core.files.problems import ProblemLog, log_problem
from ui.dialogs.problem_dialog import ProblemDialog
from ui.shell.main_window import MainWindow


def shown(window: MainWindow) -> ProblemDialog:
    window.commands["report_problem"].trigger()
    [dialog] = window.findChildren(ProblemDialog)
    return dialog


def test_what_is_shown_is_what_is_saved_and_copied(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog, path = shown(window), tmp_path / "report.txt"
    text = dialog.text.toPlainText()
    assert text.startswith("sdcdesk-gui ")
    assert "No problem since the start." in text
    assert dialog.text.isReadOnly()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    dialog.filled.click()
    assert path.read_text() == text
    assert "Saved report.txt" in dialog.hint.text()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == text
    dialog.close()


def test_a_place_that_cannot_be_written_is_said(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = shown(window)
    place = str(tmp_path / "nowhere" / "report.txt")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (place, ""))
    dialog.filled.click()
    assert "The folder nowhere for report.txt does not exist" in dialog.message_bar.text()
    dialog.close()


def test_a_defect_stands_in_the_report(window: MainWindow, problems: ProblemLog) -> None:
    problems.start(crashes=False)
    try:
        {}["Maria Lopez"]
    except KeyError as error:
        log_problem(error)
    problems.stop()
    dialog = shown(window)
    assert "KeyError\n  tests/ui/dialogs/test_problem_dialog.py" in dialog.text.toPlainText()
    assert "Lopez" not in dialog.text.toPlainText()
    dialog.close()


def test_a_crash_is_told_once(window: MainWindow, problems: ProblemLog, qtbot: QtBot) -> None:
    problems.folder.mkdir(parents=True)
    (problems.folder / "2026-01-01-120000-7.txt").write_text("sdcdesk-gui 1\n\nFatal Python error: Aborted\n")
    with qtbot.waitSignal(window.session.done) as said:
        window.help.report_crash(window.session, window.settings)
    assert "Report a problem" in said.args[0]
    with qtbot.assertNotEmitted(window.session.done):
        window.help.report_crash(window.session, window.settings)
    settings, problems_of_now = window.settings, problems.folder / "2026-01-02-120000-7.txt"
    settings.reported_crash = "2099-01-01-120000-7.txt"  # the clock was wrong then
    problems_of_now.write_text("sdcdesk-gui 1\n\nFatal Python error: Aborted\n")
    with qtbot.waitSignal(window.session.done):
        window.help.report_crash(window.session, settings)
