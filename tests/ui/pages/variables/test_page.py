from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QStyleOptionViewItem, QTableView, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import Progress
from sdcdesk.document import variable_commands
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.inspection import variable_facts
from sdcdesk.inspection.metadata_transfer import description_text
from sdcdesk.inspection.variable_rows import Proposal
from sdcdesk.io import ReadOptions
from ui.dialogs.metadata_transfer_dialog import MetadataTransferDialog
from ui.look.theme import theme
from ui.models.variables_model import ROW, VariableColumn
from ui.pages.variables import stage as variables_stage
from ui.pages.variables.cells import PAD, WIDTHS, ValuesCell
from ui.pages.variables.page import STOPPED, VariablesPage
from ui.pages.variables.table import REASON
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.painting import paint_lines

pytestmark = pytest.mark.usefixtures("controls_in_place")

FRAME = pd.DataFrame(
    {
        "no": [f"n{number}" for number in range(40)],
        "age": [31, 40, 52, 17] * 10,
        "sex": ["F", "M", None, "F"] * 10,
        "school": ["low", "high", "none", "low"] * 10,
        "weight": [1.5, 2.0, 1.0, 0.5] * 9 + [-1.0, -2.0, 1.0, 1.0],
    }
)
PLAIN = tuple(
    Variable(name=name, scale="continuous" if name in ("age", "weight") else "nominal")
    for name in FRAME.columns
)
LEFT = Qt.MouseButton.LeftButton


def referred(variables: tuple[Variable, ...]) -> Project:
    data = DataReference(path="people.csv", size=0, sha256="0" * 64, options=ReadOptions())
    return Project(data=data, variables=variables, recipe=Recipe(seed=1))


def settle(qtbot: QtBot, session: Session) -> None:
    """Wait until nothing runs: an answer may bring the next question."""
    qtbot.waitUntil(lambda: not session.jobs.running)


def open_with(qtbot: QtBot, session: Session, variables: tuple[Variable, ...] = PLAIN) -> None:
    session.open(Microdata(FRAME, variables), referred(variables), None)
    settle(qtbot, session)


def role_of(session: Session, name: str) -> Role:
    assert session.data is not None
    return session.data.variable(name).role


def described(session: Session, name: str) -> Variable:
    assert session.data is not None
    return session.data.variable(name)


@pytest.fixture
def page(session: Session, qtbot: QtBot) -> Iterator[VariablesPage]:
    # Not given to qtbot, which would delete them before the last answers arrive.
    window = QWidget()
    made = VariablesPage(session, Actions(window), variables_stage.STAGE)
    made.resize(936, 766)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    settle(qtbot, session)
    made.close()
    made.deleteLater()
    window.deleteLater()


@pytest.fixture
def opened(page: VariablesPage, session: Session, qtbot: QtBot) -> VariablesPage:
    open_with(qtbot, session)
    return page


def select(page: VariablesPage, *names: str) -> None:
    page.table.clearSelection()
    flag = page.table.selectionModel().SelectionFlag
    for place, row in enumerate(page.model.rows):
        if row.variable.name in names:
            index = page.table.model().index(place, VariableColumn.ROLE)
            page.table.selectionModel().setCurrentIndex(index, flag.Select | flag.Rows)


def popup(qtbot: QtBot) -> QMenu:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def cell(page: VariablesPage, name: str, column: VariableColumn) -> QPoint:
    rows = [row.variable.name for row in page.model.rows]
    return page.table.visualRect(page.table.model().index(rows.index(name), column)).center()


# What is seen


def test_without_a_file_the_page_says_so(page: VariablesPage) -> None:
    assert page.empty.isVisible()
    assert page.empty.accessibleName() == "Open a file first"
    for control in (page.header.filled, page.accept, page.take):
        assert not control.isEnabled()
        assert control.toolTip() == "Open a file first"


def test_suggestions_are_shown_and_nothing_is_applied(opened: VariablesPage, session: Session) -> None:
    words = {name: proposal.text for name, proposal in opened.suggestions.items()}
    assert words == {"no": "Identifier?", "age": "Key, nominal?", "sex": "Key?", "school": "Key?"}
    assert {role_of(session, name) for name in FRAME.columns} == {Role.OTHER}
    assert session.history.undo_label is None
    assert not opened.header.filled.isEnabled()
    assert "key variable" in opened.header.filled.toolTip()


def test_the_grid_is_spoken(opened: VariablesPage) -> None:
    index = opened.table.model().index(1, VariableColumn.ROLE)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Role of age: Other"
    nameless = [
        child
        for child in (opened.table, opened.categories.table, opened.key_uniqueness.card.view)
        if not child.accessibleName()
    ]
    assert nameless == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(936, 766), (936, 554)])
