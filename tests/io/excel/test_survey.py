"""What is seen of a sheet before the library reads it: far cells, errors and merged cells, in every kind."""

import re
import struct
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import xlsxwriter

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.io import read
from sdcdesk.io.excel.compound_file import CompoundFile
from sdcdesk.io.excel.xls_survey import survey_xls
from sdcdesk.io.excel.xlsb_survey import survey_xlsb
from sdcdesk.io.excel.xlsx_survey import survey_xlsx
from tests.io.excel.hand_made import (
    SECRET_OF_XLS,
    SECTOR,
    compound,
    error_of_xls,
    error_of_xlsb,
    merge_of_xlsb,
    number,
    ods,
    word,
    xls,
    xlsb,
)

SHEET = "xl/worksheets/sheet1.xml"
WORDS = ["age", "sex"]
CELLS = [(1, 0, 34.0), (1, 1, 1.0), (2, 0, 7.5), (2, 1, 2.0)]
FAR = 1_048_575


def xlsx(path: Path, change: Callable[[bytes], bytes] = bytes) -> Path:
    """Write the same sheet as .xlsx, with an error in its last cell, and its text changed."""
    whole = path.with_name("whole.xlsx")
    book = xlsxwriter.Workbook(whole)
    sheet = book.add_worksheet("Data")
    sheet.write_row(0, 0, WORDS)
    for row, column, value in CELLS:
        sheet.write_number(row, column, value)
    sheet.write_formula(3, 1, "=1/0", value="#DIV/0!")
    book.close()
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, change(text) if name == SHEET else text)
    whole.unlink()
    return path


def prefixed(text: bytes) -> bytes:
    """Return a sheet as programs write it that prefix all names."""
    named = re.sub(rb"<(/?)([A-Za-z])", rb"<\1x:\2", text)
    return named.replace(
        b'xmlns="http://schemas.openxmlformats.org/sp', b'xmlns:x="http://schemas.openxmlformats.org/sp'
    )


def quoted(text: bytes) -> bytes:
    return re.sub(rb"=\"([^\"']*)\"", rb"='\1'", text)


def without_error(text: bytes) -> bytes:
    return re.sub(rb"<row r=\"4\".*</row>", b"", text)


