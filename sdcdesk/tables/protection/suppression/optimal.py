"""Optimal suppression: the cheapest pattern that protects all sensitive cells, by a program with cuts.

Which cells are hidden are columns of 0 and 1. For each sensitive cell a second program asks how far the cell
can move among the hidden ones; where that is not far enough, its dual says which cells could help, and one of
these sums becomes a row of the first. Fischetti and Salazar 2001.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.linear_program import Limit, LinearProgram
from sdcdesk.tables.attacks.attacker import ANYBODY, Attacker
from sdcdesk.tables.attacks.requirements import Requirements
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.protection.suppression.completion import completed
from sdcdesk.tables.protection.suppression.pattern import EXACT, Effort, Pattern
from sdcdesk.tables.protection.suppression.task import Task
from sdcdesk.tables.protection.suppression.thinning import thinned

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOW = 4.0
"""No cell moves further than so many times what the sensitive cell must: this makes the program tractable,
and a cheaper pattern may need larger movements. Not so in a table of two dimensions of which at most one has
levels: its sums are a network, in which circles through the sensitive cell move no cell further than that."""

VIOLATED = 1e-5
"""Rows that are missed by less are kept."""

ROUNDS = 60
"""Rounds in which 0 and 1 may be anything between, which costs little."""

GAIN = 1e-4
"""Such rounds end where the cost no longer rises by this share."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A movement that hidden cells must allow.

    Attributes
    ----------
    cell
        A sensitive one.
    amount
        Upwards above 0, downwards below.
    attacker
        Who must think the values possible to which the cells move.
    """

    cell: int
    amount: float
    attacker: Attacker = ANYBODY


def cheapest(task: Task, start: np.ndarray, effort: Effort, progress: Progress = SILENT) -> Pattern:
    """Return the cheapest pattern, or the best that was found in some time.

    Parameters
    ----------
    task
        What it is looked for.
    start
        bool (n,), a pattern that protects all cells.
    effort
        Limits after which the best so far is taken.
    progress
        Receives the best so far and the bound.

    Returns
    -------
    Pattern
        Which protects all cells, also against insiders.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    search = _Search(task, progress)
    bound, parts = search.relaxed(start)
    start = search.rounded(start, bound, parts)
    progress.show(start)
    best, bound, limit = search.whole(start, bound, effort)
    return Pattern(best, task.cost(best), bound, _provisos(task.system, task.needs), limit, effort)


def _provisos(system: CellSystem, needs: Requirements) -> tuple[Sentence, ...]:
    """Return of which patterns the search looks for the cheapest, where not of all."""
    asked, wide = needs.lower + needs.upper, needs.sliding
    flow = "That holds of patterns in which no cell moves by more than four times what a sensitive one must."
    split = (
        "Where a rule asks for a width, or only that a value is not known, that holds of patterns in which "
        "the cell can move to both sides alike, or upwards."
    )
    loose = needs.sensitive & ((wide > asked) | (asked <= 0))
    return tuple(
        plain(words) for words, holds in ((flow, not is_network(system)), (split, loose.any())) if holds
    )


