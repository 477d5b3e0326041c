"""Random rounding: each value goes up or down to a multiple of a base, right on average."""

from typing import Any, ClassVar, Literal

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.tables.cells.cell_identity import cell_uniforms
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.protection.perturbed import Perturbation, released_as, sums_of_leaves

TOTALS = {
    "independent": "are rounded by themselves: close to the truth, but they do not add up",
    "added": "are the sums of rounded parts: they add up, but stray further",
}


class RandomTableRounding(Perturbation):
    """Rounds each value up or down to a multiple of a base, so that it is right on average.

    A value of q·b + e, with 0 < e < b, becomes (q + 1)·b with probability e/b, and else q·b. Multiples stay.
    Whether it goes up hangs on the secret key, on the records of the cell and on their value: the same people
    are rounded alike in any table of the file, whatever it calls them and leaves out, and in the same table
    published again, so that nothing is averaged away. Records are known by their identifiers, or where the
    file has none by all of their values; of tables that another program made the codes of the cell count.

    Totals that are rounded by themselves are near the truth but do not add up. A reader who knows the base
    knows each value to within less than it, and can narrow it down further by the sums; the audit says how
    far.

    When to use it: for counts, with a base of 3 to 10. When not: where published numbers must add up and stay
    near; controlled rounding does both.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"region": ["N"] * 7 + ["S"] * 9}))
    >>> table = sdc.tables.build(people, rows=["region"])
    >>> rounded = sdc.tables.RandomTableRounding(base=3).protect(table, key=1)
    >>> rounded.released[table.place_of(["S"])].item(), set((rounded.released % 3).tolist())
    (9.0, {0.0})
    """

    name: ClassVar[str] = "random_table_rounding"
    title: ClassVar[str] = "Random rounding"
    source: ClassVar[str] = "Practice of Statistics Canada and Statistics New Zealand"
    keyed: ClassVar[bool] = True
    needs_rules: ClassVar[bool] = False
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"base": 5.0, "totals": "added"})

    base: float = parameter(3.0, "Base", "Published values are multiples of it.", gt=0, le=1e12)
    totals: Literal["independent", "added"] = parameter(
        "independent", "Totals", "How totals come about.", FieldDisplay(choices=TOTALS)
    )

    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        return tuple(self._rounded(table, key) for table, _ in progress.over(tables, "Rounding"))

    def _rounded(self, table: CellTable, key: int) -> CellTable:
        quotient = np.floor(table.values / self.base + 1e-12)
        rest = table.values / self.base - quotient
        rest[np.abs(rest) < 1e-9] = 0.0
        up = cell_uniforms(table, key, repr(("random_rounding", self.base))) < rest
        values = (quotient + up) * self.base
        spread = np.full(len(table), self.base)
        if self.totals == "added":
            values = sums_of_leaves(table, values)
            parts = sums_of_leaves(table, np.ones(len(table)))
            spread = parts * self.base
        # Below the base: a value that far away would have stayed where it is.
        return released_as(table, values, spread * (1 - 1e-9), self)
