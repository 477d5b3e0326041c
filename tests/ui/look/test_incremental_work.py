from collections.abc import Iterator
from itertools import count

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from ui.look.incremental_work import IncrementalWork


@pytest.fixture
def turns(qapp: object) -> IncrementalWork:  # noqa: ARG001 - timers need the application
    return IncrementalWork()


def work(done: list[int], pieces: int | None = None) -> Iterator[None]:
    for piece in count() if pieces is None else range(pieces):
        done.append(piece)
        yield


def test_other_events_come_between_two_pieces(turns: IncrementalWork, qtbot: QtBot) -> None:
    done: list[int] = []
    seen = []
    other = QTimer(interval=0)
    other.timeout.connect(lambda: seen.append(len(done)))
    other.start()
    turns.start(work(done, 5))
    assert not done
    qtbot.waitUntil(lambda: not turns.is_running())
    assert done == [0, 1, 2, 3, 4]
    assert {1, 2, 3, 4} <= set(seen)


def test_newer_work_takes_the_place_of_older(turns: IncrementalWork, qtbot: QtBot) -> None:
    older: list[int] = []
    newer: list[int] = []
    turns.start(work(older))
    qtbot.waitUntil(lambda: bool(older))
    turns.start(work(newer, 2))
    left = len(older)
    qtbot.waitUntil(lambda: not turns.is_running())
    assert newer == [0, 1]
    assert len(older) == left


def test_what_is_stopped_is_not_gone_on_with(turns: IncrementalWork, qtbot: QtBot) -> None:
    done: list[int] = []
    turns.start(work(done, 3))
    turns.stop()
    assert not turns.is_running()
    turns.start(work(done, 1))
    qtbot.waitUntil(lambda: not turns.is_running())
    assert done == [0]


def test_work_may_stop_itself_or_start_other_work(turns: IncrementalWork, qtbot: QtBot) -> None:
    done: list[int] = []

    def stops() -> Iterator[None]:
        turns.stop()
        yield
        done.append(-1)

    def starts() -> Iterator[None]:
        turns.start(work(done, 2))
        yield
        done.append(-1)

    turns.start(stops())
    qtbot.waitUntil(lambda: not turns.is_running())
    turns.start(starts())
    qtbot.waitUntil(lambda: not turns.is_running())
    assert done == [0, 1]
