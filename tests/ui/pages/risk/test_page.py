from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMainWindow, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document import scenario_commands
from sdcdesk.document.blank_commands import MATCH
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.masking import LocalSuppression, Rounding
from sdcdesk.release.project_results import compute
from sdcdesk.release.release_check import Checked
from sdcdesk.release.scenario_row import Column
from sdcdesk.risk import TRUTA_2004, DisclosureRisk
from tests.ui.conftest import colours_of
from ui.forms.editor import Editor
from ui.look.theme import theme
from ui.pages.risk import stage as risk_stage
from ui.pages.risk.page import OVERVIEW, WEIGHTS, RiskPage
from ui.pages.risk.scenario_cells import PAD
from ui.pages.risk.scenarios import BOTH
from ui.pages.stages import checklist
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.symbols import with_symbols
from ui.widgets.what_is_this import WhatIsThis

WIDTH = 936


class Stand:
    """The page in a window of its own."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.page = RiskPage(session, Actions(self.window), risk_stage.STAGE)
        self.window.setCentralWidget(self.page)
        self.window.resize(WIDTH, 832)
        with qtbot.waitExposed(self.window):
            self.window.show()

    def settle(self) -> None:
        """Wait until nothing is computed any more."""
        self.qtbot.waitUntil(lambda: not self.session.jobs.running)

    def change(self, change: Callable[[Project], Project]) -> None:
        project = self.project
        self.session.change("Change", change(project))
        self.settle()

    @property
    def project(self) -> Project:
        assert self.session.project is not None
        return self.session.project

    @property
    def names(self) -> list[str]:
        return [scenario.name for scenario in self.project.scenarios]

    def checked(self, name: str) -> Checked:
        results = self.session.results
        assert results is not None
        assert results.release is not None
        return next(each for each in results.release.scenarios if each.scenario.name == name)

    def after(self, name: str = "Neighbour") -> Assessment:
        after = self.checked(name).after
        assert after is not None
        return after

    def cell(self, row: int, column: Column) -> str:
        return str(self.page.overview.scenarios.table.rows.index(row, column).data())

    def popover(self) -> WhatIsThis:
        popover = QApplication.activePopupWidget()
        assert isinstance(popover, WhatIsThis)
        return popover

    def wrong_weights(self) -> None:
        """Give the first scenario weights that do not fit its recipe."""
        first, w3 = self.project.scenarios[0], TRUTA_2004["W3"]
        self.change(lambda p: scenario_commands.with_scenario(p, first.changed(weights="W3"), first.name, w3))


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


def _labels(stand: Stand) -> list[str]:
    return [one.text() for one in stand.page.findChildren(QLabel) if one.isVisible()]


def _open(session: Session, sample: Path, change: Callable[[Project], Project]) -> None:
    project = change(load(sample))
    data = load(sample).open_data(sample).describe(*project.variables)
    session.open(data, project, sample)


def _without_keys(project: Project) -> Project:
    variables = tuple(variable.changed(role=Role.OTHER) for variable in project.variables)
    return project.changed(variables=variables, scenarios=())


# What is shown


def test_the_table_shows_the_figures_of_every_scenario(stand: Stand) -> None:
    for row, name in enumerate(stand.names):
        after = stand.after(name)
        risks = ((Column.MINIMAL, "dr_min"), (Column.WEIGHTED, "dr_weighted"), (Column.MAXIMAL, "dr_max"))
        for column, figure in risks:
            assert stand.cell(row, column) == quantity_text(after.figure(figure).quantity).text
        assert stand.cell(row, Column.LIMIT) == "2\u202f%"
        assert stand.cell(row, Column.VERDICT) == "Safe"
        assert stand.cell(row, Column.KNOWN).startswith(name)


def test_every_figure_says_whether_it_is_exact(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    for column in (Column.WEIGHTED, Column.MAXIMAL):
        words = table.rows.index(0, column).data(Qt.ItemDataRole.AccessibleTextRole)
        assert words.endswith("an upper bound")
    text = stand.page.overview.scenarios.exactness.text()
    assert with_symbols(stand.after().states["exactness"].meaning) in text


def test_the_charts_are_those_of_the_chosen_scenario(stand: Stand) -> None:
    for row, name in enumerate(stand.names):
        stand.page.overview.scenarios.table.selectRow(row)
        groups, heat = (card.chart for card in stand.page.overview.charts)
        assert stand.page.chosen == name
        after = stand.after(name)
        shown = [int(entry) for entry in np.array(groups.table()[1:])[:, 2]]
        assert sum(shown) == len(after.masked)
        matrix = [int(row[2]) for row in heat.table()[1:]]
        assert matrix[0] == (after.record("f") == 1)[after.record("F") == 1].sum()
        assert sum(matrix) == len(after.masked)


def test_the_worst_scenario_is_chosen_first(stand: Stand) -> None:
    limits = {"Neighbour": 0.5, "Colleague": 0.0001}
    stand.change(
        lambda p: p.changed(scenarios=tuple(s.with_limit("dr_weighted", limits[s.name]) for s in p.scenarios))
    )
    assert stand.page.chosen == "Colleague"


def test_a_limit_decides_the_verdict_at_once(stand: Stand) -> None:
    assert stand.page.header.filled.text() == "Check the loss"
    first = stand.project.scenarios[0]
    changed = scenario_commands.with_scenario(
        stand.project, first.with_limit("dr_weighted", 0.0001), first.name
    )
    stand.session.change("Limit", changed)
    assert stand.cell(0, Column.VERDICT) == "Unsafe"
    assert stand.page.header.filled.text() == "Reduce the risk"
    stand.settle()
    assert stand.cell(0, Column.VERDICT) == "Unsafe"


def test_the_filled_button_leads_on(stand: Stand, qtbot: QtBot) -> None:
    with qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page.header.filled.click()
    assert wanted.args == ["loss", ""]
    stand.change(lambda p: p.changed(scenarios=tuple(s.with_limit("dr_weighted", 0.0) for s in p.scenarios)))
    stand.page.header.filled.click()
    assert stand.page.overview.reduction.isVisible()
    stand.settle()


# What is this


@pytest.mark.parametrize("column", [Column.MINIMAL, Column.WEIGHTED, Column.MAXIMAL, Column.K])
def test_the_number_explained_is_the_one_in_the_table(stand: Stand, column: Column) -> None:
    table = stand.page.overview.scenarios.table
    table.explain_figure(table.rows.index(0, column))
    popover = stand.popover()
    last = popover.explanation.rows[-1][1]
    if column is not Column.K:
        assert last == stand.page.overview.scenarios.table.rows.rows[0].text(column)
    popover.close()


def test_a_click_on_a_figure_explains_it(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    place = table.visualRect(table.rows.index(1, Column.WEIGHTED)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert stand.page.chosen == "Colleague"
    popover = stand.popover()
    assert "÷ 5,000 records" in popover.explanation.rows[-1][0]
    popover.close()


def test_enter_explains_the_figure_that_has_the_focus(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    table.setFocus()
    table.setCurrentIndex(table.rows.index(0, Column.MINIMAL))
    QTest.keyClick(table, Qt.Key.Key_Return)
    stand.popover().close()


def test_the_records_of_a_figure_are_shown(stand: Stand, qtbot: QtBot) -> None:
    table = stand.page.overview.scenarios.table
    table.explain_figure(table.rows.index(0, Column.MINIMAL))
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        stand.popover().link_chosen.emit("records")
    rows, words = wanted.args
    after = stand.after()
    assert len(rows) == round(float(after.value("dr_min")) * len(after.original))
    assert words == "alone in both files"
    stand.popover().close()


def test_enter_on_a_cell_of_the_matrix_shows_its_records(stand: Stand, qtbot: QtBot) -> None:
    heat = stand.page.overview.charts[1].chart
    heat.view.setFocus()
    heat.view.setCurrentIndex(heat.model.index(0, 0))
    QTest.keyClick(heat.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        QTest.keyClick(heat.view, Qt.Key.Key_Return)
    rows, words = wanted.args
    assert len(rows) == int(heat.model.index(1, 0).data())
    assert words


def test_enter_on_a_bar_shows_its_records(stand: Stand, qtbot: QtBot) -> None:
    chart = stand.page.overview.charts[0].chart
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Home)
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert len(wanted.args[0]) == (stand.after().record("f") == 1).sum()


# Scenarios are changed


def write(editor: Editor, name: str) -> None:
    """Enter a value as a user does."""
    editor.set_value(name)
    editor.edited.emit()


def test_a_scenario_is_edited_and_the_edit_undone(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    table.setFocus()
    table.setCurrentIndex(table.rows.index(1, Column.KNOWN))
    QTest.keyClick(table, Qt.Key.Key_Return)
    dialog = stand.page.dialog
    assert dialog is not None
    write(dialog.form.editors["name"], "Workmate")
    dialog.form.editors["limits"].rows[0].value.setText("0.1 %")
    dialog.filled.click()
    assert stand.names == ["Neighbour", "Workmate"]
    assert stand.project.scenarios[1].limit("dr_weighted") == 0.001
    assert stand.page.chosen == "Workmate"
    assert stand.session.history.undo_label == "Edit scenario Workmate"
    stand.session.undo()
    assert stand.names == ["Neighbour", "Colleague"]


def test_a_scenario_is_added_with_a_matrix_to_start_from(stand: Stand) -> None:
    stand.page.overview.scenarios.add.click()
    dialog = stand.page.dialog
    assert dialog is not None
    write(dialog.form.editors["name"], "Journalist")
    write(dialog.form.editors["weights"], "All count alike")
    dialog.filled.click()
    stand.settle()
    assert stand.names == ["Neighbour", "Colleague", "Journalist"]
    assert stand.project.weights["All count alike"].tail == 1
    after = stand.after("Journalist")
    assert after.value("dr_weighted") == after.value("dr_max")
    assert stand.cell(2, Column.VERDICT) == "Not assessed"
    assert stand.cell(2, Column.LIMIT) == "none"


def test_the_menu_of_a_row_copies_and_removes(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    table.setCurrentIndex(table.rows.index(0, Column.KNOWN))

    def act(words: str) -> QAction:
        return next(action for action in table.actions() if action.text() == words)

    act("Duplicate").trigger()
    assert stand.names == ["Neighbour", "Neighbour, copy", "Colleague"]
    assert stand.page.chosen == "Neighbour, copy"
    act("Remove").trigger()
    assert stand.names == ["Neighbour", "Colleague"]
    assert stand.session.history.undo_label == "Remove scenario Neighbour, copy"
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert len(stand.names) == 1
    stand.session.undo()
    stand.session.undo()
    assert len(stand.names) == 3


def test_weights_that_do_not_fit_are_said_and_helped(stand: Stand) -> None:
    stand.wrong_weights()
    card = stand.page.overview.scenarios
    assert stand.page.chosen == "Neighbour"
    assert stand.cell(0, Column.WEIGHTED) == "not estimable"
    assert stand.cell(0, Column.MINIMAL) == "–"
    assert "has no place for" in card.message_bar.text()
    assert card.message_bar.button.text() == BOTH
    card.message_bar.button.click()
    stand.settle()
    assert stand.project.scenarios[0].weights == "W3, both directions"
    assert stand.project.weights["W3"].structure == "sampling", "the printed matrix stays"
    assert stand.cell(0, Column.WEIGHTED) != "not estimable"
    assert not card.message_bar.isVisible()


def test_blanks_that_are_counted_as_a_category_are_said_and_matched(stand: Stand) -> None:
    stand.change(lambda p: p.changed(recipe=p.recipe.then(LocalSuppression(k=3, mode="wildcard"))))
    bar = stand.page.overview.scenarios.message_bar
    assert "blanked by local suppression, so that" in bar.text()
    assert bar.button.text() == MATCH
    bar.button.click()
    stand.settle()
    assert {scenario.missing for scenario in stand.project.scenarios} == {"wildcard"}
    assert not bar.isVisible()
    stand.session.undo()
    stand.settle()
    assert {scenario.missing for scenario in stand.project.scenarios} == {"category"}
    assert bar.isVisible()


def test_keys_that_are_not_there_are_said(session: Session, sample: Path, qtbot: QtBot) -> None:
    def change(project: Project) -> Project:
        first = project.scenarios[0].changed(keys=())
        variables = tuple(variable.changed(role=Role.OTHER) for variable in project.variables)
        return project.changed(scenarios=(first,), variables=variables)

    _open(session, sample, change)
    stand = Stand(session, qtbot)
    stand.settle()
    with qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page.overview.scenarios.message_bar.button.click()
    assert wanted.args == ["variables", ""]


# States


def test_without_keys_the_page_leads_to_the_variables(session: Session, sample: Path, qtbot: QtBot) -> None:
    _open(session, sample, _without_keys)
    stand = Stand(session, qtbot)
    stand.settle()
    assert "No key variables yet" in _labels(stand)
    assert not stand.page.limits.isEnabled()
    assert "add one first" in stand.page.limits.toolTip()
    with qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page.header.filled.click()
    assert wanted.args == ["variables", ""]


def test_without_scenarios_the_page_asks_for_one(session: Session, sample: Path, qtbot: QtBot) -> None:
    _open(session, sample, lambda project: project.changed(scenarios=()))
    stand = Stand(session, qtbot)
    stand.settle()
    assert "No disclosure scenario yet" in _labels(stand)
    stand.page.header.filled.click()
    assert stand.page.dialog is not None
    assert stand.page.dialog.isVisible()


def test_before_the_first_result_the_page_waits(session: Session, sample: Path, qtbot: QtBot) -> None:
    _open(session, sample, lambda project: project)
    stand = Stand(session, qtbot)
    if session.is_stale:
        assert stand.cell(0, Column.WEIGHTED) == "…"
        assert "Counting groups…" in _labels(stand)
    stand.settle()
    assert stand.cell(0, Column.WEIGHTED) != "…"


def test_stale_figures_stay_until_new_ones_arrive(stand: Stand) -> None:
    before = stand.cell(0, Column.WEIGHTED)
    stand.session.compute()
    assert stand.session.is_stale
    assert stand.cell(0, Column.WEIGHTED) == before
    assert stand.page.overview.charts[0].accessibleDescription() == "Computing"
    stand.settle()
    assert stand.page.overview.charts[0].accessibleDescription() == ""


def test_a_failed_step_leaves_no_masked_file(stand: Stand) -> None:
    _failed(stand)
    assert "Step 5 failed, so there is no masked file" in _labels(stand)
    assert stand.cell(0, Column.WEIGHTED) == "–", "nothing is on its way"


def _colours(widget: QWidget) -> set[str]:
    return colours_of(widget.grab().toImage())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", ["result", "unsafe", "error", "loading"])
def test_every_state_is_drawn_in_both_schemes(stand: Stand, scheme: str, state: str) -> None:
    if state == "unsafe":
        stand.change(
            lambda p: p.changed(scenarios=tuple(s.with_limit("dr_weighted", 0.0) for s in p.scenarios))
        )
    elif state == "error":
        stand.wrong_weights()
    elif state == "loading":
        stand.session.compute()
    theme().set_scheme("dark" if scheme == "dark" else "light")
    colours, charts = _colours(stand.window), stand.page.overview.charts
    bars = _colours(charts[0].content) if charts else set()
    stand.settle()
    assert theme().colour("surface").name() in colours
    # Full colour for what holds, dimmed while it is computed again, nothing where there is nothing.
    assert (theme().colour("after").name() in bars) == (state in ("result", "unsafe"))
    assert (theme().colour("risk_soft").name() in colours) == (state == "error")


@pytest.mark.parametrize("tab", [OVERVIEW, WEIGHTS])
def test_nothing_is_cut_and_nothing_scrolls_sideways(stand: Stand, tab: int) -> None:
    stand.page.show_tab(tab)
    stand.settle()
    areas = [area for area in stand.page.findChildren(QScrollArea) if area.isVisible()]
    assert areas
    for area in areas:
        assert area.widget().width() <= area.viewport().width()
    for one in stand.page.findChildren(QLabel):
        if one.isVisible() and one.text() and not one.wordWrap() and "<" not in one.text():
            assert one.fontMetrics().horizontalAdvance(one.text()) <= one.width(), one.text()


def test_the_verdict_is_seen_in_a_narrow_window(stand: Stand) -> None:
    stand.window.resize(740, 560)
    table = stand.page.overview.scenarios.table
    stand.qtbot.waitUntil(lambda: table.viewport().width() < 740)
    assert table.visualRect(table.rows.index(0, Column.VERDICT)).right() <= table.viewport().width()
    assert table.isColumnHidden(Column.WEIGHTS)


def test_names_of_scenarios_have_room_first_and_those_of_matrices_two_lines(stand: Stand) -> None:
    long = "Somebody from the insurance"
    first = stand.project.scenarios[0]
    stand.change(lambda p: p.changed(scenarios=(first.changed(name=long),)))
    table = stand.page.overview.scenarios.table
    bold = QFontMetrics(theme().font("card_title")).horizontalAdvance(long)
    for width in (WIDTH, 740):
        stand.window.resize(width, 832)
        stand.qtbot.waitUntil(lambda most=width: most - 100 < table.viewport().width() < most)
        assert table.columnWidth(Column.KNOWN) >= bold + 2 * PAD
    weights = table.rows.index(0, Column.WEIGHTS)
    assert weights.data(Qt.ItemDataRole.ToolTipRole).endswith(str(weights.data()))


def test_nothing_is_cut_beside_the_panel_in_the_smallest_window(stand: Stand) -> None:
    stand.window.resize(456, 560)
    overview = stand.page.overview
    table = overview.scenarios.table
    stand.qtbot.waitUntil(lambda: overview.charts[1].y() > overview.charts[0].geometry().bottom())
    for area in stand.page.findChildren(QScrollArea):
        if area.isVisible():
            assert area.widget().width() <= area.viewport().width()
    assert table.visualRect(table.rows.index(0, Column.VERDICT)).right() <= table.viewport().width()
    assert not table.isColumnHidden(Column.WEIGHTED)
    assert table.geometry().bottom() <= overview.scenarios.exactness.mapTo(table.parentWidget(), QPoint()).y()
    stand.window.resize(WIDTH, 832)
    stand.qtbot.waitUntil(lambda: overview.charts[1].y() == overview.charts[0].y())
    assert not table.isColumnHidden(Column.MINIMAL)


def test_every_control_has_a_name(stand: Stand) -> None:
    for tab in (OVERVIEW, WEIGHTS):
        stand.page.show_tab(tab)
        for one in stand.page.findChildren(QAbstractButton):
            if one.isVisible() and not one.objectName().startswith("qt_"):
                assert one.text() or one.accessibleName(), one
    stand.settle()


def test_there_is_one_filled_button(stand: Stand) -> None:
    for tab in (OVERVIEW, WEIGHTS):
        stand.page.show_tab(tab)
        filled = [one for one in stand.page.findChildren(QAbstractButton) if one.property("filled")]
        assert len([one for one in filled if one.isVisible()]) == 1
    stand.settle()


# Keyboard


def test_the_keyboard_does_not_leave_the_page_with_the_tab(stand: Stand) -> None:
    tabs = stand.page.header.tabs
    stand.page.overview.scenarios.table.setFocus()
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(WEIGHTS).center())
    assert tabs.hasFocus()
    view = stand.page.weights.grid.view
    view.setFocus()
    view.setCurrentIndex(view.grid.index(0, 1))
    QTest.keyClick(view, Qt.Key.Key_1)
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(OVERVIEW).center())
    assert tabs.hasFocus(), "not the grid, which is hidden now"
    stand.settle()


def test_the_tabs_change_header_and_next_act(stand: Stand) -> None:
    stand.page.show_tab(WEIGHTS)
    assert stand.page.header.accessibleName() == "Weight matrix"
    assert stand.page.header.filled.text() == "See the risk"
    stand.page.header.filled.click()
    assert stand.page.tab == OVERVIEW
    assert stand.page.header.accessibleName() == "Risk"
    stand.settle()


def test_another_matrix_can_be_used_and_the_use_undone(stand: Stand) -> None:
    stand.page.show_tab(WEIGHTS)
    stand.page.weights.commands.add_preset("All count alike")
    stand.settle()
    filled = stand.page.header.filled
    assert filled.text() == f"Use for {stand.page.chosen}"
    assert filled.toolTip() == f"Use All count alike for {stand.page.chosen}"
    assert filled.isEnabled()
    scenario = stand.page.chosen
    filled.click()
    stand.settle()
    assert stand.session.history.undo_label == f"Use All count alike for {scenario}"
    assert scenario_commands.named(stand.project, scenario).weights == "All count alike"
    assert filled.text() == "See the risk"
    stand.session.undo()
    stand.settle()
    assert filled.text() == f"Use for {scenario}"
    stand.page.show_tab(OVERVIEW)
    assert filled.isEnabled()


def test_a_matrix_that_does_not_fit_the_file_cannot_be_used(stand: Stand) -> None:
    stand.page.show_tab(WEIGHTS)
    stand.page.weights.commands.add_preset("W4, Truta 2004")
    stand.settle()
    filled = stand.page.header.filled
    assert not filled.isEnabled()
    assert "has no place for" in filled.toolTip()
    stand.page.show_tab(OVERVIEW)
    assert filled.isEnabled()
    assert "has no place for" not in filled.toolTip()


def test_long_names_of_scenarios_are_cut(stand: Stand) -> None:
    long = "Somebody from the insurance company"
    first = stand.project.scenarios[0]
    stand.change(lambda p: p.changed(scenarios=(first.changed(name=long),)))
    stand.page.show_tab(WEIGHTS)
    stand.page.weights.commands.add_preset("All count alike")
    stand.settle()
    assert stand.page.header.filled.text() == "Use for Somebody from the i…"
    assert long in stand.page.header.filled.toolTip()


def test_matrices_are_compared_in_a_window_beside(stand: Stand) -> None:
    assert not stand.page.compare.isVisible()
    stand.page.show_tab(WEIGHTS)
    stand.page.compare.click()
    stand.settle()
    assert stand.page.comparison is not None
    assert stand.page.comparison.isVisible()
    assert not stand.page.comparison.isModal()
    stand.page.comparison.close()


def test_the_context_menu_key_opens_the_menu_of_the_row(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    table.setCurrentIndex(table.rows.index(0, Column.WEIGHTED))
    assert table.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu

    def menu() -> list[str]:
        return [action.text() for action in table.actions() if action.isVisible()]

    assert menu() == ["What is this figure?", "Edit scenario…", "Duplicate", "Remove"]
    table.setCurrentIndex(table.rows.index(0, Column.KNOWN))
    assert menu() == ["Edit scenario…", "Duplicate", "Remove"]


def test_what_the_key_finder_found_becomes_a_scenario_in_one_click(stand: Stand) -> None:
    limits = stand.project.scenarios[0].limits
    stand.session.choose_scenario(stand.names[0])
    stand.session.navigator.add_scenario(("Age", "Zip"))
    stand.settle()
    made = stand.project.scenarios[-1]
    assert (made.keys, made.limits) == (("Age", "Zip"), limits)
    assert stand.page.chosen == made.name
    assert stand.page.tab == OVERVIEW
    stand.session.undo()
    assert made.name not in stand.names


def test_keys_and_weights_have_the_room_that_figures_leave(stand: Stand) -> None:
    table = stand.page.overview.scenarios.table
    stand.window.resize(936, 832)
    stand.qtbot.waitUntil(lambda: 850 < table.viewport().width() < 936)
    assert not any(table.isColumnHidden(column) for column in Column)
    assert table.columnWidth(Column.KNOWN) >= table.sizeHintForColumn(Column.KNOWN), "no key is cut"


def _failed(stand: Stand) -> None:
    stand.change(lambda p: p.changed(recipe=p.recipe.then(Rounding(variables=["Name"], base=10.0))))


def test_a_failed_step_is_named_and_led_to(stand: Stand, qtbot: QtBot) -> None:
    _failed(stand)
    assert stand.page.header.filled.text() == "Edit step 5"
    empty = stand.page.overview.missing.empty
    assert empty is not None
    assert empty.accessibleName() == "Step 5 failed, so there is no masked file"
    assert "Name is nominal" in empty.accessibleDescription()
    for press in (empty.button.click, stand.page.header.filled.click):
        with qtbot.waitSignal(stand.session.navigator.step_wanted) as wanted:
            press()
        assert wanted.args == [4]


def test_what_was_stopped_is_computed_again_and_is_no_error(
    stand: Stand, endless: Callable[[], AbstractContextManager[None]]
) -> None:
    with endless():
        stand.session.compute()
        with stand.qtbot.waitSignal(stand.session.computed):
            stand.session.jobs.cancel("compute")
    bar = stand.page.message_bar
    assert bar.text().startswith("Stopped")
    assert bar.accessibleName() == "Note", "the user wanted it"
    assert not bar.close_button.isVisible(), "it holds until it is mended"
    assert not stand.page.header.filled.isVisible(), "one place offers to compute again"
    with stand.qtbot.waitSignal(stand.session.computed):
        bar.button.click()
    assert not bar.isVisible()
    assert stand.page.header.filled.text() == "Check the loss"


def test_a_scenario_that_cannot_be_assessed_is_the_next_thing_to_mend(
    session: Session, sample: Path, qtbot: QtBot
) -> None:
    def change(project: Project) -> Project:
        first = project.scenarios[0].changed(keys=("Age", "Postcode"))
        return project.changed(scenarios=(first, *project.scenarios[1:]))

    _open(session, sample, change)
    stand = Stand(session, qtbot)
    stand.settle()
    assert stand.page.header.filled.text() == "Edit scenario…"
    coming = next(check for check in checklist(session) if not check.done)
    assert coming.words == "mend the scenario Neighbour, which cannot be assessed"
    assert coming.act == "stage_risk"
    stand.page.header.filled.click()
    assert stand.page.dialog is not None
    stand.page.dialog.reject()


def test_a_limit_that_cannot_be_judged_is_the_next_thing_to_change(stand: Stand, qtbot: QtBot) -> None:
    off = Limit(measure="local_suppression", figure="cells_blanked", value=0.0)
    first = stand.project.scenarios[0]
    limits = (*first.limits, off)
    stand.change(lambda p: p.changed(scenarios=(first.changed(limits=limits), *p.scenarios[1:])))
    assert stand.page.header.filled.text() == "Change the limits"
    coming = next(check for check in checklist(stand.session) if not check.done)
    assert coming.words == "change the limits of Neighbour, one of which cannot be judged"
    assert coming.act == "set_limit"
    with qtbot.waitSignal(stand.session.navigator.limit_wanted):
        stand.page.header.filled.click()


def test_a_defect_of_the_leading_measure_is_no_matter_of_the_scenario(
    stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("SECRET")

    monkeypatch.setattr("ui.session.session.compute", compute)  # nothing is remembered of a defect
    with monkeypatch.context() as patch:
        patch.setattr(DisclosureRisk, "_count", fail)
        stand.change(lambda p: p.changed(recipe=p.recipe.switched(2, on=False)))
    bar = stand.page.overview.scenarios.message_bar
    assert "a defect of the measure (KeyError); report it." in bar.text()
    assert bar.button.text() == stand.page.header.filled.text() == "Compute again"
    with stand.qtbot.waitSignal(stand.session.computed):
        bar.button.click()
    assert not bar.isVisible()
    assert stand.cell(0, Column.WEIGHTED) != "not estimable"
