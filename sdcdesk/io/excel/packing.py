"""Packing of a workbook: the library makes and packs its parts in one go, here row by row and in pieces."""

import io
import zipfile
from typing import Any, BinaryIO

from sdcdesk.core.running.progress import Progress

_CELLS, _CHARACTERS = 2_048, 1 << 20
"""Cells that are made, and characters that are packed, between two reports of progress."""

_MADE = 0.8
"""Share of the work that is done when all parts are made."""

_YEAR_OF_EXCEL = (1980, 1, 1, 0, 0, 0)


def pack(book: Any, sheet: Any, file: BinaryIO, progress: Progress) -> None:
    """Write a filled workbook into a file.

    Parameters
    ----------
    book
        The workbook of xlsxwriter, in memory, whose own file is thrown away.
    sheet
        Its only sheet.
    file
        Open for writing.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    """
    from xlsxwriter.packager import Packager  # only where a workbook is written

    _watch_rows(sheet, progress.part(0.0, _MADE))
    packager = Packager()
    made = packager._create_package

    def packed() -> list[Any]:
        _write_parts([(content, name) for content, name, _ in made()], file, progress.part(_MADE, 1.0))
        return []

    packager._create_package = packed
    book._get_packager = lambda: packager
    book.close()


def _watch_rows(sheet: Any, progress: Progress) -> None:
    """Let a sheet report how many of its rows are made."""
    write_row, rows = sheet._write_row, max(sheet.dim_rowmax or 0, 1)
    together = max(_CELLS // ((sheet.dim_colmax or 0) + 1), 1)

    def watched_row(row: int, *rest: Any) -> None:
        if not row % together:
            progress.at(row / rows, "Writing")
        write_row(row, *rest)

    sheet._write_row = watched_row
    sheet._calculate_spans = lambda: None  # a hint that no program needs, for which all cells are looked up


def _write_parts(parts: list[tuple[io.StringIO, str]], file: BinaryIO, progress: Progress) -> None:
    """Write the parts of a workbook into an archive."""
    size, done = max(sum(content.tell() for content, _ in parts), 1), 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for content, name in parts:
            told = zipfile.ZipInfo(name, _YEAR_OF_EXCEL)
            told.compress_type, told.file_size = zipfile.ZIP_DEFLATED, content.tell()
            text = content.getvalue()  # to read from it would take four times the memory
            content.close()
            with archive.open(told, "w") as part:
                for start in range(0, len(text), _CHARACTERS):
                    progress.at((done + start) / size, "Writing")
                    part.write(text[start : start + _CHARACTERS].encode())
            done += len(text)