class _Search:
    def __init__(self, task: Task, progress: Progress) -> None:
        from scipy.sparse import csr_array

        system = task.system
        self._task, self._progress, self._flow = task, progress, _flow(system)
        self._lower = np.where(task.forced & ~task.kept, 1.0, 0.0)
        self._upper = np.where(task.kept, 0.0, 1.0)
        none = csr_array((0, len(system)), dtype=np.float64)
        nothing = np.empty(0)
        self._main = LinearProgram(none, nothing, nothing, self._lower, self._upper)
        self._main.set_costs(task.costs)
        everything = np.ones(len(system), dtype=bool)
        self._whole = LinearProgram(none, nothing, nothing, self._lower, self._upper, everything)
        self._whole.set_costs(task.costs)
        still = np.zeros(system.relations.shape[0])
        free = np.zeros(len(system))
        self._moving = LinearProgram(system.relations, still, still, free, free)
        self._wanted = [
            Wanted(int(cell), amount)
            for cell in np.flatnonzero(task.needs.sensitive & ~task.kept)
            for amount in task.movements(int(cell))
        ]

    def relaxed(self, best: np.ndarray) -> tuple[float, np.ndarray]:
        """Add rows while cells may be hidden in part; return the bound that follows, and these parts."""
        cost, bound, parts = self._task.cost(best), 0.0, self._lower
        for number in range(ROUNDS):
            self._tell(number / ROUNDS * 0.4, cost, bound)
            found = self._main.minimise(self._progress.cancelled)
            self._progress.check()
            if found.status != "optimal":
                break
            parts = found.values
            rose = found.objective > bound + GAIN * max(cost, 1e-9)
            bound = max(bound, found.objective)
            if not self._add_rows(found.values, self._wanted) or (number and not rose):
                break
        return bound, parts

    def rounded(self, best: np.ndarray, bound: float, parts: np.ndarray) -> np.ndarray:
        """Return the better of a pattern and one that prefers cells which were hidden in part."""
        cost = self._task.cost(best)
        if bound >= cost * (1 - EXACT):
            return best
        self._tell(0.4, cost, bound)
        prices = self._task.costs * np.clip(1.0 - parts, 0.01, 1.0)
        found = completed(replace(self._task, costs=prices), self._task.forced, self._quiet())
        found = thinned(self._task, found, self._quiet())
        return found if self._task.cost(found) < cost else best

    def whole(self, best: np.ndarray, bound: float, effort: Effort) -> tuple[np.ndarray, float, Limit]:
        """Find the cheapest whole pattern; return the best, the bound, and by which limit it ended."""
        from time import monotonic

        begin, branches = monotonic(), effort.branches
        limit: Limit = ""
        cost = self._task.cost(best)
        while bound < cost * (1 - EXACT) and not limit:
            passed = monotonic() - begin
            done = max(passed / effort.seconds, 1 - branches / effort.branches)
            self._tell(0.4 + 0.6 * done, cost, bound)
            self._whole.start_from(best.astype(np.float64))
            found = self._whole.minimise(
                self._progress.cancelled, max(effort.seconds - passed, 0.0), max(branches, 0)
            )
            branches, limit = branches - found.branches, found.limit
            self._progress.check()
            bound = max(bound, min(found.bound, cost))
            if not len(found.values):
                break
            pattern = found.values > 0.5
            if found.status == "optimal" and not self._add_rows(pattern.astype(np.float64), self._wanted):
                attacks = self._task.attacks(pattern, self._quiet())
                if not attacks:
                    return pattern, self._task.cost(pattern), ""
                # Contributors are attackers, too, of whom the first program knows nothing yet.
                new = [
                    Wanted(one.cell, amount, one.attacker)
                    for one in attacks
                    for amount in self._task.movements(one.cell, one.attacker)
                ]
                known = set(self._wanted)
                self._wanted += [one for one in new if one not in known]
                if not self._add_rows(pattern.astype(np.float64), new):
                    break  # what is missing lies beyond the largest movements
            repaired = completed(self._task, pattern, self._quiet())
            if self._task.cost(repaired) < cost:
                best, cost = repaired, self._task.cost(repaired)
                self._progress.show(best)
        return best, min(bound, cost), "" if bound >= cost * (1 - EXACT) else limit

    def _add_rows(self, hidden: np.ndarray, wanted: "Sequence[Wanted]") -> int:
        """Add a row for every movement that these cells do not allow; return how many."""
        added = 0
        for one in wanted:
            self._progress.check()
            row = self._row(hidden, one)
            if row is not None:
                columns = np.flatnonzero(row)
                for program in (self._main, self._whole):
                    program.add_row(columns, row[columns], 1.0, np.inf)
                added += 1
        return added

    def _row(self, hidden: np.ndarray, wanted: Wanted) -> np.ndarray | None:
        """Return how much each cell helps a movement that is not possible, in parts of it; None: it is."""
        system, kept, amount = self._task.system, self._task.kept, abs(wanted.amount)
        # In parts of the amount, so that tolerances mean the same of every cell.
        lowest, highest = wanted.attacker.bounds(system)
        up = np.minimum(highest - system.values, self._flow * amount) / amount
        down = np.minimum(system.values - lowest, self._flow * amount) / amount
        up, down = np.where(kept, 0.0, up), np.where(kept, 0.0, down)
        lower, upper = -down * hidden, up * hidden
        sign = 1.0 if wanted.amount > 0 else -1.0
        lower[wanted.cell], upper[wanted.cell] = (0.0, 1.0) if sign > 0 else (-1.0, 0.0)
        self._moving.set_bounds(lower, upper)
        self._moving.set_cost(wanted.cell, -sign)
        found = self._moving.minimise(self._progress.cancelled)
        self._moving.set_cost(wanted.cell, 0.0)
        if found.status != "optimal" or -found.objective >= 1 - VIOLATED:
            return None
        helps = np.maximum(-found.reduced, 0.0) * up + np.maximum(found.reduced, 0.0) * down
        # What the cell itself would gain counts for all of them: it moves by 1.
        helps /= 1.0 + abs(float(found.reduced[wanted.cell]))
        helps[wanted.cell] = 0.0
        helps = np.minimum(helps, 1.0)
        helps[helps < 1e-9] = 0.0
        return helps if helps.any() else None

    def _tell(self, share: float, cost: float, bound: float) -> None:
        saving = 100 * max(cost - bound, 0.0) / cost if cost > 0 else 0.0
        words = "The best pattern so far; another one saves {saving} % of its cost at most"
        self._progress.at(min(share, 0.99), sentence(words, saving=rough(saving, 2)))

    def _quiet(self) -> Progress:
        return Progress(cancelled=self._progress.cancelled)


def is_network(system: CellSystem) -> bool:
    """Return whether the sums are those of a network: one table of two dimensions, of which one has levels.

    Parameters
    ----------
    system
        Cells of one or of several tables.

    Returns
    -------
    bool
        Whether circles through a sensitive cell say all, so that the cheapest pattern is found soon.
    """
    dimensions = system.tables[0].dimensions
    deep = sum(int(one.depths.max()) > 1 for one in dimensions)
    return len(system.tables) == 1 and len(dimensions) <= 2 and deep <= 1


def _flow(system: CellSystem) -> float:
    """Return how many times what the sensitive cell moves by any cell moves at most."""
    return 1.0 if is_network(system) else FLOW
