"""Hypercube method: around each sensitive cell the corners of the cheapest box are hidden."""

from itertools import product

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.suppression.completion import ALONE
from sdcdesk.tables.protection.suppression.task import Task


def by_hypercubes(task: Task, progress: Progress = SILENT) -> np.ndarray:
    """Return a pattern in which each sensitive cell is a corner of a box of hidden cells.

    The corners of a box can move by the same amount, up and down in turn, without a change of any sum. In
    each dimension the other side of the box is a code with the same total. Of all boxes whose corners may be
    hidden and have room for what the cell needs, the cheapest is taken; hidden cells cost nothing. A cell
    that is a total, or has no such box, is left to the audit. Repsilber 1994; Giessing and Repsilber 2002.

    Parameters
    ----------
    task
        What it is looked for.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        bool (n,); not yet audited.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    pattern, system, needs = task.forced.copy(), task.system, task.needs
    for own, table in zip(system.cells, system.tables, strict=True):
        cells = np.flatnonzero(needs.sensitive[own])
        # Those that need most come first.
        wanted = np.maximum(needs.upper, needs.lower)[own[cells]]
        order = cells[np.lexsort((cells, -wanted))].tolist()
        for cell, _ in progress.over(order, "Boxes around sensitive cells"):
            corners = _cheapest_box(task, pattern, own, table, cell)
            if corners is not None:
                pattern[corners] = True
    return pattern


def _cheapest_box(
    task: Task, pattern: np.ndarray, own: np.ndarray, table: CellTable, cell: int
) -> np.ndarray | None:
    """Return the places of the corners, int64; None where there is no box."""
    system, needs = task.system, task.needs
    places = table.code_places(cell)
    sides = []
    for dimension, place in zip(table.dimensions, places, strict=True):
        if place == 0:
            return None  # a total moves only with its parts
        others = np.flatnonzero(dimension.above == dimension.parents[place])
        sides.append(others[others != place])
    if any(not len(side) for side in sides):
        return None
    at = own[cell]
    amount = float(max(needs.upper[at], needs.lower[at], needs.sliding[at] / 2))
    price = np.where(pattern, 0.0, task.costs)
    price = np.where((needs.contributors.alone != -1) & ~pattern, price * ALONE, price)
    room = np.minimum(system.values - system.lowest, system.highest - system.values) >= amount * (1 - 1e-9)
    price = np.where(task.kept | ~room, np.inf, price)
    total = np.zeros([len(side) for side in sides])
    corners: list[np.ndarray] = []
    for turn in product((False, True), repeat=len(sides)):
        if not any(turn):
            continue
        grid = [
            side if other else np.array([place])
            for side, place, other in zip(sides, places, turn, strict=True)
        ]
        numbers = own[np.ravel_multi_index(np.ix_(*grid), table.shape)]
        corners.append(np.broadcast_to(numbers, total.shape))
        total = total + price[numbers]
    best = int(np.argmin(total))
    if not np.isfinite(total.flat[best]):
        return None
    return np.array([numbers.flat[best] for numbers in corners], dtype=np.int64)
