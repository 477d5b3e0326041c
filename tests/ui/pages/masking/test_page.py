from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QTableView, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.blank_commands import MATCH
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import write
from sdcdesk.masking import (
    METHODS,
    FinishedFile,
    LocalSuppression,
    Microaggregation,
    Recoding,
    RecordSuppression,
    Rounding,
    SimpleRandomSampling,
    TailCoding,
)
from sdcdesk.masking.method_check import unfit
from ui.dialogs.manual_dialog import show_manual
from ui.look.theme import theme
from ui.pages.masking import page as masking_page
from ui.pages.masking import stage as masking_stage
from ui.pages.masking.file_table import SIDE
from ui.pages.masking.page import UNPAIRED, MaskingPage
from ui.session.computation import Stopped
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.symbol_header import SymbolHeader


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(936, 780)
    return window


@pytest.fixture
def page(sampled: Session, window: QMainWindow, qtbot: QtBot) -> Iterator[MaskingPage]:
    page = MaskingPage(sampled, Actions(window), masking_stage.STAGE)
    window.setCentralWidget(page)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: page.tables.model.rowCount() == 5000)
    yield page
    page.menu.close()
    if page.dialog is not None:
        page.dialog.reject()


def change(page: MaskingPage, recipe: Recipe, qtbot: QtBot) -> None:
    """Change the recipe and wait until the page shows it."""
    session = page.session
    with qtbot.waitSignal(session.computed):
        session.change("Change", session.project.changed(recipe=recipe))
    qtbot.waitUntil(lambda: not session.jobs.running)


def shown(table: QTableView) -> list[str]:
    """Return the names of the columns that a table shows."""
    model = table.model()
    columns = (n for n in range(model.columnCount()) if not table.isColumnHidden(n))
    return [model.headerData(n, Qt.Orientation.Horizontal) for n in columns]


def entries(page: MaskingPage) -> list[tuple[str, bool]]:
    """Return the entries of the menu and whether they can be chosen."""
    return [(button.kind.title, button.isEnabled()) for button in page.menu.buttons]


def test_both_files_stand_side_by_side(page: MaskingPage) -> None:
    variables = ["Age", "Sex", "Zip", "Race", "Amount billed"]  # keys first
    assert shown(page.tables.original) == variables
    assert shown(page.tables.masked) == variables
    assert shown(page.tables.groups) == ["Group"]
    assert page.original.note.text() == "5,000 records"
    assert page.masked.note.text() == "4,000 records, 4 steps"
    assert page.sorted_by.text() == "Sorted by group of Neighbour. Changed cells carry a corner mark."
    assert isinstance(page.tables.original.horizontalHeader(), SymbolHeader)


def test_numbers_of_records_have_room_with_their_separators(page: MaskingPage) -> None:
    numbers = page.tables.original.verticalHeader()
    assert numbers.width() >= numbers.fontMetrics().horizontalAdvance("5,000") + 2 * SIDE
    assert page.tables.masked.cell.left_out == "not in the sample"


def test_bands_have_room_also_where_a_chosen_record_is_bold(page: MaskingPage, qtbot: QtBot) -> None:
    bands = Recoding(variable="Age", how="width", width=50)
    change(page, Recipe(seed=1).then(bands), qtbot)
    masked, first = page.tables.masked, len(page.tables.model.names)
    texts = {page.tables.model.text(row, first) for row in range(page.tables.model.rowCount())}
    assert texts == {"0 to 49", "50 to 99", "100 to 149"}
    bold = theme().metrics("card_title")
    assert masked.columnWidth(first) >= max(map(bold.horizontalAdvance, texts)) + 2 * SIDE


def test_records_left_out_and_changed_cells_are_those_of_the_engine(page: MaskingPage) -> None:
    model, names = page.tables.model, len(page.tables.model.names)
    masked = page.session.results.run.masked
    out = [row for row in range(model.rowCount()) if model.cell(row, names).out]
    assert len(out) == 1000
    assert set(model.positions(out)).isdisjoint(masked.rows.tolist())
    amount = names + model.names.index("Amount_Billed")
    changed = sum(model.cell(row, amount).changed for row in range(model.rowCount()))
    original = page.session.data.numbers("Amount_Billed")[masked.rows]
    assert changed == int((original != masked.numbers("Amount_Billed")).sum())


