"""Neighbours of areas: those next to it in their order, within a larger area, or named in a file of pairs."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence

CODING = "utf-8-sig"
"""Coding of files with areas that touch; a mark at the beginning is left out."""

Pairs = tuple[tuple[str, str], ...]
"""Areas that touch, by their names, in either order."""


def neighbours_in_order(number: int) -> list[set[int]]:
    """Return as neighbours of each area those before and after it.

    Parameters
    ----------
    number
        Areas.

    Returns
    -------
    list[set[int]]
        For each its neighbours.
    """
    return [{near for near in (at - 1, at + 1) if 0 <= near < number} for at in range(number)]


def neighbours_of_pairs(names: Sequence[str], pairs: Iterable[tuple[str, str]]) -> list[set[int]]:
    """Return the neighbours that pairs of areas name; pairs with areas that have no record are left out.

    Parameters
    ----------
    names
        The areas.
    pairs
        Two areas that touch, in either order.

    Returns
    -------
    list[set[int]]
        For each area its neighbours.
    """
    place = {name: at for at, name in enumerate(names)}
    found: list[set[int]] = [set() for _ in names]
    for one, other in pairs:
        if one in place and other in place and one != other:
            found[place[one]].add(place[other])
            found[place[other]].add(place[one])
    return found


def neighbours_by_parent(parents: Sequence[int]) -> list[set[int]]:
    """Return as neighbours of each area all others with the same parent.

    Parameters
    ----------
    parents
        int, the number of the parent of each area.

    Returns
    -------
    list[set[int]]
        For each its neighbours.
    """
    members: dict[int, set[int]] = {}
    for at, parent in enumerate(parents):
        members.setdefault(parent, set()).add(at)
    return [members[parent] - {at} for at, parent in enumerate(parents)]


def read_pairs(path: Path) -> Pairs:
    """Read the areas that touch from a file: two on each line, separated by a comma.

    A line of names that are no areas, such as a header, does no harm.

    Parameters
    ----------
    path
        The file, CSV in UTF-8.

    Returns
    -------
    Pairs
        Each once, in the order of the file.

    Raises
    ------
    ReadError
        The file cannot be read, has a line of other than two areas, or names none.
    """
    try:
        text = path.read_text(encoding=CODING)
    except (OSError, UnicodeDecodeError):
        raise ReadError(sentence("{name} cannot be read as text.", name=path.name)) from None
    found: dict[tuple[str, str], None] = {}
    for number, row in enumerate(csv.reader(text.splitlines()), start=1):
        if len(row) != 2 and row:
            words = "{name}, line {number}: two areas that touch are expected, separated by a comma."
            raise ReadError(sentence(words, name=path.name, number=str(number)))
        if row:
            found[(row[0].strip(), row[1].strip())] = None
    if not found:
        raise ReadError(sentence("{name} names no areas that touch.", name=path.name))
    return tuple(found)


def renamed_pairs(pairs: Pairs, names: Mapping[str, str]) -> Pairs:
    """Return areas that touch after some of them got other names, as those have that were merged.

    Parameters
    ----------
    pairs
        Two old areas each.
    names
        The new name of each old area that has another one.

    Returns
    -------
    Pairs
        Each once; areas that became one do not touch.
    """
    new = ((names.get(one, one), names.get(other, other)) for one, other in pairs)
    return tuple(dict.fromkeys(pair for pair in new if pair[0] != pair[1]))
