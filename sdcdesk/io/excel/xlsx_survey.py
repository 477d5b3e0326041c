"""Survey of a sheet of .xlsx: the text of its cells, whatever its names are prefixed by."""

import re
import zipfile
from typing import BinaryIO

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.excel.archive import chunks, member, sheet_part
from sdcdesk.io.excel.survey import LEAP_DAY, Fault, Found, Survey

_TAG = rb"<(?:[\w.-]+:)?"
_CELL = re.compile(_TAG + rb"""c\s(?:[^>]*?\s)?r\s*=\s*["']([A-Za-z]+)([0-9]+)["']""")
_USUAL_CELL = re.compile(rb'<c r="([A-Z]+)([0-9]+)"')
_ANY_CELL = re.compile(_TAG + rb"c[\s/>]")
_ROW = re.compile(_TAG + rb"""row\s(?:[^>]*?\s)?r\s*=\s*["']([0-9]+)["']""")
_ROW_BEGINS = re.compile(_TAG + rb"row[\s/>]")
_ERROR = re.compile(_TAG + rb"""c\s(?:[^>]*?\s)?t\s*=\s*["']e["'][^>]*>""")
_FORMULA = re.compile(
    _TAG + rb"c\s[^>]*>\s*(?:<(?:[\w.-]+:)?f\b[^>]*/>|<(?:[\w.-]+:)?f\b[^>]*>[^<]*</(?:[\w.-]+:)?f\s*>)\s*"
    rb"(?:<(?:[\w.-]+:)?v\s*/>|<(?:[\w.-]+:)?v\s*></(?:[\w.-]+:)?v\s*>)?\s*</(?:[\w.-]+:)?c\s*>"
)
_FAULTS = (
    (re.compile(rb"""t\s*=\s*["']e["']"""), _ERROR, Fault.ERROR),
    (re.compile(rb"[<:]f[\s/>]"), _FORMULA, Fault.FORMULA),
)
"""What a fault cannot do without, which is soon found not to be there; how it is written; and the fault."""

_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Z]+[0-9]+)["']""")
_LEAP_HINT = re.compile(rb">%d[<.]" % LEAP_DAY)
_LEAP_DAY = re.compile(
    rb"""r\s*=\s*["']([A-Za-z]+)[0-9]+["'][^<>]*>(?:<(?:[\w.-]+:)?f\b[^<>]*(?:/>|>[^<]*</[^<>]*>))?"""
    rb"""<(?:[\w.-]+:)?v[^<>]*>%d[<.]""" % LEAP_DAY
)
_LONGEST_CELL = 1 << 16
"""Bytes of a cell with its formula, which two chunks share at most."""

_LONGEST_NUMBER = 10


def survey_xlsx(content: BinaryIO, place: int, progress: Progress) -> Survey:
    """Survey a sheet.

    Parameters
    ----------
    content
        The file, open.
    place
        The place of the sheet in the workbook.
    progress
        Receives how far that is, and stops the work where the user asked to.

    Returns
    -------
    Survey
        How far its cells reach, and the first fault.
    """
    seen = Survey()
    content.seek(0)
    with zipfile.ZipFile(content) as archive:
        inner = sheet_part(archive, member(archive, "xl/workbook.xml"), place)
        before, widest = b"", 0
        for block in chunks(archive, inner, progress):
            part = before + block
            count = _count(part)
            placed = _USUAL_CELL.findall(part)
            if len(placed) < count:
                placed = _CELL.findall(part)
            for letters in {letters for letters, _ in placed}:
                seen.columns.add(_column(letters[:_LONGEST_NUMBER]))
            seen.rows |= {int(number[:_LONGEST_NUMBER]) - 1 for number in {number for _, number in placed}}
            widest = 0 if len(placed) == count else _without_places(seen, part, block, widest)
            if _LEAP_HINT.search(part):
                seen.leap_columns |= {_column(letters) for letters in set(_LEAP_DAY.findall(part))}
            for hint, pattern, fault in _FAULTS:
                if seen.found is None and hint.search(part) and (found := pattern.search(part)):
                    cell = _PLACE.search(found[0])
                    seen.found = Found(fault, cell[1].decode() if cell else "?")
            before = block[-_LONGEST_CELL:]
    return seen


def _without_places(seen: Survey, part: bytes, block: bytes, before: int) -> int:
    """Add cells that do not say where they are, and return how many of the last row there are."""
    seen.rows |= {int(number[:_LONGEST_NUMBER]) - 1 for number in _ROW.findall(part)}
    counts = [len(_ANY_CELL.findall(row)) for row in _ROW_BEGINS.split(block)]
    counts[0] += before
    seen.columns |= {0, max(max(counts) - 1, 0)}
    seen.rows |= {0, len(counts)}
    return counts[-1]


def _count(part: bytes) -> int:
    """Return how many cells begin."""
    if b":c" in part:
        return len(_ANY_CELL.findall(part))
    return part.count(b"<c ") + part.count(b"<c>") + part.count(b"<c/") + part.count(b"<c\n")


def _column(letters: bytes) -> int:
    """Return the place of a column from 0 by how Excel calls it."""
    place = 0
    for letter in letters.upper():
        place = place * 26 + letter - ord("A") + 1
    return place - 1