def test_both_scroll_together_until_told_otherwise(page: MaskingPage, qtbot: QtBot) -> None:
    left, right = page.tables.original.verticalScrollBar(), page.tables.groups.verticalScrollBar()
    masked = page.tables.masked.verticalScrollBar()
    right.setValue(300)
    assert (left.value(), masked.value()) == (300, 300)
    left.setValue(20)
    assert (right.value(), masked.value()) == (20, 20)
    qtbot.mouseClick(page.together, Qt.MouseButton.LeftButton)
    left.setValue(500)
    assert (right.value(), masked.value()) == (20, 20)
    right.setValue(40)
    assert (left.value(), masked.value()) == (500, 40)
    qtbot.mouseClick(page.together, Qt.MouseButton.LeftButton)
    assert left.value() == right.value()


def test_a_record_is_selected_on_both_sides_and_can_be_shown(page: MaskingPage, qtbot: QtBot) -> None:
    page.tables.original.selectRow(3)
    assert [index.row() for index in page.tables.masked.selectionModel().selectedRows()] == [3]
    position = page.tables.model.position(3)
    with qtbot.waitSignal(page.session.navigator.records_wanted) as wanted:
        page.records_menu().actions()[0].trigger()
    assert wanted.args[0].tolist() == [position]


def test_only_changed_records(page: MaskingPage, qtbot: QtBot) -> None:
    rounded = Recipe(seed=1).then(Recoding(variable="Race", how="mapping", mapping={"Asian": "Other"}))
    change(page, rounded, qtbot)
    assert page.tables.model.rowCount() == 5000
    qtbot.mouseClick(page.only_changed, Qt.MouseButton.LeftButton)
    asian = int((page.session.data.column("Race") == "Asian").sum())
    assert page.tables.model.rowCount() == asian
    change(page, page.session.project.recipe.switched(0, on=False), qtbot)
    assert not page.only_changed.isEnabled()
    assert page.only_changed.toolTip() == "Nothing is masked"
    assert page.tables.model.rowCount() == 5000


def test_groups_follow_the_scenario(page: MaskingPage, qtbot: QtBot) -> None:
    sizes = page.tables.model._both.sizes.copy()
    page.session.choose_scenario("Colleague")
    qtbot.waitUntil(lambda: "Colleague" in page.sorted_by.text())
    found = next(c for c in page.session.results.release.scenarios if c.scenario.name == "Colleague")
    np.testing.assert_array_equal(page.tables.model._both.sizes, found.after.record("f"))
    assert not np.array_equal(page.tables.model._both.sizes, sizes)


def test_nothing_is_masked_and_first_steps_are_offered(page: MaskingPage, qtbot: QtBot) -> None:
    change(page, Recipe(seed=1), qtbot)
    assert page.right.currentWidget() is page.empty
    words = [offer.text() for offer in page.empty.offers()]
    assert words == [
        "Age into bands of 10",
        "Zip to first 4 characters",
        "Amount billed in groups of at least 3",
    ]
    qtbot.mouseClick(page.empty.offers()[1], Qt.MouseButton.LeftButton)
    assert page.dialog.method == Recoding(variable="Zip", how="prefix", keep=4)
    with qtbot.waitSignal(page.session.computed):
        page.dialog.accept()
    qtbot.waitUntil(lambda: page.right.currentWidget() is page.tables.masked_half)
    assert page.dialog is None


def test_a_failing_step_is_named_with_a_button(page: MaskingPage, qtbot: QtBot) -> None:
    recipe = page.session.project.recipe.edited(2, Rounding(variables=["Sex"], base=3.0))
    change(page, recipe, qtbot)
    assert page.message_bar.isVisible()
    assert page.message_bar.text().startswith("Step 3, Sex rounded to multiples of 3: Sex is nominal")
    assert page.message_bar.button.text() == "Edit step 3"
    assert page.masked.note.text() == "5,000 records, 2 of 4 steps"
    qtbot.mouseClick(page.message_bar.button, Qt.MouseButton.LeftButton)
    assert page.dialog is not None
    assert page.dialog.windowTitle() == "Rounding"
    page.dialog.reject()
    change(page, page.session.project.recipe.without(2), qtbot)
    assert not page.message_bar.isVisible()


