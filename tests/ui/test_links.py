"""Where notes, links and buttons lead: every target exists, and every way ends where it says."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sdcdesk.document.measures import MEASURES
from ui.pages.page import Check
from ui.pages.stages import STAGES, checklist
from ui.session.navigator import OVERVIEW
from ui.shell.main_window import MainWindow
from ui.widgets.actions import DECLARED, MENUS

ROOT = Path(__file__).resolve().parents[2]

LEADS = {"show_stage": 0, "_lead": 3}
"""Functions that lead to a stage, and which argument names it."""

KEYS = {stage.key for stage in STAGES}

TITLES = {stage.title for stage in STAGES} | {OVERVIEW, "Weight matrix"} | {one.title for one in MEASURES}


def trees(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Return the sources of folders."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield file, ast.parse(file.read_text(encoding="utf-8"))


def sentences() -> Iterator[tuple[Path, str]]:
    """Return what stands in the sources as text."""
    for file, tree in trees("ui", "sdcdesk"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield file, node.value


def test_every_stage_that_is_led_to_exists() -> None:
    led = []
    for file, tree in trees("ui"):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in LEADS
            ):
                place = LEADS[node.func.attr]
                named = node.args[place] if len(node.args) > place else None
                if isinstance(named, ast.Constant):
                    led.append((file.name, named.value))
    assert len(led) > 5
    assert [lead for lead in led if lead[1] not in KEYS] == []


@pytest.mark.parametrize(
    ("words", "known"),
    [(r"\b(?:on the|the) page ([A-Z]\w+)", TITLES), (r"\b(?:in the|the) menu ([A-Z]\w+)", set(MENUS))],
)
def test_every_page_and_menu_that_a_sentence_names_exists(words: str, known: set[str]) -> None:
    named = [(file.name, found) for file, text in sentences() for found in re.findall(words, text)]
    assert [each for each in named if each[1] not in known] == []


def test_every_action_that_a_sentence_names_stands_in_its_menu() -> None:
    labels = {(one.menu, one.label.removesuffix("…")) for one in DECLARED}
    pattern = re.compile(rf"\bsee ({'|'.join(MENUS)}), ([A-Z][a-z]+(?: [a-z]+)*)")
    named = [(file.name, found) for file, text in sentences() for found in pattern.findall(text)]
    assert [each for each in named if each[1] not in labels] == []


def place(window: MainWindow) -> tuple[str, str]:
    """Return the stage and the tab that are seen."""
    page = window.stages.current_page()
    assert page is not None
    return page.stage.key, page.header.tabs.tabText(page.header.tabs.currentIndex())


def test_every_entry_of_the_checklist_ends_where_it_says(looked_at: MainWindow) -> None:
    led: list[Check] = [check for check in checklist(looked_at.session) if check.act.startswith("stage_")]
    assert led
    for check in led:
        looked_at.show_stage("risk", "k-anonymity")
        looked_at._lead_to(check)
        stage, tab = place(looked_at)
        assert stage == check.act.removeprefix("stage_"), check.words
        assert not check.tab or tab == check.tab, check.words


def test_every_stage_has_a_manual_page(looked_at: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Callable[..., object]] = []
    monkeypatch.setattr("ui.dialogs.manual_dialog.show_manual", shown.append)
    for stage in STAGES:
        looked_at.show_stage(stage.key)
        looked_at.commands["manual"].trigger()
    assert [kind.name for kind in shown] == [  # type: ignore[attr-defined]
        _manual_of(looked_at, stage.key) for stage in STAGES
    ]


def _manual_of(window: MainWindow, key: str) -> str:
    stage = next(one for one in STAGES if one.key == key)
    steps, position = window.session.project.recipe.steps, window.panel.recipe.list.position
    return steps[position].method.name if key == "masking" and 0 <= position < len(steps) else stage.manual
