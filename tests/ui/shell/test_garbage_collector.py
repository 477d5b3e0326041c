import gc
import weakref
from collections.abc import Iterator
from threading import Thread

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ui.shell import garbage_collector
from ui.shell.garbage_collector import MANY, GarbageCollector, collect_what_is_due


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
def own_collector_off() -> Iterator[None]:
    """Nothing is collected but by what is tested; nothing stays set aside."""
    usual = gc.get_threshold()
    gc.collect()
    gc.disable()
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()
    gc.enable()


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    """The collector of the window, at work."""
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


@pytest.mark.usefixtures("own_collector_off")
def test_the_older_generation_that_is_due_is_collected() -> None:
    gc.freeze()
    before, kept = collections(), []
    for _ in range(gc.get_threshold()[1] + 2):
        kept.append(allocate())
        assert not collect_what_is_due()
    done = [now - then for now, then in zip(collections(), before, strict=True)]
    assert done == [len(kept) - 1, 1, 0]
    assert not collect_what_is_due()
    assert collections() == [then + more for then, more in zip(before, done, strict=True)], "nothing is due"


@pytest.mark.usefixtures("own_collector_off")
def test_many_new_objects_that_last_are_set_aside() -> None:
    gc.freeze()
    kept, lost = [[[0]] for _ in range(MANY // 4)], weakref.ref(Ring())
    assert not collect_what_is_due(), "they are few"
    kept.extend([[0]] for _ in range(MANY))
    assert collect_what_is_due()
    assert lost() is None
    assert len(gc.get_objects()) < MANY // 10, "they are looked through no more"


def test_what_was_set_aside_is_collected_in_a_pause(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collector, "INTERVAL", 10)
    monkeypatch.setattr(garbage_collector, "LITTLE", 0.0)  # there is no pause
    monkeypatch.setattr(garbage_collector, "PAUSE", 3)
    collector = GarbageCollector()
    collector.start()
    before = gc.get_freeze_count()
    try:
        kept, ring = [[] for _ in range(2 * MANY)], Ring()
        lost = weakref.ref(ring)
        qtbot.waitUntil(lambda: gc.get_freeze_count() > before + MANY)
        del ring
        kept.clear()
        qtbot.wait(100)
        assert lost() is not None
        monkeypatch.setattr(garbage_collector, "LITTLE", 100.0)
        qtbot.waitUntil(lambda: lost() is None)
    finally:
        collector.stop()
