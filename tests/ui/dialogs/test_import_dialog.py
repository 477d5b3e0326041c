from pathlib import Path

import pandas as pd
import pytest
import xlsxwriter
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import detect, read, write
from tests.ui.ticking import texts, toggle
from ui.dialogs.counted_file_dialog import CountedFileDialog
from ui.dialogs.frame import SIDE, About
from ui.dialogs.import_dialog import WHERE_IT_IS, ImportDialog
from ui.look.theme import theme
from ui.session.computation import Failed
from ui.session.jobs import Jobs
from ui.session.navigator import Navigator
from ui.widgets.symbol_header import SymbolHeader

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

LEFT = Qt.MouseButton.LeftButton

PEOPLE = "age;zip;bill;name\n61;0481;967,38;Joan\n72;0482;-9;Ann\n33;0483;12,5;Zoë\n"


ABOVE = "The message above says why the file cannot be opened"


@pytest.fixture
def jobs(qapp):  # noqa: ARG001 - signals need the application
    made = Jobs()
    yield made
    made.close()


@pytest.fixture
def path(tmp_path) -> Path:
    made = tmp_path / "people.csv"
    made.write_text(PEOPLE, encoding="utf-8")
    return made


@pytest.fixture
def opened(qtbot, jobs):
    def show(path: Path, room: int | None = None) -> ImportDialog:
        dialog = ImportDialog(path, jobs, Navigator(), room=room)
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        settle(qtbot, dialog)
        return dialog

    return show


def settle(qtbot: QtBot, dialog: ImportDialog) -> None:
    """Wait until the preview follows what was entered."""
    qtbot.waitUntil(lambda: not dialog._typing.isActive() and not dialog._records._jobs.running)


def enter(dialog: ImportDialog, qtbot: QtBot, name: str, value: object) -> None:
    """Choose a value as a user does."""
    editor = dialog.form.editors[name]
    editor.set_value(value)
    editor.edited.emit()
    settle(qtbot, dialog)


def type_missing(dialog: ImportDialog, qtbot: QtBot, text: str) -> None:
    qtbot.keyClicks(dialog.form.editors["missing"].line, text)
    settle(qtbot, dialog)


def said(dialog: ImportDialog, words: str) -> list[str]:
    """Return where words are said: in the bar, below a field, at the end of the form, beside the button."""
    form, places = dialog.form, {"bar": dialog.message_bar.text() if dialog.message_bar.isVisible() else ""}
    if form is not None:
        places |= {name: row.error.text() for name, row in form.made.items() if row.error.isVisible()}
        places["form"] = form.error.text() if form.error.isVisible() else ""
    places["button"] = dialog.hint.text()
    return [place for place, text in places.items() if words in text]


