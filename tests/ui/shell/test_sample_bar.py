"""A project on a random sample: the window says so on every page, and reads all records where asked to."""

from pathlib import Path

import pandas as pd
from pytestqt.qtbot import QtBot

from sdcdesk.io import ReadOptions
from ui.shell.main_window import MainWindow

SEED = 61803398874989484


def opened(window: MainWindow, path: Path, options: ReadOptions, qtbot: QtBot) -> None:
    pd.DataFrame({"age": range(90), "sex": [row % 2 for row in range(90)]}).to_csv(path, index=False)
    with qtbot.waitSignal(window.session.opened):
        window.files._opening.data(path, options)


def test_the_notice_lasts_on_every_page_and_all_records_are_read(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    options = ReadOptions(sample=40, sample_seed=SEED)
    opened(window, tmp_path / "people.csv", options, qtbot)
    for stage in ("data", "variables", "masking"):
        window.show_stage(stage)
        assert window.sample.isVisible()
        assert not window.sample.close_button.isVisible()
    assert "random sample of 40 of 90 records of people.csv" in window.sample.text()
    assert str(SEED) in window.sample.text()
    project = window.session.project
    window.session._saved = project  # nothing is lost by reading again
    with qtbot.waitSignal(window.session.opened):
        window.sample.button.click()
    assert len(window.session.data) == 90
    assert window.session.project.data.options.sample is None
    assert window.session.project.recipe == project.recipe
    assert not window.sample.isVisible()
    assert not window.session.is_saved


def test_a_sample_of_all_records_is_none_and_that_is_said(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.session.notified) as told:
        opened(window, tmp_path / "people.csv", ReadOptions(sample=90), qtbot)
    assert "all were read" in told.args[0]
    assert not window.sample.isVisible()


def test_a_whole_file_shows_no_notice(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    opened(window, tmp_path / "people.csv", ReadOptions(), qtbot)
    assert not window.sample.isVisible()
