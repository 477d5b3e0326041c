"""Tables beside one another: what those of the same numbers give away that are published one by one.

Each may be safe, and still a cell that one hides follows from another one, also where that has a recoding of
its variable or a multiple of its numbers, or a few whom a filter leaves out from two of them by subtraction.
They are audited as one system; whoever wants them all plans them together, so that they are protected as one,
too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, joined_by_and, sentence
from sdcdesk.release.crossing_tables import crossing_pairs
from sdcdesk.release.same_numbers import as_of, numbers_key
from sdcdesk.release.table_result import Beside, Protected, TableResult
from sdcdesk.tables import CellTable
from sdcdesk.tables.audit.audited import attacked
from sdcdesk.tables.differences.filtered_tables import MOST, Filtered, families
from sdcdesk.tables.differences.nested_variables import nested

PROTECTED = 2_500
"""Cells of differences that are protected with the tables; of more the audit tells what they give away."""

ONE_BY_ONE = "{cell} can be worked out too closely by who has the tables {names}; publish them together."
SUBTRACTED = (
    "{cell} can be worked out too closely by who subtracts the tables {names}; publish them together, with "
    "cells suppressed by the optimal or the heuristic approach, or leave one of them out."
)
FAILED = "The tables {names} cannot be audited beside one another: {why}"
TOO_MANY = (
    "The tables {names} have other filters or recoded variables, and too many cells to be subtracted each "
    "time; compare two of them by Differences of two tables."
)


def audited_beside(
    results: Sequence[TableResult], before: Sequence[TableResult] = (), progress: Progress = SILENT
) -> tuple[TableResult, ...]:
    """Return results of tables that know what they give away beside one another.

    Parameters
    ----------
    results
        What became of the tables. Those that do not leave are published by nobody, and left out.
    before
        Earlier results; whatever is still the same is not computed again.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[TableResult, ...]
        In their order.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    alone = [replace(one, beside=None) for one in results]
    by_numbers: dict[object, list[TableResult]] = {}
    for one in alone:
        # A finished table does not say whose numbers it has.
        if one.leaves and one.planned.plan is not None:
            by_numbers.setdefault(_alike(one), []).append(one)
    found: dict[int, Beside] = {}
    groups = [group for group in by_numbers.values() if len(group) > 1]
    for group, share in progress.over(groups, "Audit"):
        found.update(_known(group, before) or _beside(group, share))
    return tuple(replace(one, beside=found.get(id(one))) for one in alone)


def _known(group: Sequence[TableResult], before: Sequence[TableResult]) -> dict[int, Beside]:
    """Return what is known of the tables from earlier results; nothing where one of them has changed."""
    wanted, found = _protected(group), {}
    for one in group:
        for earlier in before:
            known = earlier.beside
            if known is None or earlier.judged is not one.judged or not _same(known.protected, wanted):
                continue
            if earlier.planned.name == one.planned.name:
                found[id(one)] = known
    return found if len(found) == len(group) else {}


def _beside(group: Sequence[TableResult], progress: Progress) -> dict[int, Beside]:
    """Return by the identity of each result what it gives away beside the others."""
    # Counts first: everybody knows that they are whole.
    first = min(group, key=lambda one: _published(one).kind != "counts")
    published = {id(one): as_of(one, _published(one), first)[0] for one in group}
    told, unlooked = crossing_pairs([(one, published[id(one)]) for one in group], progress.part(0.0, 0.2))
    try:
        systems = list(_systems(group, first, published, progress.part(0.2, 0.3)))
    except DataError as error:
        names = joined_by_and([short(one.planned.name) for one in group])
        failed = (sentence(FAILED, names=names, why=error.message),)
        return {id(one): Beside(_protected(group), failed) for one in group}
    for (members, tables, words), share in progress.part(0.3, 1.0).over(systems, "Audit"):
        names = joined_by_and([short(one.planned.name) for one in members])
        if tables:
            lines, where = _attacks(members, tables, words, names, share), told
        else:
            lines, where = [sentence(TOO_MANY, names=names)], unlooked
        for one in members:
            where[id(one)].update(dict.fromkeys(lines))
    protected = _protected(group)
    return {id(one): Beside(protected, tuple(told[id(one)]), tuple(unlooked[id(one)])) for one in group}


def _systems(
    group: Sequence[TableResult], first: TableResult, published: dict[int, CellTable], progress: Progress
) -> Iterator[tuple[list[TableResult], tuple[CellTable, ...], str]]:
    """Walk through tables that have to do with each other, as one system; none where it is too large."""
    by_subject: dict[str, list[TableResult]] = {}
    for one in group:
        by_subject.setdefault(published[id(one)].subject, []).append(one)
    for members in by_subject.values():
        made = nested([published[id(one)] for one in members])
        called = {_published(one).subject for one in members}
        # Those that are published together were audited together, but for recodings and multiples.
        if _are_several(members) or made.sums or len(called) > 1:
            yield members, made.system, ONE_BY_ONE if _are_several(members) else SUBTRACTED
        for pair in made.apart:
            some = [members[place] for place in pair]
            alone = nested([published[id(one)] for one in some])
            yield some, alone.system, ONE_BY_ONE if _are_several(some) else SUBTRACTED
        if made.is_too_large:
            yield members, (), SUBTRACTED
    data = group[0].source
    if data is None:
        return
    filtered = [_filtered(one, one.table, first) for one in group]
    for family in families(filtered, data, MOST, progress):
        yield [group[place] for place in family.members], family.tables, SUBTRACTED


