"""Results of tables: each table of a project built, judged by its rules, protected and audited."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.files.problems import log_problem
from sdcdesk.core.running.errors import DataError, DefectError, SdcError, defect_place
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.hierarchies.key_hierarchy import by_key
from sdcdesk.hierarchies.use import known
from sdcdesk.io.input_file import read_input
from sdcdesk.release.file_beside import beside_file
from sdcdesk.release.table_result import Protected, TableResult
from sdcdesk.release.tables_beside import audited_beside, linked_tables
from sdcdesk.tables import CellSuppression, CellTable, audited, repair
from sdcdesk.tables.cells.sensitivity import Sensitivity
from sdcdesk.tables.files.finished import from_cells

T = TypeVar("T")

BY_PARTS = ("hierarchical", "hypercube")
"""Approaches of cell suppression that look at parts of the tables."""


def compute_tables(
    tables: Sequence[PlannedTable],
    original: Microdata | None,
    masked: Microdata | None,
    key: int,
    before: Sequence[TableResult] = (),
    progress: Progress = SILENT,
    tell: Callable[[tuple[TableResult, ...]], None] | None = None,
) -> tuple[TableResult, ...]:
    """Build, judge, protect and audit tables; one that fails takes no other one down.

    Parameters
    ----------
    tables
        What is asked for.
    original, masked
        The files that tables are built from; None: finished tables alone need no data, and there is no
        masked file where a step failed.
    key
        Secret of the owner, by which random protections draw: the seed of the project.
    before
        Earlier results; whatever of them is still the same is not computed again.
    progress
        Receives how far the work is.
    tell
        Called with what is known so far once all tables are judged, and after each that is protected:
        protection and audit may take a minute. Also with drafts of a protection that looks for a better one.
        None: nobody asks.

    Returns
    -------
    tuple[TableResult, ...]
        In the order of the tables.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    judged = [
        _judged(table, _source(table, original, masked), before, share)
        for table, share in progress.part(0.0, 0.3).over(tables, "Tables")
    ]
    found, groups = list(judged), _groups(judged)
    sofar = [_known(one, before) for one in judged]
    for group, share in progress.part(0.3, 0.9).over(groups, "Protection"):
        if tell is not None:
            tell(tuple(sofar))
            share = replace(share, viewer=partial(_tell_drafts, tell, tuple(sofar), group))
        protected = _attempt(partial(_protected, group, key, before, share))
        for one in group:
            at = judged.index(one)
            error = protected if isinstance(protected, SdcError) else None
            found[at] = replace(
                one, protected=protected if isinstance(protected, Protected) else None, error=error
            )
            sofar[at] = found[at]
    beside = audited_beside(found, before, progress.part(0.9, 0.97))
    return beside_file(beside, original, masked, progress.part(0.97, 1.0))


def repaired(result: TableResult, progress: Progress = SILENT) -> TableResult:
    """Return a table in which more cells are hidden, until its audit holds.

    Parameters
    ----------
    result
        What became of a table that is published for itself.
    progress
        Receives how far the work is.

    Returns
    -------
    TableResult
        The same object where it failed before.

    Raises
    ------
    DataError
        A cell cannot be protected; the sentence names it.
    Cancelled
        The user asked to stop.
    """
    before = result.protected
    if before is None:
        return result
    tables = repair(*before.tables, progress=progress.part(0.0, 0.7))
    found = audited(*tables, progress=progress.part(0.7, 1.0))
    made = None if before.protection is None else before.protection.find_in(found.system)
    return replace(result, protected=replace(before, tables=tables, found=found, made=made), file_beside=None)


def _attempt(work: Callable[[], T]) -> T | SdcError:
    """Return what some work gives, or why it failed."""
    try:
        return work()
    except SdcError as error:
        return error
    except (Cancelled, MemoryError):
        raise
    except Exception as error:  # a defect in one table must not cost the others
        log_problem(error)
        words = "It could not be computed: a defect of ours ({place}); report it."
        return DefectError(sentence(words, place=defect_place(error)))


def _source(planned: PlannedTable, original: Microdata | None, masked: Microdata | None) -> Microdata | None:
    """Return the file that a table is built from.

    Where no step changed what it is made of, that is the original: its cells are those of tables of the
    original, beside which it gives away what they hide.
    """
    if planned.of == "original" or original is None or masked is None:
        return original if planned.of == "original" else masked
    if not np.array_equal(original.rows, masked.rows):
        return masked
    unchanged = all(
        name in original and name in masked and masked.column(name).equals(original.column(name))
        for name in planned.variables()
    )
    return original if unchanged else masked


def _judged(
    planned: PlannedTable, data: Microdata | None, before: Sequence[TableResult], progress: Progress
) -> TableResult:
    """Return a table that is built and judged; what an earlier result has of it is taken from there."""
    source = None if planned.plan is None else data
    # One of its own name first, with whose pattern it may go on.
    same = [
        one
        for one in sorted(before, key=lambda one: one.planned.name != planned.name)
        if one.built is not None
        and one.source is source
        and (one.planned.plan, one.planned.finished) == (planned.plan, planned.finished)
    ]
    built = same[0].built if same else _attempt(lambda: built_table(planned, data, progress))
    if isinstance(built, SdcError) or built is None:
        return TableResult(planned, source, error=built)
    for one in same:
        if _said(one.planned) == _said(planned) and one.judged is not None:
            return TableResult(planned, source, one.built, one.judged)
    judged = _attempt(lambda: judged_table(built, planned))
    if isinstance(judged, SdcError):
        return TableResult(planned, source, built, error=judged)
    return TableResult(planned, source, built, judged)


