"""How long the window stands still with many records or variables: the longest turn in each gesture.

The real window, offscreen, is driven through the gestures that once stalled. All that happens in a gesture
happens inside the event loop: the gesture itself, the answers of its jobs, layout and painting. A turn lasts
from one `awake` of the event dispatcher to the next. Its processor time is that of the window's thread
(`time.thread_time`), which neither waiting nor the jobs add to; so it says on a busy machine, too, what the
window costs. Its wall time is what the user waits: with it counts how long the jobs keep the interpreter from
the window, and up to `BEAT` of waiting for an event. No turn may take 200 ms of processor time; the aim is
120 ms. A busy machine makes every turn longer: its pace is printed, too.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QScrollBar
from pytest_benchmark.fixture import BenchmarkFixture

from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.document.opened import Opened
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Microaggregation, Recoding
from tests.ui.ticking import toggle
from ui.app import SHARE, GarbageCollector
from ui.dialogs.step_dialog import StepDialog
from ui.pages.stages import STAGES
from ui.shell.main_window import MainWindow

BEAT, SOON = 5, 500
"""Milliseconds between two beats that keep the loop turning; below which a timer is part of an answer."""

SIZE = 60
"""Group sizes of the pasted weights."""

PACE = 100_000
"""Additions in a loop of Python that says how fast the machine is just now."""


@dataclass
class Turn:
    """Longest turn of a gesture.

    Attributes
    ----------
    cpu, wall
        Milliseconds of the longest turn by either.
    """

    cpu: float = 0.0
    wall: float = 0.0


@dataclass
class Watch:
    """Watches the turns of the event loop while it runs."""

    longest: dict[str, Turn] = field(default_factory=dict)
    paces: list[float] = field(default_factory=list)
    _began: tuple[float, float] = (0.0, 0.0)
    _turn: Turn = field(default_factory=Turn)

    def gesture(self, words: str, do: Callable[[], object], window: MainWindow) -> None:
        """Do something in the event loop, and let it run until the window is at rest."""
        self.paces.append(_pace())
        self._turn = self.longest[words] = Turn()
        QTimer.singleShot(0, do)
        self._run()
        while not _at_rest(window):
            self._run()

    def table(self) -> str:
        """Return the longest turns as lines of text."""
        rows = (("longest turn, ms", "cpu", "wall"), *self._rows())
        return "\n".join(("", *(f"{words:<48}{cpu:>8}{wall:>8}" for words, cpu, wall in rows)))

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        for words, turn in self.longest.items():
            yield words, f"{turn.cpu:.0f}", f"{turn.wall:.0f}"
        yield f"{PACE:,} additions, for comparison", f"{statistics.median(self.paces):.0f}", ""

    def start(self) -> None:
        """Listen to the event dispatcher."""
        QAbstractEventDispatcher.instance().awake.connect(self._on_awake)

    def stop(self) -> None:
        """Listen no more."""
        QAbstractEventDispatcher.instance().awake.disconnect(self._on_awake)

    def _run(self) -> None:
        loop, beat = QEventLoop(), QTimer(interval=BEAT)
        beat.start()
        QTimer.singleShot(10 * BEAT, loop.quit)
        self._began = time.thread_time(), time.perf_counter()
        loop.exec()
        self._on_awake()

    def _on_awake(self) -> None:
        now, turn = (time.thread_time(), time.perf_counter()), self._turn
        cpu, wall = ((end - start) * 1000 for start, end in zip(self._began, now, strict=True))
        turn.cpu, turn.wall = max(turn.cpu, cpu), max(turn.wall, wall)
        self._began = now


def _pace() -> float:
    """Return the milliseconds of processor time that a loop of Python takes."""
    began, total = time.thread_time(), 0
    for number in range(PACE):
        total += number
    return (time.thread_time() - began) * 1000


def _at_rest(window: MainWindow) -> bool:
    """Return whether nothing is computed and no timer is about to end, here and in the dialogs above."""
    timers = (timer for timer in window.findChildren(QTimer) if timer.isSingleShot())
    return not window.jobs.running and not any(one.isActive() and one.interval() <= SOON for one in timers)


def saved(frame: pd.DataFrame, roles: dict[str, Role], folder: Path) -> Path:
    """Save a project over a frame, with a scenario and without a step."""
    path = folder / "people.csv"
    pyarrow.csv.write_csv(pa.Table.from_pandas(frame, preserve_index=False), path)
    made = Opened.from_data(path, ReadOptions()).project
    variables = tuple(variable.changed(role=roles[variable.name]) for variable in made.variables)
    made = made.changed(variables=variables).with_default_scenario()
    made.save(path.with_suffix(".sdcdesk"))
    return path.with_suffix(".sdcdesk")


@pytest.fixture
def project(million: pd.DataFrame, tmp_path: Path) -> Path:
    """A project over a million records."""
    roles = {name: Role.KEY if name.startswith("k") else Role.CONFIDENTIAL for name in million}
    return saved(million, roles, tmp_path)


@pytest.fixture(params=[(10_000, 5), (2_000, 5)], ids=lambda shape: f"{shape[0]}x{shape[1]}")
def wide_project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A project over many variables, three of them keys; for half of the others something is suggested."""
    variables, records = request.param
    rng = np.random.default_rng(1)
    kinds = {"income": 1000, "answer": 5, "amount": 1000, "note": 300}
    words = (*kinds,) * (variables // len(kinds))
    columns = {f"{word} {n}": rng.integers(0, kinds[word], records) for n, word in enumerate(words)}
    keys = list(columns)[2:6:2] + list(columns)[-1:]
    roles = {name: Role.KEY if name in keys else Role.OTHER for name in columns}
    return saved(pd.DataFrame(columns), roles, tmp_path)


@pytest.fixture
def garbage_of_the_program(qapp: QApplication) -> Iterator[None]:  # noqa: ARG001 - its timer needs it
    """Garbage is collected, and threads take turns, as in the program."""
    usual, collector = sys.getswitchinterval(), GarbageCollector()
    sys.setswitchinterval(SHARE)
    gc.collect()
    collector.start()
    yield
    collector.stop()
    sys.setswitchinterval(usual)


Gesture = tuple[str, Callable[[], object]]


def gestures(window: MainWindow, project: Path) -> Iterator[Gesture]:
    """Yield what a user does, one after the other."""
    yield "open the project", lambda: window.files.open(project)
    for again in ("", ", again"):
        for stage in STAGES:
            yield f"{stage.title}{again}", lambda key=stage.key: window.show_stage(key)
    for stage in ("risk", "loss"):
        page = window.stages.page(stage)
        for place in range(page.header.tabs.count()):
            title = page.header.tabs.tabText(place)
            yield f"{page.stage.title}, {title}", lambda key=stage, tab=title: window.show_stage(key, tab)
    yield from weighing(window)
    yield from masking(window)
    for stage in STAGES:
        yield f"{stage.title}, masked", lambda key=stage.key: window.show_stage(key)
        for scheme in ("dark", "light"):
            yield f"{scheme} on {stage.title}", window.commands[f"scheme_{scheme}"].trigger
    for stage in ("risk", "loss"):
        yield f"{stage} before undo", lambda key=stage: window.show_stage(key)
        for act in ("undo", "redo"):
            yield f"{act} on {stage}", window.commands[act].trigger


def weighing(window: MainWindow) -> Iterator[Gesture]:
    """Yield the pasting of weights, first of as many sizes as fit and then of fewer."""
    rows = ("\t".join("1" if j >= i else "0" for j in range(SIZE)) for i in range(SIZE))
    weights = "\n".join(rows)
    page = window.stages.page("risk")
    yield "Risk, Weight matrix, again", lambda: window.show_stage("risk", "Weight matrix")
    view = page.weights.grid.view
    QApplication.clipboard().setText(weights)
    yield f"paste {SIZE} × {SIZE} weights", view.paste
    QApplication.clipboard().setText(weights.replace("1", "2"))
    yield f"paste {SIZE} × {SIZE} other weights", view.paste
    yield "undo a paste", window.commands["undo"].trigger


def masking(window: MainWindow) -> Iterator[Gesture]:
    """Yield steps that are added, and records that are scrolled while they are computed."""
    page, bar = window.stages.page("masking"), window.stages.page("masking").tables.masked.verticalScrollBar()

    def scroll() -> None:
        """Scroll as long as something is computed, a page in each turn."""
        bar.setValue((bar.value() + bar.pageStep()) % max(bar.maximum(), 1))
        if window.jobs.running:
            QTimer.singleShot(BEAT, scroll)

    def add_and_scroll(step: object) -> None:
        window.session.add_step(step)
        scroll()

    yield "Masking, before steps", lambda: window.show_stage("masking")
    yield "add a recoding, scroll", lambda: add_and_scroll(Recoding(variable="k0", how="width", width=10.0))
    yield "open microaggregation", lambda: page.add_step(Microaggregation)
    dialog = page.dialog
    assert isinstance(dialog, StepDialog)
    ticks = dialog.form.editors["variables"].list
    for name in ("income", "savings"):
        yield f"tick {name}", lambda name=name: toggle(ticks, name)
    yield "add the microaggregation", dialog.accept
    yield "scroll Masking", scroll
    step = Microaggregation(variables=["income"], k=3)
    yield "add a microaggregation, scroll", lambda: add_and_scroll(step)


def wide_gestures(window: MainWindow, project: Path) -> Iterator[Gesture]:
    """Yield what a user does with many variables."""
    yield "open the project", lambda: window.files.open(project)
    for again in ("", ", again"):
        for stage in STAGES:
            yield f"{stage.title}{again}", lambda key=stage.key: window.show_stage(key)
    yield from describing(window)
    for stage in STAGES:
        yield f"{stage.title}, described", lambda key=stage.key: window.show_stage(key)
    name = window.session.data.names[0]
    yield "add a step", lambda: window.session.add_step(Microaggregation(variables=[name], k=3))
    for stage in ("data", "masking"):
        yield f"{stage} before columns", lambda key=stage: window.show_stage(key)
        table = (
            window.stages.page("data").records.table
            if stage == "data"
            else window.stages.page("masking").tables.masked
        )
        yield f"scroll the columns of {stage}", partial(scroll, table.horizontalScrollBar())
        yield "undo", window.commands["undo"].trigger
        yield "redo", window.commands["redo"].trigger
    yield "dark", window.commands["scheme_dark"].trigger
    yield "light", window.commands["scheme_light"].trigger
    yield "save", window.commands["save"].trigger


def scroll(bar: QScrollBar) -> None:
    """Scroll by pages, and to the end."""
    for place in (*range(0, 10 * bar.pageStep(), bar.pageStep()), bar.maximum()):
        bar.setValue(place)
        QApplication.processEvents()


def describing(window: MainWindow) -> Iterator[Gesture]:
    """Yield what is done with the grid of variables."""
    page, undo, redo = window.stages.page("variables"), window.commands["undo"], window.commands["redo"]
    table, search = page.table, page.toolbar.search
    yield "Variables", lambda: window.show_stage("variables")
    yield "scroll the variables", partial(scroll, table.verticalScrollBar())
    yield "choose the last variable", lambda: table.choose(window.session.data.names[-2])
    yield "make it a key", lambda: table.role_chosen.emit(Role.KEY)
    yield "undo a key", undo.trigger
    yield "make it ordinal", lambda: table.scale_chosen.emit(Scale.ORDINAL)
    yield "accept one suggestion", lambda: page._accept([*page.suggestions][:1])
    yield (
        "label a variable",
        lambda: window.session.describe("Label", window.session.data.variables[7].changed(label="Seven")),
    )
    for end in range(1, 6):
        yield f"search “{'answer'[:end]}”", lambda words="answer"[:end]: search.setText(words)
    yield "search nothing", search.clear
    yield "choose all", table.selectAll
    yield "make all confidential", lambda: table.role_chosen.emit(Role.CONFIDENTIAL)
    yield "undo all", undo.trigger
    yield "choose one again", lambda: table.selectRow(3)
    yield "accept all", page.accept.click
    for again in ("", ", again"):
        yield f"undo accept all{again}", undo.trigger
        yield f"redo accept all{again}", redo.trigger


def measured(
    benchmark: BenchmarkFixture,
    window: MainWindow,
    done: Iterator[Gesture],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Watch the gestures, and print the longest turns."""
    watch = Watch()

    def journey() -> None:
        watch.start()
        for words, do in done:
            watch.gesture(words, do, window)
        watch.stop()

    benchmark.pedantic(journey, rounds=1)
    benchmark.extra_info.update({words: vars(turn) for words, turn in watch.longest.items()})
    with capsys.disabled():
        print(watch.table())


@pytest.mark.usefixtures("garbage_of_the_program")
def test_longest_turns(
    benchmark: BenchmarkFixture, window: MainWindow, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(benchmark, window, gestures(window, project), capsys)


@pytest.mark.usefixtures("garbage_of_the_program")
def test_longest_turns_of_a_wide_file(
    benchmark: BenchmarkFixture, window: MainWindow, wide_project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(benchmark, window, wide_gestures(window, wide_project), capsys)
