"""Opening that the user stops: nothing failed, and what was open stays open."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.progress import Progress
from sdcdesk.io import FileOptions
from ui.session.opening import OPEN, Opening
from ui.session.session import Session


def _endless(*given: object, **_: object) -> None:
    progress = next(one for one in given if isinstance(one, Progress))
    while True:
        progress.at(0.0)


def test_to_stop_is_no_error_and_offers_no_other_file(
    sampled: Session, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    opening = Opening(sampled, lambda *given: asked.append(given), lambda: asked.append("locate"))
    for signal in (sampled.failed, sampled.helped, sampled.opened):
        signal.connect(lambda *given: asked.append(given))
    monkeypatch.setattr("ui.session.opening.Opened.from_data", _endless)
    monkeypatch.setattr("ui.session.opening.Opened.from_project", _endless)
    data = sampled.data
    for start, words in (
        (
            lambda: opening.data(sample.with_suffix(".csv"), FileOptions()),
            "Stopped: reading billing_5000.csv",
        ),
        (lambda: opening.project(sample), "Stopped: opening billing_5000.sdcdesk"),
    ):
        with qtbot.waitSignal(sampled.done) as said:
            start()
            sampled.jobs.cancel(OPEN)
        assert said.args == [words]
    assert asked == []
    assert sampled.data is data


def test_a_damaged_project_is_not_mended_by_another_data_file(
    session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    asked: list[object] = []
    opening = Opening(session, lambda *given: asked.append(given), lambda: asked.append("locate"))
    session.helped.connect(lambda *given: asked.append(given))
    damaged = tmp_path / "damaged.sdcdesk"
    damaged.write_text('{"format": 13, "title": ')
    with qtbot.waitSignal(session.failed) as failed:
        opening.project(damaged)
    assert "damaged" in failed.args[0].message
    assert asked == []


def test_large_data_of_a_project_are_announced_before_they_are_read(
    session: Session, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = sample.with_suffix(".csv").stat().st_size
    monkeypatch.setattr("sdcdesk.io.large_file.free", lambda: 3 * size)
    asked: list[str] = []

    def agree(words: str) -> bool:
        asked.append(words)
        return len(asked) > 1

    opening = Opening(session, lambda *_: None, lambda: None, agree)
    opening.project(sample)
    qtbot.waitUntil(lambda: len(asked) == 1 and not session.jobs.running)
    assert "billing_5000.csv takes" in asked[0]
    assert session.data is None
    with qtbot.waitSignal(session.computed):
        opening.project(sample)
    assert len(asked) == 2
    assert len(session.data) == 5000
    opening.all_records()
    assert len(asked) == 3
    qtbot.waitUntil(lambda: not session.jobs.running)
