"""Edits of the entries of a hierarchy: what lies below a label, and what it is called.

Each edit returns another hierarchy, or the same one where nothing changes. An entry is a value (level 0) or a
label of a level, by its text; its group is the label above it. Entries stand in tree order, see `tree_order`.
"""

import re
from bisect import bisect
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, Literal

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import value_number
from sdcdesk.hierarchies.tree_order import value_order

Row = tuple[str, ...]
"""A value and its labels, the narrowest first."""

_DIGITS = re.compile(r"([0-9]+)")

Place = Literal["first", "last", "sorted"]
"""Where entries stand in their new group; sorted: values that ascend go on doing so, others stand last."""


def moved(
    hierarchy: Hierarchy, level: int, entries: Collection[str], group: str, place: Place = "sorted"
) -> Hierarchy:
    """Move entries, with all that lies below them, into another group.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        Level of the entries, below the top.
    entries
        Values or labels of the level; a group that they leave empty is gone.
    group
        A label of the next level.
    place
        Where they stand in it.

    Returns
    -------
    Hierarchy
        With other labels above the entries.

    Raises
    ------
    ParameterError
        The hierarchy lacks an entry or the group.
    """
    _require(hierarchy, level, entries)
    _require(hierarchy, level + 1, [group])
    rows = _tree_rows(hierarchy)
    chosen = {row[level] for row in rows if row[level] in set(entries) and row[level + 1] != group}
    if not chosen:
        return hierarchy
    chain = _chain(rows, level + 1, group)
    block = [row[: level + 1] + chain for row in rows if row[level] in chosen]
    rest = [row for row in rows if row[level] not in chosen]
    return _with_rows(hierarchy, _inserted(rest, block, level + 1, place))


def put_beside(
    hierarchy: Hierarchy, level: int, entries: Collection[str], beside: str, *, after: bool = False
) -> Hierarchy:
    """Put entries beside another one of their level, into its group.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        0…height.
    entries
        Values or labels of the level.
    beside
        The entry before or after which they stand, in their order.
    after
        Whether they stand after it.

    Returns
    -------
    Hierarchy
        With its values in tree order.

    Raises
    ------
    ParameterError
        The hierarchy lacks an entry.
    """
    _require(hierarchy, level, [*entries, beside])
    rows, chosen = _tree_rows(hierarchy), set(entries) - {beside}
    if not chosen:
        return hierarchy
    chain = _chain(rows, level, beside)[1:]
    block = [row[: level + 1] + chain for row in rows if row[level] in chosen]
    rest = [row for row in rows if row[level] not in chosen]
    inside = [at for at, row in enumerate(rest) if row[level] == beside]
    at = inside[-1] + 1 if after else inside[0]
    return _with_rows(hierarchy, [*rest[:at], *block, *rest[at:]])


def shifted(hierarchy: Hierarchy, level: int, entries: Collection[str], step: Literal[-1, 1]) -> Hierarchy:
    """Shift entries by one place: past a neighbour, or from the edge of their group into the next one.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        0…height.
    entries
        Values or labels of the level; they come together, into the group of the first or last.
    step
        −1: up, 1: down.

    Returns
    -------
    Hierarchy
        The same where there is no place further on.

    Raises
    ------
    ParameterError
        The hierarchy lacks an entry.
    """
    _require(hierarchy, level, entries)
    rows, chosen = _tree_rows(hierarchy)[::step], set(entries)
    order = list(dict.fromkeys(row[level] for row in rows))
    foremost = max(at for at, entry in enumerate(order) if entry in chosen)
    top = level == hierarchy.height
    groups = dict.fromkeys("" if top else row[level + 1] for row in rows)
    above = {row[level]: "" if top else row[level + 1] for row in rows}
    own = above[order[foremost]]
    if foremost + 1 < len(order) and above[order[foremost + 1]] == own:
        return put_beside(hierarchy, level, entries, order[foremost + 1], after=step > 0)
    further = [*groups][[*groups].index(own) + 1 :]
    if not further:
        return hierarchy
    return moved(hierarchy, level, entries, further[0], "first" if step > 0 else "last")


