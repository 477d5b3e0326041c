"""Survey of a sheet of .ods: its table as LibreOffice writes it, with cells and rows that are repeated."""

import re
import zipfile
from typing import BinaryIO
from xml.parsers import expat

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.excel.archive import chunks
from sdcdesk.io.excel.survey import Fault, Found, Survey, place_of

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_SAYS_ERROR = re.compile(r"#(N/A|DIV/0!|REF!|VALUE!|NAME\?|NUM!|NULL!)|Err:5\d\d")
_MOST = 1 << 31


def survey_ods(content: BinaryIO, progress: Progress) -> list[Survey]:
    """Survey all sheets; the library reads all of them at once, and without end where XML is cut off.

    Parameters
    ----------
    content
        The file, open.
    progress
        Receives how far that is, and stops the work where the user asked to.

    Returns
    -------
    list[Survey]
        One for each sheet, in the order of the workbook.

    Raises
    ------
    ValueError
        A part is no XML.
    """
    walk = _Walk()
    content.seek(0)
    try:
        with zipfile.ZipFile(content) as archive:
            for name in archive.namelist():
                if name.lower().endswith(".xml"):
                    _parse(archive, name, walk if name.lower() == "content.xml" else None, progress)
    except expat.ExpatError:
        raise ValueError from None
    return walk.seen


def _parse(archive: zipfile.ZipFile, name: str, walk: "_Walk | None", progress: Progress) -> None:
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartDoctypeDeclHandler = _refuse
    if walk is not None:
        parser.StartElementHandler, parser.EndElementHandler = walk.begins, walk.ends
        parser.CharacterDataHandler = walk.says
    for block in chunks(archive, name, progress):
        parser.Parse(block)
    parser.Parse(b"", True)


def _refuse(*_: object) -> None:
    raise ValueError


class _Walk:
    """The elements of the workbook, one after the other."""

    def __init__(self) -> None:
        self.seen: list[Survey] = []
        self._depth = 0
        self._row = self._column = 0
        self._rows = self._columns = 1
        self._cell: dict[str, str] | None = None
        self._text: list[str] = []

    def begins(self, name: str, said: dict[str, str]) -> None:
        """Take an element."""
        space, _, local = name.rpartition("}")
        if space != _TABLE:
            return
        if local == "table":
            self._depth += 1
            if self._depth == 1:
                self.seen.append(Survey())
                self._row = 0
        elif self._depth != 1:
            return
        elif local == "table-row":
            self._column, self._rows = 0, _times(said.get(f"{_TABLE}}}number-rows-repeated"))
        elif local in ("table-cell", "covered-table-cell"):
            self._columns = _times(said.get(f"{_TABLE}}}number-columns-repeated"))
            self._cell, self._text = said, []

    def says(self, text: str) -> None:
        """Take text."""
        if self._cell is not None:
            self._text.append(text)

    def ends(self, name: str) -> None:
        """Take the end of an element."""
        space, _, local = name.rpartition("}")
        if space != _TABLE:
            return
        if local == "table":
            self._depth -= 1
        elif local == "table-row" and self._depth == 1:
            self._row += self._rows
        elif self._cell is not None and local in ("table-cell", "covered-table-cell"):
            self._ends_cell(self._cell, "".join(self._text))
            self._cell = None

    def _ends_cell(self, said: dict[str, str], text: str) -> None:
        seen = self.seen[-1]
        kind = said.get(f"{_OFFICE}}}value-type", "")
        computed = f"{_TABLE}}}formula" in said
        if kind or text or computed:
            seen.rows |= {self._row, self._row + self._rows - 1}
            seen.columns |= {self._column, self._column + self._columns - 1}
        if seen.found is None:
            fault = self._fault(said, text, kind, computed=computed)
            if fault is not None:
                seen.found = Found(fault, place_of(self._row, self._column))
        self._column += self._columns

    def _fault(self, said: dict[str, str], text: str, kind: str, *, computed: bool) -> Fault | None:
        spans = (said.get(f"{_TABLE}}}number-{way}-spanned") for way in ("rows", "columns"))
        if any(span not in (None, "1") for span in spans):
            return Fault.MERGED
        calculated = any(key.endswith("}value-type") and value == "error" for key, value in said.items())
        if calculated or (computed and _SAYS_ERROR.fullmatch(text)):
            return Fault.ERROR
        return Fault.FORMULA if computed and not kind and not text else None


def _times(said: str | None) -> int:
    return min(max(int(said), 1), _MOST) if said and said.isdecimal() and len(said) < 12 else 1
