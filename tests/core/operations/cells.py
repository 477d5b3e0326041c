"""Operations on a table of cells, to see that nothing of an operation is about microdata."""

from typing import ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import CELLS, Quantity
from sdcdesk.core.operations.assessing import Assessing, Concern
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import CATEGORICAL, CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Section


class Cells(DescribedFrame):
    """A table of cells: a row for each, with its place in each dimension, and how many it counts."""


SMALL = Declared("small_cells", "Small cells", CELLS, "Cells that count fewer than the least.", better="less")

LISTED: DeclaredTable[pd.DataFrame] = DeclaredTable(
    name="listed",
    title="Small cells",
    columns=(Column("cell", "Cell", secrecy=Secrecy.RECORD).cells(lambda found: found["cell"]),),
)


class SmallCells(Assessing[Cells]):
    """How many cells of a table count few.

    When to use it: before a table is released.
    """

    name: ClassVar[str] = "small_cells"
    title: ClassVar[str] = "Small cells"
    source: ClassVar[str] = "The minimum frequency rule"
    purpose: ClassVar[str] = "Whether cells count so few that somebody is found."
    concern: ClassVar[Concern] = Concern.RISK
    declares: ClassVar[tuple[Declared, ...]] = (SMALL,)
    tables: ClassVar[tuple[DeclaredTable[pd.DataFrame], ...]] = (LISTED,)

    count: str = parameter(REQUIRED, "Count", "What the cells count.", accepts=CONTINUOUS)
    least: int = parameter(3, "Least", "The least that a cell counts.", FieldDisplay(unit="cells"), ge=1)

    def find(self, cells: Cells) -> Findings:
        """Return the small cells."""
        self.check(cells)
        small = np.flatnonzero(cells.numbers(self.count) < self.least)
        places = zip(*(cells.column(one.name).iloc[small] for one in cells.variables[:-1]), strict=True)
        listed = LISTED.table(pd.DataFrame({"cell": [" × ".join(place) for place in places]}))
        return Findings(
            sections=(Section(name="small", blocks=(SMALL.figure(Quantity(len(small), CELLS)), listed)),)
        )


class MergedCategories(Operation[Cells]):
    """Put categories of a dimension together, and add what their cells count."""

    name: ClassVar[str] = "merged_categories"
    title: ClassVar[str] = "Merge categories"
    source: ClassVar[str] = "None"

    dimension: str = parameter(REQUIRED, "Dimension", "Whose categories are merged.", accepts=CATEGORICAL)
    merged: dict[str, str] = parameter({}, "Merged", "What becomes of each category.")

    def apply(self, cells: Cells) -> Cells:
        """Return the table with fewer cells."""
        self.check(cells)
        frame = cells.frame.assign(**{self.dimension: cells.column(self.dimension).replace(self.merged)})
        *dimensions, count = cells.names
        merged = frame.groupby(dimensions, sort=False, as_index=False)[count].sum()
        return Cells(merged, [cells.variable(count)])


def cells() -> Cells:
    """Return a table of two dimensions."""
    frame = pd.DataFrame(
        {"region": ["N", "N", "S", "S"], "sex": ["f", "m", "f", "m"], "people": [2, 7, 1, 9]}
    )
    return Cells(frame, [Variable(name="people", scale=Scale.CONTINUOUS)])
