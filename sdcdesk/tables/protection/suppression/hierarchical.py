"""Hierarchical suppression: one total with its parts after the other, from the top down, until they agree."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.protection.suppression.completion import completed
from sdcdesk.tables.protection.suppression.task import Task
from sdcdesk.tables.protection.suppression.thinning import thinned

PASSES = 12
"""Times that all parts are gone through at most; the audit of the whole follows anyhow."""

WORDS = "Totals with their parts"
"""What is being done, while it is."""


def by_subtables(task: Task, progress: Progress = SILENT) -> np.ndarray:
    """Return a pattern that protects every subtable by itself.

    A subtable has one code with its parts of each dimension. Cells that were hidden in another one must not
    be worked out in it, either. Where a total is hidden for the sake of its parts, the subtables in which it
    is a part are gone through again. de Wolf 2002.

    Parameters
    ----------
    task
        What it is looked for.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        bool (n,); what several subtables tell together is not audited yet.

    Raises
    ------
    DataError
        A cell cannot be protected.
    Cancelled
        The user asked to stop.
    """
    pattern, system = task.forced.copy(), task.system
    subtables = [
        own[cells]
        for own, table in zip(system.cells, system.tables, strict=True)
        for cells in _subtables(table)
    ]
    parts = [(cells, system.restricted(cells)) for cells in subtables]
    seen: dict[int, bytes] = {}
    for number in range(PASSES):
        before = pattern.copy()
        part = progress.part(1 - 0.5**number, 1 - 0.5 ** (number + 1))
        for place, share in part.over(range(len(parts)), WORDS):
            cells, small = parts[place]
            now = pattern[cells].tobytes()
            if seen.get(place) == now or not pattern[cells].any():
                continue
            # Who hides a cell for another one's sake must not let it be worked out.
            needs = task.needs.restricted(cells)
            needs = replace(needs, sensitive=needs.sensitive | pattern[cells])
            found = _protected(Task(small, needs, pattern[cells], task.kept[cells], task.costs[cells]), share)
            pattern[cells] = found
            seen[place] = found.tobytes()
        if (pattern == before).all():
            break
    return pattern


def _protected(task: Task, progress: Progress) -> np.ndarray:
    """Return the pattern of a subtable; what was hidden before stays."""
    # What is done within a subtable says little; how far it is tells that the work goes on.
    inside = replace(progress, listener=lambda done, _words: progress.listener(done, WORDS))
    return thinned(task, completed(task, task.forced, inside.part(0.0, 0.5)), inside.part(0.5, 1.0))


def _subtables(table: CellTable) -> Iterator[np.ndarray]:
    """Walk through the subtables, those of the totals first; int64 places of their cells."""
    families = [_families(one) for one in table.dimensions]
    found = sorted(
        product(*families),
        key=lambda chosen: (sum(depth for depth, _ in chosen), tuple(codes[0] for _, codes in chosen)),
    )
    for chosen in found:
        yield np.ravel_multi_index(np.ix_(*(codes for _, codes in chosen)), table.shape).ravel()


def _families(dimension: Dimension) -> list[tuple[int, np.ndarray]]:
    """Return each code that has parts with these, and how deep it is; of a single code this one."""
    if not dimension.wholes:
        return [(0, np.zeros(1, dtype=np.int64))]
    return [
        (int(dimension.depths[whole]), np.array([whole, *dimension.parts(whole)], dtype=np.int64))
        for whole in dimension.wholes
    ]
