import gc
import weakref
from collections.abc import Iterator
from threading import Thread

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ui.shell import garbage_collector
from ui.shell.garbage_collector import MANY, OLDEST, GarbageCollector, collect_all, collect_what_is_due


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
def test_the_oldest_generation_that_is_due_is_collected() -> None:
    before = collections()
    kept = allocate()
    assert not collect_what_is_due()
    after = collections()
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 0, 0]
    assert not collect_what_is_due()
    assert collections() == after, "nothing is due"
    assert kept


@pytest.mark.usefixtures("own_collector_off")
def test_many_new_objects_that_last_are_set_aside() -> None:
    gc.freeze()
    gc.set_threshold(100, 0, 0)  # all generations are due once something was made and collected
    kept, ring = [[[0]] for _ in range(MANY // 4)], Ring()
    lost = weakref.ref(ring)
    del ring

    def grow_old() -> bool:
        gc.collect(0)
        gc.collect(1)
        kept.extend([[0]] for _ in range(200))
        return collect_what_is_due()

    assert not grow_old(), "they are few"
    lost_late = weakref.ref(found := Ring())
    kept.extend([[0]] for _ in range(MANY))
    kept.append([found])  # type: ignore[list-item]
    assert grow_old()
    assert lost() is None
    assert not gc.get_objects(OLDEST), "they are looked through no more"
    del found
    kept.clear()
    gc.collect()
    assert lost_late() is not None, "it became garbage after it was set aside"
    assert collect_all(0) > 0
    assert lost_late() is None


@pytest.mark.usefixtures("own_collector_off")
def test_all_are_looked_through_when_there_are_a_quarter_more() -> None:
    gc.freeze()
    lasting = collect_all(0)
    before = collections()
    assert collect_all(lasting) == lasting, "there are no more than before"
    assert collections() == before
    kept = [[] for _ in range(lasting // 2)]
    gc.freeze()
    assert collect_all(lasting) >= lasting + len(kept)
    assert collections()[OLDEST] == before[OLDEST] + 1


def test_what_was_set_aside_is_collected_when_nobody_uses_the_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage_collector, "INTERVAL", 10)
    monkeypatch.setattr(garbage_collector, "LITTLE", 100.0)
    monkeypatch.setattr(garbage_collector, "QUIET", 3)
    usual, kept = gc.get_threshold(), []
    collector = GarbageCollector()
    collector.start()
    before = gc.get_freeze_count()
    gc.set_threshold(100, 0, 0)
    try:
        ring: Ring | None = Ring()
        lost = weakref.ref(ring)

        def is_lost() -> bool:
            nonlocal ring
            if gc.get_freeze_count() > before + MANY:
                ring = None  # it was set aside
            kept.extend([] for _ in range(MANY // 4))
            return lost() is None

        qtbot.waitUntil(is_lost)
        assert ring is None
    finally:
        gc.set_threshold(*usual)
        collector.stop()
