"""Workbook: the sheet that is read, and what is refused rather than read otherwise than Excel shows it."""

import io
import re
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast
from xml.etree import ElementTree

from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.memory import require
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.files import SameBytes
from sdcdesk.io.options import AUTO

Result = TypeVar("Result")

_RATIO, _LARGE = 300, 1 << 28
"""A part of a workbook that is so many times, and more bytes, larger than in the file is a trap."""

_CHUNK = 1 << 20

_POLL = 0.1
"""Seconds between two looks at whether the user asked to stop."""

_ERROR = re.compile(rb'<c\b[^>]*\bt="e"[^>]*>')
_FORMULA_ONLY = re.compile(rb"<c\b[^>]*>\s*(?:<f\b[^>]*/>|<f\b[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")
_PLACE = re.compile(rb'\br="([A-Z]+[0-9]+)"')
_LONGEST_CELL = 1 << 16
"""Bytes of a cell with its formula, which two chunks share at most."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook.

    Attributes
    ----------
    name
        Its name.
    rows
        Walks through its rows: lists of float, int, str, bool, dates and times; "" where empty.
    """

    name: str
    rows: Callable[[], Iterator[list[Any]]]


def open_sheet(path: Path, source: SameBytes, wanted: str, progress: Progress) -> Sheet:
    """Return a sheet of a workbook.

    Parameters
    ----------
    path
        The file, for messages.
    source
        Its bytes, hashed already.
    wanted
        Name or number of the sheet; auto: the first that is not hidden and not empty.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    Sheet
        Parsed.

    Raises
    ------
    ReadError
        It is no workbook, damaged, has a password, merged cells, cells with errors or formulas that were
        never computed, or is a trap that fills the memory.
    ParameterError
        It has no such sheet.
    """
    content = cast(BinaryIO, io.BufferedReader(source))

    def check(name: str) -> None:
        if path.suffix.lower() in _ZIPPED:
            _refuse_far_cells(path, content, name, progress)

    name, sheet = _chosen(path, _opened(path, content, progress), wanted, check, progress)
    if path.suffix.lower() in _ZIPPED and sheet.height:
        _refuse_what_is_not_shown(path, content, name, progress)
    return Sheet(name, sheet.iter_rows)


def sheets(path: Path, content: BinaryIO, progress: Progress) -> dict[str, str]:
    """Return the sheets of a workbook without reading their cells.

    Parameters
    ----------
    path
        The file, for messages.
    content
        The file, open.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    dict[str, str]
        Words by name, in the order of the workbook; of hidden ones they say so.

    Raises
    ------
    ReadError
        It is no workbook, damaged, has a password, or is a trap that fills the memory.
    """
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    book = _opened(path, content, progress)
    return {
        one.name: one.name
        if one.visible == SheetVisibleEnum.Visible
        else sentence("{sheet} (hidden)", sheet=one.name)
        for one in book.sheets_metadata
        if one.typ == SheetTypeEnum.WorkSheet
    }


def _opened(path: Path, content: BinaryIO, progress: Progress) -> Any:
    """Return a workbook as the library opens it."""
    from python_calamine import CalamineWorkbook, PasswordError  # only where a workbook is read

    if path.suffix.lower() in _ZIPPED:
        _refuse_traps(path, content)
    try:
        book = _in_background(lambda: CalamineWorkbook.from_filelike(content), progress)
    except PasswordError:
        book = None
    except (OSError, Cancelled, MemoryError, ReadError):
        raise
    except Exception:
        raise ReadError(sentence(_DAMAGED, name=path.name)) from None
    if book is None:
        words = "{name} has a password; save it again without one."
        raise ReadError(sentence(words, name=path.name))
    return book


_ZIPPED = (".xlsx", ".xlsm")
_DAMAGED = "{name} is damaged, or is no Excel workbook; get it again from its source."


