"""Controlled rounding: all values become multiples of a base, and still add up."""

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Note
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, plain, sentence
from sdcdesk.kernels.linear_program import LinearProgram, Solution
from sdcdesk.kernels.unbiased_rounding import rounded_circulation
from sdcdesk.tables.cells.cell_identity import cell_uniforms, uniform
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.circulation import Circulation
from sdcdesk.tables.protection.perturbed import Perturbation, released_as

MOST_STEPS = 5
"""So many further multiples away at most, where the next ones do not add up."""

WAYS = {
    "unbiased": "goes up or down at random, right on average",
    "nearest": "goes where the table is nearest to the truth",
}

AT_MULTIPLE = 1e-9
"""Values that are so near to a multiple, in parts of the base, are it."""

BIASED = Note(
    plain(
        "This table has three dimensions or more, levels in two of them, or cells of other tables, so its "
        "rounded values are drawn at random and add up, but need not be right on average."
    )
)

NEAREST = Note(
    plain(
        "The nearest table is published: whoever tries all tables can rule out values that the audit counts "
        "as possible. Round right on average to prevent that."
    ),
    "warning",
)

FURTHER = (
    "No neighbouring multiples add up, so values are up to {steps} further away; whoever tries all tables "
    "can rule out values that the audit counts as possible."
)

STOPPED = Note(plain("The time was over: a nearer table that adds up may exist."))


