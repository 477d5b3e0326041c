"""Workbook: the sheet that is read, and what is refused rather than read otherwise than Excel shows it."""

import io
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar, cast

from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.excel.archive import UNREADABLE, kind_of_archive
from sdcdesk.io.excel.compound_file import MAGIC
from sdcdesk.io.excel.ods_survey import survey_ods
from sdcdesk.io.excel.survey import DAMAGED, SecretError, Survey, place_of
from sdcdesk.io.excel.xls_survey import survey_xls
from sdcdesk.io.excel.xlsb_survey import survey_xlsb
from sdcdesk.io.excel.xlsx_survey import survey_xlsx
from sdcdesk.io.files import SameBytes
from sdcdesk.io.options import AUTO

Result = TypeVar("Result")

_POLL = 0.1
"""Seconds between two looks at whether the user asked to stop."""

_SURVEYS = {"xlsx": survey_xlsx, "xlsb": survey_xlsb}
"""How a sheet of an archive is surveyed whose sheets the library reads one by one."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook.

    Attributes
    ----------
    name
        Its name.
    rows
        Walks through its rows: lists of float, int, str, bool, dates and times; "" where empty.
    first_column
        The place from 0 in the workbook of their first cells.
    leap_columns
        As those of `Survey`.
    """

    name: str
    rows: Callable[[], Iterator[list[Any]]]
    first_column: int
    leap_columns: frozenset[int]


class _Book(NamedTuple):
    """A workbook as the library opens it, and how a sheet is surveyed by its place."""

    content: Any
    survey: Callable[[int], Survey]


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
    name, sheet, seen = _chosen(path, _opened(path, content, progress), wanted, progress)
    first_column = sheet.start[1] if sheet.start else 0
    return Sheet(name, lambda: _rows(path, sheet), first_column, frozenset(seen.leap_columns))


def _rows(path: Path, sheet: Any) -> Iterator[list[Any]]:
    """Walk through the rows of a sheet, some of whose cells may hold what no date or time can be."""
    try:
        yield from sheet.iter_rows()
    except (ValueError, ArithmeticError):
        raise ReadError(sentence(DAMAGED, name=path.name)) from None


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
        for one in book.content.sheets_metadata
        if one.typ == SheetTypeEnum.WorkSheet
    }


def _opened(path: Path, content: BinaryIO, progress: Progress) -> _Book:
    """Return a workbook as the library opens it, which reads all sheets of some kinds at once."""
    from python_calamine import CalamineWorkbook  # only where a workbook is read

    survey = _survey(path, content, progress)
    content.seek(0)
    try:
        book = _in_background(lambda: CalamineWorkbook.from_filelike(content), progress)
    except (Cancelled, MemoryError, ReadError):
        raise
    except Exception as error:
        _raise_of_system(error)
        raise ReadError(sentence(DAMAGED, name=path.name)) from None
    return _Book(book, survey)


def _survey(path: Path, content: BinaryIO, progress: Progress) -> Callable[[int], Survey]:
    """Return how a sheet is surveyed, whatever the file is called; refuse what would end the program."""
    content.seek(0)
    begin = content.read(len(MAGIC))
    try:
        if begin.startswith(b"PK"):
            survey = _SURVEYS.get(kind_of_archive(path, content))
            if survey is not None:
                return lambda place: survey(content, place, progress)
            all_sheets = survey_ods(content, progress)
        elif begin == MAGIC:
            all_sheets = survey_xls(content)
        else:
            raise ValueError
        for one in all_sheets:
            one.refuse_size(path)
    except SecretError:
        words = "{name} has a password; save it again without one."
        raise ReadError(sentence(words, name=path.name)) from None
    except UNREADABLE:
        raise ReadError(sentence(DAMAGED, name=path.name)) from None
    return lambda place: all_sheets[place]


def _raise_of_system(error: Exception) -> None:
    """Raise an error that the system has given a number; the library calls damage one of files, too."""
    if isinstance(error, OSError) and error.errno is not None:
        raise error


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


def _chosen(path: Path, book: _Book, wanted: str, progress: Progress) -> tuple[str, Any, Survey]:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    listed = list(book.content.sheets_metadata)
    places = {one.name: place for place, one in enumerate(listed) if one.typ == SheetTypeEnum.WorkSheet}
    names = list(places)
    if wanted == AUTO:
        for name, place in places.items():
            if listed[place].visible == SheetVisibleEnum.Visible:
                sheet, seen = _parsed(path, book, name, place, progress)
                if sheet.height:
                    return name, sheet, seen
        words = "{name} has no sheet with records that is not hidden; name the sheet, or choose another file."
        raise ReadError(sentence(words, name=path.name), "sheet")
    if wanted not in names and wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        wanted = names[int(wanted) - 1]
    if wanted not in names:
        words = "{name} has no sheet {sheet}; it has {sheets}."
        raise ParameterError(
            sentence(words, name=path.name, sheet=short(wanted), sheets=short(", ".join(names))), "sheet"
        )
    return wanted, *_parsed(path, book, wanted, places[wanted], progress)


def _parsed(path: Path, book: _Book, name: str, place: int, progress: Progress) -> tuple[Any, Survey]:
    """Return a sheet as the library parses it, if it loses nothing, and what was seen of it."""
    try:
        seen = book.survey(place)
    except UNREADABLE:
        raise ReadError(sentence(DAMAGED, name=path.name)) from None
    seen.refuse(path, name)
    try:
        sheet = _in_background(lambda: book.content.get_sheet_by_name(name), progress)
    except (Cancelled, MemoryError):
        raise
    except Exception as error:
        _raise_of_system(error)
        raise ReadError(sentence(DAMAGED, name=path.name)) from None
    merged = sheet.merged_cell_ranges
    if merged:
        (row, column), (last_row, last_column) = merged[0]
        words = (
            "{name}: the cells {first} to {last} of the sheet {sheet} are merged; unmerge them, and save it."
        )
        first, last = place_of(row, column), place_of(last_row, last_column)
        raise ReadError(sentence(words, name=path.name, first=first, last=last, sheet=short(name)))
    return sheet, seen
