"""Repair of a pattern: more cells are hidden until the audit of a table holds."""

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.audit.requirements import Requirements
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.suppression.completion import completed
from sdcdesk.tables.protection.suppression.costs import Cost, hiding_costs


def repair(*tables: CellTable, cost: Cost = "value", progress: Progress = SILENT) -> tuple[CellTable, ...]:
    """Return tables in which further cells are hidden, the cheapest ones, so that no attack succeeds.

    Parameters
    ----------
    *tables
        Published together, with a pattern of any making.
    cost
        What hiding a cell costs.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[CellTable, ...]
        In their order; nothing that was hidden is shown.

    Raises
    ------
    DataError
        A cell cannot be protected; the sentence names it.
    Cancelled
        The user asked to stop.
    """
    system = CellSystem.of(*tables)
    hidden = system.of_cells([table.is_hidden for table in tables])
    kept = system.of_cells([table.is_always | (table.values == 0) for table in tables]) & ~hidden
    needs, costs = Requirements.of(system), hiding_costs(system, cost)
    pattern = completed(system, needs, hidden, np.asarray(kept), costs, progress)
    made = [None if table.published is None else table.published.protection for table in tables]
    return tuple(
        table.with_secondary(pattern[own], by)
        for own, table, by in zip(system.cells, tables, made, strict=True)
    )
