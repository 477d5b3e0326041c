"""A file that another program masked, from the welcome page to its risk; the command line finds the same."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.cli import main
from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.input_file import InputFile
from sdcdesk.masking import FinishedFile
from ui.dialogs.import_dialog import ImportDialog
from ui.shell.main_window import MainWindow

ORIGINAL = "no,age,sex\n" + "".join(f"{n},{20 + n % 7},{'fm'[n % 2]}\n" for n in range(40))
SAFE = "no,age,sex\n" + "".join(f"{n},{20 + n % 7 // 2 * 2},{'fm'[n % 2]}\n" for n in range(39, 4, -1))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The original and the finished file; dialogs accept what they propose, and choose the original."""
    original, safe = tmp_path / "people.csv", tmp_path / "safe.csv"
    original.write_text(ORIGINAL, encoding="utf-8")
    safe.write_text(SAFE, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(original), ""))
    monkeypatch.setattr(ImportDialog, "exec", lambda _dialog: QDialog.DialogCode.Accepted)
    return original, safe


@pytest.fixture
def assessed(window: MainWindow, qtbot: QtBot, files: tuple[Path, Path]) -> MainWindow:
    """The window after a finished file was taken from the welcome page."""
    _, safe = files
    window.show()
    window.welcome.finished.click()
    qtbot.waitUntil(lambda: window.rail.current() == "masking" and dialog_of(window) is not None)
    dialog = dialog_of(window)
    editors = dialog.form.editors
    editors["file"].set_value(InputFile.chosen(safe))
    editors["identity"].set_value("no")
    editors["identity"].edited.emit()
    step = FinishedFile(file=InputFile.chosen(safe), identity="no")
    qtbot.waitUntil(lambda: dialog.method == step)
    assert dialog.preview.variable.findText("age") >= 0, "it changes all, not what names its records"
    computed(window, qtbot, dialog.accept)
    return window


def dialog_of(window: MainWindow):
    return window.stages.page("masking").dialog


def computed(window: MainWindow, qtbot: QtBot, act: Callable[[], object]) -> None:
    with qtbot.waitSignal(window.session.computed):
        act()


def test_a_finished_file_is_assessed_without_a_recipe(
    assessed: MainWindow, qtbot: QtBot, files: tuple[Path, Path], tmp_path: Path
) -> None:
    session = assessed.session
    for name in ("age", "sex"):
        variable = session.data.variable(name).changed(role=Role.KEY)
        computed(assessed, qtbot, lambda v=variable: session.describe(f"{v.name} is a key", v))
    computed(assessed, qtbot, lambda: session.change("Scenario", session.project.with_default_scenario()))
    found = session.release.scenarios[0].entries[0].after
    figures = tmp_path / "figures.json"
    names = [str(path) for path in files]
    options = ["--id", "no", "--keys", "age,sex", "--json", str(figures)]
    assert main(["assess", names[0], "--masked", names[1], *options]) == 0
    told = json.loads(figures.read_text(encoding="utf-8"))["measures"][0]
    for name in ("dr_min", "dr_max", "k"):
        assert found.value(name) == told["figures"][name]["value"]
    assert found.value("exactness") == "upper bound"
    assert len(found.masked) == 35


def test_the_finished_file_is_never_replaced(assessed: MainWindow, files: tuple[Path, Path]) -> None:
    assert files[1] in assessed.session.originals


def test_a_saved_project_finds_both_files_again(
    assessed: MainWindow, qtbot: QtBot, files: tuple[Path, Path], tmp_path: Path
) -> None:
    saved = tmp_path / "study.sdcdesk"
    assert assessed.files.saving.save(saved)
    assert '"path": "safe.csv"' in saved.read_text(encoding="utf-8")
    moved = tmp_path / "moved"
    moved.mkdir()
    for path in (saved, *files):
        path.rename(moved / path.name)
    computed(assessed, qtbot, lambda: assessed.files.open(moved / saved.name))
    assert assessed.session.is_saved
    assert len(assessed.session.results.run.masked) == 35


def test_a_finished_file_that_changes_is_not_assessed(
    assessed: MainWindow, qtbot: QtBot, files: tuple[Path, Path], tmp_path: Path
) -> None:
    saved = tmp_path / "study.sdcdesk"
    assert assessed.files.saving.save(saved)
    files[1].write_text(SAFE + "0,20,f\n", encoding="utf-8")
    computed(assessed, qtbot, lambda: assessed.files.open(saved))
    assert "safe.csv has changed since it was chosen" in assessed.session.results.run.failure
    assert assessed.session.release is None


def test_from_the_risk_one_click_leads_to_who_is_who(
    window: MainWindow, qtbot: QtBot, files: tuple[Path, Path]
) -> None:
    original, safe = files
    safe.write_text(ORIGINAL, encoding="utf-8")
    window.show()
    window.welcome.finished.click()
    qtbot.waitUntil(lambda: window.rail.current() == "masking" and dialog_of(window) is not None)
    dialog = dialog_of(window)
    dialog.form.editors["file"].set_value(InputFile.chosen(safe))
    dialog.form.editors["identity"].set_value(None)
    dialog.form.editors["file"].edited.emit()
    qtbot.waitUntil(lambda: dialog.method is not None and not dialog.method.identity)
    computed(window, qtbot, dialog.accept)
    session = window.session
    age = session.data.variable("age").changed(role=Role.KEY)
    computed(window, qtbot, lambda: session.describe("age is a key", age))
    computed(window, qtbot, lambda: session.change("Scenario", session.project.with_default_scenario()))
    window.show_stage("risk")
    card = window.stages.page("risk").overview.scenarios
    qtbot.waitUntil(card.message_bar.isVisible)
    assert card.message_bar.button.text() == "Say who is who…"
    card.message_bar.button.click()
    dialog = dialog_of(window)
    assert dialog.isVisible()
    box = dialog.form.editors["same_order"].box
    assert box.isVisible()
    box.click()
    qtbot.waitUntil(lambda: dialog.method is not None and dialog.method.same_order)
    computed(window, qtbot, dialog.accept)
    window.show_stage("risk")
    qtbot.waitUntil(card.message_bar.isHidden)
    assert session.release.scenarios[0].after.value("exactness") != "not paired"
    assert original.read_text(encoding="utf-8") == ORIGINAL
