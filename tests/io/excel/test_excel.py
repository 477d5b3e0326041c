"""Workbooks: which sheet is read, what its cells become, and what is refused rather than read otherwise."""

import datetime
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import xlsxwriter

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import read, read_file, write
from sdcdesk.io.excel import archive, writing
from sdcdesk.io.excel.options import ExcelOptions
from sdcdesk.io.writing import losses

DAY, TIME = datetime.date(2001, 5, 9), datetime.time(1, 2, 3)
MOMENT = datetime.datetime.fromisoformat("2001-05-09T13:45:00")
SHOWN = {
    datetime.date: "yyyy-mm-dd",
    datetime.datetime: "yyyy-mm-dd hh:mm:ss",
    datetime.time: "hh:mm:ss",
}


def saved(path: Path, sheets: dict[str, list[list[Any]]], hidden: tuple[str, ...] = ()) -> Path:
    book = xlsxwriter.Workbook(path)
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        if name in hidden:
            sheet.hide()
        for place, row in enumerate(rows):
            for column, cell in enumerate(row):
                if type(cell) in SHOWN:
                    style = book.add_format({"num_format": SHOWN[type(cell)]})
                    sheet.write_datetime(place, column, cell, style)
                elif isinstance(cell, bool):
                    sheet.write_boolean(place, column, cell)
                elif isinstance(cell, str) and cell:
                    sheet.write_string(place, column, cell)
                elif cell not in ("", None):
                    sheet.write_number(place, column, cell)
    book.close()
    return path


@pytest.mark.parametrize(
    ("cells", "expected", "kind"),
    [
        ([1, 2, 3], [1, 2, 3], None),
        ([1, "", 3], [1, None, 3], None),
        ([1, 2.5, ""], [1.0, 2.5, None], None),
        ([1, 2.5, "x"], ["1", "2.5", "x"], None),
        (["0012", "12", "7"], ["0012", "12", "7"], None),
        ([True, False, ""], ["true", "false", None], None),
        ([DAY, "", DAY], ["2001-05-09", None, "2001-05-09"], "date"),
        (
            [DAY, MOMENT, DAY],
            ["2001-05-09T00:00:00", "2001-05-09T13:45:00", "2001-05-09T00:00:00"],
            "datetime",
        ),
        ([TIME, TIME, ""], ["01:02:03", "01:02:03", None], "time"),
        ([DAY, "unknown", 3], ["2001-05-09", "unknown", "3"], None),
    ],
)
def test_what_cells_become(tmp_path, cells, expected, kind):
    path = saved(tmp_path / "a.xlsx", {"Sheet": [["x", "y"], *([cell, 1] for cell in cells)]})
    data = read(path)
    assert [None if pd.isna(value) else value for value in data.column("x")] == expected
    display = data.variable("x").display
    assert (display.kind if display else None) == kind


def test_the_first_sheet_that_is_shown_and_holds_something(tmp_path):
    path = saved(
        tmp_path / "a.xlsx",
        {"Notes": [], "Secret": [["a"], [1]], "Data": [["b"], [2]], "More": [["c"], [3]]},
        hidden=("Secret",),
    )
    found = read_file(path)
    assert found.data.names == ("b",)
    assert found.options == ExcelOptions(format="excel", sheet="Data", header=True)
    assert read(path, ExcelOptions(sheet="2")).names == ("a",)
    assert read(path, ExcelOptions(sheet="More")).names == ("c",)
    with pytest.raises(ParameterError, match="has no sheet Data2; it has Notes, Secret, Data, More"):
        read(path, ExcelOptions(sheet="Data2"))


