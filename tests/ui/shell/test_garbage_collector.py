import gc
import weakref
from collections.abc import Iterator
from threading import Thread

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ui.shell import garbage_collector
from ui.shell.garbage_collector import MANY, GarbageCollector


class Ring:
    """Refers to itself, so that only a collector finds it."""

    def __init__(self) -> None:
        self.itself = self


class LabelledRing(Ring):
    """Holds what may only be destroyed on the thread of the window."""

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel("lost")


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[GarbageCollector]:
    """The collector of the window, which looks often, and never at a pause."""
    monkeypatch.setattr(garbage_collector, "INTERVAL", 10)
    monkeypatch.setattr(garbage_collector, "LITTLE", 0.0)
    monkeypatch.setattr(garbage_collector, "PAUSE", 3)
    collector = GarbageCollector()
    collector.start()
    yield collector
    collector.stop()
    assert gc.isenabled()
    assert not gc.get_freeze_count()


def allocate() -> list[list[int]]:
    """Make so many objects that the youngest generation is due."""
    return [[] for _ in range(10 * gc.get_threshold()[0])]


def collections() -> list[int]:
    """Return how often each generation was collected."""
    return [stage["collections"] for stage in gc.get_stats()]


def test_garbage_waits_for_the_thread_of_the_window(qtbot: QtBot, collector: GarbageCollector) -> None:
    assert collector
    assert not gc.isenabled()
    assert gc.get_freeze_count(), "what was imported is not looked through"
    ring = LabelledRing()
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


@pytest.mark.usefixtures("collector")
def test_the_older_generation_that_is_due_is_collected(qtbot: QtBot) -> None:
    before, kept = collections(), []

    def is_due() -> bool:
        kept.append(allocate()[: gc.get_threshold()[0]])
        return collections()[1] > before[1]

    qtbot.waitUntil(is_due)
    young, middle, old = (now - then for now, then in zip(collections(), before, strict=True))
    assert (middle, old) == (1, 0)
    assert young > middle


@pytest.mark.usefixtures("collector")
def test_what_was_set_aside_is_looked_through_in_a_pause_only(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = gc.get_freeze_count()
    kept, ring, lost_early = [[] for _ in range(2 * MANY)], Ring(), weakref.ref(Ring())
    lost = weakref.ref(ring)
    qtbot.waitUntil(lambda: gc.get_freeze_count() > before + MANY)
    assert lost_early() is None
    del ring
    kept.clear()
    done = collections()
    kept.append(allocate())
    qtbot.waitUntil(lambda: collections() != done)
    assert lost() is not None
    monkeypatch.setattr(garbage_collector, "LITTLE", 100.0)
    qtbot.waitUntil(lambda: lost() is None)
