"""Repair of a pattern: more cells are hidden until the audit of a table holds."""

from dataclasses import replace

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.attacks.requirements import Requirements
from sdcdesk.tables.audit.audited import audited
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.suppression.completion import completed
from sdcdesk.tables.protection.suppression.costs import Cost, hiding_costs
from sdcdesk.tables.protection.suppression.task import Task


def repair(*tables: CellTable, cost: Cost = "value", progress: Progress = SILENT) -> tuple[CellTable, ...]:
    """Return tables in which further cells are hidden, the cheapest ones, so that no attack succeeds.

    Rounded and adjusted numbers stay as they are published; of their tables only those sensitive cells are
    hidden that are too narrow, with others that protect them.

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
    if any(table.published is not None and table.published.spread is not None for table in tables):
        # Whatever is hidden beside them, the others only become less certain.
        narrow = [one.cell for one in audited(*tables, progress=progress.part(0.0, 0.5)).attacks]
        needs = replace(needs, sensitive=np.isin(np.arange(len(system)), narrow))
        progress = progress.part(0.5, 1.0)
    pattern = completed(Task(system, needs, hidden, np.asarray(kept), costs), hidden, progress)
    return tuple(_hiding(table, pattern[own]) for own, table in zip(system.cells, tables, strict=True))


def _hiding(table: CellTable, pattern: np.ndarray) -> CellTable:
    """Return a table in which the cells of a pattern are hidden, and all else is published as it was."""
    published = table.published
    if published is None or published.spread is None:
        return table.with_secondary(pattern, None if published is None else published.protection)
    # What a reader learns from the making of the numbers he learns from those that are left.
    return table.with_released(
        replace(
            published,
            values=np.where(pattern, np.nan, published.values),
            secondary=pattern & ~table.is_sensitive & ~table.is_forced,
            spread=np.where(pattern, 0.0, published.spread),
            above=None if published.above is None else np.where(pattern, 0.0, published.above),
        )
    )
