"""Completion of a pattern: cells are hidden until no attack succeeds."""

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.attacks.attacks import Attack
from sdcdesk.tables.protection.suppression.spreading import Spreading
from sdcdesk.tables.protection.suppression.task import Task

ALONE = 4.0
"""By so much a cell of a single contributor costs more: he would be one more attacker."""


def completed(task: Task, hidden: np.ndarray, progress: Progress = SILENT) -> np.ndarray:
    """Return a pattern against which no attack succeeds, by hiding more cells, the cheapest ones.

    For every attack that succeeds the cheapest movement of its cell is found by which it is as uncertain as
    it must be, among the values that the attacker thinks possible; the cells that move are hidden. More
    hidden cells never make another one more certain to anybody; who works one out nevertheless is looked at
    in the next round.

    Parameters
    ----------
    task
        What it is looked for.
    hidden
        bool (n,), cells that are hidden at least.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        bool (n,).

    Raises
    ------
    DataError
        A cell cannot be protected; the sentence names it.
    Cancelled
        The user asked to stop.
    """
    pattern = hidden.copy()
    spreading, needs, by_people = Spreading(task.system, task.kept), task.needs, False
    attacks = task.attacks(pattern, progress.part(0.0, 0.3))
    rounds = 0
    while attacks:
        rounds += 1
        part = progress.part(1 - 0.7**rounds, 1 - 0.7 ** (rounds + 1))
        # Those that need most come first: what hides for them often does for others.
        order = sorted(
            attacks, key=lambda one: (-max(needs.upper[one.cell], needs.lower[one.cell]), one.cell)
        )
        before = pattern.copy()
        for attack, share in part.part(0.0, 0.7).over(order, "Hiding cells to protect others"):
            share.at(0.0, "Hiding cells to protect others")
            pattern |= _hidden_against(attack, task, pattern, spreading, progress)
        progress.check()
        if (pattern == before).all():
            if by_people or not task.system.integer[[one.cell for one in attacks]].all():
                raise _unprotectable(task, attacks[0].cell)
            # These movements go by parts of people: cells that move by whole numbers are asked for.
            spreading, by_people = Spreading(task.system, task.kept, whole=True), True
            continue
        attacks = task.attacks(pattern, part.part(0.7, 1.0))
    return pattern


def _hidden_against(
    attack: Attack, task: Task, pattern: np.ndarray, spreading: Spreading, progress: Progress
) -> np.ndarray:
    """Return the cells that must be hidden against an attack, bool (n,)."""
    cell, found = attack.cell, np.zeros(len(pattern), dtype=bool)
    found[cell] = True
    for amount in task.movements(cell, attack.attacker):
        now = np.where(pattern | found, 0.0, task.costs)
        # Somebody alone in a cell that moves would know it: such cells are taken last.
        now = np.where((task.needs.contributors.alone != -1) & ~pattern & ~found, now * ALONE, now)
        moved = spreading.cells(cell, amount, now, attack.attacker, progress.cancelled)
        progress.check()
        if moved is None:
            raise _unprotectable(task, cell)
        found |= moved
    return found


def _unprotectable(task: Task, cell: int) -> DataError:
    words = (
        "{cell} cannot be protected: too many cells around it must be published, or are known to be empty; "
        "let others be hidden, or make the table coarser."
    )
    return DataError(sentence(words, cell=task.system.cell_text(cell)), "protection")
