"""A computation is in one of four states, and only the newest question is answered."""

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from ui.session.computation import Computation, Computing, Failed, Ready, Stopped
from ui.session.jobs import Jobs


@pytest.fixture
def computation(qapp):  # noqa: ARG001 - signals need the application
    jobs = Jobs()
    yield Computation(jobs, "test")
    jobs.close()


def fail(_progress: Progress) -> int:
    raise SdcError("It does not fit.")


def endless(progress: Progress) -> int:
    while True:
        progress.at(0.5)


def test_states_follow_one_another_and_keep_what_was_found(
    computation: Computation[int], qtbot: QtBot
) -> None:
    assert computation.state == Stopped(by_user=False)
    for value, old in ((1, None), (2, 1)):
        computation.start("Counting", lambda _progress, value=value: value)
        assert computation.state == Computing(old)
        qtbot.waitUntil(lambda value=value: computation.state == Ready(value))
    computation.start("Counting", lambda _progress: 3, refines=True)
    assert computation.state == Ready(2), "it holds until something better is found"
    qtbot.waitUntil(lambda: computation.state == Ready(3))
    computation.start("Counting", fail)
    qtbot.waitUntil(lambda: isinstance(computation.state, Failed))
    assert computation.last is None


def test_the_user_stops_it(computation: Computation[int], qtbot: QtBot) -> None:
    computation.start("Counting", endless)
    computation.stop()
    qtbot.waitUntil(lambda: computation.state == Stopped())


def test_the_newest_question_wins(computation: Computation[int], qtbot: QtBot) -> None:
    computation.start("Counting", endless)
    computation.start("Counting", lambda _progress: 4)
    qtbot.waitUntil(lambda: computation.state == Ready(4))
