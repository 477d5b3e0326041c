import threading
from collections.abc import Iterator
from typing import ClassVar

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.loss import HeadlineLoss
from ui.session.computation import Computing, Failed, Ready, Stopped, missing, missing_and_why
from ui.session.session import Session

GATE = threading.Event()
RELEASED = Declared("released", "Records released", RECORDS, "Records of the masked file.")


class Released(Measure):
    """Counts records, when it is let."""

    name: ClassVar[str] = "released"
    title: ClassVar[str] = "Released records"
    source: ClassVar[str] = "Made for this test"
    concern: ClassVar[Concern] = Concern.LOSS
    declares: ClassVar[tuple[Declared, ...]] = (RELEASED,)
    also_for_original: ClassVar[bool] = True

    add: int = 0
    fails: bool = False

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        while not GATE.wait(0.01):
            progress.at(0.5)
        if self.fails:
            raise DataError("It does not fit.")
        found = RELEASED.figure(Quantity(len(masked) + self.add, RECORDS))
        return Findings(sections=(Section(name="counts", blocks=(found,)),))


@pytest.fixture(autouse=True)
def gate() -> Iterator[None]:
    GATE.set()
    yield
    GATE.set()


def test_nothing_is_computed_before_somebody_asks(sampled: Session) -> None:
    assert sampled.answers.current(Released()) == Stopped(by_user=False)
    assert missing(sampled.answers.current(Released())) == ""
    assert not sampled.jobs.running


def test_what_is_asked_is_computed_with_the_figures_of_the_original_beside(
    sampled: Session, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(sampled.answers.changed):
        assert sampled.answers.ask(Released()) == Computing(None)
    answer = sampled.answers.current(Released())
    assert isinstance(answer, Ready)
    figure = answer.value.figure("released")
    assert figure.value == len(sampled.results.run.masked)
    assert figure.before.value == 5000


def test_what_the_release_check_knows_is_there_at_once(sampled: Session) -> None:
    answer = sampled.answers.current(HeadlineLoss())
    assert isinstance(answer, Ready)
    assert answer.value in sampled.results.release.measures


def test_other_parameters_are_another_question_and_the_newest_wins(sampled: Session, qtbot: QtBot) -> None:
    GATE.clear()
    sampled.answers.ask(Released())
    sampled.answers.ask(Released(add=1))
    GATE.set()
    qtbot.waitUntil(lambda: isinstance(sampled.answers.current(Released(add=1)), Ready))
    assert sampled.answers.current(Released()) == Stopped(by_user=False)
    assert sampled.answers.current(Released(add=1)).value.value("released") == 1 + len(
        sampled.results.run.masked
    )


def test_two_views_of_a_measure_do_not_take_each_others_place(sampled: Session, qtbot: QtBot) -> None:
    sampled.answers.ask(Released(), "left")
    sampled.answers.ask(Released(add=1), "right")
    qtbot.waitUntil(lambda: isinstance(sampled.answers.current(Released(add=1), "right"), Ready))
    qtbot.waitUntil(lambda: isinstance(sampled.answers.current(Released(), "left"), Ready))


def test_a_failure_says_why_and_is_tried_again_only_when_asked_to(sampled: Session, qtbot: QtBot) -> None:
    measure = Released(fails=True)
    with qtbot.waitSignal(sampled.answers.changed):
        sampled.answers.ask(measure)
    failed = sampled.answers.ask(measure)
    assert isinstance(failed, Failed)
    assert missing(failed) == "Could not be computed: It does not fit."
    assert isinstance(sampled.answers.ask(measure, again=True), Computing)


def test_a_stop_is_a_state(sampled: Session, qtbot: QtBot) -> None:
    GATE.clear()
    sampled.answers.ask(Released())
    with qtbot.waitSignal(sampled.answers.changed):
        sampled.answers.stop("released")
    assert sampled.answers.ask(Released()) == Stopped()
    assert missing_and_why(Stopped()) == ("Stopped", "Nothing was computed for the project as it is now.")
    assert missing_and_why(Stopped(by_user=False)) == missing_and_why(Computing()) == ("", "")
    GATE.set()
    sampled.answers.ask(Released(), again=True)
    qtbot.waitUntil(lambda: isinstance(sampled.answers.current(Released()), Ready))


def test_a_changed_project_makes_an_answer_old_until_it_is_asked_again(
    sampled: Session, qtbot: QtBot
) -> None:
    sampled.answers.ask(Released())
    qtbot.waitUntil(lambda: isinstance(sampled.answers.current(Released()), Ready))
    before = sampled.answers.current(Released()).value
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("Sample off", lambda recipe: recipe.switched(2, on=False))
        assert sampled.answers.current(Released()) == Computing(before)
        assert sampled.answers.ask(Released()) == Computing(before), "it waits for the files"
    assert sampled.answers.current(Released()) == Stopped(by_user=False)
    assert sampled.answers.ask(Released()) == Computing(before)
    qtbot.waitUntil(lambda: isinstance(sampled.answers.current(Released()), Ready))
    assert sampled.answers.current(Released()).value.value("released") == 5000


def test_an_answer_on_its_way_does_not_outlive_the_change_of_its_project(
    sampled: Session, qtbot: QtBot
) -> None:
    GATE.clear()
    sampled.answers.ask(Released())
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("Sample off", lambda recipe: recipe.switched(2, on=False))
    assert sampled.answers.current(Released()) == Stopped(by_user=False)
    assert "answer released" not in [job.kind for job in sampled.jobs.running]


def test_a_late_answer_never_brings_back_closed_data(sampled: Session, qtbot: QtBot) -> None:
    GATE.clear()
    sampled.answers.ask(Released())
    sampled.close()
    GATE.set()
    assert not sampled.jobs.running
    sampled.jobs.start("after", "After", lambda _progress: 1, lambda _done: None, lambda _error: None)
    qtbot.waitUntil(lambda: not sampled.jobs.running)
    assert sampled.answers.current(Released()) == Stopped(by_user=False)
    assert sampled.answers.ask(Released()) == Stopped(by_user=False)
    assert sampled.data is None


def test_the_release_check_itself_fails_and_stops_as_a_state(
    sampled: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> None:
        raise DataError("No.")

    with monkeypatch.context() as patched:
        patched.setattr("sdcdesk.release.project_results.check_release", refuse)
        with qtbot.waitSignal(sampled.failed):
            sampled.compute()
    assert isinstance(sampled.state, Failed)
    assert sampled.results is None, "no old numbers as new"
    assert isinstance(sampled.answers.current(HeadlineLoss()), Failed)

    def wait(_project: object, _run: object, progress: Progress = SILENT, _known: object = ()) -> None:
        while True:
            progress.at(0.5)

    with monkeypatch.context() as patched:
        patched.setattr("sdcdesk.release.project_results.check_release", wait)
        sampled.compute()
        with qtbot.waitSignal(sampled.computed):
            sampled.jobs.cancel("compute")
    assert sampled.state == Stopped()
    with qtbot.waitSignal(sampled.computed):
        sampled.compute()
    assert isinstance(sampled.state, Ready)
