"""Examples in the window: listed with what is to be seen, and opened at their tab, never unasked."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from sdcdesk.document.examples.catalogue import EXAMPLES
from sdcdesk.document.examples.example import Example
from ui.dialogs.example_dialog import ExampleDialog
from ui.dialogs.notice import Notice
from ui.pages.tables.areas.areas_tab import AreasTab
from ui.pages.tables.critique.critique_tab import CritiqueTab
from ui.pages.tables.page import TablesPage
from ui.session.navigator import BY_AREA, CRITIQUE
from ui.shell.main_window import MainWindow


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("ui.session.opening.examples_folder", lambda: tmp_path / "examples")
    return tmp_path / "examples"


def example(name: str) -> Example:
    return next(one for one in EXAMPLES if one.name == name)


def test_the_dialog_says_what_is_to_be_seen(qtbot: QtBot) -> None:
    dialog = ExampleDialog()
    qtbot.addWidget(dialog)
    assert dialog.example is EXAMPLES[0]
    for one in EXAMPLES:
        dialog.choose(one.name)
        assert dialog.about.text() == one.about
        assert one.source in dialog.source.text()
    dialog.filled.click()
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_an_example_opens_at_its_tab_and_asks_before_it_takes_the_place_of_work(
    window: MainWindow,
    qtbot: QtBot,
    settled: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = window.session

    def chosen() -> str:
        page = window.stages.current_page()
        assert isinstance(page, TablesPage)
        return page.header.chosen_tab

    with qtbot.waitSignal(session.computed):
        window.files.open_example(example("census_tables"))
    settled(window, window.jobs)
    assert (chosen(), session.path, session.is_as_opened) == (BY_AREA, None, True)
    page = window.stages.current_page()
    assert isinstance(page, TablesPage)
    assert "Persons 2, 6 and 7" in page.message_bar.text()
    project = session.project
    assert project is not None
    session.change("Title", project.changed(title="Mine"))
    asked = []
    monkeypatch.setattr(Notice, "exec", lambda notice: asked.append(notice.windowTitle()) or 0)
    window.files.open_example(example("coalition"))
    assert asked == ["Unsaved work"]
    assert session.project is not None
    assert session.project.title == "Mine"
    session.undo()
    with qtbot.waitSignal(session.computed):
        window.files.open_example(example("coalition"))
    settled(window, window.jobs)
    assert chosen() == CRITIQUE
    page = window.stages.current_page()
    assert isinstance(page, TablesPage)
    tab = page.tabs.current
    assert isinstance(tab, CritiqueTab)
    assert (tab.critique.n, tab.critique.k) == (2, 75.0)


def test_what_shows_the_example_is_brought_up(
    window: MainWindow, qtbot: QtBot, settled: Callable[..., None]
) -> None:
    shown = replace(example("census_tables"), part="by_population")
    with qtbot.waitSignal(window.session.computed):
        window.files.open_example(shown)
    settled(window, window.jobs)
    page = window.stages.current_page()
    assert isinstance(page, TablesPage)
    tab = page.tabs.current
    assert isinstance(tab, AreasTab)
    chart = next(view.charts["by_population"] for view in tab.measure.view.sections if view.charts)
    qtbot.waitUntil(lambda: not chart.visibleRegion().isEmpty())