def seen(dialog: ImportDialog) -> list[list[str]]:
    model = dialog.model
    return [
        [model.data(model.index(row, column)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_what_was_found_is_shown_with_a_preview(opened, path):
    dialog = opened(path)
    shown = {name: editor.value() for name, editor in dialog.form.editors.items()}
    found = {"delimiter": ";", "encoding": "utf-8", "decimal": ",", "quote": '"', "header": True}
    none = {"sample": None, "sample_seed": None}
    assert (
        shown == {**found, "all_text": False, "text": [], "numbers": [], "missing": (), "columns": []} | none
    )
    assert dialog.form.editors["delimiter"].combo.currentText() == "Semicolon"
    assert seen(dialog)[0] == ["61", "0481", "967.38", "Joan"]
    kinds = [dialog.model.kind(column) for column in range(4)]
    assert kinds == ["whole numbers", "text", "decimal numbers", "text"]
    side, across = Qt.ItemDataRole.TextAlignmentRole, Qt.Orientation.Horizontal
    for column in range(4):
        assert dialog.model.headerData(column, across, side) == dialog.model.index(0, column).data(side)
    assert dialog.preview.note.text() == "all 3 records"
    assert dialog.options() == detect(path)
    assert dialog.filled.isEnabled()


def test_the_form_is_no_wider_than_its_side(opened, path, qtbot):
    dialog = opened(path)

    def is_narrow() -> bool:
        shown = [one for one in dialog._side.findChildren(QWidget) if one.isVisible()]
        return all(one.mapTo(dialog._side, one.rect().topRight()).x() < SIDE for one in shown)

    qtbot.waitUntil(is_narrow)  # what was found out of the file is laid out in a turn of its own


def test_a_file_larger_than_half_the_free_memory_is_announced_and_columns_are_chosen(opened, path, qtbot):
    dialog = opened(path, room=3 * path.stat().st_size)
    assert dialog.message_bar.isVisible()
    assert "takes" in dialog.message_bar.text()
    assert "engine DuckDB" in dialog.message_bar.text()
    columns = dialog.form.editors["columns"]
    assert columns.isVisible()
    toggle(columns.list, "zip", "name")
    settle(qtbot, dialog)
    assert not dialog.message_bar.isVisible()
    assert dialog.model.names == ("zip", "name"), "what will be read"
    assert dialog.preview.note.text() == "2 of 4 columns, all 3 records"
    assert texts(columns.list) == ["age", "zip", "bill", "name"], "all can be chosen still"
    assert read(path, dialog.options()).names == ("zip", "name")
    toggle(columns.list, "zip", "name")
    settle(qtbot, dialog)
    assert dialog.model.names == ("age", "zip", "bill", "name")
    assert dialog.preview.note.text() == "all 3 records"


def test_the_keyboard_begins_with_the_first_field(opened, path):
    dialog = opened(path)
    first = next(iter(dialog.form.editors.values()))
    assert first.isAncestorOf(dialog.focusWidget())


def test_a_sample_of_a_large_file_is_chosen(opened, path, qtbot):
    dialog = opened(path, room=3 * path.stat().st_size)
    assert "random sample" in dialog.message_bar.text()
    enter(dialog, qtbot, "sample", 2)
    enter(dialog, qtbot, "sample_seed", 9)
    settle(qtbot, dialog)
    assert not dialog.message_bar.isVisible()
    assert dialog.preview.note.text() == "all 3 records", "they are the beginning of the file, not the sample"
    data = read(path, dialog.options())
    assert (data.sample.drawn, data.sample.records, data.sample.seed) == (2, 3, 9)


def test_a_large_file_is_measured_where_it_is(opened, path, qtbot):
    pytest.importorskip("duckdb")
    dialog = opened(path, room=3 * path.stat().st_size)
    assert dialog.message_bar.button.text() == WHERE_IT_IS
    qtbot.mouseClick(dialog.message_bar.button, LEFT)
    [measuring] = dialog.findChildren(CountedFileDialog)
    assert measuring.isVisible()
    assert not measuring.filled.isEnabled()
    measuring.reject()
    assert dialog.isVisible()


def test_why_the_engine_counts_no_workbook_is_said(opened, tmp_path):
    book = tmp_path / "people.xlsx"
    write(Microdata(pd.DataFrame({"age": [61, 9]})), book)
    dialog = opened(book, room=book.stat().st_size)
    assert "counts no Excel file where it is: save it as Parquet or CSV" in dialog.message_bar.text()
    assert not dialog.message_bar.button.isVisible()


def test_open_gives_options_that_read_the_same_again(opened, path, qtbot):
    dialog = opened(path)
    type_missing(dialog, qtbot, "-9; NA")
    assert "-9 stands for a missing value" in dialog.model.data(
        dialog.model.index(1, 2), Qt.ItemDataRole.ToolTipRole
    )
    qtbot.mouseClick(dialog.filled, LEFT)
    assert dialog.result() == QDialog.DialogCode.Accepted
    data = read(path, dialog.options())
    assert data.missing("bill").tolist() == [False, True, False]


def test_the_preview_follows_the_form(opened, path, qtbot):
    dialog = opened(path)
    dialog.form.editors["header"].box.click()
    settle(qtbot, dialog)
    assert dialog.model.names == ("V1", "V2", "V3", "V4")
    assert dialog.form.rows["header"].note.text() == "was on"
    dialog.form.editors["header"].box.click()
    enter(dialog, qtbot, "delimiter", "\t")
    # The decimal sign is found out again, as the user did not choose it.
    assert dialog.form.editors["decimal"].value() == "."
    assert dialog.form.rows["delimiter"].note.text() == "was semicolon"


def test_columns_are_kept_as_text(opened, path, qtbot):
    dialog = opened(path)
    columns = dialog.form.editors["text"].list
    assert texts(columns) == ["age", "zip", "bill", "name"]
    toggle(columns, "age")
    settle(qtbot, dialog)
    assert dialog.model.kind(0) == "text"
    assert dialog.options().text == ("age",)
    dialog.form.editors["all_text"].box.click()
    settle(qtbot, dialog)
    assert dialog.model.kind(2) == "text"
    assert not dialog.form.rows["text"].is_included, "all are text already"


def test_what_contradicts_is_said_in_words_and_nothing_opens(opened, path, qtbot):
    dialog = opened(path)
    enter(dialog, qtbot, "decimal", ",")
    enter(dialog, qtbot, "delimiter", ",")
    words = "A comma cannot both separate the fields and mark the decimals"
    assert said(dialog, words) == ["bar"], "once: it is of two fields"
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == dialog.hint.text() == ABOVE
    enter(dialog, qtbot, "delimiter", ";")
    assert not dialog.message_bar.isVisible()
    assert dialog.filled.isEnabled()


def test_a_faulty_line_is_named_and_another_setting_helps(opened, path, qtbot):
    path.write_text("a,b\n1,2\n1,2,3\n", encoding="utf-8")
    dialog = opened(path)
    assert len(said(dialog, "line 3: 3 fields where the first line has 2")) == 1
    assert not dialog.filled.isEnabled()
    enter(dialog, qtbot, "delimiter", ";")
    assert dialog.filled.isEnabled()
    assert dialog.model.names == ("a,b",)


def test_what_was_not_found_out_is_said_in_words(opened, path):
    path.write_bytes(b"%PDF-1.7 \0\1\2")
    dialog = opened(path)
    assert said(dialog, "people.csv is a PDF document") == ["bar"]
    for name in ("encoding", "decimal", "quote"):
        combo = dialog.form.editors[name].combo
        assert combo.currentText() == "Found out from the file", name


@pytest.mark.parametrize(("ending", "field"), [(".xlsx", "sheet"), (".rds", "object")])
def test_the_part_of_a_damaged_file_is_said_in_words(opened, tmp_path, ending, field, qtbot):
    path = tmp_path / f"people{ending}"
    path.write_bytes(b"PK\x03\x04 damaged")
    dialog = opened(path)
    assert not dialog.filled.isEnabled()
    assert "auto" not in shown_text(dialog.form.editors[field])
    qtbot.waitUntil(lambda: dialog.form.isAncestorOf(dialog.focusWidget()))  # not in the empty preview


def shown_text(editor: QWidget) -> list[str]:
    lines = [line.text() or line.placeholderText() for line in editor.findChildren(QLineEdit)]
    return lines + [combo.currentText() for combo in editor.findChildren(QComboBox)]


def test_another_encoding(opened, path, qtbot):
    path.write_bytes("name\nZoë\nChloé\n".encode("cp850"))
    dialog = opened(path)
    enter(dialog, qtbot, "encoding", "cp850")
    assert seen(dialog) == [["Zoë"], ["Chloé"]]
    assert dialog.options().encoding == "cp850"


def test_a_file_of_an_unknown_kind_is_tried_as_text(opened, tmp_path):
    path = tmp_path / "people.raw"
    path.write_text(PEOPLE, encoding="utf-8")
    dialog = opened(path)
    assert dialog.options().format == "csv"
    assert dialog.model.rowCount() == 3
    words = "nothing tells its format, and it is tried as CSV"
    assert any(words in one.accessibleName() for one in dialog.findChildren(QWidget))


def test_a_file_of_an_unknown_kind_that_is_no_text_is_refused(opened, tmp_path):
    path = tmp_path / "people.raw"
    path.write_bytes(bytes(range(1, 200)))
    dialog = opened(path)
    assert said(dialog, "people.raw is no text, and of no format that can be read") == ["bar"]
    assert not dialog.filled.isEnabled()


def test_a_file_that_is_gone(opened, tmp_path):
    dialog = opened(tmp_path / "gone.csv")
    assert said(dialog, "gone.csv does not exist") == ["bar"]
    assert dialog.hint.text() == ABOVE
    assert not dialog.filled.isEnabled()
    assert dialog.cancel.hasFocus()
    [about] = dialog.findChildren(About)
    assert about.height() < dialog.height() / 3
    assert about.mapTo(dialog, about.rect().bottomLeft()).y() > dialog.height() / 2


def test_what_is_found_out_is_called_so_where_it_cannot_be(opened, tmp_path):
    (tmp_path / "empty.csv").touch()
    dialog = opened(tmp_path / "empty.csv")
    combos = [dialog.form.editors[name].combo for name in ("delimiter", "encoding", "decimal", "quote")]
    assert [combo.currentText() for combo in combos] == ["Found out from the file"] * 4


def test_parquet_has_only_what_every_format_has_to_set(opened, tmp_path, qtbot):
    path = tmp_path / "people.parquet"
    write(Microdata(pd.DataFrame({"age": [61, -9], "name": ["Joan", "Ann"]})), path)
    dialog = opened(path)
    assert list(dialog.form.rows) == ["missing", "columns", "sample", "sample_seed"]
    [about] = dialog.findChildren(About)
    assert about.text.text().startswith("Columns keep the types")
    assert "codes such as 0481" not in about.text.text(), "that is how text becomes numbers"
    type_missing(dialog, qtbot, "-9")
    assert read(path, dialog.options()).missing("age").tolist() == [False, True]


def test_a_column_of_a_workbook_that_cannot_be_read_is_left_out(opened, tmp_path, qtbot):
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet, style = book.add_worksheet("S"), book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.write_row(0, 0, ["age", "sex", "born"])
        for row, days in enumerate((-5, 30_000), 1):
            sheet.write_row(row, 0, [61, "f"])
            sheet.write_number(row, 2, days, style)
    with pytest.raises(ReadError, match="the column born holds both days and times of day"):
        read(path)
    dialog = opened(path)
    assert said(dialog, "the column born holds both days and times of day") == ["bar"]
    assert dialog.model.names == ("age", "sex", "born"), "the columns are chosen from those that there are"
    assert not dialog.filled.isEnabled()
    enter(dialog, qtbot, "columns", ["age", "born"])
    assert not dialog.filled.isEnabled()
    enter(dialog, qtbot, "columns", ["age", "sex"])
    assert dialog.filled.isEnabled()
    assert not dialog.message_bar.isVisible()
    assert read(path, dialog.options()).names == ("age", "sex")


def test_cancel_lets_go(jobs, path, qtbot):
    dialog = ImportDialog(path, jobs, Navigator())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.reject()
    qtbot.waitUntil(lambda: not jobs.running)
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert dialog.model.rowCount() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut(opened, path, scheme):
    theme().set_scheme(scheme)
    dialog = opened(path)
    for one in dialog.findChildren(QLabel):
        if one.isVisible() and one.text() and not one.wordWrap():
            assert one.fontMetrics().horizontalAdvance(one.text()) <= one.width(), one.text()
    box = dialog.form.editors["header"].box
    assert box.sizeHint().width() <= box.width()


def test_a_long_name_is_cut_with_an_ellipsis_above_its_kind(opened, path):
    path.write_text(f"age_of_the_{'respondent_' * 9}\n1\n2\n", encoding="utf-8")
    dialog = opened(path)
    name, kind = str(dialog.model.headerData(0, Qt.Orientation.Horizontal)).split("\n")
    assert (name[:14], kind) == ("age_of_the_res", "whole numbers")
    assert isinstance(dialog.table.horizontalHeader(), SymbolHeader)


def test_a_sheet_of_a_workbook_is_chosen_from_its_sheets(opened, tmp_path, qtbot):
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(path) as book:
        book.add_worksheet("Notes").write(0, 0, "Only words")
        people = book.add_worksheet("People")
        people.write_row(0, 0, ["age", "sex"])
        people.write_row(1, 0, [61, "f"])
        book.add_worksheet("Old").hide()
    dialog = opened(path)
    assert "no records" in dialog.message_bar.text()
    combo = dialog.form.editors["sheet"].combo
    assert [combo.itemText(place) for place in range(1, combo.count())] == ["Notes", "People", "Old (hidden)"]
    combo.setFocus()
    for _ in range(2):
        qtbot.keyClick(combo, Qt.Key.Key_Down)
    settle(qtbot, dialog)
    assert dialog.options().sheet == "People"
    assert seen(dialog) == [["61", "f"]]
    assert combo.itemText(0) == "The first that is not hidden or empty"
    assert dialog.form.rows["sheet"].note.text() == "was the first that is not hidden or empty"
    assert dialog.filled.isEnabled()


def in_sight(dialog: ImportDialog, name: str) -> bool:
    """Whether a field is seen as a whole."""
    place = dialog.form.rows[name].place
    return place.visibleRegion().boundingRect() == place.rect()


def test_what_more_options_open_comes_into_sight(opened, path: Path, qtbot: QtBot) -> None:
    names = [f"v{number}" for number in range(12)]
    path.write_text(f"{';'.join(names)}\n{';'.join('0' * 12)}\n", encoding="utf-8")
    dialog = opened(path)
    assert not in_sight(dialog, "columns")
    dialog.form.more.click()
    for name in ("numbers", "columns", "sample", "sample_seed"):
        qtbot.waitUntil(lambda name=name: in_sight(dialog, name))
    dialog.form.more.click()
    dialog.resize(640, 380)  # as at 200 %
    dialog.form.more.click()
    qtbot.waitUntil(lambda: not dialog.form.more.visibleRegion().isEmpty())
    assert in_sight(dialog, "numbers")


def test_of_a_large_file_the_choice_of_columns_is_in_sight(opened, path: Path, qtbot: QtBot) -> None:
    names = [f"v{number}" for number in range(12)]
    path.write_text(f"{';'.join(names)}\n{';'.join('0' * 12)}\n", encoding="utf-8")
    dialog = opened(path, room=10)
    qtbot.waitUntil(lambda: in_sight(dialog, "columns") and in_sight(dialog, "sample"))


def test_content_that_is_not_what_the_extension_says_is_read_and_told(tmp_path, opened):
    own = tmp_path / "own.sav"
    write(Microdata(pd.DataFrame({"age": [3, 5]})), own)
    dialog = opened(own.rename(tmp_path / "people.csv"))
    assert dialog.options().format == "spss"
    assert any(
        "by its content its format is SPSS" in one.accessibleName() for one in dialog.findChildren(QWidget)
    )
    assert dialog.filled.isEnabled()


def test_a_file_that_cannot_be_read_yet_leaves_the_keyboard_in_the_form_and_its_name_as_it_is(
    tmp_path, opened
):
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Notes")
        sheet.merge_range("A1:C1", "A survey")
        book.add_worksheet("Data").write_column("A1", ["age", 3, 5])
    dialog = opened(path)
    assert not dialog.filled.isEnabled()
    assert dialog.form.isAncestorOf(dialog.focusWidget())


def test_the_name_of_a_file_below_a_field_begins_as_it_is_written(tmp_path, opened):
    sav = tmp_path / "people.sav"
    write(Microdata(pd.DataFrame({"age": [3, 5]})), sav)
    dialog = opened(sav)
    error = ReadError("people.sav holds several parts; name one of them.", "encoding")
    dialog._records.become(Failed(error))
    assert dialog.form.rows["encoding"].error.text() == error.message
    assert said(dialog, "holds several parts") == ["encoding"]
    assert dialog.hint.text() == "What stands below “Encoding” hinders the file from being opened"


def test_the_columns_of_a_large_file_are_in_sight_where_the_dialog_is_low(qtbot, jobs, path):
    path.write_text("a;b;c;d;e;f;g;h\n1;2;3;4;5;6;7;8\n", encoding="utf-8")
    dialog = ImportDialog(path, jobs, Navigator(), room=1)
    qtbot.addWidget(dialog)
    dialog.setMinimumSize(0, 0)
    dialog.resize(523, 352)
    with qtbot.waitExposed(dialog):
        dialog.show()
    settle(qtbot, dialog)
    columns = dialog.form.editors["columns"]
    assert columns.hasFocus() or dialog.focusWidget() is columns or columns.isAncestorOf(dialog.focusWidget())
    qtbot.waitUntil(lambda: columns.visibleRegion().boundingRect().height() == columns.height())
