"""Controlled tabular adjustment: sensitive values are moved, and the others as little as makes sums right."""

from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, joined_by_and, sentence
from sdcdesk.tables.attacks.requirements import Requirements, required_movements
from sdcdesk.tables.cells.cell_identity import cell_uniforms
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.decimal_sums import decimal_scale
from sdcdesk.tables.protection.adjusted_values import AdjustedValues
from sdcdesk.tables.protection.perturbed import Perturbation, released_as

COSTS = {
    "value": "in parts of its value: small values move little",
    "equal": "by its amount",
}

PARTS = (1.0, 0.5, 0.25, 0.125)
"""Parts of the further movement that are tried, where sums leave too little room."""

NAMED = 5
"""Cells that are named where they cannot be moved together."""


class ControlledAdjustment(Perturbation):
    """Moves each sensitive value by what its rules ask, up or down, and the others so that all sums hold.

    Every value is published. A sensitive one is at least so far from the truth as its rules require; which
    way it goes, and by how much the others move, is chosen so that the weighted sum of all movements is
    smallest, by a program with a column of 0 and 1 for each sensitive value. No value goes below 0, and
    counts stay whole numbers. Values that must be published as they are do not move; totals only where
    `totals` says so.

    A value that moves by exactly what a rule asks is one of two numbers for whoever knows the rule. So each
    sensitive value moves further, by a share between 0 and `further` of that, which is drawn by the secret
    key and the cell; where sums leave too little room, by a half, a quarter or an eighth of that share.

    A reader is told that the table was adjusted, and not by how much. Published numbers that stayed as they
    are are not marked, and what moves moves by whole multiples of what all values are multiples of, so that
    no digit marks it; where the program finds no such movements in its time, digits do.

    Publish each value adjusted once: by tables of other parameters it goes up in one and down in another, and
    lies between both. No audit says so, for of adjusted values nothing is certain.

    When to use it: for sums where every cell must have a number. When not: where each published number must
    be the true one.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": list("NNNNSSSS"), "size": list("aabbaabb")})
    >>> frame["sales"] = [90, 5, 30, 31, 20, 21, 40, 44]
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["size"], value="sales")
    >>> safe = sdc.tables.ControlledAdjustment().protect(table.sensitive(sdc.tables.PPercent(10)), key=5)
    >>> cell = table.place_of(["N", "a"])
    >>> float(abs(safe.released[cell] - table.values[cell]).round(6)) >= 9.0
    True
    """

    name: ClassVar[str] = "controlled_adjustment"
    title: ClassVar[str] = "Controlled tabular adjustment"
    source: ClassVar[str] = "Dandekar and Cox 2002; Castro 2006"
    keyed: ClassVar[bool] = True
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"cost": "equal", "totals": "move", "further": 1.0, "seconds": 5.0},
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
    further: float = parameter(
        0.5,
        "Further movement",
        "Up to this share of what rules ask is added to it, by the secret key; 0: nothing.",
        FieldDisplay(more=True),
        ge=0,
        le=10,
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
        system = CellSystem.of(*tables)
        needs = Requirements.of(system)
        asked, drawn, steps = _asked(system, needs), _drawn(system, key), _steps(system)
        kept = self._kept(system, needs)
        values = AdjustedValues(system, needs.sensitive, kept, self._costs(system), self.seconds)
        for place, part in enumerate(PARTS):
            share = progress.part(place / len(PARTS), (place + 1) / len(PARTS))
            least = _least(asked * (1 + part * self.further * drawn), steps)
            moved = values.movements(least, np.where(system.integer, steps, 0.0), share)
            if moved is not None and not _is_stepwise(system, moved, steps):
                # Digits that no original value has would tell which values were moved.
                found = values.movements(least, steps, share)
                moved = moved if found is None else found
            progress.check()
            if moved is not None or not self.further:
                break
        if moved is None:
            raise self._no_adjustment(system, values.conflict(_least(asked, steps), steps, progress))
        adjusted = system.values + moved
        if _is_stepwise(system, moved, steps):
            whole = np.rint(adjusted / np.where(steps > 0, steps, 1)) * steps
            adjusted = _without_arithmetic(np.where(steps > 0, whole, adjusted))
        spread = np.where(kept, 0.0, np.inf)
        return tuple(
            released_as(table, adjusted[own], spread[own], self)
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

    def _no_adjustment(self, system: CellSystem, cells: list[int]) -> DataError:
        """Return the error that names sensitive values which cannot be moved so far together."""
        if not cells:
            words = "No adjustment was found in {seconds} s; allow more time, or let totals move."
            return DataError(sentence(words, seconds=self.seconds), "seconds", title=self.title)
        one = (
            "{cells} cannot be moved as far as its rules ask, since cells that stay as they are leave no "
            "room; let totals move, or let more cells move."
        )
        many = (
            "{cells} cannot be moved together as far as their rules ask, since cells that stay as they are "
            "leave no room; let totals move, or let more cells move."
        )
        named = [system.cell_text(cell) for cell in cells[:NAMED]]
        if len(cells) > NAMED:
            named.append(str(counted(len(cells) - NAMED, "other cell")))
        words = one if len(cells) == 1 else many
        return DataError(sentence(words, cells=joined_by_and(named)), "protection", title=self.title)

    def _costs(self, system: CellSystem) -> np.ndarray:
        """Return what moving each value by 1 costs, float64 (n,)."""
        sizes = np.abs(system.values)
        if self.cost == "equal":
            return np.ones(len(system))
        return np.asarray(1 / np.maximum(sizes, 1e-3 * max(float(sizes.max()), 1e-9)))


def _least(asked: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Return how far each value moves at least by whole steps, float64 (n,), where it has such."""
    counted_by = np.where(steps > 0, steps, 1.0)
    return np.where(steps > 0, np.ceil(asked / counted_by - 1e-9) * counted_by, asked)


def _asked(system: CellSystem, needs: Requirements) -> np.ndarray:
    """Return how far each value moves at least, whichever way it goes, float64 (n,)."""
    found = np.zeros(len(system))
    for cell in np.flatnonzero(needs.sensitive).tolist():
        # Where only one side is asked for, the other one is no way out.
        found[cell] = max(abs(amount) for amount in required_movements(system, needs, cell))
    return found


def _steps(system: CellSystem) -> np.ndarray:
    """Return of what each value is a multiple, as everybody sees, float64 (n,); 0: of nothing in common."""
    found = np.where(system.integer, 1.0, 0.0)
    others = system.values[~system.integer]
    scale = decimal_scale(others) if len(others) else 0.0
    if scale:
        step = int(np.gcd.reduce(np.rint(np.abs(others) * scale).astype(np.int64)))
        found[~system.integer] = step / scale
    return found


def _is_stepwise(system: CellSystem, moved: np.ndarray, steps: np.ndarray) -> bool:
    """Return whether all movements are whole steps, where there are steps, but for the solver's tolerance."""
    whole = steps > 0
    parts = np.divide(moved, steps, out=np.zeros(len(moved)), where=whole)
    apart = np.abs(parts - np.rint(parts))
    return bool((apart < 1e-3).all()) and not (system.relations @ (np.rint(parts) * whole)).any()


def _without_arithmetic(values: np.ndarray) -> np.ndarray:
    """Return decimal numbers as they are written."""
    scale = decimal_scale(values)
    return np.rint(values * scale) / scale if scale else values


def _drawn(system: CellSystem, key: int) -> np.ndarray:
    """Return a share of each cell, the same in all tables, float64 (n,), from 0 to 1."""
    found = np.zeros(len(system))
    for own, table in zip(system.cells, system.tables, strict=True):
        found[own] = cell_uniforms(table, key, repr("controlled_adjustment"))
    return found