def test_left_out_by_suppression_is_no_sample(page: MaskingPage, qtbot: QtBot) -> None:
    change(page, Recipe(seed=1).then(RecordSuppression(k=3, keys=("Age", "Sex"))), qtbot)
    assert page.tables.masked.cell.left_out == "left out"


def test_stale_results_are_dimmed(page: MaskingPage, qtbot: QtBot) -> None:
    page.session.compute()
    assert page.masked.accessibleDescription() == "Computing"
    qtbot.waitUntil(lambda: not page.session.is_stale)
    assert page.masked.accessibleDescription() == ""


def test_the_menu_lists_every_method_by_purpose(page: MaskingPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.add, Qt.MouseButton.LeftButton)
    assert page.menu.isVisible()
    assert entries(page) == [(kind.title, kind is not FinishedFile) for kind in METHODS], "there are steps"
    for button in filter(QWidget.isEnabled, page.menu.buttons):
        assert button.accessibleDescription().endswith("."), "it says what it is good for"
    above = {button.kind.purpose: button.y() for button in reversed(page.menu.buttons)}
    headings = {one.text(): one.y() for one in page.menu.findChildren(QLabel)}
    for purpose in Purpose:
        assert headings[str(purpose)] < above[purpose]


def test_the_menu_shows_both_lines_of_each_method_where_it_scrolls(page: MaskingPage, qtbot: QtBot) -> None:
    page.show_add_menu()
    area = page.menu.area
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert area.widget().width() == area.viewport().width()
    assert all(button.height() >= button.sizeHint().height() for button in page.menu.buttons)
    page.menu.close()


def test_the_menu_is_used_with_the_keyboard(page: MaskingPage, qtbot: QtBot) -> None:
    page.show_add_menu()
    for _ in range(4):
        qtbot.keyClick(page.menu.focusWidget(), Qt.Key.Key_Down)
    kind = page.menu.focusWidget().kind
    assert kind is page.menu.buttons[4].kind, "the first is chosen where the menu opens"
    qtbot.keyClick(page.menu.focusWidget(), Qt.Key.Key_F1)
    assert show_manual(kind).isVisible()
    show_manual(kind).close()
    qtbot.keyClick(page.menu.focusWidget(), Qt.Key.Key_Return)
    assert not page.menu.isVisible()
    assert page.dialog.windowTitle() == kind.title


def left(page: MaskingPage) -> list[str]:
    """Return what the menu shows of its methods."""
    return [button.kind.title for button in page.menu.buttons if button.isVisible()]


def type_on(page: MaskingPage, words: str) -> None:
    """Type letter by letter, each where the keyboard is by then."""
    for letter in words:
        QTest.keyClicks(page.menu.focusWidget(), letter)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_typing_leaves_the_methods_that_are_called_so(page: MaskingPage, method: type[Method]) -> None:
    page.show_add_menu()
    for name in (method.title, method.name):
        type_on(page, name)
        assert page.menu.search.text() == name, "wherever the keyboard is"
        assert method.title in left(page)
        page.menu.search.clear()
    assert len(left(page)) == len(METHODS)


def test_the_menu_is_narrowed_with_the_keyboard_alone(page: MaskingPage, qtbot: QtBot) -> None:
    page.show_add_menu()
    height = page.menu.height()
    type_on(page, "noise")
    assert left(page) == [one.title for one in METHODS if "noise" in one.title.lower()]
    assert page.menu.height() == height, "nothing moves"
    first = page.menu.focusWidget()
    assert first.kind.title == left(page)[0]
    qtbot.keyClick(first, Qt.Key.Key_Down)
    second = page.menu.focusWidget()
    assert second.kind.title == left(page)[1]
    type_on(page, " xyz")
    assert left(page) == []
    assert page.menu.search.hasFocus()
    for _ in range(4):
        qtbot.keyClick(page.menu.focusWidget(), Qt.Key.Key_Backspace)
    assert left(page)[0] == first.kind.title
    qtbot.keyClick(page.menu.search, Qt.Key.Key_Return)
    assert page.dialog.windowTitle() == first.kind.title
    page.dialog.reject()
    page.show_add_menu()
    assert page.menu.search.text() == ""
    assert len(left(page)) == len(METHODS)
    type_on(page, "pram")
    page.menu.search.setFocus()
    qtbot.keyClick(page.menu.search, Qt.Key.Key_Down)
    assert page.menu.focusWidget().kind.title == "PRAM"


