"""Hierarchies tab: what is shown of a hierarchy, how mouse and keys edit it, and how a level is used."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAction, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import coded_counts
from sdcdesk.masking import Recoding
from ui.models.level_model import ENTRIES, UNPLACED, Cell
from ui.pages.hierarchies.hierarchies_tab import TAKE, USE, HierarchiesTab
from ui.pages.hierarchies.level_list import GAP, ROW, LevelList
from ui.pages.hierarchies.levels_view import FIT_REASON
from ui.pages.hierarchies.message import FIT_ALL, PLACE, PLACE_FIRST
from ui.session.computation import AGAIN

pytestmark = pytest.mark.usefixtures("controls_in_place")

Give = Callable[[Hierarchy, str], HierarchiesTab]

Key, Alt = Qt.Key, Qt.KeyboardModifier.AltModifier


def entries(tab: HierarchiesTab, level: int) -> list[str]:
    column = tab.levels.unplaced if level == UNPLACED else tab.levels.columns[level]
    return column.entries.texts if column is not None else []


def listed(tab: HierarchiesTab, level: int) -> LevelList:
    column = tab.levels.unplaced if level == UNPLACED else tab.levels.columns[level]
    assert column is not None
    return column.list


def used_names(recipe: Recipe) -> list[str]:
    methods = [step.method for step in recipe.steps]
    used = [one.hierarchy for one in methods if isinstance(one, Recoding)]
    return [one.name for one in used if isinstance(one, Hierarchy)]


def now(tab: HierarchiesTab) -> Hierarchy:
    hierarchy = tab.commands.hierarchy
    assert hierarchy is not None
    return hierarchy


def menu_entry(tab: HierarchiesTab, words: str) -> QAction:
    """Return what the menu of the values without a place offers."""
    assert tab.levels.unplaced is not None
    menu = tab.levels.entries_menu(tab.levels.unplaced)
    [found] = [action for action in menu.actions() if action.text() == words]
    return found


class Drop(QDropEvent):
    """A drop of what was dragged out of a list of the window: Qt makes such in its own loop only."""

    def __init__(self, source: LevelList, place: QPoint, mime: QMimeData) -> None:
        nothing = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        super().__init__(QPointF(place), Qt.DropAction.MoveAction, mime, *nothing)
        self._source = source

    def source(self) -> LevelList:
        return self._source


def drop(source: LevelList, target: LevelList, row: int, *, low: bool = False) -> None:
    """Drop the chosen entries of a list on a row of another one, or in its lower half."""
    mime = source.entries.mimeData(source.selectedIndexes())
    rect = target.visualRect(target.entries.index(row))
    place = QPoint(rect.center().x(), rect.bottom() - GAP - 2 if low else rect.top() + 4)
    target.dropEvent(Drop(source, place, mime))


def test_each_level_is_a_column_with_titles_and_counts(tab: HierarchiesTab) -> None:
    columns = tab.levels.columns
    titles = [column.header.title.text() for column in columns]
    assert titles == ["As is", "5-year bands", "10-year bands", "20-year bands", "Dropped"]
    assert columns[4].entries.texts == ["*"]
    assert columns[4].entries.index(0).data(Cell.RECORDS) == "5,000"
    assert columns[2].header.note.text() == "12 labels"
    assert columns[4].header.rarest.text() == "smallest 5,000"
    data = tab.session.data
    assert data is not None
    young = int((data.numbers("Age") < 5).sum())
    first = columns[1].entries.index(0)
    assert (first.data(), first.data(Cell.RECORDS)) == ("0 to 4", str(young))
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == f"0 to 4: {young} records"
    assert columns[1].list.accessibleName().startswith("5-year bands: 24 labels")


def test_what_lies_above_and_below_is_followed(tab: HierarchiesTab) -> None:
    tab.levels.choose(1, ["10 to 14"])
    related = [
        [index.data() for row in range(model.rowCount()) if (index := model.index(row)).data(Cell.RELATED)]
        for model in (column.entries for column in tab.levels.columns)
    ]
    assert related == [["10", "11", "12", "13", "14"], [], ["10 to 19"], ["0 to 19"], ["*"]]
    tab.levels.choose(3, ["20 to 39"])
    assert tab.levels.columns[1].list.rows() == [], "one level has the selection"
    assert tab.levels.level == 3


def test_values_are_dragged_into_another_group_and_back_by_undo(tab: HierarchiesTab) -> None:
    session, before = tab.session, tab.session.project
    tab.levels.choose(0, ["3", "4"])
    drop(listed(tab, 0), listed(tab, 1), 1)
    assert now(tab).rows["4"] == ("5 to 9", "0 to 9", "0 to 19", "*")
    assert session.history.undo_label == "2 entries of the hierarchy Age moved"
    assert listed(tab, 0).texts() == ["3", "4"], "they stay chosen"
    session.undo()
    assert session.project == before
    assert now(tab).rows["4"][0] == "0 to 4"


def test_entries_are_dragged_beside_others_of_their_level(tab: HierarchiesTab) -> None:
    tab.levels.choose(1, ["0 to 4"])
    drop(listed(tab, 1), listed(tab, 1), 3, low=True)
    assert entries(tab, 1)[:4] == ["5 to 9", "10 to 14", "15 to 19", "0 to 4"]
    assert now(tab).rows["0"][:2] == ("0 to 4", "10 to 19")
    tab.levels.choose(1, ["0 to 4"])
    drop(listed(tab, 1), listed(tab, 1), 0)
    assert entries(tab, 1)[:2] == ["0 to 4", "5 to 9"]


def test_drags_show_where_they_would_go_and_nothing_else_is_taken(tab: HierarchiesTab) -> None:
    tab.levels.choose(0, ["3"])
    narrow, wide = listed(tab, 0), listed(tab, 2)
    mime = narrow.entries.mimeData(narrow.selectedIndexes())
    assert bytes(mime.data(ENTRIES).data()) == b"0"
    assert not mime.hasText(), "no value leaves the window"
    before = now(tab)
    drop(narrow, wide, 1)  # a value has no place two levels higher
    foreign = QMimeData()
    foreign.setText("3")
    event = QDragMoveEvent(
        QPoint(5, 5), Qt.DropAction.MoveAction, foreign, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    )
    listed(tab, 1).dragMoveEvent(event)
    assert not event.isAccepted()
    assert now(tab) is before


def test_keys_move_entries_over_the_edge_of_their_group(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.levels.choose(0, ["4"])
    qtbot.keyClick(listed(tab, 0), Key.Key_Down, Alt)
    assert now(tab).rows["4"][0] == "5 to 9"
    assert listed(tab, 0).texts() == ["4"]
    qtbot.keyClick(listed(tab, 0), Key.Key_Up, Alt)
    assert now(tab).rows["4"][0] == "0 to 4"
    tab.session.undo()
    assert now(tab).rows["4"][0] == "5 to 9"


def test_arrows_lead_to_what_lies_above_and_below(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.levels.choose(0, ["33"])
    for level, text in ((1, "30 to 34"), (2, "30 to 39"), (3, "20 to 39")):
        qtbot.keyClick(listed(tab, level - 1), Key.Key_Right)
        assert listed(tab, level).texts() == [text]
        assert tab.window().focusWidget() is listed(tab, level)
    qtbot.keyClick(listed(tab, 3), Key.Key_Left)
    assert listed(tab, 2).texts() == ["20 to 29"]


def test_a_group_is_typed_and_made_where_there_is_none(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.levels.choose(0, ["4", "5"])
    qtbot.keyClick(listed(tab, 0), Key.Key_Right, Alt)
    chooser = tab.levels.chooser
    assert chooser is not None
    QTest.keyClicks(chooser.search, "four and five")
    qtbot.keyClick(chooser.search, Key.Key_Return)
    assert now(tab).rows["5"][:2] == ("four and five", "0 to 9")
    assert tab.session.history.undo_label == "New group in the hierarchy Age"
    qtbot.keyClick(listed(tab, 0), Key.Key_Right, Alt)
    chooser = tab.levels.chooser
    assert chooser is not None
    QTest.keyClicks(chooser.search, "10 to")
    qtbot.keyClick(chooser.search, Key.Key_Return)
    assert now(tab).rows["5"][:2] == ("10 to 14", "10 to 19"), "the first that begins so"


def test_a_double_click_asks_for_the_group_of_a_value_and_edits_a_label(
    tab: HierarchiesTab, qtbot: QtBot
) -> None:
    values, labels = listed(tab, 0), listed(tab, 1)
    qtbot.mouseDClick(values.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, ROW // 2))
    assert tab.levels.chooser is not None
    tab.levels.chooser.close()
    qtbot.mouseClick(labels.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, ROW // 2))
    qtbot.mouseDClick(labels.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, ROW // 2))
    assert labels.viewport().findChild(QLineEdit) is not None


def test_labels_are_renamed_in_place(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.levels.choose(1, ["0 to 4"])
    qtbot.keyClick(listed(tab, 1), Key.Key_F2)
    field = listed(tab, 1).viewport().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText("small children")
    qtbot.keyClick(field, Key.Key_Return)
    qtbot.waitUntil(lambda: now(tab).rows["0"][0] == "small children")
    assert listed(tab, 1).texts() == ["small children"]
    assert not listed(tab, 0).entries.flags(listed(tab, 0).entries.index(0)) & Qt.ItemFlag.ItemIsEditable


def test_what_somebody_types_outlasts_results_that_come(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.levels.choose(1, ["0 to 4"])
    qtbot.keyClick(listed(tab, 1), Key.Key_F2)
    field = listed(tab, 1).viewport().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText("half typed")
    with qtbot.waitSignal(tab.session.computed):
        tab.session.compute()
    assert listed(tab, 1).viewport().findChild(QLineEdit) is field
    assert field.text() == "half typed"
    qtbot.keyClick(field, Key.Key_Return)
    qtbot.waitUntil(lambda: now(tab).rows["0"][0] == "half typed")


def test_a_text_that_another_label_has_is_refused_in_words(tab: HierarchiesTab) -> None:
    before = now(tab)
    tab.commands.rename(1, "0 to 4", "5 to 9")
    assert now(tab) is before
    assert "merge the two" in tab.message_bar.text()
    tab.commands.shift(1, ["0 to 4"], 1)
    assert not tab.message_bar.isVisible()


def test_labels_are_merged_and_taken_out(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.levels.choose(1, ["0 to 4", "5 to 9"])
    qtbot.keyClick(listed(tab, 1), Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert now(tab).rows["7"][0] == "0 to 4"
    assert listed(tab, 1).texts() == ["0 to 4"]
    qtbot.keyClick(listed(tab, 1), Key.Key_Delete)
    assert "7" not in now(tab).values
    assert "7" in entries(tab, UNPLACED)
    assert tab.levels.unplaced is not None
    assert tab.levels.unplaced.header.title.text() == "Not placed: 10"


def test_a_new_value_is_placed_from_the_message(tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab.commands.take_out(0, ["42"])
    assert tab.message_bar.text() == "42 is in the data but not in the hierarchy of Age."
    assert tab.message_bar.button.text() == PLACE
    filled = tab.page.header.filled
    assert (filled.text(), filled.isEnabled()) == (USE, False)
    assert filled.toolTip() == "1 value has no place yet: place it first"
    tab.message_bar.button.click()
    chooser = tab.levels.chooser
    assert chooser is not None
    QTest.keyClicks(chooser.search, "40 to 44")
    qtbot.keyClick(chooser.search, Key.Key_Return)
    assert now(tab).values == tuple(map(str, range(120))), "numbers go on ascending"
    assert not tab.message_bar.isVisible()
    assert tab.levels.unplaced is None
    assert filled.isEnabled()


def test_values_are_placed_where_their_bands_are(tab: HierarchiesTab) -> None:
    tab.commands.take_out(0, ["42", "43", "71"])
    assert tab.levels.unplaced is not None
    tab.levels.choose(UNPLACED, ["42", "71"])
    fit = menu_entry(tab, "Place where they fit")
    assert fit.isEnabled()
    fit.trigger()
    assert now(tab).rows["71"] == ("70 to 74", "70 to 79", "60 to 79", "*")
    assert entries(tab, UNPLACED) == ["43"]
    assert tab.session.history.undo_label == "2 values placed in the hierarchy Age"
    assert list(map(int, now(tab).values)) == sorted(map(int, now(tab).values))


def test_values_of_which_labels_say_nothing_are_placed_by_hand(give: Give) -> None:
    tab = give(Hierarchy.from_rows({"F": "*"}), "Sex")
    assert tab.levels.unplaced is not None
    fit = menu_entry(tab, "Place where they fit")
    assert fit.isEnabled(), "one label above all says where"
    other = give(Hierarchy.from_rows({str(age): "young" if age < 40 else "old" for age in range(70)}), "Age")
    fit = menu_entry(other, "Place where they fit")
    assert (fit.isEnabled(), fit.toolTip()) == (False, FIT_REASON)


def test_values_without_a_place_are_dragged_to_a_group_or_a_value(tab: HierarchiesTab) -> None:
    tab.commands.take_out(0, ["42", "43"])
    assert tab.message_bar.text() == "42 and 43 are in the data but not in the hierarchy of Age."
    tab.levels.choose(UNPLACED, ["43"])
    drop(listed(tab, UNPLACED), listed(tab, 1), entries(tab, 1).index("40 to 44"))
    assert now(tab).rows["43"][0] == "40 to 44"
    tab.levels.choose(UNPLACED, ["42"])
    drop(listed(tab, UNPLACED), listed(tab, 0), entries(tab, 0).index("41"))
    assert now(tab).rows["42"][0] == "40 to 44"


def test_no_value_is_in_undo_labels_or_in_what_was_done(tab: HierarchiesTab) -> None:
    said: list[str] = []
    tab.session.done.connect(said.append)
    tab.commands.take_out(0, ["42"])
    tab.place_first()
    tab.commands.place(["42"], "40 to 44")
    tab.commands.rename(1, "40 to 44", "42")
    assert tab.session.history.undo_label == "Label of the hierarchy Age changed"
    assert not any("42" in words for words in said)


def test_a_level_becomes_a_step_and_takes_the_place_of_other_recodings(
    tab: HierarchiesTab, qtbot: QtBot
) -> None:
    session = tab.session
    before = session.project
    assert before is not None
    assert [step.method.name for step in before.recipe.steps][:1] == ["recoding"]
    tab.levels.choose(2, ["0 to 9"])
    filled = tab.page.header.filled
    assert filled.toolTip() == "Recode Age to: 10-year bands. It takes the place of step 1"
    with qtbot.waitSignal(session.computed):
        filled.click()
    assert session.project is not None
    steps = session.project.recipe.steps
    assert steps[0].method == Recoding(variable="Age", how="level", hierarchy=now(tab), level=2)
    assert len(steps) == len(before.recipe.steps)
    assert not filled.isEnabled()
    assert filled.toolTip() == "A step of the recipe does this already"
    assert tab.levels.columns[2].header.note.text() == "12 labels, in use"
    with qtbot.waitSignal(session.computed):
        session.undo()
    assert session.project == before


def test_the_preview_says_what_a_level_does(tab: HierarchiesTab) -> None:
    data = tab.session.data
    assert data is not None
    tab.levels.choose(3, ["0 to 19"])
    assert tab.preview.title() == "Recoded to: 20-year bands"
    categories, smallest, rare = tab.preview.changes.values()
    assert (categories.before.text(), categories.after.text()) == ("100 →", "6")
    ages = data.column("Age").dropna()
    assert smallest.after.text() == str((ages // 20).value_counts().min())
    assert rare.name.text() == "Records in categories below 3"


def test_levels_are_added_renamed_and_taken_out(tab: HierarchiesTab, qtbot: QtBot) -> None:
    header = tab.levels.columns[3].header
    acts = {action.text(): action for action in header.menu.actions() if action.text()}
    acts["Add a level above"].trigger()
    assert now(tab).height == 5
    assert len(tab.levels.columns) == 6
    header = tab.levels.columns[4].header
    header.rename()
    assert header.field is not None
    header.field.setText("still 20-year bands")
    qtbot.keyClick(header.field, Key.Key_Return)
    assert now(tab).titles[3] == "still 20-year bands"
    assert tab.levels.columns[4].header.title.text() == "Still 20-year bands"
    header = tab.levels.columns[4].header
    header.rename()
    assert header.field is not None
    header.field.setText("something else")
    qtbot.keyClick(header.field, Key.Key_Escape)
    assert now(tab).titles[3] == "still 20-year bands", "Escape keeps the old one"
    acts = {action.text(): action for action in header.menu.actions() if action.text()}
    acts["Remove the level"].trigger()
    assert now(tab).height == 4
    tab.commands.put_beside(1, ["0 to 4"], "15 to 19", after=True)
    acts = {action.text(): action for action in tab.levels.columns[1].header.menu.actions()}
    acts["Sort it, and what lies below"].trigger()
    assert entries(tab, 1)[:4] == ["5 to 9", "0 to 4", "10 to 14", "15 to 19"], "within the groups"


def test_values_and_labels_are_found(tab: HierarchiesTab, qtbot: QtBot) -> None:
    QTest.keyClicks(tab.bar.search, "99")
    assert tab.bar.matches.text() == "4 entries"
    assert listed(tab, 0).texts() == ["99"]
    qtbot.keyClick(tab.bar.search, Key.Key_Return)
    assert listed(tab, 1).texts() == ["95 to 99"]
    tab.bar.search.clear()
    assert tab.bar.matches.text() == ""


def test_a_hierarchy_is_imported_and_exported(
    shown_tab: HierarchiesTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, ages: Hierarchy
) -> None:
    tab = shown_tab
    assert tab.commands.variable == "Age", "keys come first"
    assert tab.empty.isVisible()
    assert not tab.card.isVisible()
    assert tab.page.header.filled.text() == TAKE
    path = tmp_path / "ages.csv"
    ages.write(path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    tab.empty.load_file.click()
    qtbot.waitUntil(lambda: tab.commands.hierarchy is not None)
    assert now(tab) == ages
    assert tab.session.history.undo_label == "Hierarchy of Age from ages.csv"
    assert tab.card.isVisible()
    assert not tab.empty.isVisible()
    tab.commands.merge(1, ["0 to 4", "5 to 9"])
    out = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    tab.sources.export_csv()
    assert Hierarchy.read(out, "Age") == now(tab)
    [*_, data_file] = tab.session.originals
    before = data_file.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(data_file), ""))
    tab.sources.export_csv()
    assert "belongs to the open project" in tab.message_bar.text()
    assert data_file.read_bytes() == before
    path.write_text("1;a\n1;b\n", encoding="utf-8")
    tab.sources.import_csv()
    qtbot.waitUntil(lambda: "line 2" in tab.message_bar.text())
    assert tab.message_bar.details() == "The line begins with 1."
    tab.commands.remove()
    qtbot.waitUntil(tab.empty.isVisible)


def test_a_hierarchy_of_other_values_is_told_from_one_that_lacks_some(give: Give) -> None:
    tab = give(Hierarchy(levels=[{"x": "y"}]), "Sex")
    assert tab.message_bar.text() == "No value of Sex is in this hierarchy: import or build another one."


def test_any_hierarchy_of_the_project_can_be_used_for_a_variable(tab: HierarchiesTab, give: Give) -> None:
    give(Hierarchy(levels=[{"F": "any", "M": "any"}]), "Sex")
    tab.choose_variable("Age")
    assert [tab.bar.choice.itemText(at) for at in range(tab.bar.choice.count())] == ["Age", "Sex"]
    tab.bar.choice.setCurrentIndex(1)
    tab.bar.choice.activated.emit(1)
    assert now(tab).name == "Sex"
    assert tab.bar.variable.currentText() == "Age"


def test_what_a_step_uses_stays_usable(tab: HierarchiesTab, qtbot: QtBot) -> None:
    session = tab.session
    assert session.project is not None
    step = Recoding(variable="Age", how="level", hierarchy=now(tab), level=4)
    with qtbot.waitSignal(session.computed):
        session.change("Use", session.project.changed(recipe=Recipe(seed=1).then(step)))
    before = now(tab)
    tab.commands.remove_level(4)
    assert now(tab) is before
    assert "recodes to this level" in tab.message_bar.text()
    tab.commands.remove_level(3)
    assert session.project.recipe.steps[0].method.level == 3, "it goes on recoding to the same labels"
    tab.commands.remove()
    assert tab.commands.hierarchy is not None
    assert "is used by step 1" in tab.message_bar.text()
    with qtbot.waitSignal(session.computed):
        tab.commands.merge(1, ["0 to 4", "5 to 9"])
    assert session.project.recipe.steps[0].method.hierarchy == now(tab), "the step has it changed"


def test_ten_thousand_values_are_edited_and_scrolled(give: Give) -> None:
    rows = {f"{n:05}": (f"{n // 10:04}*", f"{n // 100:03}**", "*") for n in range(10_000)}
    tab = give(Hierarchy.from_rows(rows), "Zip")
    values = listed(tab, 0)
    assert values.model().rowCount() == 10_000
    assert not values.viewport().findChildren(QLineEdit), "no widget for a row"
    tab.levels.choose(0, ["05000"])
    tab.commands.move(0, ["05000"], "0000*")
    QApplication.processEvents()
    assert values.texts() == ["05000"]
    assert values.indexAt(QPoint(20, ROW // 2)).isValid()
    top = values.verticalScrollBar()
    top.setValue(top.maximum())
    assert values.indexAt(QPoint(20, values.viewport().height() - ROW)).row() > 9_900


def test_the_menu_says_what_can_be_done_and_why_not(tab: HierarchiesTab) -> None:
    def reasons(level: int) -> dict[str, str]:
        menu = tab.levels.entries_menu(tab.levels.columns[level])
        found = {
            action.text().split("\t")[0]: "" if action.isEnabled() else action.toolTip()
            for action in menu.actions()
            if action.text()
        }
        menu.deleteLater()
        return found

    tab.levels.choose(0, ["3"])
    told = reasons(0)
    assert told["Up"] == told["Into a group, or a new one…"] == ""
    assert told["Rename"] == "Values are those of the file: their labels are changed"
    tab.levels.choose(4, ["*"])
    told = reasons(4)
    assert told["Into a group, or a new one…"] == "Nothing stands above this level: add one first"
    assert told["Merge into one label"] == "Choose two labels at least"


def test_the_proposal_is_told_and_taken(shown_tab: HierarchiesTab) -> None:
    tab = shown_tab
    words = [label.text() for label in tab.empty.findChildren(QLabel) if label.isVisible()]
    assert "Age has no hierarchy" in words
    assert any(text.startswith("Proposed from its values: ") for text in words)
    tab.page.header.filled.click()
    assert now(tab).name == "Age"
    assert now(tab).has_one_top
    assert tab.session.history.undo_label == "Proposed hierarchy of Age"
    tab.session.undo()
    assert tab.commands.hierarchy is None
    assert tab.empty.isVisible()


def test_a_hierarchy_is_built_while_one_looks_on(shown_tab: HierarchiesTab, qtbot: QtBot) -> None:
    tab = shown_tab
    tab.empty.build.click()
    dialog = tab.sources.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.filled.isEnabled)
    dialog.form.fill({"how": "bands"})
    widths = dialog.form.rows["widths"].editor.findChild(QLineEdit)
    assert isinstance(widths, QLineEdit)
    widths.clear()
    QTest.keyClicks(widths, "10; 25")
    qtbot.waitUntil(lambda: "do not nest" in dialog.hint.text())
    assert not dialog.filled.isEnabled()
    assert dialog.form.rows["widths"].error.isVisible()
    widths.clear()
    QTest.keyClicks(widths, "10; 50")
    qtbot.waitUntil(dialog.filled.isEnabled)
    texts = [column.entries.texts for column in dialog.levels.columns]
    assert texts[1][:2] == ["0 to 9", "10 to 19"]
    assert texts[2] == ["0 to 49", "50 to 99", "100 to 149"]
    assert not dialog.levels.columns[0].entries.flags(dialog.levels.columns[0].entries.index(0)) & (
        Qt.ItemFlag.ItemIsDragEnabled
    )
    dialog.accept()
    assert now(tab).labels(2) == ("0 to 49", "50 to 99", "100 to 149")
    assert tab.session.history.undo_label == "Hierarchy of Age built"


def test_last_year_s_hierarchy_is_taken_and_new_values_are_named(
    tab: HierarchiesTab, tmp_path: Path, qtbot: QtBot
) -> None:
    session = tab.session
    tab.commands.take_out(0, ["42"])
    project = session.project
    assert project is not None
    other = project.changed(hierarchies=(*project.hierarchies, Hierarchy.from_rows({"x": "y"}, "Other")))
    path = tmp_path / "last year.sdcdesk"
    other.save(path)
    tab.commands.remove()
    assert tab.empty.isVisible()
    place = QRect(0, 0, 9, 9)
    tab.sources.take_from(path, "Age", place)
    qtbot.waitUntil(lambda: tab.commands.hierarchy is not None)
    assert session.history.undo_label == "Hierarchy of Age from last year.sdcdesk"
    assert tab.message_bar.text() == "42 is in the data but not in the hierarchy of Age."
    tab.choose_variable("Sex")
    tab.sources.take_from(path, "Sex", place)
    qtbot.waitUntil(lambda: tab.sources.chooser is not None)
    chooser = tab.sources.chooser
    assert chooser is not None
    QTest.keyClicks(chooser.search, "Oth")
    qtbot.keyClick(chooser.search, Qt.Key.Key_Return)
    assert now(tab).values == ("x",)
    other.changed(hierarchies=()).save(path)
    tab.sources.take_from(path, "Sex", place)
    qtbot.waitUntil(lambda: "holds no hierarchy" in tab.message_bar.text())


def test_another_hierarchy_of_the_project_becomes_the_variable_s_own(shown_tab: HierarchiesTab) -> None:
    tab, session = shown_tab, shown_tab.session
    assert session.project is not None
    zones = Hierarchy.from_rows({"F": "any", "M": "any"}, "Zones")
    session.change("Add", session.project.changed(hierarchies=(zones,)))
    tab.choose_variable("Sex")
    assert tab.commands.hierarchy is None
    tab.bar.choice.setCurrentIndex(1)
    tab.bar.choice.activated.emit(1)
    tab.commands.make_own()
    assert now(tab).name == "Sex"
    assert [one.name for one in session.project.hierarchies] == ["Sex"]


def test_a_hierarchy_is_called_something_else_and_what_names_it_follows(
    tab: HierarchiesTab, qtbot: QtBot
) -> None:
    session = tab.session
    tab.commands.use(1)
    qtbot.waitUntil(lambda: not session.jobs.running)
    tab.bar.rename()
    tab.bar.field.setText("Sex")
    qtbot.keyClick(tab.bar.field, Key.Key_Escape)
    assert now(tab).name == "Age"
    tab.bar.rename()
    tab.bar.field.setText("Age bands")
    qtbot.keyClick(tab.bar.field, Key.Key_Return)
    assert session.project is not None
    assert [one.name for one in session.project.hierarchies] == ["Age bands"]
    assert used_names(session.project.recipe) == ["Age bands"]
    assert (now(tab).name, tab.bar.choice.currentText()) == ("Age bands", "Age bands")
    session.undo()
    assert (now(tab).name, tab.bar.choice.currentText()) == ("Age", "Age")
    assert used_names(session.project.recipe) == ["Age"]


def test_a_hierarchy_that_no_step_uses_stays_on_screen_under_its_new_name(tab: HierarchiesTab) -> None:
    said: list[str] = []
    tab.session.done.connect(said.append)
    tab.commands.call("Age bands")
    assert (now(tab).name, tab.bar.choice.currentText()) == ("Age bands", "Age bands")
    assert tab.card.isVisible()
    assert not tab.empty.isVisible()
    assert said == ["Age bands is no longer the hierarchy of Age, which has none now"]
    tab.commands.make_own()
    assert (now(tab).name, tab.bar.choice.currentText()) == ("Age", "Age")


def test_a_name_that_another_hierarchy_has_is_refused(tab: HierarchiesTab, give: Give) -> None:
    give(Hierarchy.from_rows({"F": "any", "M": "any"}), "Sex")
    tab.choose_variable("Age")
    tab.commands.call("Sex")
    assert now(tab).name == "Age"
    assert "Another hierarchy has this name" in tab.message_bar.text()


def test_of_very_many_values_no_hierarchy_is_built(
    shown_tab: HierarchiesTab, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("ui.pages.hierarchies.hierarchies_tab.MOST", 10)
    tab = shown_tab
    tab.choose_variable("Zip")
    qtbot.waitUntil(lambda: "too many" in tab.empty.build.toolTip())
    assert not tab.page.header.filled.isVisible()
    assert not tab.build_button.isEnabled()
    tab.choose_variable("Sex")
    qtbot.waitUntil(tab.build_button.isEnabled)


def test_counting_that_was_stopped_is_offered_again(
    shown_tab: HierarchiesTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab, waits = shown_tab, threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(
            "ui.pages.hierarchies.hierarchies_tab.coded_counts",
            lambda data, name: waits.wait() and coded_counts(data, name),
        )
        tab.choose_variable("Zip")
        assert tab.page.header.filled.isHidden()
        assert tab.empty.build.toolTip() == "The values are still being counted"
        tab.session.jobs.cancel("hierarchy values")
        waits.set()
        qtbot.waitUntil(lambda: tab.message_bar.button.text() == AGAIN)
    tab.message_bar.button.click()
    qtbot.waitUntil(lambda: tab.page.header.filled.text() == TAKE)
    assert not tab.message_bar.isVisible()


def test_values_are_placed_where_the_labels_put_them_from_the_message(tab: HierarchiesTab) -> None:
    before = now(tab)
    tab.commands.take_out(0, ["42", "43", "7"])
    assert (tab.message_bar.button.text(), tab.message_bar.other.text()) == (PLACE_FIRST, FIT_ALL)
    tab.message_bar.other.click()
    assert now(tab).rows == before.rows
    assert not tab.message_bar.isVisible()
    tab.commands.rename(1, "40 to 44", "early forties")
    tab.commands.take_out(0, ["42"])
    assert not tab.message_bar.other.isVisible()
    assert tab.message_bar.button.text() == PLACE


def test_a_long_title_takes_no_room_from_the_values(give: Give) -> None:
    rows = dict.fromkeys(("Asian", "Black", "Other", "White"), "any")
    title = "categories with the rarest five percent of all records put together"
    tab = give(Hierarchy.from_rows(rows).changed(titles=(title,)), "Race")
    values, above = (column.width() for column in tab.levels.columns[:2])
    assert above < 1.5 * values


def test_values_stand_beside_what_they_mean(tab: HierarchiesTab) -> None:
    session, values = tab.session, tab.levels.columns[0].entries
    assert session.data is not None
    value = session.data.coding("Age").categories[0].item()
    labels = (ValueLabel(value=value, label="Youngest"),)
    session.describe("Labels", session.data.variable("Age").changed(value_labels=labels))
    row = values.row(str(value))
    assert values.index(row).data() == f"{value} Youngest"
    assert values.texts[row] == str(value)
    tab.bar.search.setText("young")
    assert values.index(row).data(Cell.FOUND)
