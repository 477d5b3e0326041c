"""Ctrl+K finds everything that the program can do and show."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, Camouflage
from ui.dialogs.query_dialog import QueryDialog
from ui.results.figures_strip import FigureCell
from ui.shell.find_action import ENTRY, ROWS, Findable
from ui.shell.main_window import MainWindow


def found(window: MainWindow, typed: str) -> list[Findable]:
    """Return what typing finds, in its order."""
    if window.find_action.isHidden():
        window.commands["find_action"].trigger()
    window.top.search.setText(typed)
    window.top.search.textEdited.emit(typed)
    rows = window.find_action.list.model()
    return [rows.index(row, 0).data(ENTRY) for row in range(rows.rowCount())]


def finds(window: MainWindow, typed: str, words: str, where: str = "") -> bool:
    """Return whether typing finds something."""
    return any(one.words == words and where in ("", one.where) for one in found(window, typed))


def test_every_method_is_found_by_title_and_name(looked_at: MainWindow) -> None:
    for method in METHODS:
        for typed in (method.title, method.name, method.title.upper()):
            assert finds(looked_at, typed, method.title, "Masking step"), typed
        assert found(looked_at, method.title)[0].words == method.title


TYPED = {
    "weights": "Weight matrix",
    "secret": "Keep the parameters of step 1 secret",
    "seed": "New seed…",
    "copy seed": "Copy the seed",
    "dominance": "Uncertainty of values",
    "p rule": "Uncertainty of values",
    "uncertainty": "Uncertainty of values",
    "threshold": "Smallest count",
    "edition": "Edition of the report",
    "microaggregation step": "Edit step 4: Amount billed in groups of at least 3",
    "edit step 2": "Edit step 2: Zip to first 4 characters",
    "lower the risk": "Reduce the risk",
    "suggest": "Reduce the risk",
    "report": "Export safe file…",
    "json": "Export safe file…",
    "same order": "Assess a finished file…",
    "pairing": "Assess a finished file…",
    "limits": "Set a limit…",
    "scenario": "Add scenario…",
    "identifiers": "Variables",
    "missing": "Variables",
    "labels": "Variables",
    "journal": "Ask for an interval…",
    "queries": "Ask for an interval…",
    "recent": "Open a project…",
    "settings": "Appearance: dark",
}
"""What users type who do not know what it is called here."""


def test_what_users_call_it_is_found(looked_at: MainWindow) -> None:
    assert [typed for typed, words in TYPED.items() if not finds(looked_at, typed, words)] == []


@pytest.mark.parametrize("typed", ["weights", "secret", "seed", "same order"])
def test_what_users_mean_comes_first(looked_at: MainWindow, typed: str) -> None:
    assert found(looked_at, typed)[0].words == TYPED[typed]


def test_the_risk_is_reduced_from_anywhere(opened: MainWindow, qtbot: QtBot) -> None:
    assert found(opened, "reduce the risk")[0].reason == "Every limit is kept"
    opened.find_action.hide()
    session = opened.session
    [first, *others] = session.project.scenarios
    strict = session.project.changed(scenarios=(first.with_limit("dr_weighted", 0.0001), *others))
    with qtbot.waitSignal(session.computed):
        session.change("Strict", strict)
        session.compute()
    opened.show_stage("loss")
    entry = found(opened, "reduce the risk")[0]
    assert not entry.reason
    entry.do()
    page = opened.stages.current_page()
    assert page is not None
    assert page.stage.key == "risk"
    assert page.overview.reduction.isVisible()


def test_a_step_is_kept_secret_from_anywhere(opened: MainWindow) -> None:
    found(opened, "secret")[0].do()
    assert opened.session.project.recipe.steps[0].secret
    opened.find_action.hide()
    assert finds(opened, "secret", "Tell the parameters of step 1 in public documents")


def test_the_weight_matrix_is_led_to(looked_at: MainWindow) -> None:
    [entry] = [one for one in found(looked_at, "weight matrix") if one.words == "Weight matrix"]
    entry.do()
    page = looked_at.stages.current_page()
    assert page is not None
    assert page.header.tabs.tabText(page.header.tabs.currentIndex()) == "Weight matrix"


def test_every_measure_is_found_by_title_and_name(looked_at: MainWindow) -> None:
    for measure in MEASURES:
        for typed in (measure.title, measure.name):
            assert finds(looked_at, typed, measure.title, "Measures"), typed


def test_every_declared_figure_is_found_by_title_symbol_and_name(looked_at: MainWindow) -> None:
    for measure in MEASURES:
        for figure in measure.declares:
            words = f"{figure.title}, {figure.symbol}" if figure.symbol else figure.title
            for typed in filter(None, (figure.title, figure.symbol, figure.name)):
                assert finds(looked_at, typed, words, measure.title), (measure.title, typed)


def test_several_words_in_any_order_and_initials_find_something(looked_at: MainWindow) -> None:
    assert found(looked_at, "below groups k-anon")[0].where == "k-anonymity"
    assert finds(looked_at, "srs", "Simple random sampling")
    assert looked_at.session.data is not None
    label = looked_at.session.data.variable("Amount_Billed").label
    for typed in ("amount_billed", label):
        assert finds(looked_at, typed, f"{label} (Amount_Billed)", "Variable")
    assert [one.words for one in found(looked_at, "no such thing")] == ["Nothing is called that"]


def test_a_figure_is_led_to_in_its_tab(
    looked_at: MainWindow, settled: Callable[..., None], qtbot: QtBot
) -> None:
    looked_at.resize(1280, 720)
    for typed, name, tab in (
        ("most of dr_max with this k", "dr_max_ceiling", "k-anonymity"),
        ("right guesses with the file linkability", "linkability_attack_rate", "Three criteria"),
        ("risk of linkability", "linkability_risk", "Three criteria"),
    ):
        entry = found(looked_at, typed)[0]
        assert not entry.reason
        qtbot.keyClick(looked_at.top.search, Qt.Key.Key_Return)
        header = looked_at.stages.current_page().header
        assert header.tabs.tabText(header.tabs.currentIndex()) == tab
        settled(looked_at, looked_at.jobs)
        measured = looked_at.stages.current_page().measures.currentWidget()
        qtbot.waitUntil(lambda tab=measured: tab.view.state == "ready")
        cells = measured.view.findChildren(FigureCell)
        cell = next((one for one in cells if one.figure.name == name), None)
        if cell is not None:
            assert looked_at.focusWidget() is cell.value
            assert not cell.value.visibleRegion().isEmpty(), typed


def test_a_method_opens_its_dialog(looked_at: MainWindow, qtbot: QtBot) -> None:
    found(looked_at, "pram")
    qtbot.keyClick(looked_at.top.search, Qt.Key.Key_Return)
    page = looked_at.stages.page("masking")
    assert page.dialog.windowTitle() == "PRAM"
    page.dialog.reject()


def test_the_interval_query_is_found_and_says_what_it_needs(opened: MainWindow, qtbot: QtBot) -> None:
    [entry] = [one for one in found(opened, "query") if one.words.startswith("Ask for an interval")]
    assert "Camouflage" in entry.reason
    opened.find_action.hide()
    with qtbot.waitSignal(opened.session.computed):
        opened.session.add_step(Camouflage(variables=["Amount_Billed"], below=5.0))
    [entry] = [one for one in found(opened, "query") if one.words.startswith("Ask for an interval")]
    assert entry.reason == ""
    entry.do()
    [dialog] = opened.findChildren(QueryDialog)
    assert dialog.isVisible()
    dialog.reject()


def test_what_cannot_be_done_says_why(window: MainWindow) -> None:
    shown = found(window, "")
    assert len(shown) > 200
    impossible = {one.words for one in shown if one.reason}
    assert {"PRAM", "k-anonymity", "Save project"} <= impossible
    rows = window.find_action.list.model()
    for row in range(rows.rowCount()):
        item = rows.index(row, 0)
        entry = item.data(ENTRY)
        assert bool(item.flags() & Qt.ItemFlag.ItemIsEnabled) is not bool(entry.reason)
        assert entry.reason in item.data(Qt.ItemDataRole.AccessibleTextRole)


def test_keys_walk_over_what_cannot_be_done_and_as_far_as_the_list_goes(
    window: MainWindow, qtbot: QtBot
) -> None:
    shown, find = found(window, ""), window.find_action
    row = next(row for row, one in enumerate(shown) if one.reason)
    for _ in range(row + 1):
        qtbot.keyClick(window.top.search, Qt.Key.Key_Down)
    assert find.list.currentIndex().data(ENTRY) is shown[row + 1]
    for _ in range(len(shown) // ROWS + 1):
        qtbot.keyClick(window.top.search, Qt.Key.Key_PageDown)
    assert find.list.currentIndex().data(ENTRY) is shown[-1]
    qtbot.waitUntil(lambda: find.list.visualRect(find.list.currentIndex()).bottom() <= find.list.height())
    qtbot.keyClick(window.top.search, Qt.Key.Key_Up)
    qtbot.keyClick(window.top.search, Qt.Key.Key_Return)
    assert find.isVisible() is bool(shown[-2].reason)


def test_a_letter_asks_nothing_anew(looked_at: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    found(looked_at, "")
    monkeypatch.setattr(looked_at.find_action, "_findable", lambda: pytest.fail("asked for all again"))
    assert found(looked_at, "pr")
    assert looked_at.find_action.isVisible()
    assert looked_at.find_action.geometry().bottom() <= looked_at.height()
    QApplication.processEvents()
    assert not looked_at.find_action.grab().isNull()
