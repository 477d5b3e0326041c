"""Suppressed cells: which values of risky records become empty, in a given order or as few as are found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import Progress

Cells = Mapping[str, np.ndarray]
"""bool (n,) for each variable: which of its cells become empty."""

Assess = Callable[[Cells, Progress], np.ndarray]
"""Returns which records are risky, bool (n,), once these cells are empty."""

ROUNDS = 3
"""How often it is tried which values of a variable can be given back."""


@dataclass(frozen=True, slots=True, eq=False)
class SuppressedCells:
    """Cells that become empty, and the records that are risky all the same.

    Attributes
    ----------
    cells
        bool (n,) for each variable.
    risky
        bool (n,).
    """

    cells: Cells
    risky: np.ndarray

    @property
    def cost(self) -> tuple[int, int]:
        """Records that stay risky, and cells that become empty."""
        return int(self.risky.sum()), sum(int(cells.sum()) for cells in self.cells.values())


def in_order(start: SuppressedCells, assess: Assess, progress: Progress) -> SuppressedCells:
    """Blank one variable after the other in the records that are risky then.

    Parameters
    ----------
    start
        Nothing blanked yet, and the variables in their order.
    assess
        Finds the risky records.
    progress
        Receives how far the work is.

    Returns
    -------
    SuppressedCells
        As far as each variable is needed.
    """
    found = start
    for name, share in progress.over(list(start.cells)):
        found = _blanked(found, name, assess, share)
    return found


def fewest(start: SuppressedCells, assess: Assess, progress: Progress) -> SuppressedCells:
    """Blank the variable next that leaves the fewest records risky, and give values back that are not needed.

    The given order, with values given back, is tried too, so that no more is lost than in that order.

    Parameters
    ----------
    start
        Nothing blanked yet, and the variables in their order.
    assess
        Finds the risky records.
    progress
        Receives how far the work is.

    Returns
    -------
    SuppressedCells
        Of both the one that leaves fewer risky records, then the one with fewer blanks.
    """
    ways = (
        in_order(start, assess, progress.part(0.0, 0.1)),
        _by_gain(start, assess, progress.part(0.1, 0.6)),
    )
    shares = progress.part(0.6, 1.0).over(ways)
    return min((_restored(way, assess, share) for way, share in shares), key=lambda blanks: blanks.cost)


def _blanked(blanks: SuppressedCells, name: str, assess: Assess, progress: Progress) -> SuppressedCells:
    if not blanks.risky.any():
        return blanks
    cells = {**blanks.cells, name: blanks.risky}
    return SuppressedCells(cells, assess(cells, progress))


def _by_gain(start: SuppressedCells, assess: Assess, progress: Progress) -> SuppressedCells:
    found, left = start, list(start.cells)
    for _, share in progress.over(list(start.cells)):
        if not found.risky.any():
            break
        tried = [(name, _blanked(found, name, assess, part)) for name, part in share.over(left)]
        name, found = min(tried, key=lambda one: one[1].cost)
        left.remove(name)
    return found


def _restored(blanks: SuppressedCells, assess: Assess, progress: Progress) -> SuppressedCells:
    """Return the blanks without those that turn out not to be needed, variable by variable."""
    most_first = sorted(blanks.cells, key=lambda name: -int(blanks.cells[name].sum()))
    for name, share in progress.over(most_first):
        cells, give = blanks.cells[name], blanks.cells[name] & ~blanks.risky
        # Those that need theirs keep it; where records hide each other, that can be found out too late.
        for _, part in share.over(range(ROUNDS)):
            if not give.any():
                break
            trial = {**blanks.cells, name: cells & ~give}
            risky = assess(trial, part)
            worse = risky & ~blanks.risky
            if not worse.any():
                blanks = SuppressedCells(trial, risky)
                break
            if not (give & worse).any():
                break
            give = give & ~worse
    return blanks
