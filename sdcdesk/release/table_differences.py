"""Differences of two tables of a project: what a reader of both works out, built or read from files."""

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellTable, overlaps
from sdcdesk.tables.attacks.attacks import Attack
from sdcdesk.tables.audit.audited import attacked
from sdcdesk.tables.cells.cell_table import BETWEEN
from sdcdesk.tables.differences.differences import Difference, Differences
from sdcdesk.tables.differences.filtered_tables import Filtered, families
from sdcdesk.tables.differences.finished_differences import finished_differences
from sdcdesk.tables.files.overlapping_areas import OverlappingAreas

MOST = 200_000
"""Cells of differences of tables whose filters nest that are looked at where somebody asks."""


def differences(
    first: TableResult,
    second: TableResult,
    overlapping: OverlappingAreas | None = None,
    progress: Progress = SILENT,
) -> Differences:
    """Return what a reader of two tables works out.

    Two tables that were built of the same file are compared by their records: by the parts that their cells
    have in common, and by what a filter of one leaves out. Where one of them was read from a file, cells are
    compared.

    Parameters
    ----------
    first, second
        Two tables of the same numbers; the rules of both judge their common parts.
    overlapping
        Areas of the one and of the other that have something in common, where no records say so.
    progress
        Receives how far the work is.

    Returns
    -------
    Differences
        The parts that are known too well.

    Raises
    ------
    DataError
        One of them failed, no rule judges it, or they cannot be compared.
    Cancelled
        The user asked to stop.
    """
    one, other = first.table, second.table
    if one is None or other is None:
        failed = first if one is None else second
        if failed.error is not None:
            raise failed.error
        words = "Table {name} failed, so nothing can be compared with it."
        raise DataError(sentence(words, name=short(failed.planned.name)), "tables")
    rules = tuple(dict.fromkeys((*first.planned.rules, *second.planned.rules)))
    if first.source is None or first.source is not second.source:
        return finished_differences(one, other, rules, overlapping, progress)
    found = overlaps(one, other, rules, progress.part(0.0, 0.5)).differences(one, other)
    known = {(row.first, row.second) for row in found.found}
    left_out = _left_out(first, second, (one, other), progress.part(0.5, 1.0))
    others = [row for row in left_out if (row.first, row.second) not in known]
    return Differences(found.parts, (*found.found, *others))


def _left_out(
    first: TableResult, second: TableResult, tables: tuple[CellTable, CellTable], progress: Progress
) -> list[Difference]:
    """Return what one of two tables gives away of those whom the other one leaves out, also in totals."""
    data = first.source
    if data is None:
        return []
    filtered = [
        Filtered(table, one.planned.plan, one.planned.rules, one.planned.shown_title)
        for one, table in zip((first, second), tables, strict=True)
        if one.planned.plan is not None
    ]
    swapped = len(_rows(tables[1])) > len(_rows(tables[0]))
    rows = []
    for family in families(filtered, data, MOST, progress.part(0.0, 0.3)):
        if family.is_too_large:
            continue
        system, attacks = attacked(*family.tables, progress=progress.part(0.3, 1.0))
        for attack in attacks:
            table, place = system.names[attack.cell].tolist()
            if table > 1 and not attack.known:
                value = float(system.values[attack.cell])
                rows.append(_difference(family.tables[table], place, attack, value, swapped=swapped))
    return rows


def _rows(table: CellTable) -> np.ndarray:
    return np.empty(0) if table.contributions is None else table.contributions.rows


def _difference(apart: CellTable, place: int, attack: Attack, value: float, *, swapped: bool) -> Difference:
    """Return a cell of a table of differences; the wider of both tables is the second one where swapped."""
    *codes, kept = apart.codes(place)
    text, is_left_out = BETWEEN.join(codes), kept == apart.dimensions[-1].codes[-1]
    first, second = ("" if is_left_out else text, text) if swapped else (text, "" if is_left_out else text)
    number = np.nan if apart.frequency is None else float(apart.frequency[place])
    why = () if apart.sensitivity is None else apart.sensitivity.reasons[place]
    return Difference(first, second, value, number, attack.low, attack.high, " ".join(map(str, why)))
