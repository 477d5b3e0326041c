"""Cell suppression: hides sensitive cells, and others so that nobody can work them out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE, Quantity, Why, undefined
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.attacks.requirements import Requirements
from sdcdesk.tables.audit.hidden_figures import (
    BY_HAND,
    HIDDEN,
    HIDDEN_SHARE,
    SECONDARY,
    SENSITIVE,
    VALUE_HIDDEN,
    hidden_figures,
)
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.protection import Protection
from sdcdesk.tables.protection.suppression.completion import completed
from sdcdesk.tables.protection.suppression.costs import COSTS, Cost, hiding_costs
from sdcdesk.tables.protection.suppression.editions import (
    HIDDEN_AGAIN,
    NEWLY_HIDDEN,
    edition_figures,
    hidden_before,
)
from sdcdesk.tables.protection.suppression.hierarchical import by_subtables
from sdcdesk.tables.protection.suppression.hypercube import by_hypercubes
from sdcdesk.tables.protection.suppression.optimal import cheapest, is_network
from sdcdesk.tables.protection.suppression.pattern import SAVING, Effort, Pattern
from sdcdesk.tables.protection.suppression.task import Task
from sdcdesk.tables.protection.suppression.thinning import thinned

NETWORK, SMALL, MEDIUM = 700, 250, 3_000
"""Cells up to which the automatic choice looks for the cheapest pattern where the sums are a network, and
elsewhere; and up to which it looks for a pattern without needless cells."""

Approach = Literal["automatic", "optimal", "heuristic", "hierarchical", "hypercube"]

APPROACHES: dict[Approach, str] = {
    "automatic": "by the size of the table",
    "optimal": "the cheapest pattern, proven; for small tables",
    "heuristic": "cell by cell, then without what is needless",
    "hierarchical": "from the totals down, part by part; for large tables",
    "hypercube": "corners of boxes, fast; hides more",
}


class CellSuppression(Protection):
    """Hides sensitive cells, and others with them, so that nobody can work a sensitive cell out.

    Sensitive cells alone are no secret: a total minus the other parts gives them away. So further cells are
    hidden until each sensitive one is as uncertain as its rules ask: a reader who solves all sums of the
    table, and knows that no value is negative, finds an interval that reaches at least so far below and above
    the value. Contributors know more: the values of cells in which they are alone, and of all others that
    these are no less than their own part; each of them is kept from working out sensitive cells, but the
    largest contributor of a cell only as far as the same rules ask for the cell of the others. Every pattern
    is audited by exact linear programs before it is returned, whichever way it was found, and cells are added
    until it holds.

    What hiding a cell costs decides which of the others are hidden: its value, its contributors, the same for
    all, a variable or column of costs that is given with the table, or its distance from the nearest
    sensitive cell. Two codes are as far apart as there are levels up to the nearest code above both, two
    cells as their codes together.

    Cells that were hidden in the last edition of the table, where one is given, have only the part
    `hidden_before` of their cost, so that the same ones are hidden again. Whoever has both editions then
    finds fewer cells that are published in one and hidden in the other, of which he knows an older value.
    That is all: a cell that is sensitive now and was published then still shows its older value, which is
    counted and told, and what both editions together say of a hidden cell is not audited.

    Cells that are known to be empty hide nothing and are published, unless `empty` says otherwise. Cells that
    must be hidden, or published, are given with the table. Where that leaves a cell unprotected, an error
    names it.

    - *optimal*: a program of 0 and 1 with a row for each way in which a cell is not protected yet (Fischetti
      and Salazar 2001). After so many `branches` the best so far is taken, on every machine the same, and it
      is told by how much the cheapest one could cost less; `seconds` end the search only where it takes
      longer than anybody waits. No cell is thought to move by more than four times what a sensitive one must,
      which can miss a cheaper pattern in tables of three dimensions or with hierarchies.
    - *heuristic*: for each sensitive cell the cheapest movement that leaves all sums as they are; then hidden
      cells are shown again one by one while the audit holds.
    - *hierarchical*: the same for one total with its parts after the other, from the top down, until they
      agree; then the whole table is audited.
    - *hypercube*: the corners of the cheapest box around each cell.

    When to use it: for magnitudes, and for tables in which every published number must be right. When not:
    for counts with many small cells, of which little would be left; rounding or a cell key keeps more.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> sales = [90, 5, 30, 31, 20, 21, 40, 44]
    >>> frame = pd.DataFrame({"region": list("NNNNSSSS"), "size": list("aabbaabb"), "sales": sales})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["size"], value="sales")
    >>> safe = sdc.tables.CellSuppression(cost="value").protect(table.sensitive(sdc.tables.PPercent(10)))
    >>> sorted(safe.cell_text(cell) for cell in safe.is_hidden.nonzero()[0].tolist())
    ['N, a', 'N, b', 'S, a', 'S, b']
    """

    name: ClassVar[str] = "cell_suppression"
    title: ClassVar[str] = "Cell suppression"
    source: ClassVar[str] = "Fischetti and Salazar 2001; Kelly, Golden and Assad 1992"
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"approach": "optimal", "cost": "equal", "branches": 50, "seconds": 5.0},
        {"approach": "hypercube", "cost": "distance", "empty": True, "hidden_before": 0.5},
    )

    declares: ClassVar[tuple[Declared, ...]] = (
        HIDDEN,
        SENSITIVE,
        SECONDARY,
        BY_HAND,
        HIDDEN_SHARE,
        VALUE_HIDDEN,
        HIDDEN_AGAIN,
        NEWLY_HIDDEN,
        SAVING,
    )

    approach: Approach = parameter(
        "automatic",
        "Approach",
        "How the cells that are hidden besides are found.",
        FieldDisplay(choices=APPROACHES),
    )
    cost: Cost = parameter(
        "value", "Cost", "What hiding a cell costs its readers.", FieldDisplay(choices=COSTS)
    )
    empty: bool = parameter(
        False,
        "Hide empty cells",
        "Cells without contributors may be hidden to protect others; only where readers do not know that "
        "they are empty.",
        FieldDisplay(more=True),
    )
    hidden_before: float = parameter(
        0.1,
        "Hidden before",
        "Part of its cost that a cell has which was hidden in the last edition of the table, if one is "
        "given; 1: that counts for nothing.",
        FieldDisplay(more=True),
        gt=0,
        le=1,
    )
    branches: int = parameter(
        2_000,
        "Branches",
        "Of the program of 0 and 1, after which the best pattern so far is taken; that is the same one on "
        "every machine.",
        FieldDisplay(more=True, when={"approach": ("automatic", "optimal")}),
        ge=1,
        le=1_000_000,
    )
    seconds: float = parameter(
        600.0,
        "Time",
        "After which the best pattern so far is taken at the latest. This is told then, for a faster machine "
        "may find a better one.",
        FieldDisplay(unit="s", more=True, when={"approach": ("automatic", "optimal")}),
        gt=0,
        le=86_400,
    )

    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        del key
        system = CellSystem.of(*tables)
        hidden, kept = self._given(system)
        costs = hiding_costs(system, self.cost)
        costs = np.where(hidden_before(system), costs * self.hidden_before, costs)
        task = Task(system, Requirements.of(system), hidden, kept, costs)

        def hiding(cells: np.ndarray) -> tuple[CellTable, ...]:
            own = zip(system.cells, tables, strict=True)
            return tuple(table.with_secondary(cells[places], self) for places, table in own)

        pattern = self._pattern(task, replace(progress, viewer=lambda cells: progress.show(hiding(cells))))
        return tuple(_with_pattern(table, pattern) for table in hiding(pattern.hidden))

    def _measured(self, system: CellSystem) -> Mapping[Declared, Quantity]:
        return {
            **hidden_figures(system),
            **edition_figures(system),
            SAVING: undefined(SHARE, Why.NOT_APPLICABLE, "Cells were hidden after it was made."),
        }

    def _given(self, system: CellSystem) -> tuple[np.ndarray, np.ndarray]:
        """Return the cells that are hidden, and those that are published, whatever happens."""
        always = system.of_cells([table.is_always for table in system.tables])
        hidden = system.of_cells(
            [(table.is_sensitive & ~table.is_always) | table.is_forced for table in system.tables]
        )
        both = np.flatnonzero(hidden & always)
        if len(both):
            words = "{cell} must be published in one table and hidden in another; decide for one."
            raise DataError(sentence(words, cell=system.cell_text(int(both[0]))), "cell", title=self.title)
        kept = always
        if not self.empty:
            # A total is no empty cell: its parts are.
            kept = kept | (system.of_cells([_is_empty(table) for table in system.tables]) & ~hidden)
        return hidden, kept

    def _pattern(self, task: Task, progress: Progress) -> Pattern:
        approach, system = self.approach, task.system
        if approach == "automatic":
            small = len(system) <= (NETWORK if is_network(system) else SMALL)
            medium = len(system) <= MEDIUM
            approach = "optimal" if small else "heuristic" if medium else "hierarchical"
        if approach in ("hierarchical", "hypercube"):
            way = by_subtables if approach == "hierarchical" else by_hypercubes
            found = completed(task, way(task, progress.part(0.0, 0.6)), progress.part(0.6, 1.0))
            return Pattern(found, task.cost(found))
        end = 0.3 if approach == "optimal" else 1.0
        found = completed(task, task.forced, progress.part(0.0, end / 2))
        progress.show(found)
        found = thinned(task, found, progress.part(end / 2, end))
        if approach == "heuristic":
            return Pattern(found, task.cost(found))
        progress.show(found)
        return cheapest(task, found, Effort(self.branches, self.seconds), progress.part(end, 1.0))


def _with_pattern(table: CellTable, pattern: Pattern) -> CellTable:
    """Return a table that tells how the pattern by which it is protected was found."""
    made = table.published
    if made is None:
        return table
    return table.with_released(replace(made, reported={SAVING: pattern.saving}, notes=pattern.notes))


def _is_empty(table: CellTable) -> np.ndarray:
    """Return the cells that are known to be empty, bool (n,)."""
    return np.asarray(table.values == 0 if table.frequency is None else table.frequency == 0)