def test_every_state_can_be_drawn(
    page: VariablesPage, session: Session, qtbot: QtBot, look, scheme, size
) -> None:
    look.set_scheme(scheme)
    page.resize(*size)
    assert not page.grab().isNull(), "empty"
    variables = (
        *PLAIN[:2],
        PLAIN[2].changed(role="key", unit="as registered"),
        PLAIN[3].changed(scale="ordinal", categories=("low", "high")),
        PLAIN[4].changed(role="weight"),
    )
    session.open(Microdata(FRAME, variables), referred(variables), None)
    assert not page.grab().isNull(), "loading"
    settle(qtbot, session)
    for row in range(len(variables)):
        page.table.selectRow(row)
        settle(qtbot, session)
        assert not page.grab().isNull()
    assert page.table.horizontalScrollBar().maximum() == 0, "nothing stands outside"


def test_in_a_narrow_window_who_stands_out_is_read_without_scrolling_sideways(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    settle(qtbot, session)
    cards = opened.categories, opened.key_uniqueness
    assert cards[1].y() == cards[0].y()
    opened.resize(696, 600)
    qtbot.waitUntil(lambda: cards[1].y() > cards[0].geometry().bottom())
    assert opened.key_uniqueness.card.view.horizontalScrollBar().maximum() == 0
    opened.resize(936, 766)
    qtbot.waitUntil(lambda: cards[1].y() == cards[0].y())


def test_the_grid_never_moves_with_what_is_below(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    heights = set()
    for row in range(len(FRAME.columns)):
        opened.table.selectRow(row)
        settle(qtbot, session)
        QApplication.processEvents()
        heights.add(opened.grid.height())
    assert len(heights) == 1


# Roles and scales


def test_a_letter_sets_the_role_of_all_selected_as_one_undo(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "age", "sex", "school")
    qtbot.keyClick(opened.table, "k")
    assert [role_of(session, name) for name in ("age", "sex", "school")] == [Role.KEY] * 3
    assert session.history.undo_label == "3 variables are keys"
    assert opened.table.names() == ["age", "sex", "school"], "they stay selected"
    session.undo()
    assert role_of(session, "sex") is Role.OTHER
    assert session.history.undo_label is None


def test_each_role_has_its_letter(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "sex")
    for key, role, label in (
        ("k", Role.KEY, "sex is a key"),
        ("i", Role.IDENTIFIER, "sex is an identifier"),
        ("c", Role.CONFIDENTIAL, "sex is confidential"),
        ("w", Role.WEIGHT, "sex is a weight"),
        ("h", Role.HOUSEHOLD, "sex is a household number"),
        ("s", Role.STRATUM, "sex is a stratum"),
        ("o", Role.OTHER, "sex is of no special role"),
    ):
        qtbot.keyClick(opened.table, key)
        assert role_of(session, "sex") is role
        assert session.history.undo_label == label


def test_other_answers_a_suggestion(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    assert "sex" in opened.suggestions
    select(opened, "sex")
    qtbot.keyClick(opened.table, "o")
    assert "sex" not in opened.suggestions
    assert session.history.undo_label is None, "nothing was changed"


def test_the_first_key_brings_a_scenario_in_the_same_undo(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "sex")
    qtbot.keyClick(opened.table, "k")
    assert [scenario.name for scenario in session.project.scenarios] == ["Everybody's keys"]
    settle(qtbot, session)
    assert session.results.release.scenarios[0].before is not None, "the risk can be seen"
    assert opened.header.filled.isEnabled()
    session.undo()
    assert session.project.scenarios == ()
    assert not opened.header.filled.isEnabled()


def test_a_click_opens_the_choice_for_all_selected(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "sex", "school")
    qtbot.mouseClick(opened.table.viewport(), LEFT, pos=cell(opened, "sex", VariableColumn.ROLE))
    menu = popup(qtbot)
    assert menu.accessibleName() == "Role of sex"
    assert menu.activeAction().text() == "Other\tO"
    menu.setActiveAction(menu.actions()[list(Role).index(Role.STRATUM)])
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert session.history.undo_label == "2 variables are strata"


def test_leaving_the_choice_changes_nothing(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "sex")
    opened.table.setCurrentIndex(opened.table.model().index(2, VariableColumn.SCALE))
    qtbot.keyClick(opened.table, Qt.Key.Key_Return)
    menu = popup(qtbot)
    assert menu.accessibleName() == "Scale of sex"
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
    assert session.history.undo_label is None


def test_a_click_on_another_row_chooses_that_one_only(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "sex", "school")
    qtbot.mouseClick(opened.table.viewport(), LEFT, pos=cell(opened, "age", VariableColumn.SCALE))
    assert opened.table.names() == ["age"]
    menu = popup(qtbot)
    menu.actions()[list(Scale).index(Scale.ORDINAL)].trigger()
    menu.close()
    assert session.history.undo_label == "age is ordinal"


def test_copy_down_takes_the_first_of_the_selected(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "age")
    qtbot.keyClick(opened.table, "c")
    select(opened, "age", "sex", "school")
    qtbot.keyClick(opened.table, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert role_of(session, "school") is Role.CONFIDENTIAL
    assert session.history.undo_label == "2 variables are confidential", "the first was so already"


def test_copy_down_copies_the_scale_in_its_column(opened: VariablesPage, session: Session) -> None:
    select(opened, "sex", "weight")
    flag = opened.table.selectionModel().SelectionFlag
    scale = opened.table.model().index(4, VariableColumn.SCALE)
    opened.table.selectionModel().setCurrentIndex(scale, flag.NoUpdate)
    opened.table.copy_down()
    assert session.history.undo_label == "weight is nominal"


def test_what_the_search_hides_is_not_changed(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    opened.table.selectAll()
    opened.toolbar.search.setText("s")
    assert opened.table.names() == ["sex", "school"]
    qtbot.keyClick(opened.table, "s")
    assert role_of(session, "age") is Role.OTHER
    assert session.history.undo_label == "2 variables are strata"


def test_a_search_and_a_choice_of_all_tell_once_what_is_selected(opened: VariablesPage) -> None:
    told: list[list[str]] = []
    opened.table.chosen.connect(lambda: told.append(opened.table.names()))
    opened.table.selectAll()
    assert told == [["no", "age", "sex", "school", "weight"]]
    for words in ("S", "sc"):
        opened.toolbar.search.setText(words)
    assert told[1:] == [["sex", "school"], ["school"]]
    opened.toolbar.search.clear()
    assert opened.table.model().rowCount() == 5
    assert told[3:] == [["school"]], "what stayed in sight stays selected, nothing else is"


def test_what_is_searched_stays_while_the_variables_are_described(opened: VariablesPage) -> None:
    opened.toolbar.search.setText("s")
    opened.table.selectRow(1)
    opened.table.role_chosen.emit(Role.STRATUM)
    assert opened.table.model().rowCount() == 2
    assert opened.table.names() == ["school"]


def test_all_suggestions_are_accepted_at_once(opened: VariablesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    suggestions = VariablesPage.suggestions.fget
    assert suggestions is not None
    assert len(suggestions(opened)) > 1

    def counted(page: VariablesPage) -> dict[str, Proposal]:
        asked.append(1)
        return suggestions(page)

    monkeypatch.setattr(VariablesPage, "suggestions", property(counted))
    opened._accept([*suggestions(opened)])
    assert len(asked) < 3, "a wide file would look for them for each of its variables"


def test_the_menus_of_the_bar_change_the_selected(opened: VariablesPage, session: Session) -> None:
    select(opened, "sex")
    menu = opened.toolbar.scale.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Ordinal").trigger()
    assert described(session, "sex").scale is Scale.ORDINAL
    opened.table.clearSelection()
    assert not opened.toolbar.role.isEnabled()
    assert opened.toolbar.role.toolTip() == "Choose variables in the grid first"


def test_a_row_offers_all_it_can_do(opened: VariablesPage, session: Session) -> None:
    select(opened, "sex")
    actions = {action.text().split("\t")[0]: action for action in opened.table.menu().actions()}
    assert list(actions) == [
        "Role",
        "Scale",
        "Label, unit and missing codes",
        "Copy down",
        "",
        "Accept what is suggested",
    ]
    actions["Accept what is suggested"].trigger()
    assert role_of(session, "sex") is Role.KEY


# Suggestions and contradictions


def test_accept_applies_one_suggestion(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    place = cell(opened, "sex", VariableColumn.WHY)
    right = opened.table.viewport().width() - 20
    qtbot.mouseClick(opened.table.viewport(), LEFT, pos=QPoint(right, place.y()))
    assert role_of(session, "sex") is Role.KEY
    assert session.history.undo_label == "sex is a key"
    assert role_of(session, "age") is Role.OTHER


def test_enter_accepts_from_the_keyboard(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    opened.table.setCurrentIndex(opened.table.model().index(2, VariableColumn.WHY))
    qtbot.keyClick(opened.table, Qt.Key.Key_Return)
    assert role_of(session, "sex") is Role.KEY


def test_accept_all_is_one_undo(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    number = len(opened.suggestions)
    assert number > 2
    qtbot.mouseClick(opened.accept, LEFT)
    assert session.history.undo_label == f"{number} suggestions accepted"
    settle(qtbot, session)
    assert opened.suggestions == {}
    assert not opened.accept.isEnabled()
    assert opened.accept.toolTip() == "No suggestion is open"
    session.undo()
    assert {role_of(session, name) for name in FRAME.columns} == {Role.OTHER}


def test_a_contradiction_stands_in_its_row_and_shows_its_records(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "weight")
    qtbot.keyClick(opened.table, "w")
    settle(qtbot, session)
    row = opened.table.model().index(4, 0).data(ROW)
    assert row.why == "A weight must not be negative: 2 records"
    opened.table.setCurrentIndex(opened.table.model().index(4, VariableColumn.WHY))
    with qtbot.waitSignal(opened.session.navigator.records_wanted) as wanted:
        qtbot.keyClick(opened.table, Qt.Key.Key_Return)
    positions, words = wanted.args
    assert positions.tolist() == [36, 37]
    assert words == "weight: A weight must not be negative: 2 records"


def test_each_description_is_looked_at_once(
    page: VariablesPage, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    inspected = variable_facts.inspected
    monkeypatch.setattr(
        variable_facts, "inspected", lambda found: (asked.append(found.variable.name), inspected(found))[1]
    )
    open_with(qtbot, session)
    assert sorted(asked) == sorted(FRAME.columns)
    asked.clear()
    select(page, "sex", "age")
    qtbot.keyClick(page.table, "k")
    settle(qtbot, session)
    assert asked == [], "roles change no values"
    session.undo()
    session.close()
    settle(qtbot, session)
    assert page.empty.isVisible()


# The chosen variable


def test_categories_are_listed_with_counts(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "sex")
    settle(qtbot, session)
    assert opened.categories.title() == "sex"
    rows = [(row.text(), row.records, row.missing) for row in opened.categories.model.rows]
    assert rows == [("F", 20, False), ("M", 10, False), ("missing", 10, True)]


def test_a_tick_makes_a_missing_code(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "school")
    settle(qtbot, session)
    table = opened.categories.table
    table.setCurrentIndex(table.model().index(2, 0))
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert described(session, "school").missing == ("none",)
    assert session.history.undo_label == "Missing codes of school"
    settle(qtbot, session)
    assert opened.categories.fields.missing.text() == "none"
    assert opened.model.rows[3].missing == 10
    table.setCurrentIndex(table.model().index(2, 0))
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert described(session, "school").missing == ()


def test_an_order_is_made_with_the_keyboard(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "school")
    settle(qtbot, session)
    qtbot.mouseClick(opened.categories.fields.order, LEFT, pos=QPoint(8, 10))
    assert described(session, "school").scale is Scale.ORDINAL
    settle(qtbot, session)
    table = opened.categories.table
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert described(session, "school").categories == ("low", "high", "none")
    assert session.history.undo_label == "Order of school"
    assert table.currentIndex().row() == 1, "the cursor goes along"


def test_a_nominal_variable_has_no_order_to_change(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "school")
    settle(qtbot, session)
    opened.categories.table.setCurrentIndex(opened.categories.table.model().index(0, 0))
    qtbot.keyClick(opened.categories.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert session.history.undo_label is None


def test_an_ordered_variable_can_become_continuous(
    page: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    ordered = PLAIN[1].changed(scale="ordinal", categories=(17, 31, 40, 52))
    open_with(qtbot, session, (PLAIN[0], ordered, *PLAIN[2:]))
    select(page, "age")
    page.table.scale_chosen.emit(Scale.CONTINUOUS)
    assert described(session, "age").categories == ()
    assert session.history.undo_label == "age is continuous"


def test_numbers_show_their_range(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "age")
    fields = opened.categories.fields
    fields.unit.setFocus()
    qtbot.keyClicks(fields.unit, "years")
    qtbot.keyClick(fields.unit, Qt.Key.Key_Return)
    assert session.history.undo_label == "Unit of age"
    assert opened.categories.range.accessibleName() == "Smallest 17 years; Largest 52 years; Different 4"
    assert not fields.order.isVisible()


def test_a_value_of_numbers_is_labelled(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "age")
    editor = opened.categories
    field, table = editor.fields.value, editor.labelled
    assert field.isVisible()
    assert not table.isVisible()
    qtbot.keyClicks(field, "old")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "“old” is none" in editor.fields.problem.text()
    for value, meaning in (("17", "the youngest"), ("99", "not asked")):
        field.clear()
        qtbot.keyClicks(field, value)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: table.findChild(QLineEdit) is not None)
        qtbot.keyClicks(table.findChild(QLineEdit), meaning)
        qtbot.keyClick(table.findChild(QLineEdit), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: session.history.undo_label == "Value label of age")
        settle(qtbot, session)
        qtbot.waitUntil(lambda: table.findChild(QLineEdit) is None)
    assert described(session, "age").label_by_value() == {17: "the youngest", 99: "not asked"}
    assert session.history.undo_label == "Value label of age"
    rows = [(row.text(), row.label, row.records) for row in table.categories.rows]
    assert rows == [("17", "the youngest", 10), ("99", "not asked", 0)]
    table.setCurrentIndex(table.model().index(1, 0))
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert described(session, "age").missing == (99,), "a label and a tick belong together"
    settle(qtbot, session)
    qtbot.keyClick(table, Qt.Key.Key_F2)
    table.findChild(QLineEdit).clear()
    qtbot.keyClick(table.findChild(QLineEdit), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: described(session, "age").label_by_value() == {17: "the youngest"})
    select(opened, "sex")
    assert not field.isVisible()


def test_codes_are_typed_for_all_selected(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "age", "weight")
    field = opened.categories.fields.missing
    qtbot.mouseClick(opened.toolbar.codes, LEFT)
    qtbot.keyClicks(field, "-1; 17")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert described(session, "age").missing == (-1, 17)
    assert described(session, "weight").missing == (-1, 17)
    assert session.history.undo_label == "Missing codes of 2 variables"
    settle(qtbot, session)
    assert opened.model.rows[1].missing == 10


def test_a_word_among_numbers_is_refused_in_place(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "age")
    field = opened.categories.fields.missing
    qtbot.keyClicks(field, "9; NA")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert session.history.undo_label is None
    assert field.property("invalid")
    assert opened.categories.fields.problem.text() == "The variable holds numbers, and “NA” is none."
    select(opened, "sex")
    assert not field.property("invalid")


def test_f2_leads_to_the_label_and_escape_takes_back(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "sex")
    qtbot.keyClick(opened.table, Qt.Key.Key_F2)
    field = opened.categories.fields.label
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "Gender")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    qtbot.keyClicks(field, "Sex at birth")
    opened.table.setFocus()
    assert described(session, "sex").label == "Sex at birth"
    assert session.history.undo_label == "Label of sex"


def test_what_is_typed_survives_an_answer(opened: VariablesPage, qtbot: QtBot) -> None:
    select(opened, "sex")
    field = opened.categories.fields.label
    qtbot.keyClicks(field, "Gen")
    opened.refresh()
    assert field.text() == "Gen"


# Who stands out


def test_who_stands_out_counts_with_and_without_suggestions(
    page: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    frame = pd.DataFrame({"sex": ["F", "F", "M", "M"], "age": [1, 2, 3, 3], "region": ["a", "b", "c", "d"]})
    variables = (
        Variable(name="sex", role="key"),
        Variable(name="age", role="key", scale="continuous"),
        Variable(name="region"),
    )
    session.open(Microdata(frame, variables), referred(variables), None)
    settle(qtbot, session)
    card = page.key_uniqueness.card
    rows = card.model.displayed_rows()[1:]
    assert rows[:2] == [
        ["sex, age", "2", "50.00", "your keys"],
        ["sex, age, region", "4", "100", "all suggested"],
    ]
    assert ["region", "4", "100", "suggested"] in rows
    assert page.key_uniqueness.summary.text() == (
        "sex and age together single out 2 records. Coarser values of either help."
    )
    card.view.setCurrentIndex(card.model.index(0, 0))
    with qtbot.waitSignal(page.session.navigator.records_wanted) as wanted:
        qtbot.keyClick(card.view, Qt.Key.Key_Return)
    assert wanted.args[0].tolist() == [0, 1]
    assert wanted.args[1] == "alone in sex, age"


def test_who_stands_out_is_told_by_labels(page: VariablesPage, session: Session, qtbot: QtBot) -> None:
    frame = pd.DataFrame({"q1": ["F", "F", "M", "M"], "q2": [1, 2, 3, 3]})
    variables = (
        Variable(name="q1", label="Sex", role="key"),
        Variable(name="q2", label="Age", role="key", scale="continuous"),
    )
    session.open(Microdata(frame, variables), referred(variables), None)
    settle(qtbot, session)
    assert page.key_uniqueness.summary.text().startswith("Sex and Age together single out 2 records.")


def test_without_keys_the_card_says_so(page: VariablesPage, session: Session, qtbot: QtBot) -> None:
    frame = pd.DataFrame({"x": [1.5, 2.5]})
    variables = (Variable(name="x", scale="continuous"),)
    session.open(Microdata(frame, variables), referred(variables), None)
    settle(qtbot, session)
    assert not page.key_uniqueness.card.content.isVisible()


def test_values_without_a_place_are_said_where_the_counts_stood(
    page: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    broken = PLAIN[3].changed(role="key", scale="ordinal", categories=("low",))
    open_with(qtbot, session, (*PLAIN[:3], broken, PLAIN[4]))
    assert page.model.rows[3].why == "No place in its order: 20 records"
    assert not page.key_uniqueness.card.content.isVisible()
    select(page, "school")
    settle(qtbot, session)
    page.categories.model.move(1, 0)
    settle(qtbot, session)
    assert page.key_uniqueness.card.content.isVisible(), "all have a place now"


# Onwards, and from last year


def test_the_filled_button_leads_to_the_risk(opened: VariablesPage, qtbot: QtBot) -> None:
    select(opened, "sex")
    qtbot.keyClick(opened.table, "k")
    with qtbot.waitSignal(opened.session.navigator.stage_wanted) as wanted:
        qtbot.mouseClick(opened.header.filled, LEFT)
    assert wanted.args == ["risk", "Overview"]


def test_last_years_descriptions_are_offered_and_taken_as_one_undo(
    opened: VariablesPage, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    last_year = (
        Variable(name="age", role="key", scale="continuous", unit="years"),
        Variable(name="sex", role="key", label="Sex"),
        Variable(name="school", role="key", scale="ordinal", categories=("low",)),
        Variable(name="race", role="key"),
    )
    path = tmp_path / "last.sdcdesk"
    referred(last_year).save(path)
    opened.take_from(path)
    qtbot.waitUntil(lambda: bool(opened.findChildren(MetadataTransferDialog)))
    [dialog] = opened.findChildren(MetadataTransferDialog)
    fits = {offer.name: offer.fit for offer in dialog.model.rows}
    assert fits["age"] == fits["sex"] == "fits"
    assert (fits["school"], fits["race"], fits["no"]) == ("differs", "missing here", "new here")
    assert dialog.model.ticked == {"age", "sex"}, "what fits only in part is the user's choice"
    box = dialog.model.index([offer.name for offer in dialog.model.rows].index("sex"), 0)
    dialog.model.setData(box, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    dialog.model.setData(
        dialog.model.index([offer.name for offer in dialog.model.rows].index("school"), 0),
        Qt.CheckState.Checked,
        Qt.ItemDataRole.CheckStateRole,
    )
    assert dialog.filled.text() == "Take 2 descriptions"
    for on, words in ((Qt.CheckState.Unchecked, "Take"), (Qt.CheckState.Checked, "Take 2 descriptions")):
        for name in ("age", "school"):
            box = dialog.model.index([offer.name for offer in dialog.model.rows].index(name), 0)
            dialog.model.setData(box, on, Qt.ItemDataRole.CheckStateRole)
        assert dialog.filled.text() == words
    qtbot.mouseClick(dialog.filled, LEFT)
    assert described(session, "age").unit == "years"
    assert described(session, "school").categories == ("low", "high", "none")
    assert role_of(session, "sex") is Role.OTHER
    assert session.history.undo_label == "Description of 2 variables from last.sdcdesk"
    session.undo()
    assert described(session, "age").unit == ""


def test_a_codebook_is_offered_and_one_undo_takes_it_back(
    opened: VariablesPage, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    role = role_of(session, "age")
    path = tmp_path / "book.csv"
    path.write_text(
        "Variable,Label,Unit,Value,Missing\nage,Age in years,years,,\nage,None,,-9,yes\nrace,,,,\n", "utf-8"
    )
    opened.take_from(path)
    qtbot.waitUntil(lambda: bool(opened.findChildren(MetadataTransferDialog)))
    [dialog] = opened.findChildren(MetadataTransferDialog)
    offers = {offer.name: offer for offer in dialog.model.rows}
    assert (offers["age"].fit, offers["race"].fit) == ("fits", "missing here")
    assert "1 value label, 1 missing code" in description_text(offers["age"])
    qtbot.mouseClick(dialog.filled, LEFT)
    age = described(session, "age")
    assert (age.label, age.unit, age.label_by_value(), age.missing) == (
        "Age in years",
        "years",
        {-9: "None"},
        (-9,),
    )
    assert age.role is role, "the codebook says nothing of roles"
    assert session.history.undo_label == "Description of age from book.csv"
    session.undo()
    assert described(session, "age").label == ""


def test_syntax_of_spss_is_offered_and_what_does_not_suit_is_told(
    opened: VariablesPage, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "book.sps"
    path.write_text(
        "VARIABLE LABELS AGE 'Age in years'.\nMISSING VALUES age (-9) school (1 THRU 5).\n", "utf-8"
    )
    opened.take_from(path)
    qtbot.waitUntil(lambda: bool(opened.findChildren(MetadataTransferDialog)))
    [dialog] = opened.findChildren(MetadataTransferDialog)
    assert {offer.name: offer.differences for offer in dialog.model.rows}["school"] == (
        "Another type: here it holds text; ranges and letters of missing values are left out.",
    )
    qtbot.mouseClick(dialog.filled, LEFT)
    assert (described(session, "age").label, described(session, "age").missing) == ("Age in years", (-9,))


def test_with_nothing_ticked_the_dialog_says_why(qtbot: QtBot) -> None:
    dialog = MetadataTransferDialog((), "last.sdcdesk")
    qtbot.addWidget(dialog)
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == "There is nothing to take"


def test_a_damaged_project_is_said_in_the_strip(
    opened: VariablesPage, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "bad.sdcdesk"
    path.write_text("{", encoding="utf-8")
    opened.take_from(path)
    settle(qtbot, session)
    assert opened.message_bar.isVisible()
    assert "bad.sdcdesk is damaged" in opened.message_bar.text()


def _endless(*given: object) -> None:
    progress = given[-1]
    assert isinstance(progress, Progress)
    while True:
        progress.at(0.0)


def test_to_stop_is_no_error_and_the_look_can_be_taken_up_again(
    opened: VariablesPage, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    failed: list[object] = []
    monkeypatch.setattr(opened, "show_error", lambda *given: failed.append(given))
    path = tmp_path / "last.sdcdesk"
    referred(PLAIN).save(path)
    with monkeypatch.context() as slow:
        slow.setattr("ui.pages.variables.page.compare_metadata", _endless)
        slow.setattr("ui.pages.variables.page.compute_facts", _endless)
        with qtbot.waitSignal(session.done) as said:
            opened.take_from(path)
            session.jobs.cancel("metadata_transfer")
        assert said.args == ["Stopped: comparing with last.sdcdesk"]
        session.open(Microdata(FRAME, PLAIN), referred(PLAIN), None)
        qtbot.waitUntil(lambda: any(job.kind == "variables" for job in session.jobs.running))
        session.jobs.cancel("variables")
        settle(qtbot, session)
        opened.refresh()
        assert not session.jobs.running, "what was stopped is not asked again by itself"
    assert failed == []
    assert opened.message_bar.text() == STOPPED
    opened.message_bar.button.click()
    settle(qtbot, session)
    assert not opened.message_bar.isVisible()
    assert opened.suggestions


def test_a_range_of_large_numbers_is_never_cut(qtbot: QtBot) -> None:
    written: list[str] = []

    class Painter(QPainter):
        def drawText(self, *args) -> None:  # noqa: N802 - Qt's name
            written.append(args[-1])
            super().drawText(*args)

    table = QStandardItemModel()
    table.appendRow([QStandardItem("−20,526,727 to 23,123,222")])
    image = QImage(200, 38, QImage.Format.Format_RGB32)
    painter, view = Painter(image), QTableView()
    qtbot.addWidget(view)
    room = QRect(0, 0, WIDTHS[VariableColumn.VALUES] - 2 * PAD, 38)
    ValuesCell(view).fill(painter, room, table.index(0, 0), QStyleOptionViewItem())
    painter.end()
    assert written == ["23,123,222"], "the second line, whole"


def test_a_word_that_is_longer_than_a_line_stays_in_its_cell(
    qapp: QApplication,  # noqa: ARG001 - fonts need it
) -> None:
    image = QImage(300, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_lines(painter, QRect(0, 0, 100, 38), "A" * 90, "text")
    painter.end()
    beside = image.copy(102, 0, 198, 40)
    blank = QImage(beside.size(), beside.format())
    blank.fill(Qt.GlobalColor.white)
    assert beside == blank


def test_who_is_led_to_the_page_that_is_seen_is_told_what_to_do(
    opened: VariablesPage, qtbot: QtBot, session: Session
) -> None:
    opened.begin()
    assert opened.table.hasFocus()
    assert "Key" in opened.message_bar.text()
    assert opened.message_bar.isVisible()
    select(opened, "sex")
    qtbot.keyClick(opened.table, "k")
    settle(qtbot, session)
    assert not opened.message_bar.isVisible(), "it is done"


# Room


def test_long_names_have_room_and_leave_some_for_the_reasons(
    page: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    names = {name: f"{name}_of_the_person_who_was_asked_at_home" for name in FRAME.columns}
    frame = FRAME.rename(columns=names)
    long = tuple(Variable(name=name, scale="nominal") for name in frame.columns)
    session.open(Microdata(frame, long), referred(long), None)
    settle(qtbot, session)
    table = page.table
    widths = []
    for width in (936, 1500, 2400):
        page.window().resize(width, 780)
        qtbot.waitUntil(lambda width=width: page.width() == width)
        widths.append(table.columnWidth(VariableColumn.VARIABLE))
        assert table.columnWidth(VariableColumn.WHY) >= REASON
        assert table.help.x() > table.columnViewportPosition(VariableColumn.ROLE), "beside its title"
        assert sum(table.columnWidth(column) for column in VariableColumn) == table.viewport().width()
    needed = max(map(theme().metrics("card_title").horizontalAdvance, frame.columns))
    assert WIDTHS[VariableColumn.VARIABLE] <= widths[0] < widths[1] <= widths[2]
    assert needed + 2 * PAD <= widths[2] <= needed + 3 * PAD, "more than they need is for the reasons"


def test_a_value_label_that_is_being_typed_outlasts_answers(
    opened: VariablesPage, session: Session, qtbot: QtBot
) -> None:
    select(opened, "sex")
    settle(qtbot, session)
    table = opened.categories.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    field = table.findChild(QLineEdit)
    qtbot.keyClicks(field, "Wom")
    opened.refresh()  # as every answer does
    assert table.findChild(QLineEdit) is field
    assert field.text() == "Wom"
    qtbot.keyClicks(field, "an")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: described(session, "sex").label_by_value() == {"F": "Woman"})


def test_a_value_is_labelled_with_the_keyboard(opened: VariablesPage, session: Session, qtbot: QtBot) -> None:
    select(opened, "sex")
    settle(qtbot, session)
    table = opened.categories.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 2))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    field = table.findChild(QLineEdit)
    qtbot.keyClicks(field, "Woman")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: described(session, "sex").label_by_value() == {"F": "Woman"})
    assert session.history.undo_label == "Value label of sex"
    assert table.model().index(0, 0).data() == "F Woman"
    qtbot.waitUntil(table.hasFocus)  # and not a button, which the next key would press
    assert table.currentIndex().row() == 0


def test_rows_of_many_variables_come_in_the_background_and_are_true_at_rest(
    opened: VariablesPage, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.pages.variables.page.AT_ONCE", 1)
    before = opened.model.rows
    proposed = {*opened.suggestions}
    assert len(proposed) > 2
    opened.accept.click()
    assert opened.model.rows == before, "they would take long to make"
    settle(qtbot, session)
    assert not opened.suggestions
    assert all(row.variable is described(session, row.variable.name) for row in opened.model.rows)
    session.undo()
    settle(qtbot, session)
    assert {*opened.suggestions} == proposed


def test_rows_are_true_when_the_look_at_many_variables_was_stopped(
    opened: VariablesPage, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.pages.variables.page.AT_ONCE", 1)
    opened.change(variable_commands.with_proposals, opened.suggestions)
    session.jobs.cancel("variables")
    settle(qtbot, session)
    assert all(row.variable is described(session, row.variable.name) for row in opened.model.rows)


def test_many_suggestions_are_accepted_in_the_background_and_nothing_done_meanwhile_is_lost(
    opened: VariablesPage, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.pages.variables.page.AT_ONCE", 1)
    proposed = opened.suggestions
    name = next(name for name, one in proposed.items() if one.role is not None)
    other = next(role for role in (Role.STRATUM, Role.IDENTIFIER) if role is not proposed[name].role)
    before = session.project
    opened.accept.click()
    assert session.project is before, "it would take long"
    opened.change(variable_commands.with_role, [name], other)
    settle(qtbot, session)
    qtbot.waitUntil(lambda: not opened.suggestions)
    settle(qtbot, session)
    assert role_of(session, name) is other
    asked = {one: proposal.role for one, proposal in proposed.items() if proposal.role and one != name}
    assert {one: role_of(session, one) for one in asked} == asked
    session.undo()
    session.undo()
    assert session.project.variables == before.variables