def _are_several(members: Sequence[TableResult]) -> bool:
    """Return whether tables were not all protected as one system."""
    return len({id(one.protected) for one in members}) > 1


def linked_tables(
    group: Sequence[TableResult], progress: Progress = SILENT, *, by_filters: bool = True
) -> tuple[CellTable, ...]:
    """Return judged tables that are protected together, with what ties those of other filters together.

    Parameters
    ----------
    group
        Built and judged.
    progress
        Receives how far the work is.
    by_filters
        Whether those of other filters are tied together, or only those of recoded variables.

    Returns
    -------
    tuple[CellTable, ...]
        The judged tables in their order, and after them tables of differences, which nobody publishes. Tables
        whose filters cross, or have too many cells, stand as they are. Where filters tie nothing together,
        recoded variables do.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    tables = [one.judged for one in group if one.judged is not None]
    apart: list[CellTable] = []
    by_numbers: dict[object, list[int]] = {}
    for place, one in enumerate(group):
        if one.planned.plan is not None:
            by_numbers.setdefault(_numbers(one), []).append(place)
    for places in by_numbers.values():
        data = group[places[0]].source
        if data is None or len(places) < 2 or not by_filters:
            continue
        members = [_filtered(group[place], group[place].judged, group[place]) for place in places]
        found = families(members, data, PROTECTED)
        if len(found) != 1 or found[0].is_too_large or len(found[0].members) < len(places):
            continue
        for place, table in zip(places, found[0].tables, strict=False):
            tables[place] = table
        apart += [one.with_released(None) for one in found[0].tables[len(places) :]]
    progress.check()
    return (*tables, *apart) if apart else _linked_by_recodings(tables)


def _linked_by_recodings(tables: Sequence[CellTable]) -> tuple[CellTable, ...]:
    """Return tables, and after them what ties those of the same numbers together that have recodings."""
    found, sums = list(tables), list[CellTable]()
    by_subject: dict[str, list[int]] = {}
    for place, table in enumerate(tables):
        by_subject.setdefault(table.subject, []).append(place)
    for places in by_subject.values():
        made = nested([tables[place] for place in places])
        for place, table in zip(places, made.tables, strict=True):
            found[place] = table
        sums += made.sums
    return (*found, *sums)


def _numbers(result: TableResult) -> tuple[str | None, str | None, int]:
    """Return what tables of the same numbers have in common, whatever their filters."""
    plan = result.planned.plan
    return (None if plan is None else plan.value, None if plan is None else plan.weight, id(result.source))


def _alike(result: TableResult) -> tuple[bytes, int]:
    """Return what tables have in common whose numbers are the same but for a factor."""
    plan, data = result.planned.plan, result.source
    if plan is None or data is None:
        raise AssertionError("only tables that were built are looked at")
    return numbers_key(plan, data)[0], id(data)


def _filtered(result: TableResult, table: CellTable | None, first: TableResult) -> Filtered:
    """Return a table with the numbers of another one, and how it was built."""
    planned = result.planned
    if table is None or planned.plan is None:
        raise AssertionError("only tables that were built are looked at")
    divided, plan = as_of(result, table, first)
    return Filtered(divided, plan, planned.rules, planned.shown_title)


def _published(result: TableResult) -> CellTable:
    """Return a table as it is published, without the name under which it leaves."""
    if result.protected is None:
        raise AssertionError("only what leaves is looked at")
    return result.protected.tables[result.place]


def _attacks(
    members: Sequence[TableResult], tables: Sequence[CellTable], words: str, names: str, progress: Progress
) -> list[Sentence]:
    """Return of every cell that the tables give away what is said of it, but of those that one does alone."""
    try:
        system, attacks = attacked(*tables, progress=progress)
    except DataError as error:
        return [sentence(FAILED, names=names, why=error.message)]
    alone = [_attacked_alone(one) for one in members]
    known = {cell for own, mask in zip(system.cells, alone, strict=False) for cell in own[mask].tolist()}
    cells = sorted({one.cell for one in attacks} - known)
    return [sentence(words, cell=system.cell_text(cell), names=names) for cell in cells]


def _attacked_alone(result: TableResult) -> np.ndarray:
    """Return the cells that a table gives away by itself, for which its owner gave a reason, bool (n,)."""
    found = result.found
    if found is None:
        raise AssertionError("only what leaves is looked at")
    return np.isin(found.system.cells[result.place], [one.cell for one in found.attacks])


def _protected(group: Sequence[TableResult]) -> tuple[Protected, ...]:
    """Return what the tables are published with, those that are one system once."""
    systems = {id(one.protected): one.protected for one in group if one.protected is not None}
    return tuple(systems.values())


def _same(known: Sequence[Protected], wanted: Sequence[Protected]) -> bool:
    return len(known) == len(wanted) and all(one is other for one, other in zip(known, wanted, strict=True))