@pytest.mark.parametrize("change", [bytes, prefixed, quoted, lambda text: quoted(prefixed(text))])
@pytest.mark.parametrize("name", ["people.xlsx", "people.xlsm", "people.xls", "people.xlsb", "people.ods"])
def test_an_error_is_seen_however_it_is_written_and_whatever_the_file_is_called(
    name: str, change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    with pytest.raises(ReadError, match="the cell B4 of the sheet Data shows an error"):
        read(xlsx(tmp_path / name, change))


@pytest.mark.parametrize("name", ["people.xlsx", "people.xls", "people.xlsb", "people.ods"])
@pytest.mark.parametrize("change", [bytes, prefixed])
def test_a_far_cell_is_seen_whatever_the_file_is_called(
    name: str, change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    path = xlsx(tmp_path / name, lambda text: change(without_error(text).replace(b"</sheetData>", far)))
    with pytest.raises(ReadError, match="the sheet Data reaches as far as the cell XFD1048576"):
        read(path)


def test_cells_that_do_not_say_where_they_are(tmp_path: Path) -> None:
    def nameless(text: bytes) -> bytes:
        return re.sub(rb"(<c) r=\"[A-Z]+[0-9]+\"", rb"\1", without_error(text))

    assert read(xlsx(tmp_path / "a.xlsx", nameless)).column("age").tolist() == [34.0, 7.5]
    path = xlsx(
        tmp_path / "b.xlsx", lambda text: nameless(text).replace(b'<row r="3"', b'<row r="900000000"')
    )
    with pytest.raises(ReadError, match="reaches as far as the cell B900000000"):
        read(path)


def test_a_sheet_that_nobody_finds_is_no_sheet_without_faults(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "people.xlsx")
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    strict = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main", strict
    )
    with zipfile.ZipFile(path, "w") as new:
        for name, text in parts.items():
            new.writestr(name, text)
    with pytest.raises(ReadError, match="the cell B4 of the sheet Data shows an error"):
        read(path)


def test_a_sheet_of_ods(tmp_path: Path) -> None:
    names = [word("age"), word("sex")]
    assert read(ods(tmp_path / "a.ods", [names, [number(34), number(1)]])).column("sex").tolist() == [1]
    many = number(1, ' table:number-columns-repeated="2000000000"')
    with pytest.raises(ReadError, match="reaches as far as the cell"):
        read(ods(tmp_path / "b.ods", [names, [many]]))
    with pytest.raises(ReadError, match="reaches as far as the cell B4000000000"):
        read(
            ods(
                tmp_path / "c.ods",
                [names, [number(1), number(1)]],
                ' table:number-rows-repeated="2000000000"',
            )
        )
    merged = number(1, ' table:number-rows-spanned="2" table:number-columns-spanned="1"')
    with pytest.raises(ReadError, match="the cell A2 of the sheet Data is merged"):
        read(ods(tmp_path / "d.ods", [names, [merged, number(1)], [number(2), number(1)]]))
    shown = (
        '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" '
        'calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>'
    )
    with pytest.raises(ReadError, match="the cell B2 of the sheet Data shows an error"):
        read(ods(tmp_path / "e.ods", [names, [number(1), shown]]))
    bare = '<table:table-cell table:formula="of:=[.A2]"/>'
    with pytest.raises(ReadError, match="the formula in the cell B2 of the sheet Data was never computed"):
        read(ods(tmp_path / "f.ods", [names, [number(1), bare]]))


@pytest.mark.parametrize("part", ["content.xml", "META-INF/manifest.xml"])
def test_a_part_of_ods_that_is_cut_off_is_told_rather_than_read_without_end(
    part: str, tmp_path: Path
) -> None:
    path = ods(tmp_path / "people.ods", [[word("age")], [number(34)]])
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    for end in (len(parts[part]) - 1, len(parts[part]) // 2, 5):
        with zipfile.ZipFile(path, "w") as book:
            for name, text in parts.items():
                book.writestr(name, text[:end] if name == part else text)
        with pytest.raises(ReadError, match=r"people\.ods is damaged"):
            read(path)


def test_a_sheet_of_xlsb(tmp_path: Path) -> None:
    assert read(xlsb(tmp_path / "a.xlsb", WORDS, CELLS)).column("age").tolist() == [34.0, 7.5]
    with pytest.raises(ReadError, match="the sheet Data reaches as far as the cell XFD1048576"):
        read(xlsb(tmp_path / "b.xlsb", WORDS, [*CELLS, (FAR, 16_383, 1.0)]))
    with pytest.raises(ReadError, match="reaches as far as the cell"):
        read(xlsb(tmp_path / "c.xlsb", WORDS, [*CELLS, (4_000_000_000, 0, 1.0)]))
    with pytest.raises(ReadError, match="the cell B4 of the sheet Data shows an error"):
        read(xlsb(tmp_path / "d.xlsb", WORDS, CELLS, error_of_xlsb(3, 1)))
    with pytest.raises(ReadError, match="the cell A2 of the sheet Data is merged"):
        read(xlsb(tmp_path / "e.xlsb", WORDS, CELLS, merge_of_xlsb(1, 2)))


def test_a_sheet_of_xls(tmp_path: Path) -> None:
    assert read(xls(tmp_path / "a.xls", WORDS, CELLS)).column("age").tolist() == [34.0, 7.5]
    with pytest.raises(ReadError, match=r"b\.xls is damaged"):
        read(xls(tmp_path / "b.xls", WORDS, [*CELLS, (65_535, 65_000, 1.0)]))
    with pytest.raises(ReadError, match=r"c\.xls is damaged"):
        read(xls(tmp_path / "c.xls", WORDS, CELLS, size=(2**31, 60_000)))
    with pytest.raises(ReadError, match="the cell B4 of the sheet Data shows an error"):
        read(xls(tmp_path / "d.xls", WORDS, CELLS, error_of_xls(3, 1)))


@pytest.mark.parametrize("change", [bytes, prefixed, quoted])
def test_columns_with_the_number_of_a_day_that_only_excel_has(
    change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    cells = [(1, 0, 59.0), (1, 1, 60.25), (2, 2, 60.0), (3, 3, 61.0)]
    seen = survey_xls(BytesIO(xls(tmp_path / "a.xls", [], cells).read_bytes()))[0]
    assert seen.leap_columns == {1, 2}
    short = struct.pack("<HHHI", 1, 4, 0, 60 << 2 | 2)
    several = struct.pack("<HHHIHIH", 2, 5, 0, 0x404E0000, 0, 6000 << 2 | 3, 6)
    more = struct.pack("<HH", 0x027E, len(short)) + short + struct.pack("<HH", 0x00BD, len(several)) + several
    seen = survey_xls(BytesIO(xls(tmp_path / "a.xls", [], [], more).read_bytes()))[0]
    assert seen.leap_columns == {4, 5, 6}
    content = BytesIO(xlsb(tmp_path / "a.xlsb", [], cells).read_bytes())
    assert survey_xlsb(content, 0, Progress()).leap_columns == {1, 2}
    path = xlsx(tmp_path / "a.xlsx", lambda text: change(text.replace(b">34<", b">60.5<")))
    assert survey_xlsx(BytesIO(path.read_bytes()), 0, Progress()).leap_columns == {0}


def test_a_chain_of_sectors_that_bites_its_tail_is_refused(tmp_path: Path) -> None:
    path = xls(tmp_path / "people.xls", WORDS, CELLS)
    content = path.read_bytes()
    for sector, following in ((4, 3), (1, 1), (4, 5_000_000), (9, 2)):
        at = SECTOR + 4 * sector
        path.write_bytes(content[:at] + struct.pack("<I", following) + content[at + 4 :])
        with pytest.raises(ReadError, match=r"people\.xls is damaged"):
            read(path)
    for place in range(48, 76, 4):
        path.write_bytes(content[:place] + b"\1\0\0\0" + content[place + 4 :])
        try:
            read(path)
        except ReadError as error:
            assert "people.xls" in str(error)


@pytest.mark.parametrize("name", ["people.xlsx", "people.xls", "people.xlsb", "people.ods"])
def test_a_password_is_told(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(compound(bytes(range(256)) * 20, "EncryptedPackage"))
    with pytest.raises(ReadError, match="has a password; save it again without one"):
        read(path)
    xls(path, WORDS, CELLS, of_book=SECRET_OF_XLS)
    with pytest.raises(ReadError, match="has a password; save it again without one"):
        read(path)
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("META-INF/manifest.xml", "<m:manifest><m:encryption-data/></m:manifest>")
        book.writestr("content.xml", bytes(range(256)))
    with pytest.raises(ReadError, match="has a password; save it again without one"):
        read(path)


def test_streams_are_what_was_written() -> None:
    stream = bytes(range(256)) * 40
    found = CompoundFile(compound(stream))
    assert found.names == {"Workbook"}
    assert found.stream("Workbook") == stream
