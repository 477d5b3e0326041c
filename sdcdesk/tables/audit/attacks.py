"""Attacks on hidden cells: what an outsider works out, and what one who knows his own part does."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.audit.intervals import Hidden, RangeSearch
from sdcdesk.tables.audit.requirements import Requirements, required_movements, tolerance
from sdcdesk.tables.audit.witnesses import Movements, Witnesses, as_mask
from sdcdesk.tables.cells.cell_system import CellSystem


@dataclass(frozen=True, slots=True, repr=False)
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
    witnesses: Witnesses | None = None,
    *,
    first: bool = False,
) -> list[Attack]:
    """Return the sensitive cells that are less uncertain than they must be, and to whom.

    Outsiders know what is published. Somebody who is the only contributor of hidden cells knows their values
    besides, and is tried on all sensitive cells but these and those whose rules protect nobody but him; not
    where an outsider succeeds already.

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
    witnesses
        Movements that are known of other patterns of the same system; new ones are added to them.
    first
        Whether one attack is enough.

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
    if found and first:
        return found
    if witnesses is None:
        witnesses = Witnesses()
    audit = _PatternAudit(system, hidden, needs, witnesses, progress)
    cells = np.flatnonzero(needs.sensitive & hidden).tolist()
    cells.sort(key=lambda cell: (-witnesses.attacked[cell], cell))
    for cell, share in progress.over(cells, "Audit"):
        new = audit.attacks_on(cell)
        share.check()
        witnesses.attacked[cell] += len(new)
        found += new
        if found and first:
            break
    return sorted(found, key=lambda one: (len(one.known), one.cell, one.known))


class _PatternAudit:
    """Attacks on the cells of one pattern."""

    def __init__(
        self,
        system: CellSystem,
        hidden: np.ndarray,
        needs: Requirements,
        witnesses: Witnesses,
        progress: Progress,
    ) -> None:
        self._system, self._hidden, self._needs = system, hidden, needs
        self._witnesses, self._progress = witnesses, progress
        self._who = insiders(hidden, needs)
        self._bits = as_mask(hidden)
        known = hidden & (needs.alone != -1)
        self._alone, self._insiders = as_mask(known), np.flatnonzero(known).tolist()
        self._parts: dict[int, tuple[np.ndarray, Movements]] = {}

    @cached_property
    def _concealed(self) -> Hidden:
        system = self._system
        return Hidden.of(
            system.relations, system.values, self._hidden, system.lowest, system.highest, system.integer
        )

    def attacks_on(self, cell: int) -> list[Attack]:
        """Return the attacks on a hidden sensitive cell that succeed."""
        movements = required_movements(self._system, self._needs, cell)
        attack = self._attack(cell, movements, ())
        if attack is not None:
            return [attack]
        harmless = {int(self._needs.alone[cell]), int(self._needs.dominant[cell])}
        suspects = sorted({one for amount in movements for one in self._suspects(cell, amount)} - harmless)
        attacks = [self._attack(cell, movements, self._who[one]) for one in suspects]
        return [one for one in attacks if one is not None]

    def _suspects(self, cell: int, amount: float) -> set[int]:
        """Return the insiders against whom no known movement of a cell is a proof."""
        known = self._witnesses.possible(cell, amount, self._bits)
        if not known:
            return set(self._who)  # the width is enough elsewhere
        found: set[int] | None = None
        for moved in known:
            theirs = {int(self._needs.alone[one]) for one in _cells(moved & self._alone)}
            found = theirs if found is None else found & theirs
        return found or set()

    def _attack(self, cell: int, movements: list[float], known: tuple[int, ...]) -> Attack | None:
        """Return the attack of one who knows some cells; None: he does not succeed."""
        # A cell may have thousands of suspects, each with programs of his own.
        self._progress.check()
        if all(self._is_proven(cell, amount, known) for amount in movements):
            return None
        concealed, (part, _) = self._concealed, self._part(cell)
        cells = concealed.cells[part]
        search = RangeSearch(concealed, part, self._progress.cancelled, np.isin(cells, known))
        low, high = search.range(int(np.searchsorted(cells, cell)))
        return None if self._is_enough(cell, low, high) else Attack(cell, low, high, known)

    def _is_proven(self, cell: int, amount: float, known: tuple[int, ...]) -> bool:
        """Return whether some movement of a cell moves none of those that somebody knows."""
        theirs = sum(1 << one for one in known)
        possible = self._witnesses.possible(cell, amount, self._bits)
        if any(not moved & theirs for moved in possible):
            return True
        search, moved = self._part(cell)[1], None
        if not known:
            # One that moves no cell that somebody knows is a proof against all insiders, too.
            moved = search.find(
                cell, amount, [one for one in self._insiders if one != cell], self._progress.cancelled
            )
        if moved is None:
            moved = search.find(cell, amount, known, self._progress.cancelled)
        if moved is None:
            return False
        self._witnesses.add(cell, amount, as_mask(moved))
        return True

    def _part(self, cell: int) -> tuple[np.ndarray, Movements]:
        """Return the component of a hidden cell, as places among the hidden ones, and its movements."""
        concealed = self._concealed
        number = int(concealed.component[np.searchsorted(concealed.cells, cell)])
        if number not in self._parts:
            part = np.flatnonzero(concealed.component == number)
            self._parts[number] = part, Movements(concealed, part, self._system.values)
        return self._parts[number]

    def _is_enough(self, cell: int, low: float, high: float) -> bool:
        needs, value = self._needs, float(self._system.values[cell])
        room = float(tolerance(self._system.values[cell]))
        width = max(needs.sliding[cell] - room, room)
        return bool(
            low <= value - needs.lower[cell] + room
            and high >= value + needs.upper[cell] - room
            and high - low > width
        )


def _cells(bits: int) -> list[int]:
    """Return the cells of a set, ascending."""
    found = []
    while bits:
        least = bits & -bits
        found.append(least.bit_length() - 1)
        bits ^= least
    return found