def test_names_of_columns(tmp_path):
    path = saved(tmp_path / "a.xlsx", {"S": [["x", "", " y "], [1, 2, 3]]})
    with pytest.warns(UserWarning, match=r"1 column of a\.xlsx has no name there, and is called V2"):
        assert read(path).names == ("x", "V2", "y")
    path = saved(tmp_path / "b.xlsx", {"S": [[1, 2], [3, 4]]})
    assert read(path).column("V1").tolist() == [1, 3]
    path = saved(tmp_path / "c.xlsx", {"S": [["a", "b"], ["c", "d"]]})
    assert read(path, ExcelOptions(header=False)).column("V2").tolist() == ["b", "d"]


def test_empty_rows_are_passed_over(tmp_path):
    path = saved(tmp_path / "a.xlsx", {"S": [[], ["x"], [1], [], [2]]})
    assert read(path).column("x").tolist() == [1, 2]


def test_words_that_mean_missing_leave_numbers(tmp_path):
    path = saved(tmp_path / "a.xlsx", {"S": [["x", "y"], [1, "NA"], ["NA", "NA"], [3, "z"]]})
    data = read(path, ExcelOptions(missing_in={"x": ["NA"]}))
    assert data.column("x").tolist() == [1, pd.NA, 3]
    assert data.column("y").tolist() == ["NA", "NA", "z"]


def test_merged_cells_errors_and_formulas_that_nobody_computed_are_refused(tmp_path):
    book = xlsxwriter.Workbook(tmp_path / "merged.xlsx")
    sheet = book.add_worksheet("S")
    sheet.write_row(0, 0, ["x", "y"])
    sheet.merge_range(1, 0, 2, 1, "both")
    book.close()
    with pytest.raises(ReadError, match="the cells A2 to B3 of the sheet S are merged"):
        read(tmp_path / "merged.xlsx")
    book = xlsxwriter.Workbook(tmp_path / "error.xlsx")
    sheet = book.add_worksheet("S")
    sheet.write_row(0, 0, ["x", "y"])
    sheet.write_formula(1, 1, "=1/0", value="#DIV/0!")
    book.close()
    with pytest.raises(ReadError, match="the cell B2 of the sheet S shows an error"):
        read(tmp_path / "error.xlsx")
    path = saved(tmp_path / "formula.xlsx", {"S": [["x"], [5]]})
    changed = tmp_path / "changed.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for part in old.namelist():
            text = old.read(part)
            new.writestr(part, text.replace(b"<v>5</v>", b"<f>2+3</f>"))
    with pytest.raises(ReadError, match="the formula in the cell A2 of the sheet S was never computed"):
        read(changed)


def test_formulas_are_read_as_their_values(tmp_path):
    book = xlsxwriter.Workbook(tmp_path / "a.xlsx")
    sheet = book.add_worksheet("S")
    sheet.write_row(0, 0, ["x"])
    sheet.write_formula(1, 0, "=2+3", value=5)
    book.close()
    assert read(tmp_path / "a.xlsx").column("x").tolist() == [5]


def test_a_trap_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    path = saved(tmp_path / "a.xlsx", {"S": [["x"], [5]]})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/media/trap.bin", bytes(1 << 22))
    monkeypatch.setattr(archive, "_LARGE", 1 << 20)
    with pytest.raises(ReadError, match="far larger in memory than it is"):
        read(path)


def test_what_is_no_sheet_with_records(tmp_path):
    path = saved(tmp_path / "a.xlsx", {"S": []})
    with pytest.raises(ReadError, match="has no sheet with records that is not hidden"):
        read(path)
    path = saved(tmp_path / "b.xlsx", {"S": [["x", "y"]]})
    with pytest.raises(ReadError, match="only a row of names and no records"):
        read(path)


def test_a_cancel_is_heard_while_a_sheet_is_parsed(tmp_path):
    path = saved(tmp_path / "a.xlsx", {"S": [["x"], *([row] for row in range(50_000))]})
    asked = []
    with pytest.raises(Cancelled):
        read(path, progress=Progress(cancelled=lambda: asked.append(1) or len(asked) > 1))


