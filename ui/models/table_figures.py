"""Figures of a table: how many cells are sensitive and hidden, and which a repair adds."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.release.table_result import TableResult
from sdcdesk.tables.cells.cell_status import CellStatus


def added_cells(before: TableResult, after: TableResult) -> tuple[tuple[str, ...], ...]:
    """Return the cells that are hidden in a repaired table and were not before, by their codes."""
    old, new = before.table, after.table
    if old is None or new is None:
        return ()
    return tuple(new.codes(int(cell)) for cell in np.flatnonzero(new.is_hidden & ~old.is_hidden))


@dataclass(frozen=True)
class TableFigures:
    """What the audit of a table counts.

    Attributes
    ----------
    sensitive
        Cells that rules call sensitive; None: no rule has judged the table.
    secondary, forced
        Cells by why they are hidden.
    share_hidden
        Share of the value of the innermost cells that is hidden (0…1); None: hidden values are not known.
    narrow
        Cells that somebody works out too well, by their names.
    """

    sensitive: int | None
    secondary: int
    forced: int
    share_hidden: float | None
    narrow: tuple[str, ...]


def table_figures(result: TableResult) -> TableFigures | None:
    """Return the figures of a table; None: it was not built."""
    table = result.shown
    if table is None:
        return None
    inner = ~table.margins
    sizes = np.abs(np.where(table.unknown, 0.0, table.values)) * inner
    total, hidden = float(sizes.sum()), float(sizes[table.is_hidden].sum())
    status = table.status
    return TableFigures(
        sensitive=None if table.sensitivity is None else int(table.is_sensitive.sum()),
        secondary=status.count(CellStatus.SECONDARY),
        forced=status.count(CellStatus.FORCED),
        share_hidden=None if table.unknown.any() else hidden / total if total else 0.0,
        narrow=_narrow(result),
    )


def _narrow(result: TableResult) -> tuple[str, ...]:
    found = result.found
    if found is None:
        return ()
    cells = dict.fromkeys(one.cell for one in found.attacks)
    names = (found.system.names[cell] for cell in cells)
    return tuple(found.system.tables[int(table)].cell_text(int(place)) for table, place in names)