def test_a_method_that_does_not_fit_says_why(page: MaskingPage) -> None:
    words = Microdata(
        pd.DataFrame({"town": ["a", "b"], "sex": ["f", "m"]}), [Variable(name="town", role=Role.OTHER)]
    )
    assert unfit(TailCoding, words) == "Needs a variable that is ordinal or continuous, and there is none"
    assert unfit(Microaggregation, words) == ""
    assert "no variable has the role key" in unfit(RecordSuppression, words)
    assert unfit(METHODS["simple_random_sampling"], words) == ""
    page.menu.show_methods(words)
    found = dict(entries(page))
    assert not found[TailCoding.title]
    assert found["PRAM"]
    [button] = (button for button in page.menu.buttons if button.kind is TailCoding)
    assert button.toolTip().startswith("Needs a variable")


def test_a_step_is_opened_by_its_position(page: MaskingPage) -> None:
    page.edit_step(1)
    assert page.dialog.method == page.session.project.recipe.steps[1].method
    page.dialog.reject()
    page.edit_step(99)
    assert page.dialog is None


def test_the_export_button_follows_the_action(page: MaskingPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.commands["export"].triggered):
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    page.commands.allow("export", "Nothing is open")
    assert not page.export.isEnabled()
    assert page.export.toolTip() == "Nothing is open"
    page.commands.allow("export")
    assert page.export.isEnabled()


def test_another_file_leaves_nothing_of_the_old_one(page: MaskingPage, qtbot: QtBot) -> None:
    data = Microdata(pd.DataFrame({"x": np.arange(10.0)}), [Variable(name="x", scale=Scale.CONTINUOUS)])
    project = page.session.project.changed(variables=data.variables, scenarios=(), recipe=Recipe(seed=1))
    with qtbot.waitSignal(page.session.computed):
        page.session.open(data, project, None)
    qtbot.waitUntil(lambda: page.tables.model.rowCount() == 10)
    assert shown(page.tables.original) == ["x"]
    assert shown(page.tables.groups) == []
    assert page.sorted_by.text() == "Changed cells carry a corner mark."
    page.session.close()
    assert page.tables.model.rowCount() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_changed_can_be_seen(page: MaskingPage, look, scheme: str) -> None:
    look.set_scheme(scheme)
    QApplication.processEvents()
    table = page.tables.masked
    image = table.viewport().grab().toImage()
    row = next(row for row in range(20) if table.files.cell(row, 5).changed)
    rect = table.visualRect(table.model().index(row, 5))
    assert image.pixelColor(rect.right() - 1, rect.top() + 1) == look.colour("after")
    assert image.pixelColor(rect.left() + 2, rect.bottom() - 3) == look.colour("accent_soft")


def test_a_stopped_comparison_is_made_again_when_asked(
    page: MaskingPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_arguments: object, progress: Progress) -> None:
        while True:
            progress.at(0.5)

    with monkeypatch.context() as patched:
        patched.setattr(masking_page, "side_by_side", lambda *given: endless(progress=given[-1]))
        page._displayed = None
        page.refresh()
        page.session.jobs.cancel("side_by_side")
        qtbot.waitUntil(lambda: page.original.empty is not None)
    assert page.original.empty.accessibleName() == "Stopped"
    assert page.original.accessibleDescription() == "", "nothing is computed any more"
    page.original.empty.button.click()
    qtbot.waitUntil(lambda: not page.session.jobs.running)
    assert page.tables.model.rowCount() == 5000


def test_after_a_stop_the_original_is_shown_and_the_masked_file_can_be_computed_again(
    page: MaskingPage, qtbot: QtBot
) -> None:
    page.session.computation.become(Stopped())
    qtbot.waitUntil(lambda: not page.session.jobs.running)
    assert page.tables.original.isVisible()
    assert page.tables.model.rowCount() == 5000
    assert not page.tables.masked.isVisible()
    assert page.masked.empty.accessibleName() == "Stopped"
    assert page.masked.empty.button.isHidden()
    with qtbot.waitSignal(page.session.computed):
        page.message_bar.button.click()
    qtbot.waitUntil(lambda: not page.session.jobs.running)
    assert page.tables.masked.isVisible()
    assert page.masked.note.text() == "4,000 records, 4 steps"


