"""From unsafe to safe in three clicks, in the real window, with a file that nobody has prepared."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.limit import Verdict
from sdcdesk.io import ReadOptions
from ui.pages.masking.page import MaskingPage
from ui.pages.safe_coding.safe_coding_tab import USE, SafeCodingTab
from ui.shell.main_window import MainWindow

RECORDS = 3_000

KEYS = ("Alter", "Geschlecht", "PLZ", "Beruf")


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A file with four keys: ages, sexes, codes of places, and occupations, most of them rare."""
    draw = np.random.default_rng(7)
    weights = 1 / np.arange(1, 61)
    frame = pd.DataFrame(
        {
            "Alter": draw.integers(0, 100, RECORDS),
            "Geschlecht": draw.choice(["männlich", "weiblich"], RECORDS),
            "PLZ": draw.choice([str(code) for code in range(28100, 28180)], RECORDS),
            "Beruf": draw.choice([f"Beruf {n:02}" for n in range(60)], RECORDS, p=weights / weights.sum()),
            "Einkommen": draw.lognormal(10, 1, RECORDS).round(2),
        }
    )
    path = tmp_path / "people.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def unsafe(window: MainWindow, people: Path, qtbot: QtBot) -> MainWindow:
    """The window with the file, whose keys are described and whose risk is limited."""
    session = window.session
    with qtbot.waitSignal(session.computed):
        window.files._opening.data(people, ReadOptions())
    assert session.data is not None
    with qtbot.waitSignal(session.computed):
        session.describe("Keys", *(session.data.variable(key).changed(role=Role.KEY) for key in KEYS))
    assert session.project is not None
    begun = session.project.with_default_scenario()
    limited = begun.changed(scenarios=(begun.scenarios[0].with_limit("dr_weighted", 0.02),))
    with qtbot.waitSignal(session.computed):
        session.change("Limit", limited)
    assert session.release is not None
    assert session.release.verdict is Verdict.UNSAFE
    return window


def test_three_clicks_from_unsafe_to_safe(unsafe: MainWindow, qtbot: QtBot) -> None:
    session, project = unsafe.session, unsafe.session.project
    assert unsafe.panel.check.find_coding.isVisible()
    unsafe.panel.check.find_coding.click()
    page = unsafe.stages.current_page()
    assert isinstance(page, MaskingPage)
    tab = page.tabs.current
    assert isinstance(tab, SafeCodingTab)
    qtbot.waitUntil(lambda: not session.jobs.running)
    found = tab.search.found
    assert found is not None
    assert found.codings.lattice.keys == KEYS
    assert found.question.condition.k > 3, "groups of three do not keep the limit"
    assert "to keep all limits" in tab.line.text()
    assert tab.condition.k.text() == str(found.question.condition.k)
    assert 1 <= len(tab.finest.best()) <= 5
    assert all(tab.effects.find(node) is not None for node in tab.finest.best())
    tab.finest.rows.selectRow(0)
    assert page.header.filled.text() == USE
    page.header.filled.click()
    qtbot.waitUntil(lambda: not session.jobs.running)
    assert session.release is not None
    assert session.release.verdict is Verdict.SAFE
    assert not unsafe.panel.check.find_coding.isVisible()
    session.undo()
    qtbot.waitUntil(lambda: not session.jobs.running)
    assert session.project == project


def test_it_waits_for_the_recipe(unsafe: MainWindow, qtbot: QtBot) -> None:
    session = unsafe.session
    session.compute()
    assert session.is_stale
    session.navigator.find_coding()
    qtbot.waitUntil(lambda: not session.jobs.running)
    page = unsafe.stages.current_page()
    assert isinstance(page, MaskingPage)
    tab = page.tabs.current
    assert isinstance(tab, SafeCodingTab)
    assert tab.search.found is not None


def test_what_would_help_leads_there_too(unsafe: MainWindow, qtbot: QtBot) -> None:
    wanted: list[bool] = []
    unsafe.session.navigator.coding_wanted.connect(lambda: wanted.append(True))
    unsafe.show_stage("risk")
    page = unsafe.stages.current_page()
    assert page is not None
    page.header.filled.click()
    qtbot.waitUntil(lambda: not unsafe.session.jobs.running)
    page.overview.reduction.find_coding.click()
    unsafe.commands["find_coding"].trigger()
    assert wanted == [True, True]