def built_table(planned: PlannedTable, data: Microdata | None, progress: Progress = SILENT) -> CellTable:
    """Return a table as it is planned, before any rule.

    Parameters
    ----------
    planned
        What is asked for.
    data
        The file that it is built from; a finished table needs none.
    progress
        Receives how far the work is.

    Returns
    -------
    CellTable

    Raises
    ------
    DataError
        It cannot be built, or there is no file.
    ReadError
        The finished table cannot be read.
    """
    if planned.finished is not None:
        return _read(planned.finished, progress)
    if data is None or planned.plan is None:
        raise DataError(plain("There is no masked file, for a step failed; mend the step."), "of")
    return planned.plan.build(data, progress)


def _read(finished: FinishedTable, progress: Progress) -> CellTable:
    hierarchies = {name: known(one, "Hierarchies") for name, one in by_key(finished.hierarchies).items()}
    data = read_input(finished.file, "finished", progress=progress)
    totals = dict.fromkeys(data.names, finished.total) | finished.totals
    return from_cells(
        data,
        total=totals,
        hierarchies=hierarchies,
        tolerance=finished.tolerance,
        kind=finished.kind,
        columns=finished.columns,
    )


def _said(planned: PlannedTable) -> tuple[object, ...]:
    """Return what is said of the cells of a table."""
    return planned.rules, planned.hidden, planned.always, planned.last_edition


def judged_table(table: CellTable, planned: PlannedTable) -> CellTable:
    """Return a table with what its rules and its owner say of its cells.

    Parameters
    ----------
    table
        As it was built or read. A pattern that it brings stands, and cells hidden by hand come to it; where
        nobody says which of its hidden cells are sensitive, all are, and none may be known exactly.
    planned
        Rules and cells.

    Returns
    -------
    CellTable
        The same object where nothing is said of it.

    Raises
    ------
    DataError
        A rule needs what is not known, a cell is none of the table, or the last edition is of another one.
    """
    judged = _with_decisions(table, planned)
    before = planned.last_edition
    return judged if before is None else judged.with_hidden_before(before.cells_of(judged))


def _with_decisions(table: CellTable, planned: PlannedTable) -> CellTable:
    """Return a table with what its rules say, and with the cells on which its owner decided."""
    judged = table.sensitive(*planned.rules) if planned.rules else table
    if judged.sensitivity is None and table.published is not None:
        nothing = np.zeros(len(table))
        judged = table.with_sensitivity(Sensitivity(table.is_hidden, nothing, nothing, nothing))
    if planned.hidden or planned.always:
        hidden = {table.place_of(codes) for codes in planned.hidden}
        always = {table.place_of(codes) for codes in planned.always}
        judged = judged.with_hand((table.forced - always) | hidden, (table.always - hidden) | always)
    made = table.published
    if judged is table or made is None:
        return judged
    values = np.where(judged.is_forced & ~judged.is_always, np.nan, made.values)
    released = replace(made, values=values, secondary=made.secondary & ~judged.is_forced)
    return judged.with_released(released).with_unknown(table.unknown)


def _tell_drafts(
    tell: Callable[[tuple[TableResult, ...]], None],
    sofar: Sequence[TableResult],
    group: Sequence[TableResult],
    tables: Sequence[CellTable],
) -> None:
    """Tell what is known, and of the tables that are being protected the best so far."""
    drafts = dict(zip((one.planned.name for one in group), tables, strict=True))
    tell(tuple(replace(one, draft=drafts.get(one.planned.name)) for one in sofar))


def _known(judged: TableResult, before: Sequence[TableResult]) -> TableResult:
    """Return all that is known already of a table that is judged."""
    same = (one for one in before if one.judged is judged.judged and one.planned == judged.planned)
    return next((one for one in same if one.protected is not None), judged)


def _groups(results: Sequence[TableResult]) -> list[tuple[TableResult, ...]]:
    """Return the tables that are protected, those together that are published together."""
    sound = [one for one in results if one.error is None]
    together = tuple(one for one in sound if one.planned.together)
    alone = [(one,) for one in sound if not one.planned.together]
    return [together, *alone] if together else [*alone]


def _protected(
    group: Sequence[TableResult], key: int, before: Sequence[TableResult], progress: Progress
) -> Protected:
    judged = tuple(one.judged for one in group if one.judged is not None)
    protection = group[0].planned.protection
    for one in group:
        if one.planned.protection != protection:
            words = "Tables that are published together are protected alike; protect {name} as {other}."
            holes = {"name": short(one.planned.name), "other": short(group[0].planned.name)}
            raise DataError(sentence(words, **holes), "protection")
        unjudged = one.judged is not None and one.judged.sensitivity is None
        if len(group) > 1 and protection is not None and protection.needs_rules and unjudged:
            words = "Table {name} is published together with others, but no rule has judged it; choose rules."
            raise DataError(sentence(words, name=short(one.planned.name)), "rules")
    for earlier in before:
        if earlier.protected is not None and earlier.protected.is_of(judged, protection, key):
            return earlier.protected
    tables = judged
    if protection is not None:
        linked = judged
        # Only cells that are hidden can keep what a filter leaves out from being worked out; ways that look
        # at one sum after the other would hide most of them.
        if isinstance(protection, CellSuppression):
            share, whole = progress.part(0.0, 0.1), protection.approach not in BY_PARTS
            linked = linked_tables(group, share, by_filters=whole)
        made = protection.protect_together(linked, key=key, progress=progress.part(0.1, 0.7))
        tables = tuple(one.with_released(other.published) for one, other in zip(judged, made, strict=False))
    found = audited(*tables, progress=progress.part(0.7, 1.0))
    changes = None if protection is None else protection.find_in(found.system)
    return Protected(judged, protection, key, tables, found, changes)