@pytest.mark.parametrize("share", [0.6, 0.8, 0.95], ids=["rows are made", "more rows", "parts are packed"])
def test_a_cancel_is_heard_while_a_workbook_is_packed(share: float, tmp_path: Path) -> None:
    """The library makes and packs all parts in one go, which takes most of the time."""
    data = Microdata(pd.DataFrame({"x": np.arange(4_000) / 7, "t": [f"word {row}" for row in range(4_000)]}))
    done = [0.0]
    progress = Progress(listener=lambda part, _: done.append(part), cancelled=lambda: done[-1] > share)
    with pytest.raises(Cancelled):
        write(data, tmp_path / "a.xlsx", progress=progress)
    assert share < done[-1] < share + 0.15
    assert not list(tmp_path.iterdir())


def test_numbers_keep_all_their_digits_and_text_is_no_formula(tmp_path):
    frame = pd.DataFrame({"x": [0.1 + 0.2, 1e-300, 2.0**53], "t": ["=1+1", "+49", "https://a.example"]})
    write(Microdata(frame), tmp_path / "a.xlsx")
    pd.testing.assert_frame_equal(read(tmp_path / "a.xlsx").frame, frame, check_exact=True)
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize(
    ("values", "kind", "cells"),
    [
        (["2001-05-09", None], "date", True),
        (["1899-12-31", "2001-05-09"], "date", False),
        (["1900-02-28"], "date", False),
        (["2001-05-09T13:45:00"], "datetime", True),
        (["2001-05-09T13:45:00.5"], "datetime", False),
        (["13:45:00"], "time", True),
        (["1990–1994"], "date", False),
    ],
)
def test_dates_that_all_programs_agree_on_are_written_as_such(tmp_path, values, kind, cells):
    frame = pd.DataFrame({"d": pd.Series(values, dtype="str"), "n": np.arange(len(values))})
    data = Microdata(frame, [Variable(name="d", display=DisplayFormat(kind=kind))])
    told = losses(data, tmp_path / "a.xlsx", None, {})
    assert [loss.variable for loss in told] == ([] if cells else ["d"])
    with nullcontext() if cells else pytest.warns(UserWarning, match="d holds days before 1 March 1900"):
        write(data, tmp_path / "a.xlsx")
    found = read(tmp_path / "a.xlsx")
    pd.testing.assert_frame_equal(found.frame, frame)
    assert (found.variable("d").display is not None) == cells


def test_what_a_sheet_cannot_hold_is_refused(tmp_path):
    wide = Microdata(pd.DataFrame(np.zeros((1, 16_385)), columns=[f"v{place}" for place in range(16_385)]))
    with pytest.raises(DataError, match="has room for 1,048,575 records and 16,384 variables"):
        write(wide, tmp_path / "a.xlsx")
    with pytest.raises(DataError, match="more than 32,767 characters"):
        write(Microdata(pd.DataFrame({"x": ["a" * 32_768]})), tmp_path / "a.xlsx")
    with pytest.raises(ParameterError, match=r"written as \.xlsx only"):
        write(Microdata(pd.DataFrame({"x": [1]})), tmp_path / "a.xls")
    assert not list(tmp_path.iterdir())


def test_a_sheet_has_room_for_a_row_less_than_it_has_for_the_names(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "SHEET_ROWS", 4)
    write(Microdata(pd.DataFrame({"x": [1, 2, 3]})), tmp_path / "a.xlsx")
    with pytest.raises(DataError, match="has room for 3 records"):
        write(Microdata(pd.DataFrame({"x": [1, 2, 3, 4]})), tmp_path / "b.xlsx")


def test_a_cell_far_away_is_told_and_does_not_end_the_program(tmp_path: Path) -> None:
    path = tmp_path / "far.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Data")
    for row, values in enumerate([["age", "sex"], [1, 2]]):
        sheet.write_row(row, 0, values)
    sheet.write_string(1_048_575, 16_383, " ")
    book.close()
    with pytest.raises(ReadError, match="the sheet Data reaches as far as the cell XFD1048576"):
        read(path)