def _in_background(work: Callable[[], Result], progress: Progress) -> Result:
    """Return what the library finds, which hears no cancel: whoever asks for one does not wait for it."""
    found: list[Result] = []
    failed: list[BaseException] = []

    def do() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=do, name="workbook", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_POLL)
        if progress.cancelled():
            raise Cancelled
    if failed and not isinstance(failed[0], Exception):
        raise RuntimeError from None  # the library has met what it thought could not be
    if failed:
        raise failed[0]
    return found[0]


def _chosen(
    path: Path, book: Any, wanted: str, check: Callable[[str], None], progress: Progress
) -> tuple[str, Any]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    sheets = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
    names = [one.name for one in sheets]

    def parsed(name: str) -> Any:
        check(name)
        try:
            return _in_background(lambda: book.get_sheet_by_name(name), progress)
        except (OSError, Cancelled, MemoryError):
            raise
        except Exception:
            raise ReadError(sentence(_DAMAGED, name=path.name)) from None

    if wanted == AUTO:
        for one in sheets:
            if one.visible == SheetVisibleEnum.Visible:
                sheet = parsed(one.name)
                if sheet.height:
                    return one.name, _whole(path, one.name, sheet)
        words = "{name} has no sheet with records that is not hidden; name the sheet, or choose another file."
        raise ReadError(sentence(words, name=path.name), "sheet")
    if wanted not in names and wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        wanted = names[int(wanted) - 1]
    if wanted not in names:
        words = "{name} has no sheet {sheet}; it has {sheets}."
        raise ParameterError(
            sentence(words, name=path.name, sheet=short(wanted), sheets=short(", ".join(names))), "sheet"
        )
    return wanted, _whole(path, wanted, parsed(wanted))


def _whole(path: Path, name: str, sheet: Any) -> Any:
    merged = sheet.merged_cell_ranges
    if merged:
        (row, column), (last_row, last_column) = merged[0]
        words = (
            "{name}: the cells {first} to {last} of the sheet {sheet} are merged; unmerge them, and save it."
        )
        first, last = _place(row, column), _place(last_row, last_column)
        raise ReadError(sentence(words, name=path.name, first=first, last=last, sheet=short(name)))
    return sheet


def _place(row: int, column: int) -> str:
    """Return how Excel calls a cell: A1."""
    letters, column = "", column + 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def _refuse_traps(path: Path, content: BinaryIO) -> None:
    """Refuse what is no archive, and one whose parts are far larger than it."""
    content.seek(0)
    if content.read(4) != b"PK\x03\x04":
        content.seek(0)
        return  # the library tells a password from damage
    content.seek(0)
    try:
        parts = zipfile.ZipFile(content).infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError):
        raise ReadError(sentence(_DAMAGED, name=path.name)) from None
    large = sum(part.file_size for part in parts)
    if large > _LARGE and large > _RATIO * max(sum(part.compress_size for part in parts), 1):
        words = (
            "{name} would be far larger in memory than it is; it is no workbook that a program has written."
        )
        raise ReadError(sentence(words, name=path.name))
    require(large)
    content.seek(0)


def _refuse_far_cells(path: Path, content: BinaryIO, name: str, progress: Progress) -> None:
    """Refuse a sheet whose cells span more than memory holds: the library makes all between them, or dies."""
    rows: set[int] = set()
    columns: set[int] = set()
    for part in _parts_of(path, content, name, progress):
        for letters, number in set(_CELL.findall(part)):
            rows.add(int(number[:_LONGEST_NUMBER]))
            columns.add(_column(letters[:_LONGEST_NUMBER]))
    if not rows:
        return
    size = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) * _CELL_SIZE
    if size > _MOST_MEMORY or max(rows) > _ROWS or max(columns) >= _COLUMNS:
        words = (
            "{name}: the sheet {sheet} reaches as far as the cell {cell}; delete what stands far away from "
            "the "
            "records, and save it."
        )
        cell = _place(max(rows) - 1, max(columns))
        raise ReadError(sentence(words, name=path.name, sheet=short(name), cell=cell))
    require(size)


