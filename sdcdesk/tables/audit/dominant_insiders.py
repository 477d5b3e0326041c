"""Insiders from whom a cell needs no protection: its largest contributor, where the others are safe.

A rule protects the largest contributor of a cell. Where he himself is the one who knows a hidden cell, what
he could learn is what the others add up to; that is no harm where the same rules would not call the cell of
the others sensitive.
"""

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.relations import CLOSE
from sdcdesk.tables.cells.sensitivity import judge

FEWEST = 3
"""Contributors that a rule looks at, at least."""


def dominant_insiders(system: CellSystem) -> np.ndarray:
    """Return who may know a cell, because it is he whom its rules protect.

    Parameters
    ----------
    system
        Cells of one or of several tables.

    Returns
    -------
    np.ndarray
        int64 (n,), the first record of the largest contributor; −1 where the others need protection, too, or
        contributions are not known, or are weighted.
    """
    found = np.full(len(system), -1, dtype=np.int64)
    denied = np.zeros(len(system), dtype=bool)
    for own, table in zip(system.cells, system.tables, strict=True):
        who = _of_table(table)
        # Several tables share a cell: what one of them denies stays denied.
        denied[own[table.is_sensitive & (who == -1)]] = True
        known = who != -1
        found[own[known]] = who[known]
    return np.where(denied, -1, found)


def _of_table(table: CellTable) -> np.ndarray:
    none = np.full(len(table), -1, dtype=np.int64)
    known, said = table.contributions, table.sensitivity
    if known is None or known.are_given or said is None or not said.rules or not _is_unweighted(table, known):
        return none
    most = max([FEWEST, *(int(getattr(rule, "n", 0) or 0) for rule in said.rules)])
    top = known.largest(table.dimensions, most + 1)
    count = np.maximum(known.count(table.dimensions) - 1, 0)
    try:
        others = CellTable(
            table.dimensions,
            np.maximum(table.values - top.amounts[:, 0], 0.0),
            count,
            contributions=Contributions.given(top.amounts[:, 1:], count),
            tolerance=np.inf,
        )
        safe = ~judge(others, said.rules).sensitive
    except DataError:
        return none  # a rule needs to know more of the others
    chosen = table.is_sensitive & safe & (top.contributors[:, 0] >= 0)
    return np.where(chosen, known.rows_of_contributors[np.maximum(top.contributors[:, 0], 0)], -1)


def _is_unweighted(table: CellTable, known: Contributions) -> bool:
    """Return whether the values are what the contributors add up to."""
    whole, added = float(table.values.max(initial=0.0)), float(known.amounts.sum())
    return table.kind == "sums" and known.sums is None and abs(whole - added) <= CLOSE * max(whole, added)
