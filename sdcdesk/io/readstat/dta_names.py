"""Long names in .dta: pyreadstat names the labels of values by them, and has one character less there."""

import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

LONGEST = 31
"""Characters of a name that labels can have, too; of a variable it may have one more."""

_BEGINNING = 4096
"""Bytes in which the map of the file stands."""

_MAP, _NAMES = b"<map>", b"<varnames>"
_PLACE = 3
"""Place in the map of where the names begin."""

_ROOM = 129
"""Bytes of each name in files of version 118 and 119."""


def names_for_library(names: Mapping[str, str], labelled: Iterable[str]) -> dict[str, str]:
    """Return names with which the library writes all variables.

    Parameters
    ----------
    names
        The names in the file, by those of the variables.
    labelled
        Variables with labels of values.

    Returns
    -------
    dict[str, str]
        The same, but for shorter ones of labelled variables where theirs are too long for the labels.
    """
    with_labels, found = set(labelled), dict(names)
    taken = {name.casefold() for name in names.values()}
    for place, (variable, name) in enumerate(names.items()):
        if variable in with_labels and len(name) > LONGEST:
            short = f"labelled_{place}"
            while short.casefold() in taken:
                short += "_"
            taken.add(short.casefold())
            found[variable] = short
    return found


def put_names(path: Path, names: Iterable[str], written: Iterable[str]) -> None:
    """Put the names of a file in the place of those with which the library has written it.

    Parameters
    ----------
    path
        A file of version 118 or 119, as pyreadstat writes it.
    names, written
        What all its variables are called, in their order, and as what they were written.
    """
    changed = [(at, name) for at, (name, old) in enumerate(zip(names, written, strict=True)) if name != old]
    if not changed:
        return
    with path.open("r+b") as file:
        begin = file.read(_BEGINNING)
        order = "<" if b"<byteorder>LSF" in begin else ">"
        places = struct.unpack_from(f"{order}{_PLACE + 1}Q", begin, begin.index(_MAP) + len(_MAP))
        for at, name in changed:
            file.seek(places[_PLACE] + len(_NAMES) + at * _ROOM)
            file.write(name.encode().ljust(_ROOM, b"\0"))
