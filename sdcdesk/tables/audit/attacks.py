"""Attacks on hidden cells: what an outsider works out, and what one who knows his own part does."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.tables.audit.intervals import Hidden, RangeSearch
from sdcdesk.tables.audit.requirements import Requirements, tolerance
from sdcdesk.tables.cells.cell_system import CellSystem


@dataclass(frozen=True, slots=True)
class Attack:
    """A sensitive cell whose value somebody works out too well.

    Attributes
    ----------
    cell
        Its place in the system.
    low, high
        Between which values he knows that it lies.
    known
        Hidden cells whose values he knows, because he is their only contributor; none: anybody can do it.
    """

    cell: int
    low: float
    high: float
    known: tuple[int, ...] = ()


def insiders(hidden: np.ndarray, needs: Requirements) -> dict[int, tuple[int, ...]]:
    """Return the contributors who are alone in hidden cells, with these cells.

    Parameters
    ----------
    hidden
        bool (n,).
    needs
        Who is alone where.

    Returns
    -------
    dict[int, tuple[int, ...]]
        By contributor, cells ascending.
    """
    cells = np.flatnonzero(hidden & (needs.alone != -1))
    found: dict[int, list[int]] = {}
    for cell in cells.tolist():
        found.setdefault(int(needs.alone[cell]), []).append(cell)
    return {who: tuple(own) for who, own in found.items()}


def successful_attacks(
    system: CellSystem,
    hidden: np.ndarray,
    needs: Requirements,
    progress: Progress = SILENT,
) -> list[Attack]:
    """Return the sensitive cells that are less uncertain than they must be, and to whom.

    Outsiders know what is published. Somebody who is the only contributor of a hidden cell knows its value
    besides, and is tried on all sensitive cells that stand in a sum with one of his.

    Parameters
    ----------
    system
        Cells of one or of several tables.
    hidden
        bool (n,).
    needs
        What must stay uncertain.
    progress
        Receives how far the work is.

    Returns
    -------
    list[Attack]
        In the order of the cells, those of outsiders first; none: the table is safe.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    found = [
        Attack(cell, float(system.values[cell]), float(system.values[cell]))
        for cell in np.flatnonzero(needs.sensitive & ~hidden).tolist()
    ]
    concealed = Hidden.of(system.relations, system.values, hidden, system.lowest, system.highest)
    wanted = needs.sensitive[concealed.cells]
    who = insiders(hidden, needs)
    parts = concealed.parts()
    for part, share in progress.over(parts, "Audit"):
        if wanted[part].any():
            found += _of_component(system, concealed, part, needs, who, share)
    return sorted(found, key=lambda one: (len(one.known), one.cell, one.known))


def _of_component(
    system: CellSystem,
    hidden: Hidden,
    part: np.ndarray,
    needs: Requirements,
    who: dict[int, tuple[int, ...]],
    progress: Progress,
) -> list[Attack]:
    cells = hidden.cells[part]
    at = {cell: place for place, cell in enumerate(cells.tolist())}
    program = hidden.program(part)
    targets = [place for place, cell in enumerate(cells.tolist()) if needs.sensitive[cell]]
    progress.at(0.0, "Audit")
    found = _too_narrow(program_search(program, hidden, part, progress), targets, system, cells, needs, ())
    known = [(one, tuple(cell for cell in own if cell in at)) for one, own in sorted(who.items())]
    known = [(one, own) for one, own in known if own]
    for (_, own), share in progress.part(0.3, 1.0).over(known, "Audit"):
        near = _in_a_sum_with(hidden, part, [at[cell] for cell in own])
        others = [place for place in targets if near[place] and cells[place] not in own]
        if not others:
            continue
        for cell in own:
            program.set_bound(at[cell], float(system.values[cell]), float(system.values[cell]))
        search = program_search(program, hidden, part, share)
        found += _too_narrow(search, others, system, cells, needs, own)
        for cell in own:
            program.set_bound(at[cell], float(system.lowest[cell]), float(system.highest[cell]))
    return found


def program_search(
    program: LinearProgram, hidden: Hidden, part: np.ndarray, progress: Progress
) -> RangeSearch:
    """Return a search for the ranges of the cells of a component.

    Parameters
    ----------
    program
        The one of the component.
    hidden
        Cells and relations.
    part
        int64 (c,), the cells of the component, as places among the hidden ones.
    progress
        Asked whether to stop.

    Returns
    -------
    RangeSearch
        That remembers nothing yet.
    """
    return RangeSearch(program, hidden.lowest[part], hidden.highest[part], progress.cancelled)


def _too_narrow(
    search: RangeSearch,
    targets: list[int],
    system: CellSystem,
    cells: np.ndarray,
    needs: Requirements,
    known: tuple[int, ...],
) -> list[Attack]:
    """Return which of the targets are too narrow; a side is only asked where no table reached it yet."""
    found = []
    for place in targets:
        cell = int(cells[place])
        value, room = float(system.values[cell]), float(tolerance(system.values[cell]))
        low, high = value - needs.lower[cell] + room, value + needs.upper[cell] - room
        width = max(needs.sliding[cell] - room, room)
        reached = search.reached_low[place], search.reached_high[place]
        enough = reached[0] <= low and reached[1] >= high and reached[1] - reached[0] > width
        if not enough:
            reached = search.range(place)
            enough = reached[0] <= low and reached[1] >= high and reached[1] - reached[0] > width
        if not enough:
            found.append(Attack(cell, reached[0], reached[1], known))
    return found


def _in_a_sum_with(hidden: Hidden, part: np.ndarray, places: list[int]) -> np.ndarray:
    """Return which cells of a component stand in a relation with one of some, bool (k,)."""
    own = hidden.rows[:, part]
    rows = np.flatnonzero(np.diff(own[:, places].indptr))
    near = np.zeros(len(part), dtype=bool)
    near[np.unique(own[rows].indices)] = True
    return near
