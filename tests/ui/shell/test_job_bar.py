import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressBar, QPushButton

from ui.session.jobs import Job
from ui.shell.job_bar import JobBar, how_far


@pytest.fixture
def bar(shown):
    made = JobBar()
    made.set_state("Up to date")
    return shown(made, 1280)


def buttons(bar) -> list[QPushButton]:
    return [one for one in bar.findChildren(QPushButton) if one.isVisible()]


def job(kind: str, words: str, fraction: float = 0.0) -> Job:
    def nothing(*_given: object) -> None:
        return None

    return Job(kind, words, nothing, nothing, nothing, nothing, fraction, started=time.monotonic() - 6)


def test_how_far():
    assert how_far(4.2) == "about 4 s left"
    assert how_far(0.2) == "about 1 s left"
    assert how_far(150) == "about 2 min left"
    assert how_far(None) == ""


def test_it_is_28_pixels_high(bar):
    assert bar.height() == 28
    bar.set_jobs([job("a", "Counting groups")])
    assert bar.sizeHint().height() <= 28


def test_a_job_can_be_cancelled(bar, qtbot):
    bar.set_jobs([job("grid", "Comparing alternatives", 0.6)])
    (cancel,) = buttons(bar)
    assert cancel.accessibleName() == "Cancel: Comparing alternatives"
    with qtbot.waitSignal(bar.cancel_requested) as asked:
        qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert asked.args == ["grid"]


def test_jobs_keep_their_widgets_while_they_report(bar):
    bar.set_jobs([job("grid", "Comparing", 0.1)])
    (before,) = buttons(bar)
    bar.set_jobs([job("grid", "Comparing", 0.2)])
    assert buttons(bar) == [before]
    assert bar.findChild(QProgressBar).value() == 200
    assert bar.findChild(QProgressBar).accessibleDescription() == "about 24 s left"


def test_three_are_shown_and_the_rest_counted(bar, clipped, qapp):
    bar.set_jobs([job(str(number), f"Job {number}") for number in range(5)])
    qapp.processEvents()
    assert len(buttons(bar)) == 3
    assert bar._rest.text() == "2 more"
    assert bar._rest.isVisible()
    assert clipped(bar) == []


def test_a_job_that_ends_goes(bar):
    bar.set_jobs([job("a", "A"), job("b", "B")])
    bar.set_jobs([job("b", "B")])
    assert [one.accessibleName() for one in buttons(bar)] == ["Cancel: B"]
    bar.set_jobs([])
    assert buttons(bar) == []
    assert bar.text() == "Up to date"


def test_a_done_note_gives_way_to_the_state(bar, qtbot):
    bar._note.setInterval(20)
    bar.show_text("Exported billing.csv")
    assert bar.text() == "Exported billing.csv"
    bar.set_state("Up to date · risk in 0.03 s")
    assert bar.text() == "Exported billing.csv"
    qtbot.waitUntil(lambda: bar.text() == "Up to date · risk in 0.03 s")


def test_notes_stay_six_seconds(bar):
    assert bar._note.interval() == 6000


def test_ring_says_the_checklist(bar):
    bar.ring.set_state(4, 8, "write the report")
    assert bar.ring.accessibleName() == "Release checklist: 4 of 8"
    assert "Next: write the report" in bar.ring.toolTip()


def test_nothing_is_clipped_and_all_is_named(bar, clipped, nameless):
    bar.set_jobs([job("grid", "Comparing alternatives", 0.6)])
    assert clipped(bar) == []
    assert nameless(bar) == []


def test_words_have_all_the_room_that_is_left(bar, qtbot):
    long = "Could not be computed: the file has changed since it was opened, so that nothing holds any more."
    bar.resize(1200, bar.height())
    bar.set_state(long, holds=False)
    qtbot.waitUntil(lambda: bar._words.width() >= bar._words.sizeHint().width())
    assert bar._words.toolTip() == "", "nothing is cut"