def test_a_first_step_that_is_being_computed_is_not_called_off(
    page: MaskingPage, qtbot: QtBot, endless
) -> None:
    change(page, Recipe(seed=1), qtbot)
    with endless():
        page.session.change(
            "Add",
            page.session.project.changed(recipe=Recipe(seed=1).then(Rounding(variables=("Age",), base=5))),
        )
        assert page.session.is_stale
        assert page.right.currentWidget() is page.empty
        assert page.empty.off.isHidden()
        page.session.jobs.cancel("compute")
        qtbot.waitUntil(lambda: not page.session.jobs.running)


def test_steps_that_are_off_are_not_suggested_again(page: MaskingPage, qtbot: QtBot) -> None:
    change(page, Recipe(seed=1), qtbot)
    assert page.empty.off.isHidden()
    first = page.empty.offers()[0].text()
    with qtbot.waitSignal(page.empty.chosen) as chosen:
        page.empty.offers()[0].click()
    page.dialog.reject()
    change(page, Recipe(seed=1).then(chosen.args[0]).switched(0, on=False), qtbot)
    assert not page.empty.off.isHidden()
    assert first not in [button.text() for button in page.empty.offers()]


def test_a_step_that_leaves_blanks_to_be_matched_offers_it_once(page: MaskingPage, qtbot: QtBot) -> None:
    session = page.session
    page.add_step(LocalSuppression, LocalSuppression(k=3, mode="wildcard"))
    assert page.dialog is not None
    with qtbot.waitSignal(session.computed):
        page.dialog.accept()
    assert page.message_bar.isVisible()
    assert "count them as a category" in page.message_bar.text()
    assert page.message_bar.button.text() == MATCH
    with qtbot.waitSignal(session.computed):
        page.message_bar.button.click()
    assert not page.message_bar.isVisible()
    assert {scenario.missing for scenario in session.project.scenarios} == {"wildcard"}
    session.undo()
    assert {scenario.missing for scenario in session.project.scenarios} == {"category"}
    assert not page.message_bar.isVisible(), "it is offered once"


def test_files_whose_records_nobody_pairs_are_not_marked(
    page: MaskingPage, qtbot: QtBot, tmp_path: Path
) -> None:
    data = page.session.data
    assert data is not None
    safe = tmp_path / "safe.csv"
    write(data.take(np.arange(len(data))[::-1]), safe)
    change(page, Recipe(seed=2**40).then(FinishedFile(file=str(safe))), qtbot)
    qtbot.waitUntil(lambda: page.sorted_by.text() == UNPAIRED)
    stated = FinishedFile(file=str(safe), same_order=True)
    change(page, Recipe(seed=2**40).then(stated), qtbot)
    qtbot.waitUntil(lambda: "corner mark" in page.sorted_by.text())


def test_first_steps_of_many_keys_take_no_room_from_the_files(page: MaskingPage, qtbot: QtBot) -> None:
    before = page.empty.minimumSizeHint().width()
    words = ", ".join(f"Auskunft_über_die_Lebensverhältnisse_{n}" for n in range(9))
    page.empty.show_steps([SimpleRandomSampling(percentage=50.0)], lambda _step: words)
    page.right.setCurrentWidget(page.empty)
    (offered,) = page.empty.offers()
    qtbot.waitUntil(lambda: offered.isVisible() and "…" in offered.text())
    assert page.empty.minimumSizeHint().width() <= before
    assert offered.fontMetrics().horizontalAdvance(offered.text()) < offered.width(), "no letter is cut"
    assert words in offered.toolTip()
    assert offered.accessibleName() == words
    page.empty.show_steps([SimpleRandomSampling(percentage=50.0)], lambda _step: "Sample & more")
    (offered,) = page.empty.offers()
    qtbot.waitUntil(offered.isVisible)
    assert offered.text() == "Sample && more"
    assert "Sample" not in offered.toolTip(), "nothing is cut"
