"""Controlled tabular adjustment: sensitive values are moved, and the others as little as makes sums right."""

from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.kernels.linear_program import LinearProgram, Solution
from sdcdesk.tables.audit.requirements import Requirements, required_movements
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.perturbed import released_as
from sdcdesk.tables.protection.protection import Protection

COSTS = {
    "value": "in parts of its value: small values move little",
    "equal": "by its amount",
}


class ControlledAdjustment(Protection):
    """Moves each sensitive value by what its rules ask, up or down, and the others so that all sums hold.

    Every value is published. A sensitive one is at least so far from the truth as its rules require; which
    way it goes, and by how much the others move, is chosen so that the weighted sum of all movements is
    smallest, by a program with a column of 0 and 1 for each sensitive value. No value goes below 0. Values
    that must be published as they are do not move; totals only where `totals` says so.

    A reader is told that the table was adjusted, and not by how much. Published numbers that stayed as they
    are are not marked.

    When to use it: for sums where every cell must have a number. When not: where each published number must
    be the true one.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": list("NNNNSSSS"), "size": list("aabbaabb")})
    >>> frame["sales"] = [90, 5, 30, 31, 20, 21, 40, 44]
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["size"], value="sales")
    >>> safe = sdc.tables.ControlledAdjustment().protect(table.sensitive(sdc.tables.PPercent(10)))
    >>> cell = table.place_of(["N", "a"])
    >>> float(abs(safe.released[cell] - table.values[cell]).round(6)) >= 9.0
    True
    """

    name: ClassVar[str] = "controlled_adjustment"
    title: ClassVar[str] = "Controlled tabular adjustment"
    source: ClassVar[str] = "Dandekar and Cox 2002; Castro 2006"
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"cost": "equal", "totals": "move", "seconds": 5.0},
    )

    cost: Literal["value", "equal"] = parameter(
        "value", "A movement counts", "What moving a value costs.", FieldDisplay(choices=COSTS)
    )
    totals: Literal["keep", "move"] = parameter(
        "keep",
        "Totals",
        "Whether totals may move, too.",
        FieldDisplay(choices={"keep": "stay as they are, where they are not sensitive", "move": "may move"}),
    )
    seconds: float = parameter(
        60.0,
        "Time",
        "After which the best table so far is taken.",
        FieldDisplay(unit="s", more=True),
        gt=0,
        le=86_400,
    )

    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        del key
        system = CellSystem.of(*tables)
        needs = Requirements.of(system)
        found = self._solved(system, needs, progress)
        progress.check()
        if not len(found.values):
            words = (
                "No values add up in which every sensitive one is moved as far as it must be; let totals "
                "move, or "
                "let more cells move."
            )
            raise DataError(plain(words), "protection", title=self.title)
        cells = len(system)
        moved = found.values[:cells] - found.values[cells : 2 * cells]
        values = system.values + np.where(np.abs(moved) < 1e-9, 0.0, moved)
        kept = self._kept(system, needs)
        spread = np.where(kept, 0.0, np.inf)
        return tuple(
            released_as(table, values[own], spread[own], self)
            for own, table in zip(system.cells, tables, strict=True)
        )

    def _kept(self, system: CellSystem, needs: Requirements) -> np.ndarray:
        """Return the cells that do not move, bool (n,)."""
        always = system.of_cells([table.is_always for table in system.tables])
        empty = system.values == 0
        kept = always | empty
        if self.totals == "keep":
            kept = kept | system.of_cells([table.margins for table in system.tables])
        return np.asarray(kept & ~needs.sensitive)

    def _solved(self, system: CellSystem, needs: Requirements, progress: Progress) -> Solution:
        """Return movements up, movements down, and for each sensitive cell whether it goes up."""
        from scipy.sparse import csr_array, hstack, vstack

        cells, sensitive = len(system), np.flatnonzero(needs.sensitive)
        number = len(sensitive)
        kept = self._kept(system, needs)
        up = np.where(kept, 0.0, np.inf)
        down = np.where(kept, 0.0, system.values - system.lowest)
        rise, fall = np.zeros(number), np.zeros(number)
        for place, cell in enumerate(sensitive.tolist()):
            for amount in required_movements(system, needs, cell):
                rise[place] = max(rise[place], amount)
                fall[place] = max(fall[place], -amount)
        # Where only one side is asked for, the other one is no way out.
        rise, fall = np.maximum(rise, fall), np.maximum(fall, rise)
        none: Any = csr_array((system.relations.shape[0], number))
        sums: Any = hstack([system.relations, -system.relations.astype(np.float64), none])
        chosen: Any = csr_array((np.ones(number), (np.arange(number), sensitive)), shape=(number, cells))
        largest = float(np.abs(system.values).sum()) + float(rise.sum()) + 1.0
        zero: Any = csr_array((number, cells))
        # up ≥ rise·z, up ≤ M·z, down ≥ fall·(1 − z), down ≤ M·(1 − z)
        blocks = [
            hstack([chosen, zero, csr_array(np.diag(-rise))]),
            hstack([chosen, zero, csr_array(np.diag(np.full(number, -largest)))]),
            hstack([zero, chosen, csr_array(np.diag(fall))]),
            hstack([zero, chosen, csr_array(np.diag(np.full(number, largest)))]),
        ]
        rows: Any = vstack([sums, *blocks], format="csr") if number else sums.tocsr()
        still = np.zeros(system.relations.shape[0])
        free, nothing = np.full(number, np.inf), np.zeros(number)
        program = LinearProgram(
            rows,
            np.r_[still, nothing, -free, fall, -free],
            np.r_[still, free, nothing, free, np.full(number, largest)],
            np.zeros(2 * cells + number),
            np.r_[up, down, np.ones(number)],
            np.r_[np.zeros(2 * cells, dtype=bool), np.ones(number, dtype=bool)],
        )
        costs = np.ones(cells)
        if self.cost == "value":
            costs = 1 / np.maximum(
                np.abs(system.values), 1e-3 * max(float(np.abs(system.values).max()), 1e-9)
            )
        program.set_costs(np.r_[costs, costs, nothing])
        return program.minimise(progress.cancelled, self.seconds)
