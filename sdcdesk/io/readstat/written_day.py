"""Day in files of pyreadstat: it stands in the place of the moment at which the library wrote them.

The library puts the time of its clock into the header and takes no other. So the same data would give other
bytes each time, and a file would tell to the second when it was made. Midnight of the day of writing is put
there afterwards; the places follow from the headers of the formats, whose parts have fixed lengths.
"""

import re
from datetime import date
from pathlib import Path

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_SAV = 92
"""Place in .sav: behind the mark, the name of the program, five numbers of 4 bytes and one of 8."""

_XPORT = (144, 160, 464, 480)
"""Places in .xpt, a file of lines of 80 bytes: made and changed, of the library and of its only table."""

_DTA = b"<timestamp>\x11"
"""What stands before it in .dta: the mark, and the length."""

_BEGINNING = 1024
"""Bytes in which all of these stand."""


def put_sav_day(path: Path, day: date) -> None:
    """Put a day into a file of SPSS.

    Parameters
    ----------
    path
        The file, as pyreadstat writes it.
    day
        The day.
    """
    number, month, year = _parts(day)
    _put(path, (_SAV,), f"{number} {month} {year[2:]}00:00:00")


def put_dta_day(path: Path, day: date) -> None:
    """Put a day into a file of Stata.

    Parameters
    ----------
    path
        The file, as pyreadstat writes it.
    day
        The day.
    """
    with path.open("rb") as file:
        place = file.read(_BEGINNING).find(_DTA)
    number, month, year = _parts(day)
    _put(path, (place + len(_DTA),), f"{number} {month} {year} 00:00")


def put_xport_day(path: Path, day: date) -> None:
    """Put a day into a transport file of SAS.

    Parameters
    ----------
    path
        The file, as pyreadstat writes it.
    day
        The day.
    """
    number, month, year = _parts(day)
    _put(path, _XPORT, f"{number}{month.upper()}{year[2:]}:00:00:00")


def _parts(day: date) -> tuple[str, str, str]:
    """Return the number of a day in its month, the English month, and the year, as headers have them."""
    year, _, number = day.isoformat().split("-")
    return number, _MONTHS[day.month - 1], year


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