@pytest.mark.parametrize("cell", ["XFE2", "A99999999", "ZZZZZZZZZZZZ99999999999999999"])
def test_a_cell_that_cannot_be_is_told(cell: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "people.xlsx", {"Data": [["age"], [1]]})
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'r="A2"', f'r="{cell}"'.encode())
    with zipfile.ZipFile(path, "w") as book:
        for name, content in parts.items():
            book.writestr(name, content)
    with pytest.raises(ReadError, match="reaches as far as the cell"):
        read(path)


def test_values_beyond_the_last_name_are_told_rather_than_lost(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.xlsx", {"S": [["", "x", "y"], ["", 1, 2], ["", 3, 4, "", 5]]})
    with pytest.raises(ReadError, match="the column E of the sheet S holds values but has no name"):
        read(path)
    path = saved(tmp_path / "b.xlsx", {"S": [["x", "y"], [1, 2], [3, 4, ""]]})
    assert read(path).column("y").tolist() == [2, 4]


@pytest.mark.parametrize("other", [datetime.time(0, 0), datetime.time(12, 30)])
def test_days_among_times_of_day_are_told(other: datetime.time, tmp_path: Path) -> None:
    path = saved(tmp_path / "a.xlsx", {"S": [["x", "y"], [DAY, 1], [other, 2]]})
    with pytest.raises(ReadError, match="the column x holds both days and times of day"):
        read(path)


def test_a_negative_number_that_is_shown_as_a_date_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("S")
    style = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet.write_row(0, 0, ["x"])
    sheet.write_number(1, 0, 40_000, style)
    sheet.write_number(2, 0, -5, style)
    book.close()
    with pytest.raises(ReadError, match="a number of 0 or below that is shown as a date"):
        read(path)


@pytest.mark.parametrize("number", [60, 60.75])
@pytest.mark.parametrize("computed", [False, True])
def test_the_day_that_only_excel_has_is_told_rather_than_read_as_the_day_before(
    number: float, computed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.xlsx"

    def days(*numbers: float, epoch: int = 1900) -> Path:
        book = xlsxwriter.Workbook(path, {"date_1904": epoch == 1904})
        sheet, style = book.add_worksheet("S"), book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        sheet.write_row(1, 2, ["age", "born"])
        for row, one in enumerate(numbers, 2):
            sheet.write_number(row, 2, 60)
            if computed:
                sheet.write_formula(row, 3, "=30+30", style, one)
            else:
                sheet.write_number(row, 3, one, style)
        book.close()
        return path

    with pytest.raises(ReadError, match="the column born holds 29 February 1900, a day that only Excel has"):
        read(days(59, number))
    assert read(days(59, 61)).column("born").str[:10].tolist() == ["1900-02-28", "1900-03-01"]
    assert read(days(59, number, epoch=1904)).column("born").str[:10].tolist() == ["1904-02-29", "1904-03-01"]


def test_records_without_values_are_told_before_they_are_written(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.5, None, 2.5, None], "y": ["a", None, None, None]})
    path = tmp_path / "a.xlsx"
    told = losses(Microdata(frame), path, None, {})
    assert [loss.text[:34] for loss in told] == ["2 records have no values at all; t"]
    with pytest.warns(UserWarning, match="2 records have no values"):
        write(Microdata(frame), path)
    assert len(read(path)) == 2
    assert losses(Microdata(frame.head(1)), path, None, {}) == ()


def test_a_length_of_time_that_cannot_be_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("S")
    sheet.write_row(0, 0, ["x"])
    sheet.write_number(1, 0, 1e15, book.add_format({"num_format": "[h]:mm:ss"}))
    book.close()
    with pytest.raises(ReadError, match=r"a\.xlsx is damaged"):
        read(path)