class ControlledRounding(Perturbation):
    """Rounds all values to multiples of a base so that they add up as before.

    Each value goes to the multiple below or above it, and multiples stay, wherever such a table adds up.

    *Right on average:* in a table of one or two dimensions, of which at most one has levels, amounts are
    moved along circles that are drawn at random until all are multiples, so that the expectation of every
    published value, totals included, is the true one (Cox 1987). Every rounded table next to the true one can
    come about, so a reader who knows the method learns from it exactly the intervals that the audit tells. In
    tables of three dimensions or more, with levels in two dimensions, or linked ones no such circles exist:
    each value is rounded at random by itself, right on average, and the nearest table to these that adds up
    is taken, which need not be right on average. What is drawn hangs on the secret key and on the records of
    the cells, so that the same table is rounded alike whenever it is made.

    *Nearest:* the table with the smallest sum of deviations is taken, the same for everybody. It is not right
    on average, and whoever tries all tables can rule some values out that the audit counts as possible.

    In tables of three dimensions or more there may be no table of neighbouring multiples; then values may go
    one multiple further, which is said, and so on up to five.

    When to use it: for counts and sums that must add up and must all be published. When not: where a single
    large value among many small ones needs much more protection than they do.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": list("NNNNSSSSSSS"), "sex": list("fffmffmmmmm")})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], columns=["sex"])
    >>> sdc.tables.ControlledRounding(base=5, way="nearest").protect(table).released.tolist()
    [10.0, 5.0, 5.0, 5.0, 5.0, 0.0, 5.0, 0.0, 5.0]
    >>> rounded = sdc.tables.ControlledRounding(base=5).protect(table, key=34871).released
    >>> set((rounded % 5).tolist()), bool((abs(rounded - table.values) < 5).all())
    ({0.0}, True)
    """

    name: ClassVar[str] = "controlled_rounding"
    title: ClassVar[str] = "Controlled rounding"
    source: ClassVar[str] = "Cox 1987; Salazar 2005"
    keyed: ClassVar[bool] = True
    needs_rules: ClassVar[bool] = False
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"base": 10.0, "way": "nearest", "seconds": 5.0})

    base: float = parameter(5.0, "Base", "Published values are multiples of it.", gt=0, le=1e12)
    way: Literal["unbiased", "nearest"] = parameter(
        "unbiased", "A value", "Where it goes.", FieldDisplay(choices=WAYS)
    )
    seconds: float = parameter(
        60.0,
        "Time",
        "After which the best table so far is taken.",
        FieldDisplay(unit="s", more=True),
        gt=0,
        le=86_400,
    )

    @property
    def draws(self) -> bool:
        """Whether values go up or down at random."""
        return self.way == "unbiased"

    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        system = CellSystem.of(*tables)
        shares = system.values / self.base
        if self.way == "nearest":
            return self._programmed(system, shares, (NEAREST,), progress)
        flow = Circulation.of(tables[0]) if len(tables) == 1 else None
        if flow is None or len(tables[0].relations.broken(tables[0].values)):
            drawn = system.largest([cell_uniforms(one, key, self._purpose) for one in tables])
            below = np.floor(shares + AT_MULTIPLE)
            targets = below + (drawn < np.where(shares - below < AT_MULTIPLE, 0.0, shares - below))
            return self._programmed(system, targets, (BIASED,), progress)

        def tell(share: float) -> None:
            progress.at(share, "Rounded values that add up")
            progress.check()

        draw = _drawing(cell_uniforms(tables[0], key, self._purpose)[flow.cells])
        multiples = np.empty(len(system))
        multiples[flow.cells] = rounded_circulation(flow.starts, flow.ends, shares[flow.cells], draw, tell)
        return self._released(system, multiples, 0, ())

    @property
    def _purpose(self) -> str:
        return repr(("controlled_rounding", self.base))

    def _programmed(
        self, system: CellSystem, targets: np.ndarray, notes: tuple[Note, ...], progress: Progress
    ) -> tuple[CellTable, ...]:
        """Return the tables of multiples that add up and are nearest to the targets, float64 (n,)."""
        for steps in range(MOST_STEPS + 1):
            progress.at(steps / (MOST_STEPS + 1), "Rounded values that add up")
            found = self._solved(system, targets, steps, progress)
            progress.check()
            if len(found.values):
                if steps:
                    notes = (*notes, Note(sentence(FURTHER, steps=counted(steps, "multiple")), "warning"))
                if found.status == "stopped":
                    notes = (*notes, STOPPED)
                return self._released(system, found.values[: len(system)], steps, notes)
        words = "No rounded values add up, not even five multiples away; take a smaller base."
        raise DataError(plain(words), "base", title=self.title)

    def _released(
        self, system: CellSystem, multiples: np.ndarray, steps: int, notes: tuple[Note, ...]
    ) -> tuple[CellTable, ...]:
        values = np.rint(multiples) * self.base + 0.0  # 0, not −0
        # Below the base: a value that far away would have gone to another multiple.
        reach = np.full(len(system), self.base * (steps + 1) * (1 - 1e-9))
        return tuple(
            released_as(table, values[own], reach[own], self, notes=notes)
            for own, table in zip(system.cells, system.tables, strict=True)
        )

    def _solved(self, system: CellSystem, targets: np.ndarray, steps: int, progress: Progress) -> Solution:
        """Return multiples, and their distances from the targets in parts of the base."""
        from scipy.sparse import block_array, csr_array, eye_array

        shares = system.values / self.base
        below = np.floor(shares + AT_MULTIPLE)
        exact = np.abs(shares - np.rint(shares)) < AT_MULTIPLE
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
            np.r_[sums, -free, targets],
            np.r_[sums, targets, free],
            np.r_[lower, np.zeros(cells)],
            np.r_[upper, free],
            np.r_[np.ones(cells, dtype=bool), np.zeros(cells, dtype=bool)],
        )
        program.set_costs(np.r_[np.zeros(cells), np.ones(cells)])
        return program.minimise(progress.cancelled, self.seconds)


def _drawing(identity: np.ndarray) -> Callable[[], float]:
    """Return what draws numbers, evenly between 0 and 1, that hang on numbers of cells, float64 (n,)."""
    secret = hashlib.blake2b(identity.tobytes(), digest_size=32).digest()
    number = 0

    def draw() -> float:
        nonlocal number
        number += 1
        word = hashlib.blake2b(number.to_bytes(8, "big"), digest_size=8, key=secret).digest()
        return uniform(word)

    return draw
