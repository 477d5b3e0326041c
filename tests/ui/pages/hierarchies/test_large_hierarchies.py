"""Large hierarchies: they are edited and laid out in the background, and nothing that was done is lost."""

import threading

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.hierarchies import editing
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.models.level_model import UNPLACED
from ui.pages.hierarchies import commands, layout
from ui.pages.hierarchies.hierarchies_tab import HierarchiesTab


@pytest.fixture
def large(tab: HierarchiesTab, monkeypatch: pytest.MonkeyPatch) -> HierarchiesTab:
    """The tab with a hierarchy that counts as large."""
    monkeypatch.setattr(commands, "LARGE", 10)
    monkeypatch.setattr(layout, "LARGE", 10)
    return tab


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set to let shifts of entries go on."""
    waits, shifted = threading.Event(), editing.shifted

    def wait(*given: object) -> Hierarchy:
        waits.wait()
        return shifted(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(editing, "shifted", wait)
    return waits


def is_shown(tab: HierarchiesTab) -> bool:
    return not tab.session.jobs.running and tab.levels.hierarchy is tab.commands.hierarchy


def names(tab: HierarchiesTab) -> list[str]:
    return tab.levels.columns[1].entries.texts


def test_edits_come_one_after_the_other_and_each_is_undone(
    large: HierarchiesTab, qtbot: QtBot, held: threading.Event
) -> None:
    tab, before = large, large.commands.hierarchy
    tab.levels.choose(1, ["0 to 4"])
    tab.commands.shift(1, ["0 to 4"], 1)
    tab.commands.rename(1, "5 to 9", "school")
    assert tab.commands.hierarchy is before
    assert tab.card.accessibleDescription() == "Computing"
    held.set()
    qtbot.waitUntil(lambda: is_shown(tab) and names(tab)[:2] == ["school", "0 to 4"])
    assert tab.card.accessibleDescription() == ""
    assert tab.levels.columns[1].list.texts() == ["0 to 4"], "what was chosen still is"
    tab.session.undo()
    qtbot.waitUntil(lambda: is_shown(tab) and names(tab)[:2] == ["5 to 9", "0 to 4"])
    tab.session.undo()
    qtbot.waitUntil(lambda: is_shown(tab) and names(tab)[:2] == ["0 to 4", "5 to 9"])


def test_what_was_changed_meanwhile_stays(large: HierarchiesTab, qtbot: QtBot, held: threading.Event) -> None:
    session = large.session
    large.commands.shift(1, ["0 to 4"], 1)
    assert session.data is not None
    session.describe("Label", session.data.variable("Sex").changed(label="gender"))
    held.set()
    qtbot.waitUntil(lambda: is_shown(large) and names(large)[:2] == ["5 to 9", "0 to 4"])
    assert session.data.variable("Sex").label == "gender"


def test_who_stops_an_edit_has_the_hierarchy_of_before(
    large: HierarchiesTab, qtbot: QtBot, held: threading.Event
) -> None:
    before = large.commands.hierarchy
    large.commands.shift(1, ["0 to 4"], 1)
    large.commands.rename(1, "5 to 9", "school")
    large.session.jobs.cancel(commands.JOB)
    held.set()
    qtbot.waitUntil(lambda: not large.session.jobs.running)
    assert large.commands.hierarchy is before
    assert not large.commands.works
    assert large.card.accessibleDescription() == ""


def test_what_cannot_be_done_is_said_and_the_next_edit_follows(large: HierarchiesTab, qtbot: QtBot) -> None:
    large.commands.rename(1, "0 to 4", "5 to 9")
    large.commands.take_out(0, ["42"])
    qtbot.waitUntil(lambda: is_shown(large) and large.levels.unplaced is not None)
    assert large.levels.unplaced is not None
    assert large.levels.unplaced.entries.texts == ["42"]
    large.commands.rename(1, "0 to 4", "5 to 9")
    qtbot.waitUntil(lambda: "merge the two" in large.message_bar.text())


def test_a_renamed_label_is_chosen_once_it_is_shown(large: HierarchiesTab, qtbot: QtBot) -> None:
    large.levels._rename(large.levels.columns[1], "0 to 4", "small")
    qtbot.waitUntil(lambda: is_shown(large) and large.levels.columns[1].list.texts() == ["small"])
    large.commands.take_out(0, ["42"])
    qtbot.waitUntil(lambda: is_shown(large) and large.levels.unplaced is not None)
    large.levels.choose(UNPLACED, ["42"])
    large._place_fitting()
    qtbot.waitUntil(lambda: is_shown(large) and large.levels.unplaced is None)
