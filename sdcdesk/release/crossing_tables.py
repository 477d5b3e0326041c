"""Crossing tables: of two tables by areas that cross, the parts that a reader works out by subtraction."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellTable
from sdcdesk.tables.differences.crossing_variables import crossed
from sdcdesk.tables.differences.overlaps import overlaps

MOST = 3_000
"""Parts of two tables that are looked at without being asked."""

SUBTRACTED = (
    "Who is in both {part} of {first} and {other} of {second} can be worked out too closely by who subtracts "
    "the two tables, whose variables cross; leave one of them out, or make its variable coarser."
)
NOT_COMPARED = (
    "The tables {first} and {second} have variables that cross, and too many parts to be subtracted each "
    "time; compare them by Differences of two tables."
)

UNCERTAIN = (
    "The tables {first} and {second} have variables that cross: who knows where nobody is works parts out by "
    "subtraction; look at them by Differences of two tables."
)


def crossing_sentences(
    first: tuple[TableResult, CellTable], second: tuple[TableResult, CellTable], progress: Progress = SILENT
) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """Return what two tables of the same numbers give away because their variables cross.

    Parameters
    ----------
    first, second
        What became of each table, and the table as it is published, with the numbers of the other one.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[tuple[Sentence, ...], tuple[Sentence, ...]]
        Of every part that is known too well what is said of it; and that the tables were not compared, or
        that more is known to somebody who knows of all parts that have nobody.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    (one, table), (other, beside) = first, second
    rules = tuple(dict.fromkeys((*one.planned.rules, *other.planned.rules)))
    weighted = any(result.planned.plan is None or result.planned.plan.weight for result in (one, other))
    if not rules or weighted:
        return (), ()
    known = crossed(table, beside, MOST)
    if known is None:
        return (), ()
    names = {"first": short(one.planned.name), "second": short(other.planned.name)}
    if known.is_too_large:
        return (), (sentence(NOT_COMPARED, **names),)
    try:
        found = overlaps(table, beside, rules, progress.part(0.0, 0.5), known.empty)
        likely = found if found.narrow.any() else overlaps(table, beside, rules, progress.part(0.5, 1.0))
    except DataError:
        return (), (sentence(NOT_COMPARED, **names),)
    if not found.narrow.any() and likely.narrow.any():
        return (), (sentence(UNCERTAIN, **names),)
    parts = found.cells[np.flatnonzero(found.narrow)].tolist()
    return tuple(
        sentence(SUBTRACTED, part=table.cell_text(cell), other=beside.cell_text(place), **names)
        for cell, place in parts
    ), ()


def crossing_pairs(
    published: Sequence[tuple[TableResult, CellTable]], progress: Progress = SILENT
) -> tuple[dict[int, dict[Sentence, None]], dict[int, dict[Sentence, None]]]:
    """Return what any two of several tables of the same numbers give away because their variables cross.

    Parameters
    ----------
    published
        What became of each table, and the table as it is published, with the same numbers.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[dict[int, dict[Sentence, None]], dict[int, dict[Sentence, None]]]
        By identity of the result what is known too well, and what was not compared, each once.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    told: dict[int, dict[Sentence, None]] = {id(one): {} for one, _ in published}
    unlooked: dict[int, dict[Sentence, None]] = {id(one): {} for one, _ in published}
    for pair, share in progress.over([*combinations(published, 2)], "Differences"):
        share.check()
        lines, missing = crossing_sentences(*pair, share)
        for one, _ in pair:
            told[id(one)].update(dict.fromkeys(lines))
            unlooked[id(one)].update(dict.fromkeys(missing))
    return told, unlooked
