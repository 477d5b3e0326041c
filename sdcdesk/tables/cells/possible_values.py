"""Possible values: some that agree with all that is published, for cells whose own nobody knows."""

from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.linear_program import LinearProgram, SolverError
from sdcdesk.tables.cells.relations import ADDS_UP

if TYPE_CHECKING:
    from scipy.sparse import csr_array

WIDENED = 1e-6
"""By how much parts may miss their total where the solver found values of some of them."""

ROUNDS = 3
"""How often what is missing to sums is added at most."""

EXACT = 4e-15
"""By so much of its largest number arithmetic rounds a sum."""

PUBLISHED = 5e-12
"""By so much of itself a number of a table is rounded where it is written with twelve digits."""


def possible_values(
    relations: "csr_array",
    values: np.ndarray,
    unknown: np.ndarray,
    whole: np.ndarray,
    lowest: np.ndarray,
    tolerance: float = 0.0,
    progress: Progress = SILENT,
) -> np.ndarray | None:
    """Return values in which unknown cells have one of those that are possible.

    Parameters
    ----------
    relations
        int8 (m, n), Σ of each row is 0.
    values
        float64 (n,); those of unknown cells are not looked at.
    unknown
        bool (n,).
    whole
        bool (n,), cells that everybody knows to be whole numbers.
    lowest
        float64 (n,), what none is below.
    tolerance
        By how much parts may miss their total, as those of a rounded table do.
    progress
        Says when to stop.

    Returns
    -------
    np.ndarray or None
        float64 (n,); None: there are none.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    from scipy.sparse import csr_array

    own = csr_array(relations[:, np.flatnonzero(unknown)])
    known = np.where(unknown, 0.0, values)
    # Divided by a power of 2, so that the solver sees numbers near 1 and no digit is lost.
    size = 2.0 ** np.ceil(np.log2(max(float(np.abs(known).max(initial=0.0)), 2.0**-60)))
    counted = whole[unknown]
    sums = -(relations @ known)
    published = abs(relations) @ np.abs(known)
    # By how much each sum may be missed: by what arithmetic rounds the largest of them, or this one; or by
    # the last digit that is written, but for counts.
    largest = tolerance + EXACT * np.maximum(published, float(np.abs(sums).max(initial=0.0)))
    own_size = tolerance + EXACT * published
    written = own_size + PUBLISHED * (abs(relations) @ np.where(whole, 0.0, np.abs(known)))
    least, most = lowest[unknown], np.full(len(counted), np.inf)
    filled: np.ndarray | None = None
    attempts = (
        (size, None, largest),  # with the most room the solver finds values most often
        (size, None, own_size),  # small sums beside very large ones add up, too
        (size, None, written),  # the published sums miss one another
        (1.0, counted, written),  # most counts are whole numbers by themselves; these were not
    )
    for unit, integer, room in attempts:
        low, high = (sums - room) / unit, (sums + room) / unit
        found = _values(LinearProgram(own, low, high, least / unit, most, integer), progress)
        if found is None:
            continue
        new = found * unit
        if integer is None:
            new = _refined(own, sums, new, least, room, progress)
        new[counted] = np.rint(new[counted])
        filled = values.copy()
        filled[unknown] = new
        missing = np.abs(sums - own @ new)
        if (missing <= tolerance + WIDENED + ADDS_UP * (published + abs(own) @ np.abs(new))).all():
            break
    return filled


def _refined(
    own: "csr_array",
    sums: np.ndarray,
    found: np.ndarray,
    least: np.ndarray,
    room: np.ndarray,
    progress: Progress,
) -> np.ndarray:
    """Return values that add up to the sums, where those of a solver miss them by what it tolerates.

    What is missing is added, found by the solver in numbers near 1 again: each time it gets smaller by as
    much as the solver tolerates.
    """
    found = np.maximum(found, least)
    for _ in range(ROUNDS):
        missing = sums - own @ found
        most = float((np.abs(missing) - room).max(initial=0.0))
        if most <= 0:
            break
        unit = 2.0 ** np.ceil(np.log2(most))
        low, high = (missing - room) / unit, (missing + room) / unit
        above = np.full(len(found), np.inf)
        more = _values(LinearProgram(own, low, high, (least - found) / unit, above), progress)
        if more is None:
            break
        found = np.maximum(found + more * unit, least)
    return found


def _values(program: LinearProgram, progress: Progress) -> np.ndarray | None:
    """Return values that the solver finds; None: there are none, or their sizes differ too much for it."""
    try:
        found = program.minimise(progress.cancelled).values
    except SolverError:
        return None
    progress.check()
    return found if len(found) else None
