"""A file that is measured where it is: the figures of the command line, in the background, kept by nobody."""

import json
import threading
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from sdcdesk.cli import main
from sdcdesk.io import ReadOptions, detect, preview
from ui.dialogs import counted_file_dialog
from ui.dialogs.counted_file_dialog import CountedFileDialog
from ui.session.computation import Computing, Ready
from ui.session.jobs import Jobs
from ui.session.navigator import Navigator

pytest.importorskip("duckdb")
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def path(tmp_path: Path) -> Path:
    rows = range(300)
    columns = {
        "age": [20 + row % 40 for row in rows],
        "sex": ["fm"[row % 2] for row in rows],
        "weight": [1.5 + row % 3 for row in rows],
    }
    pd.DataFrame(columns).to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


@pytest.fixture
def jobs(qapp):  # noqa: ARG001 - signals need the application
    made = Jobs()
    yield made
    made.close()


@pytest.fixture
def dialog(path: Path, jobs: Jobs, qtbot: QtBot) -> CountedFileDialog:
    options = detect(path)
    made = CountedFileDialog(path, options, preview(path, options).data, jobs, Navigator())
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def enter(dialog: CountedFileDialog, **values: object) -> None:
    """Choose values as a user does."""
    for name, value in values.items():
        dialog.form.editors[name].set_value(value)
        dialog.form.editors[name].edited.emit()


def measured(dialog: CountedFileDialog, qtbot: QtBot) -> None:
    qtbot.mouseClick(dialog.filled, LEFT)
    qtbot.waitUntil(lambda: isinstance(dialog._counting.state, Ready))


def test_it_finds_what_the_command_line_finds(dialog, path: Path, qtbot: QtBot, tmp_path: Path) -> None:
    enter(dialog, keys=("age", "sex"), weight="weight")
    measured(dialog, qtbot)
    command = ["assess", str(path), "--keys", "age,sex", "--weight", "weight", "--engine", "duckdb"]
    names = [one.measure for one in dialog.results]
    assert len(names) == 2
    measures = [part for name in names for part in ("--measure", name)]
    assert main([*command, *measures, "--json", str(tmp_path / "found.json")]) == 0
    of_command = json.loads((tmp_path / "found.json").read_text())["measures"]
    assert [one.to_json() for one in dialog.results] == of_command
    assert dialog.side.note.text() == "all 300 records, counted by DuckDB"


def test_it_needs_a_key_and_no_weight(dialog, qtbot: QtBot) -> None:
    assert not dialog.filled.isEnabled()
    assert not dialog.export.isEnabled()
    enter(dialog, keys=("sex",))
    assert dialog.filled.isEnabled()
    measured(dialog, qtbot)
    assert len(dialog.results) == 1
    enter(dialog, keys=())
    assert not dialog.filled.isEnabled()


def test_it_measures_again_by_other_keys(dialog, qtbot: QtBot) -> None:
    enter(dialog, keys=("age", "sex"))
    measured(dialog, qtbot)
    before = dialog.results
    enter(dialog, keys=("sex",))
    qtbot.mouseClick(dialog.filled, LEFT)
    qtbot.waitUntil(lambda: isinstance(dialog._counting.state, Ready) and dialog.results is not before)
    [found], [earlier] = dialog.results, before
    assert found.value("k") > earlier.value("k")

    def titles() -> list[str]:
        return [each.text() for each in dialog.side.findChildren(QLabel) if each.isVisible()]

    qtbot.waitUntil(lambda: titles().count(found.title) == 1)


def test_figures_of_other_variables_are_called_so_and_leave_nowhere(dialog, qtbot: QtBot) -> None:
    enter(dialog, keys=("age", "sex"))
    measured(dialog, qtbot)
    enter(dialog, keys=("sex",))
    assert dialog.side.note.text() == "These figures are of other variables; measure again"
    assert dialog.side.is_stale
    assert not dialog.export.isEnabled()
    enter(dialog, keys=())
    assert not dialog.export.isEnabled()
    enter(dialog, keys=("age", "sex"))
    assert dialog.side.note.text() == "all 300 records, counted by DuckDB"
    assert not dialog.side.is_stale
    assert dialog.export.isEnabled()
    enter(dialog, weight="weight")
    assert not dialog.export.isEnabled()
    measured(dialog, qtbot)
    assert dialog.export.isEnabled()


def test_results_are_copied_and_saved(dialog, qtbot: QtBot, tmp_path: Path) -> None:
    enter(dialog, keys=("age", "sex"))
    measured(dialog, qtbot)
    qtbot.mouseClick(dialog.export, LEFT)
    dialog.menu.close()
    dialog.exporter.copy(dialog.rows())
    assert "Disclosure risk" in QGuiApplication.clipboard().text()
    dialog.exporter.save(tmp_path / "r.html", counted_file_dialog.html_page("people.csv", dialog.results))
    assert "Weighted disclosure risk" in (tmp_path / "r.html").read_text()
    assert "Saved r.html" in dialog.message_bar.text()


def test_the_counting_is_stopped_and_the_dialog_stays(dialog, qtbot: QtBot, monkeypatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    count = counted_file_dialog.check_counted

    def slow(*given, progress, **named):
        begun.set()
        go_on.wait()
        return count(*given, progress=progress, **named)

    monkeypatch.setattr(counted_file_dialog, "check_counted", slow)
    enter(dialog, keys=("age",))
    qtbot.mouseClick(dialog.filled, LEFT)
    qtbot.waitUntil(begun.is_set)
    assert isinstance(dialog._counting.state, Computing)
    assert dialog.bar.isVisible()
    assert dialog.cancel.text() == "Stop"
    qtbot.mouseClick(dialog.cancel, LEFT)
    go_on.set()
    qtbot.waitUntil(lambda: not isinstance(dialog._counting.state, Computing))
    assert dialog.isVisible()
    assert "Stopped" in dialog.message_bar.text()
    assert dialog.results == []
    measured(dialog, qtbot)
    assert dialog.results


def test_what_cannot_be_counted_is_said(path: Path, jobs: Jobs, qtbot: QtBot) -> None:
    beginning = preview(path, detect(path)).data
    dialog = CountedFileDialog(path, ReadOptions(encoding="utf-8"), beginning, jobs, Navigator())
    qtbot.addWidget(dialog)
    dialog.show()
    enter(dialog, keys=("age",))
    path.unlink()
    qtbot.mouseClick(dialog.filled, LEFT)
    qtbot.waitUntil(lambda: "does not exist" in dialog.message_bar.text())
    assert dialog.filled.isEnabled()