_CELL = re.compile(rb"""<c\b[^>]*?\br=["']([A-Za-z]+)([0-9]+)["']""")
_LONGEST_NUMBER = 10
_ROWS, _COLUMNS = 1_048_576, 16_384
_CELL_SIZE, _MOST_MEMORY = 32, 1 << 33
"""Bytes of memory that a cell takes, and that a sheet of cells may take."""


def _column(letters: bytes) -> int:
    """Return the place of a column from 0 by how Excel calls it."""
    place = 0
    for letter in letters.upper():
        place = place * 26 + letter - ord("A") + 1
    return place - 1


def _refuse_what_is_not_shown(path: Path, content: BinaryIO, name: str, progress: Progress) -> None:
    """Refuse cells that show an error, and formulas whose value was never computed: both would be empty."""
    for part in _parts_of(path, content, name, progress):
        for pattern, words in _NOT_SHOWN:
            found = pattern.search(part)
            if found:
                place = _PLACE.search(found[0])
                cell = place[1].decode() if place else "?"
                raise ReadError(sentence(words, name=path.name, cell=cell, sheet=short(name)))


_ERROR_WORDS = (
    "{name}: the cell {cell} of the sheet {sheet} shows an error of its formula; mend it in Excel, or empty "
    "the "
    "cell."
)
_FORMULA_WORDS = (
    "{name}: the formula in the cell {cell} of the sheet {sheet} was never computed; open the file in Excel, "
    "and save it."
)
_NOT_SHOWN = ((_ERROR, _ERROR_WORDS), (_FORMULA_ONLY, _FORMULA_WORDS))
"""Cells that are empty for the library although Excel shows something, or would."""


def _parts_of(path: Path, content: BinaryIO, name: str, progress: Progress) -> Iterator[bytes]:
    """Walk through the text of a sheet in chunks that overlap by a cell."""
    content.seek(0)
    try:
        with zipfile.ZipFile(content) as archive:
            inner = _inner_name(archive, name)
            if inner is None:
                return
            before = b""
            with archive.open(inner) as sheet:
                size = max(archive.getinfo(inner).file_size, 1)
                read = 0
                while block := sheet.read(_CHUNK):
                    read += len(block)
                    progress.at(min(read / size, 1.0), "Reading")
                    yield before + block
                    before = block[-_LONGEST_CELL:]
    except _UNREADABLE:
        raise ReadError(sentence(_DAMAGED, name=path.name)) from None


_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, ElementTree.ParseError, LookupError, EOFError, ValueError),
    NotImplementedError,
)
"""What is raised of a workbook that is damaged."""

_NAMES = {"main": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
"""What the parts of a workbook are written in."""


def _inner_name(archive: zipfile.ZipFile, name: str) -> str | None:
    """Return where the text of a sheet stands in a workbook; None where it is written in another way."""
    if "xl/workbook.xml" not in archive.namelist():
        return None
    book = _tree(archive, "xl/workbook.xml")
    sheets = (sheet for sheet in book.iterfind(".//main:sheet", _NAMES) if sheet.get("name") == name)
    attributes = next((sheet.attrib for sheet in sheets), {})
    relation = next((value for key, value in attributes.items() if key.endswith("}id")), None)
    if relation is None or "xl/_rels/workbook.xml.rels" not in archive.namelist():
        return None
    relations = _tree(archive, "xl/_rels/workbook.xml.rels")
    target = next((one.get("Target", "") for one in relations if one.get("Id") == relation), "")
    inner = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    return inner if inner in archive.namelist() else None


def _tree(archive: zipfile.ZipFile, inner: str) -> ElementTree.Element:
    text = archive.read(inner)
    if b"<!DOCTYPE" in text:  # no program writes one there, and it can make text without end
        raise ElementTree.ParseError
    return ElementTree.fromstring(text)  # noqa: S314 - without a document type there are no entities
