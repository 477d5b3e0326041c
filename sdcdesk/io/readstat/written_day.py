"""Day in files of pyreadstat: it stands in the place of the moment at which the library wrote them.

The library puts the time of its clock into the header and takes no other. So the same data would give other
bytes each time, and a file would tell to the second when it was made. Midnight of the day of writing is put
there afterwards; the places follow from the headers of the formats, whose parts have fixed lengths.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sdcdesk.core.files.writing_day import writing_day

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_BEGINNING = 1024
"""Bytes in which all headers stand."""


@dataclass(frozen=True, slots=True)
class MomentInHeader:
    """Where the header of a format tells the moment of writing, and how.

    Attributes
    ----------
    moment
        Returns midnight of a day: of its two digits, its month and its year.
    places
        Its places: in the file, or behind the mark.
    mark
        What stands before it; empty: nothing that is told from others.
    """

    moment: Callable[[str, str, str], str]
    places: tuple[int, ...] = (0,)
    mark: bytes = b""


SAV = MomentInHeader(lambda day, month, year: f"{day} {month} {year[2:]}00:00:00", (92,))
"""Behind the mark, the name of the program, five numbers of 4 bytes and one of 8."""

DTA = MomentInHeader(lambda day, month, year: f"{day} {month} {year} 00:00", mark=b"<timestamp>\x11")
"""Behind the mark and the length."""

XPORT = MomentInHeader(
    lambda day, month, year: f"{day}{month.upper()}{year[2:]}:00:00:00", (144, 160, 464, 480)
)
"""In a file of lines of 80 bytes: made and changed, of the library and of its only table."""


def put_writing_day(path: Path, header: MomentInHeader) -> None:
    """Put the day of writing into a file.

    Parameters
    ----------
    path
        The file, as pyreadstat writes it.
    header
        Where its format has it.
    """
    with path.open("rb") as file:
        start = file.read(_BEGINNING).find(header.mark) + len(header.mark)
    year, number, day = writing_day().isoformat().split("-")
    moment = header.moment(day, _MONTHS[int(number) - 1], year)
    _put(path, tuple(start + place for place in header.places), moment)


def _put(path: Path, places: tuple[int, ...], moment: str) -> None:
    """Put a moment where there is another one; what another version of the library may have there stays."""
    signs = ("[0-9 ]" if sign.isdigit() else "[A-Za-z]" if sign.isalpha() else sign for sign in moment)
    alike = re.compile("".join(signs).encode())
    with path.open("r+b") as file:
        for place in places:
            file.seek(place)
            if alike.fullmatch(file.read(len(moment))):
                file.seek(place)
                file.write(moment.encode())
