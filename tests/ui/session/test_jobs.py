import logging
import threading

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.running.progress import Progress
from ui.session.jobs import Jobs


@pytest.fixture
def jobs(qtbot: QtBot):  # noqa: ARG001 - signals need the application
    made = Jobs()
    yield made
    made.close()


def refuse(error: SdcError) -> None:
    raise AssertionError(error.message)


def test_the_answer_comes_on_the_windows_thread(jobs: Jobs, qtbot: QtBot) -> None:
    here, seen = threading.get_ident(), []

    def work(_progress: Progress) -> int:
        seen.append(threading.get_ident())
        return 42

    jobs.start("sum", "Adding up", work, lambda answer: seen.extend([answer, threading.get_ident()]), refuse)
    assert "sum" in [job.kind for job in jobs.running]
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen[0] != here
    assert seen[1:] == [42, here]
    assert not jobs.running


def test_a_job_is_over_for_all_who_look_before_its_answer_is_taken(jobs: Jobs, qtbot: QtBot) -> None:
    seen: list[int] = []
    taken: list[list[int]] = []
    jobs.changed.connect(lambda: seen.append(len(jobs.running)))
    for answer in (lambda _progress: 1, None):
        seen.clear()
        jobs.start(
            "read", "Reading", answer, lambda _a: taken.append([*seen]), lambda _e: taken.append([*seen])
        )
        qtbot.waitUntil(lambda: bool(taken))
        assert taken.pop()[-1] == 0, "the answer may open a dialog, which lies over the window for long"


def test_a_newer_job_of_a_kind_takes_the_place_of_the_older(jobs: Jobs, qtbot: QtBot) -> None:
    go, answers = threading.Event(), []

    def slow(progress: Progress) -> str:
        while not go.wait(0.01):
            progress.at(0.5)
        return "old"

    jobs.start("risk", "Old", slow, answers.append, refuse)
    jobs.start("risk", "New", lambda _progress: "new", answers.append, refuse)
    qtbot.waitUntil(lambda: answers == ["new"])
    go.set()
    qtbot.waitUntil(lambda: not jobs._kept_jobs)
    assert answers == ["new"], "the stale answer is dropped"


def test_progress_reaches_the_window(jobs: Jobs, qtbot: QtBot) -> None:
    go = threading.Event()

    def work(progress: Progress) -> None:
        progress.at(0.25, "Counting groups")
        go.wait()

    jobs.start("count", "Counting", work, lambda _answer: None, refuse)
    qtbot.waitUntil(lambda: jobs.running[0].fraction == 0.25)
    assert jobs.running[0].detail == "Counting groups"
    go.set()
    qtbot.waitUntil(lambda: not jobs.running)


def test_a_cancelled_job_stops_and_says_so(jobs: Jobs, qtbot: QtBot) -> None:
    ended, begun = [], threading.Event()

    def work(progress: Progress) -> None:
        begun.set()
        while True:
            progress.at(0.5)

    jobs.start(
        "long", "Long", work, lambda _a: ended.append("done"), refuse, lambda: ended.append("cancelled")
    )
    qtbot.waitUntil(begun.is_set)
    jobs.cancel("long")
    qtbot.waitUntil(lambda: ended == ["cancelled"])


def test_an_error_for_the_user_is_handed_on(jobs: Jobs, qtbot: QtBot) -> None:
    errors: list[SdcError] = []

    def work(_progress: Progress) -> None:
        raise DataError("Age holds text.", "Age")

    jobs.start("read", "Reading", work, lambda _answer: None, errors.append)
    qtbot.waitUntil(lambda: len(errors) == 1)
    assert errors[0].message == "Age holds text."


def test_a_defect_is_reported_without_its_message(
    jobs: Jobs, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    errors: list[SdcError] = []

    def work(_progress: Progress) -> None:
        raise KeyError("Maria Lopez, 48201")

    with caplog.at_level(logging.ERROR):
        jobs.start("read", "Reading", work, lambda _answer: None, errors.append)
        qtbot.waitUntil(lambda: len(errors) == 1)
    assert "KeyError in work" in errors[0].message
    assert "Lopez" not in errors[0].message + caplog.text, "a message could hold confidential values"


def test_a_lack_of_memory_is_no_defect(jobs: Jobs, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    errors: list[SdcError] = []

    def work(_progress: Progress) -> None:
        raise MemoryError("Unable to allocate 8 TiB")

    jobs.start("read", "Reading", work, lambda _answer: None, errors.append)
    qtbot.waitUntil(lambda: len(errors) == 1)
    assert "not enough memory" in errors[0].message
    assert "SDCDesk itself failed" not in errors[0].message
    assert not caplog.records


def test_a_defect_in_what_takes_the_answer_ends_the_wait_too(jobs: Jobs, qtbot: QtBot) -> None:
    errors: list[SdcError] = []

    def take(_answer: int) -> None:
        raise KeyError("Maria Lopez, 48201")

    jobs.start("read", "Reading", lambda _progress: 1, take, errors.append)
    qtbot.waitUntil(lambda: len(errors) == 1)
    assert "KeyError in take" in errors[0].message
    assert "Lopez" not in errors[0].message


def test_to_stop_is_no_failure(jobs: Jobs, qtbot: QtBot) -> None:
    def work(progress: Progress) -> None:
        while True:
            progress.at(0.5)

    stopped: list[bool] = []
    jobs.start("read", "Reading the file", work, refuse, refuse, lambda: stopped.append(True))
    jobs.cancel("read")
    qtbot.waitUntil(lambda: bool(stopped))
    jobs.start("read", "Reading the file", work, refuse, refuse)
    jobs.cancel("read")
    qtbot.waitUntil(lambda: not jobs.running)


def test_a_dropped_job_says_nothing(jobs: Jobs, qtbot: QtBot) -> None:
    go = threading.Event()

    def work(progress: Progress) -> None:
        go.wait()
        progress.at(0.5)

    jobs.start("read", "Reading", work, refuse, refuse, lambda: refuse(SdcError("Not even a stop.")))
    jobs.drop("read")
    assert not jobs.running
    go.set()
    ended: list[int] = []
    jobs.start("after", "After", lambda _progress: 1, ended.append, refuse)
    qtbot.waitUntil(lambda: ended == [1])