def in_order(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Sort the entries of a level, and of those below, within their groups: "5 to 9" before "10 to 14".

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        0…height.

    Returns
    -------
    Hierarchy
        The same where they are sorted already.
    """
    rows, ranks = _tree_rows(hierarchy), dict[Row, int]()
    for row in rows:  # groups above the level stay where they are
        ranks.setdefault(row[level + 1 :], len(ranks))
    keys = {entry: _key(entry) for row in rows for entry in row[: level + 1]}
    below = range(level, -1, -1)
    rows.sort(key=lambda row: (ranks[row[level + 1 :]], [keys[row[one]] for one in below]))
    return _with_rows(hierarchy, rows)


def grouped(hierarchy: Hierarchy, level: int, entries: Collection[str], name: str) -> Hierarchy:
    """Make a new group of entries, below the label that the group of the first of them has.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        Level of the entries, below the top.
    entries
        Values or labels of the level, in tree order one after another from now on.
    name
        The label of the new group, which no other of the next level has.

    Returns
    -------
    Hierarchy
        With the group.

    Raises
    ------
    ParameterError
        The hierarchy lacks an entry, or the name is empty or taken.
    """
    _require(hierarchy, level, entries)
    name = _free_name(hierarchy, level + 1, name)
    rows, chosen = _tree_rows(hierarchy), set(entries)
    at = next(at for at, row in enumerate(rows) if row[level] in chosen)
    chain = (name, *rows[at][level + 2 :])
    block = [row[: level + 1] + chain for row in rows if row[level] in chosen]
    rest = [row for row in rows[at:] if row[level] not in chosen]
    return _with_rows(hierarchy, [*rows[:at], *block, *rest])


def merged(hierarchy: Hierarchy, level: int, entries: Sequence[str]) -> Hierarchy:
    """Put labels together: all that lies below them lies below the first.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        Level of the labels, from 1.
    entries
        Labels of the level; the first one stays.

    Returns
    -------
    Hierarchy
        The same for a single label.

    Raises
    ------
    ParameterError
        The hierarchy lacks a label.
    """
    _require(hierarchy, level, entries)
    _require_labels(level)
    rows = _tree_rows(hierarchy)
    below = {row[level - 1] for row in rows if row[level] in set(entries[1:]) - {entries[0]}}
    return moved(hierarchy, level - 1, below, entries[0], "last") if below else hierarchy


def renamed(hierarchy: Hierarchy, level: int, entry: str, name: str) -> Hierarchy:
    """Give a label another text.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        Level of the label, from 1.
    entry
        The label.
    name
        Its new text, which no other label of the level has.

    Returns
    -------
    Hierarchy
        The same where it has that text.

    Raises
    ------
    ParameterError
        The hierarchy lacks the label, or the text is empty or taken.
    """
    _require(hierarchy, level, [entry])
    _require_labels(level)
    if name.strip() == entry:
        return hierarchy
    name = _free_name(hierarchy, level, name)
    levels = list(hierarchy.levels)
    levels[level - 1] = tuple(name if label == entry else label for label in levels[level - 1])
    return hierarchy.changed(levels=tuple(levels))


def placed(hierarchy: Hierarchy, values: Sequence[str], group: str) -> Hierarchy:
    """Give a place to values that the hierarchy lacks.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    values
        New values, each once.
    group
        A label of level 1. A new one stands alone at the higher levels too, where none has its text, but for
        a top level of one label.

    Returns
    -------
    Hierarchy
        With these values.

    Raises
    ------
    ParameterError
        The label is empty, or the hierarchy has a value already.
    """
    if set(values) & set(hierarchy.values):
        raise ParameterError("The hierarchy has one of the values already; choose others.", "values")
    rows = _tree_rows(hierarchy)
    chain = _new_chain(hierarchy, rows, require_text(group))
    return _with_rows(hierarchy, _inserted(rows, [(value, *chain) for value in values], 1, "sorted"))


def without(hierarchy: Hierarchy, level: int, entries: Collection[str]) -> Hierarchy:
    """Take entries out, with all values below them.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        0…height.
    entries
        Values or labels of the level.

    Returns
    -------
    Hierarchy
        Without these values.

    Raises
    ------
    ParameterError
        The hierarchy lacks an entry, or no value would be left.
    """
    _require(hierarchy, level, entries)
    chosen = set(entries)
    rows = [row for row in _rows(hierarchy) if row[level] not in chosen]
    if not rows:
        raise ParameterError("A hierarchy needs a value at least; remove the hierarchy instead.", "values")
    return _with_rows(hierarchy, rows)


def _rows(hierarchy: Hierarchy) -> list[Row]:
    return list(zip(hierarchy.values, *hierarchy.levels, strict=True))


def _tree_rows(hierarchy: Hierarchy) -> list[Row]:
    rows = _rows(hierarchy)
    return [rows[place] for place in value_order(hierarchy).tolist()]


def _with_rows(hierarchy: Hierarchy, rows: Sequence[Row]) -> Hierarchy:
    values, *levels = zip(*rows, strict=True)
    new = hierarchy.changed(values=values, levels=tuple(levels))
    return hierarchy if new == hierarchy else new


def _inserted(rest: Sequence[Row], block: Sequence[Row], level: int, place: Place) -> list[Row]:
    """Return rows with others that are of one group of a level, whose rows are neighbours."""
    group = block[0][level]
    inside = [at for at, row in enumerate(rest) if row[level] == group]
    first, last = (inside[0], inside[-1] + 1) if inside else (len(rest), len(rest))
    members = list(rest[first:last])
    keys = [_key(row[0]) for row in members]
    if place == "first":
        members = [*block, *members]
    elif place == "sorted" and level == 1 and all(one <= other for one, other in pairwise(keys)):
        for row in block:
            at = bisect(keys, _key(row[0]))
            keys.insert(at, _key(row[0]))
            members.insert(at, row)
    else:
        members = [*members, *block]
    return [*rest[:first], *members, *rest[last:]]


def _key(value: str) -> tuple[Any, ...]:
    """Return by what texts ascend: numbers by size, others by letters and the size of digits in them."""
    number = value_number(value)
    if number is not None and number == number:
        return (0, number)
    parts = _DIGITS.split(value.casefold())  # texts and digits take turns
    bare = [part.lstrip("0") for part in parts]
    return (1, *((len(bare[at]), bare[at]) if at % 2 else part for at, part in enumerate(parts)))


def _chain(rows: Sequence[Row], level: int, entry: str) -> Row:
    """Return an entry and the labels above it."""
    return next(row[level:] for row in rows if row[level] == entry)


def _new_chain(hierarchy: Hierarchy, rows: Sequence[Row], group: str) -> Row:
    """Return the labels of values in a group that may be new, from level 1 on."""
    chain: list[str] = []
    for level in range(1, hierarchy.height + 1):
        labels = hierarchy.labels(level)
        if group in labels:
            return (*chain, *_chain(rows, level, group))
        dropped = level == hierarchy.height > 1 and len(labels) == 1
        chain.append(labels[0] if dropped else group)
    return tuple(chain)


def _require(hierarchy: Hierarchy, level: int, entries: Collection[str]) -> None:
    """Refuse entries that a hierarchy lacks at a level."""
    known = hierarchy.labels(level) if 0 <= level <= hierarchy.height else ()
    if not entries or not set(entries) <= set(known):
        wrong = "The hierarchy has no such entry at level {level}; choose one that it has."
        raise ParameterError(sentence(wrong, level=str(level)), "entries")


def _require_labels(level: int) -> None:
    """Refuse to change what the values of a file are."""
    if level < 1:
        raise ParameterError("Values are those of the file; only labels above them are changed.", "level")


def require_text(name: str) -> str:
    """Return a label without blanks at its ends.

    Parameters
    ----------
    name
        What somebody typed.

    Returns
    -------
    str
        Not empty.

    Raises
    ------
    ParameterError
        Nothing is left of it.
    """
    if not name.strip():
        raise ParameterError("A label needs a text; type one.", "name")
    return name.strip()


def _free_name(hierarchy: Hierarchy, level: int, name: str) -> str:
    """Return a label that no other one of a level has."""
    if require_text(name) in hierarchy.labels(level):
        wrong = "Another label of this level has this text; choose another, or merge the two."
        raise ParameterError(wrong, "name")
    return name.strip()
