"""Small counts: counts below a threshold become 0 or the threshold."""

from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.tables.cells.cell_identity import cell_uniforms
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.perturbed import Perturbation, released_as, require_counts, sums_of_leaves


class SmallCounts(Perturbation):
    """Replaces counts below a threshold t by 0 or by t; larger counts stay.

    A count c of 1 … t − 1 becomes t with probability c/t and else 0, which is right on average; whether it
    goes up hangs on the secret key and on the records of the cell, so that the same people are treated alike
    in all tables of the file. Or it goes to the nearer one, which is the same for everybody and biased.

    Totals are the sums of what is published, or are treated by themselves; then a total minus its other parts
    can give a small count away, and the audit says so.

    When to use it: for counts of people where only small ones are delicate. When not: for sums of amounts.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"region": ["N"] * 2 + ["S"] * 9}))
    >>> table = sdc.tables.build(people, rows=["region"])
    >>> sdc.tables.SmallCounts(threshold=3, way="nearest").protect(table).released.tolist()
    [12.0, 3.0, 9.0]
    """

    name: ClassVar[str] = "small_counts"
    title: ClassVar[str] = "Small counts"
    source: ClassVar[str] = "Practice of the Office for National Statistics"
    keyed: ClassVar[bool] = True
    needs_rules: ClassVar[bool] = False
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"threshold": 5, "way": "nearest", "totals": "independent"},
    )

    threshold: int = parameter(3, "Threshold", "Smaller counts are replaced.", ge=2, le=1_000_000)
    way: Literal["unbiased", "nearest"] = parameter(
        "unbiased",
        "A small count",
        "Where it goes.",
        FieldDisplay(
            choices={
                "unbiased": "goes up or down at random, right on average",
                "nearest": "goes to the nearer one",
            }
        ),
    )
    totals: Literal["added", "independent"] = parameter(
        "added",
        "Totals",
        "How totals come about.",
        FieldDisplay(
            choices={"added": "are the sums of what is published", "independent": "are treated by themselves"}
        ),
    )

    @property
    def draws(self) -> bool:
        """Whether small counts go up or down at random."""
        return self.way == "unbiased"

    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        return tuple(self._replaced(table, key) for table, _ in progress.over(tables, "Small counts"))

    def _replaced(self, table: CellTable, key: int) -> CellTable:
        require_counts(table, self)
        values, t = table.values.copy(), self.threshold
        small = (values > 0) & (values < t)
        chance = values[small] / t
        if self.way == "nearest":
            up = chance >= 0.5
        else:
            up = cell_uniforms(table, key, repr(("small_counts", t)))[small] < chance
        values[small] = np.where(up, float(t), 0.0)
        # A 0 may have been any small count that goes down, and the threshold any one that goes up.
        most = t - 1 if self.way == "unbiased" else (t - 1) // 2
        least = 1 if self.way == "unbiased" else most + 1
        above = np.where(values == 0, float(most), 0.0)
        below = np.where(values == t, float(t - least), 0.0)
        if self.totals == "added":
            values, below, above = (sums_of_leaves(table, one) for one in (values, below, above))
        return released_as(table, values, below, self, above)
