"""The harness of turns sees what it is for, and leaves nothing of the window out; nothing is timed here."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.formats import FORMATS
from sdcdesk.masking import METHODS
from tests.bench.turns.gestures import controls, gestures
from tests.bench.turns.journey import Journey
from tests.bench.turns.report import CANCEL, FIRST, WAIT, Report
from tests.bench.turns.shapes import SHAPES
from tests.bench.turns.watch import Stretch, Turn, Watch
from ui.dialogs.frame import Dialog
from ui.forms.editors.tick_list import TickList
from ui.pages.stages import STAGES
from ui.shell.main_window import MainWindow

LONG = 0.08
"""Seconds of the processor that are spent: all are seen, however busy the machine is."""


def spend() -> None:
    until = time.thread_time() + LONG
    while time.thread_time() < until:
        pass


@pytest.fixture
def explored() -> list[str]:
    return []


@pytest.fixture
def watch(window: MainWindow, explored: list[str]) -> Watch:
    return Watch(window, lambda _dialog, name: explored.append(name))


def test_a_long_turn_is_seen_in_the_gesture_that_it_belongs_to(watch: Watch) -> None:
    with watch.watching():
        watch.gesture("idle", lambda: None)
        watch.gesture("at once", spend)
        watch.gesture("as an answer", lambda: QTimer.singleShot(30, spend))
    assert [*watch.turns] == ["idle", "at once", "as an answer"]
    assert all(watch.turns[name].longest >= 1000 * LONG for name in ("at once", "as an answer"))


def test_what_a_turn_waits_is_told_apart(watch: Watch) -> None:
    def wait() -> None:
        worker = Thread(target=spend)
        worker.start()
        worker.join()

    with watch.watching():
        watch.gesture("work", spend)
        watch.gesture("wait", wait)
    assert watch.turns["wait"].waited >= 1000 * LONG
    assert watch.turns["work"].longest >= 1000 * LONG > watch.turns["wait"].longest


def test_a_job_that_neither_reports_nor_can_be_cancelled_is_seen(watch: Watch, window: MainWindow) -> None:
    def silent(_progress: Progress) -> None:
        spend()

    def quick(progress: Progress) -> None:
        progress.at(0.5)
        spend()
        progress.at(0.6)

    def start(work: Callable[[Progress], None]) -> Callable[[], None]:
        return lambda: window.jobs.start("work", work.__name__, work, lambda _: None, lambda _: None)

    with watch.watching():
        for work in (silent, quick):
            watch.gesture("start", start(work))
    assert [job.name for job in watch.jobs] == ["start: silent", "start: quick"]
    assert all(job.longest >= 1000 * LONG for job in watch.jobs)
    assert watch.jobs[0].first >= 1000 * LONG


@pytest.mark.parametrize("waits", [False, True])
def test_dialogs_are_explored_and_cancelled(
    watch: Watch, window: MainWindow, explored: list[str], *, waits: bool
) -> None:
    def show() -> None:
        dialog = Dialog("A question", "Answer", window)
        if waits:
            dialog.exec()
        else:
            dialog.open()

    with watch.watching():
        watch.gesture("ask", show)
    assert explored == ["ask, A question"]


def test_controls_are_used_whatever_they_are_for(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    box, line, number, button = QCheckBox(root), QLineEdit(root), QSpinBox(root), QPushButton(root)
    done: list[object] = []
    for place, one in enumerate((box, line, number, button)):
        one.move(0, 40 * place)
    box.toggled.connect(done.append)
    line.textEdited.connect(done.append)
    number.valueChanged.connect(done.append)
    button.clicked.connect(lambda: done.append("pressed"))
    root.resize(200, 200)
    with qtbot.waitExposed(root):
        root.show()
    for control in [*controls(root)]:
        for _, do in gestures(control):
            do()
    assert done == [True, False, "a", "", 1, 0, "pressed"]


def test_lists_are_used_whatever_their_model(qtbot: QtBot) -> None:
    ticks = TickList(["a", "b", "c"])
    qtbot.addWidget(ticks)
    with qtbot.waitExposed(ticks):
        ticks.show()
    chosen: list[int] = []
    ticks.selectionModel().currentChanged.connect(lambda now, _: chosen.append(now.row()))
    for _, do in gestures(ticks):
        do()
    assert chosen[0] == 2, "the last"


def test_what_is_above_its_limit_is_told() -> None:
    jobs = [Stretch("long"), Stretch("late")]
    jobs[0].longest, jobs[1].first = CANCEL + 1, FIRST + 1
    report = Report(SHAPES[0], [Turn("slow", 101.0), Turn("quick", 100.0, WAIT + 1)], jobs)
    assert [one.name for one in report.above] == ["slow", "quick", "late", "long"]
    page = report.page()
    assert "| slow | 101 | above |" in page
    assert "| quick | 100 |  |" in page
    assert "Longest turn of a gesture: 2 watched, 1 above 100 ms." in page


def test_nothing_of_the_window_is_left_out(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All names are said without doing anything but opening the project and one page."""
    project = SHAPES[0].save(tmp_path, smaller=1000)
    said: list[str] = []
    journey = Journey(window, project, ["Published together"], said.append)
    named: list[str] = []
    wanted = journey._is_wanted
    monkeypatch.setattr(journey, "_is_wanted", lambda name: named.append(name) or wanted(name))
    journey.go()
    assert {stage.title for stage in STAGES} <= {*named}
    assert {f"add {method.title}" for method in METHODS} <= {*named}
    assert {f"export as {form.title}" for form in FORMATS.writable} <= {*named}
    assert any(name.startswith("Tables, Published together, masked") for name in said)
    assert journey.watch.turns["open the project"].longest > 0
