import gc
import subprocess
import sys
import weakref
from threading import Thread

from PySide6.QtCore import QThread
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ui.app import GarbageCollector, collect_what_is_due


class Ring:
    """Refers to itself, so that only a collector finds it."""

    def __init__(self) -> None:
        self.itself = self
        self.label = QLabel("lost")


def allocate() -> list[list[int]]:
    """Make so many objects that the youngest generation is due."""
    return [[] for _ in range(10 * gc.get_threshold()[0])]


def test_garbage_waits_for_the_thread_of_the_window(qtbot: QtBot) -> None:
    collector = GarbageCollector()
    collector.start()
    try:
        assert not gc.isenabled()
        assert gc.get_freeze_count(), "what was imported is not looked through"
        ring = Ring()
        found, where = weakref.ref(ring), []
        ring.label.destroyed.connect(lambda: where.append(QThread.currentThread()))
        del ring
        kept = []
        worker = Thread(target=lambda: kept.append(allocate()))
        worker.start()
        worker.join()
        assert found() is not None, "not collected on the worker thread"
        qtbot.waitUntil(lambda: found() is None)
        assert where == [QThread.currentThread()]
        assert QThread.currentThread().isMainThread()
    finally:
        collector.stop()
    assert gc.isenabled()
    assert not gc.get_freeze_count()


def test_the_oldest_generation_that_is_due_is_collected() -> None:
    gc.disable()
    try:
        gc.collect()
        before = [stage["collections"] for stage in gc.get_stats()]
        kept = allocate()
        collect_what_is_due()
        after = [stage["collections"] for stage in gc.get_stats()]
        assert [now - then for now, then in zip(after, before, strict=True)] == [1, 0, 0]
        collect_what_is_due()
        again = [stage["collections"] for stage in gc.get_stats()]
        assert again == after, "nothing is due"
        assert kept
    finally:
        gc.enable()


def test_objects_that_last_are_looked_through_again_when_there_are_a_quarter_more() -> None:
    usual = gc.get_threshold()
    gc.disable()
    gc.set_threshold(100, 0, 0)  # all generations are due once something was made and collected

    def collections(lasting: int) -> tuple[int, int]:
        gc.collect(0)
        gc.collect(1)
        kept.append(allocate())
        before = gc.get_stats()[2]["collections"]
        found = collect_what_is_due(lasting)
        return gc.get_stats()[2]["collections"] - before, found

    kept: list[list[list[int]]] = []
    try:
        gc.collect()
        done, lasting = collections(0)
        assert done == 1
        assert lasting > len(kept[-1]), "what was made lasts"
        assert collections(lasting) == (0, lasting), "hardly more than before"
        kept.append([[] for _ in range(lasting // 2)])
        gc.collect(1)
        done, more = collections(lasting)
        assert done == 1
        assert more > 1.25 * lasting
    finally:
        gc.set_threshold(*usual)
        gc.enable()


def test_the_window_starts_without_what_only_single_jobs_need() -> None:
    late = {"duckdb", "highspy", "jinja2", "scipy", "xlsxwriter", "pyreadstat", "python_calamine", "rdata"}
    code = "import sys, ui.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    imported = done.stdout.split()
    assert late.isdisjoint(imported)
    assert imported.index("sdcdesk.document.project") < imported.index("PySide6.QtCore"), (
        "it would be read by Qt"
    )
