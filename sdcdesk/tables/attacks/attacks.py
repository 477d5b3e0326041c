"""Attacks on hidden cells: what an outsider works out, and what contributors do who know their own parts."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.attacks.attacker import ANYBODY, Attacker
from sdcdesk.tables.attacks.intervals import HiddenCells, RangeSearch
from sdcdesk.tables.attacks.movements import Movements
from sdcdesk.tables.attacks.requirements import Requirements, required_movements, tolerance
from sdcdesk.tables.attacks.witnesses import Witness, Witnesses, as_mask
from sdcdesk.tables.cells.cell_system import CellSystem

MOST = 8
"""Contributors who work out a cell too well, at most, that are found at a time: one is too many already."""

TRIED = 64
"""Suspects who are looked at together."""


@dataclass(frozen=True, slots=True, repr=False)
class Attack:
    """A sensitive cell whose value somebody works out too well.

    Attributes
    ----------
    cell
        Its place in the system.
    low, high
        Between which values he knows that it lies.
    attacker
        Who he is.
    known
        Hidden cells whose values he knows, because he is their only contributor.
    part_of
        The hidden cell of which he makes up the largest share, this one left out; −1 where there is none.
    """

    cell: int
    low: float
    high: float
    attacker: Attacker = ANYBODY
    known: tuple[int, ...] = ()
    part_of: int = -1


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

    Outsiders know what is published. Contributors know besides the values of the cells in which they are
    alone, and of all others that these are no less than their own parts. Each of them is tried on every
    sensitive cell, where no outsider succeeds already.

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
        In the order of the cells, those of outsiders first, of each cell not all but some; none: the table is
        safe.

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
    tried = _Attacks(system, hidden, needs, witnesses, progress)
    cells = np.flatnonzero(needs.sensitive & hidden).tolist()
    cells.sort(key=lambda cell: (-witnesses.attacked[cell], cell))
    for cell, share in progress.over(cells, "Audit"):
        new = list(islice(tried.attacks_on(cell), 1 if first else MOST))
        share.check()
        witnesses.attacked[cell] += len(new)
        found += new
        if found and first:
            break
    return sorted(found, key=lambda one: (one.attacker.who != -1, one.cell))


class _Attacks:
    """Tries attacks on the cells of one pattern."""

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
        self._bits = as_mask(hidden)
        self._parts: dict[int, tuple[np.ndarray, Movements]] = {}

    @cached_property
    def _concealed(self) -> HiddenCells:
        return HiddenCells.of_system(self._system, self._hidden)

    def attacks_on(self, cell: int) -> Iterator[Attack]:
        """Walk through attacks on a hidden sensitive cell that succeed."""
        amounts = required_movements(self._system, self._needs, cell)
        if not all(self._is_proven(cell, amount, ANYBODY) for amount in amounts):
            low, high = self._range(cell, ANYBODY)
            if not self._needs.is_enough(self._system, cell, low, high, ANYBODY):
                yield Attack(cell, low, high)
                return
            amounts = self._reached(cell, low, high)
        suspects = self._suspects(cell, amounts)
        while suspects:
            # What deceives the largest often deceives the many others.
            tried = self._needs.contributors.first_of(suspects, TRIED)
            yield from self._among(cell, amounts, sorted(tried, key=_by_size))
            suspects &= self._suspects(cell, amounts)
            suspects -= {one.who for one in tried}

    def _reached(self, cell: int, low: float, high: float) -> list[float]:
        """Return movements that make a cell as wide as it must be, where it reaches less far to one side."""
        value, room = float(self._system.values[cell]), float(tolerance(self._system.values[cell])) / 4
        lower, upper, sliding = (
            float(one[cell]) for one in (self._needs.lower, self._needs.upper, self._needs.sliding)
        )
        below, above = value - low - room, high - value - room
        down = min(max(lower, sliding / 2, sliding - above), below)
        amounts = [one for one in (max(upper, min(sliding - down, above)), -down) if abs(one) > room]
        # Nobody asked for more than not to be known: then it moves to the side where there is room.
        return amounts or [above if above > below else -below]

    def _suspects(self, cell: int, amounts: list[float]) -> set[int]:
        """Return the contributors against whom no known movement of a cell is a proof."""
        contributors, value = self._needs.contributors, float(self._system.values[cell])
        found: set[int] = set()
        for amount in amounts:
            known = self._witnesses.possible(cell, amount, self._bits)
            if known or self._is_proven(cell, amount, ANYBODY):
                known = known or self._witnesses.possible(cell, amount, self._bits)
                found |= frozenset.intersection(*(one.denied for one in known))
            else:
                found |= self._everyone_near(cell)
            if amount < -self._needs.lower[cell] or (self._system.integer[cell] and amount < 0):
                # To whom it cannot lie so low it must reach higher, or moves by another whole number.
                found.update(contributors.beyond(cell, max(value + amount, 0.0)).tolist())
        return found

    def _everyone_near(self, cell: int) -> set[int]:
        """Return all contributors to the hidden cells that have to do with one."""
        cells = self._concealed.cells[self._part(cell)[0]]
        contributors = self._needs.contributors
        alone = contributors.alone[cells]
        found = set(alone[alone != -1].tolist())
        return found.union(*(contributors.beyond(one, 0.0).tolist() for one in cells.tolist()))

    def _among(self, cell: int, amounts: list[float], suspects: list[Attacker]) -> Iterator[Attack]:
        """Walk through attacks of some contributors that succeed."""
        left = [one for one in suspects if not self._is_cleared(cell, amounts, one)]
        if len(left) == 1:
            attack = self._attack(cell, left[0])
            if attack is not None:
                yield attack
        elif left:
            # What deceives all of them at once often exists, and saves trying each.
            together = Attacker.any_of(left).without(cell)
            whose = frozenset(one.who for one in left)
            all(self._is_proven(cell, amount, together, whose) for amount in amounts)
            half = len(left) // 2
            yield from self._among(cell, amounts, left[:half])
            yield from self._among(cell, amounts, left[half:])

    def _is_cleared(self, cell: int, amounts: list[float], attacker: Attacker) -> bool:
        """Return whether known movements are a proof against a contributor."""
        for needed in required_movements(self._system, self._needs, cell, attacker):
            # Part of a movement that deceives him deceives him, too; part of a count is none.
            larger = [] if self._system.integer[cell] else [one for one in amounts if one / needed >= 1]
            enough = {needed, *larger}
            known = (one for amount in enough for one in self._witnesses.possible(cell, amount, self._bits))
            if all(attacker.who in one.denied for one in known):
                return False
        return True

    def _attack(self, cell: int, attacker: Attacker) -> Attack | None:
        """Return the attack of somebody; None: he does not succeed."""
        movements = required_movements(self._system, self._needs, cell, attacker)
        if all(self._is_proven(cell, amount, attacker) for amount in movements):
            return None
        low, high = self._range(cell, attacker)
        if self._needs.is_enough(self._system, cell, low, high, attacker):
            return None
        known = attacker.alone[self._hidden[attacker.alone]]
        return Attack(cell, low, high, attacker, tuple(known.tolist()), self._largest_share(cell, attacker))

    def _largest_share(self, cell: int, attacker: Attacker) -> int:
        """Return the hidden cell of which somebody makes up most, another one left out; −1: there is none."""
        chosen = self._hidden[attacker.cells] & (attacker.cells != cell)
        shares = attacker.parts[chosen] / self._system.values[attacker.cells[chosen]]
        return int(attacker.cells[chosen][np.argmax(shares)]) if chosen.any() else -1

    def _is_proven(
        self, cell: int, amount: float, attacker: Attacker, whose: frozenset[int] = frozenset()
    ) -> bool:
        """Return whether some movement of a cell deceives somebody, or all contributors of some numbers."""
        if attacker.who != -1:
            whose = frozenset((attacker.who,))
        known = self._witnesses.possible(cell, amount, self._bits)
        if any(not one.denied & whose for one in known):
            return True
        # A cell may have many suspects, each with programs of his own.
        self._progress.check()
        movement = None
        if attacker is ANYBODY and not self._witnesses.deceives_nobody(cell, amount, self._bits):
            # What deceives all contributors is a proof against each of them, too.
            contributors = self._needs.contributors
            movement = self._deceiving(cell, amount, contributors.everyone.without(cell))
            if movement is None:
                self._witnesses.add_failure(cell, amount, self._bits)
                # Else one of the many movements that no reader can exclude, but thousands of contributors.
                movement = self._deceiving(cell, amount, contributors.but_the_largest.without(cell))
        if movement is None:
            movement = self._deceiving(cell, amount, attacker)
        if movement is None:
            return False
        witness = Witness.of(movement, cell, self._system, self._needs.contributors)
        self._witnesses.add(cell, amount, witness)
        return True

    def _deceiving(self, cell: int, amount: float, attacker: Attacker) -> np.ndarray | None:
        """Return a movement of a cell that deceives somebody, who knows his part of it or does not."""
        known = self._concealed.known_to(attacker, self._system)
        return self._part(cell)[1].find(cell, amount, known, self._progress.cancelled)

    def _range(self, cell: int, attacker: Attacker) -> tuple[float, float]:
        """Return between which values somebody knows a hidden cell to be."""
        concealed, part = self._concealed.known_to(attacker, self._system), self._part(cell)[0]
        search = RangeSearch(concealed, part, self._progress.cancelled)
        return search.range(int(np.searchsorted(concealed.cells[part], cell)))

    def _part(self, cell: int) -> tuple[np.ndarray, Movements]:
        """Return the component of a hidden cell, as places among the hidden ones, and its movements."""
        concealed = self._concealed
        number = int(concealed.component[np.searchsorted(concealed.cells, cell)])
        if number not in self._parts:
            part = np.flatnonzero(concealed.component == number)
            self._parts[number] = part, Movements(concealed, part, self._system)
        return self._parts[number]


def _by_size(attacker: Attacker) -> tuple[object, ...]:
    """Return what orders attackers by what they know, not by who they are."""
    return (
        -float(attacker.parts.sum()),
        attacker.cells.tolist(),
        attacker.parts.tolist(),
        attacker.alone.tolist(),
    )
