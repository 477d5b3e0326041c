"""Opening that the user stops: nothing failed, and what was open stays open."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.progress import Progress
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import FileOptions, ReadOptions
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
    session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, project = tmp_path / "people.csv", tmp_path / "people.sdcdesk"
    data.write_text("age\n30\n41\n")
    reference = DataReference.to(data, project, ReadOptions())
    Project(data=reference, recipe=Recipe(seed=1)).save(project)
    monkeypatch.setattr("sdcdesk.io.large_file.free", lambda: 3 * data.stat().st_size)
    asked: list[str] = []

    def agree(words: str) -> bool:
        asked.append(words)
        return len(asked) == 2

    opening = Opening(session, lambda *_: None, lambda: None, agree)
    with qtbot.waitSignal(session.done) as said:
        opening.project(project)
    assert said.args == ["Stopped: opening people.sdcdesk"]
    assert "people.csv takes" in asked[0]
    assert session.data is None
    with qtbot.waitSignal(session.computed):
        opening.project(project)
    assert len(session.data) == 2
    opening.all_records()
    assert len(asked) == 3
    assert not session.jobs.running
