"""Controlled rounding: all values become multiples of a base, and still add up."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.kernels.linear_program import LinearProgram, Solution
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.perturbed import released_as
from sdcdesk.tables.protection.protection import Protection

MOST_STEPS = 5
"""So many further multiples away at most, where the next ones do not add up."""


class ControlledRounding(Protection):
    """Rounds all values to multiples of a base so that they add up as before, as near to them as possible.

    Each value goes to the multiple below or above it, and multiples stay, wherever such a table adds up; of
    all such tables the one with the smallest sum of deviations is taken, by a program of whole numbers. In
    tables of three dimensions or more, with hierarchies or linked tables, there may be none; then values may
    go one multiple further, which is said, and so on up to five.

    A reader who knows the base knows each value to within less than it, or than so many multiples, and can
    narrow it down further by the sums; the audit compares that with what the rules ask for. It does not count
    what follows from the choice of the nearest table: in a small table whoever tries all tables can rule out
    some more values, as with ordinary rounding.

    When to use it: for counts and sums that must add up and must all be published. When not: where a single
    large value among many small ones needs much more protection than they do.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": list("NNNNSSSSSSS"), "sex": list("fffmffmmmmm")})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["sex"])
    >>> sdc.tables.ControlledRounding(base=5).protect(table).released.tolist()
    [10.0, 5.0, 5.0, 5.0, 5.0, 0.0, 5.0, 0.0, 5.0]
    """

    name: ClassVar[str] = "controlled_rounding"
    title: ClassVar[str] = "Controlled rounding"
    source: ClassVar[str] = "Cox 1987; Salazar 2005"
    needs_rules: ClassVar[bool] = False
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"base": 10.0, "seconds": 5.0})

    base: float = parameter(5.0, "Base", "Published values are multiples of it.", gt=0, le=1e12)
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
        for steps in range(MOST_STEPS + 1):
            progress.at(steps / (MOST_STEPS + 1), "Rounded values that add up")
            found = self._solved(system, steps, progress)
            progress.check()
            if len(found.values):
                values = np.rint(found.values[: len(system)]) * self.base
                # Below the base: a value that far away would have gone to another multiple.
                reach = np.full(len(system), self.base * (steps + 1) * (1 - 1e-9))
                return tuple(
                    released_as(table, values[own], reach[own], self)
                    for own, table in zip(system.cells, tables, strict=True)
                )
        words = "No rounded values add up, not even five multiples away; take a smaller base."
        raise DataError(plain(words), "base", title=self.title)

    def _solved(self, system: CellSystem, steps: int, progress: Progress) -> Solution:
        """Return multiples, and their distances from the values in parts of the base."""
        from scipy.sparse import block_array, csr_array, eye_array

        shares = system.values / self.base
        below = np.floor(shares + 1e-9)
        exact = np.abs(shares - np.rint(shares)) < 1e-9
        below[exact] = np.rint(shares[exact])
        lower, upper = below - steps, below + np.where(exact, 0, 1) + steps
        if (system.values >= 0).all():
            lower = np.maximum(lower, 0.0)
        cells = len(system)
        one = eye_array(cells)
        # Columns: the multiples, then their distances, which are at least both differences.
        rows: Any = block_array([[system.relations, None], [one, -one], [one, one]], format="csr")
        sums = np.zeros(system.relations.shape[0])
        free = np.full(cells, np.inf)
        program = LinearProgram(
            csr_array(rows),
            np.r_[sums, -free, shares],
            np.r_[sums, shares, free],
            np.r_[lower, np.zeros(cells)],
            np.r_[upper, free],
            np.r_[np.ones(cells, dtype=bool), np.zeros(cells, dtype=bool)],
        )
        program.set_costs(np.r_[np.zeros(cells), np.ones(cells)])
        return program.minimise(progress.cancelled, self.seconds)
