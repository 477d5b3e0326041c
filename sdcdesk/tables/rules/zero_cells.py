"""Zero cells: cells whose value 0 tells that every contributor has nothing."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.operations.parameters import parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.rule import Rule, totals


class ZeroCells(Rule):
    """A cell is sensitive if it is 0 although it has contributors: each of them is known to have nothing.

    The value must stay uncertain upwards by an amount that you choose; downwards nothing can be hidden of 0,
    where no value is negative. A cell without contributors is known to be empty and is not sensitive; neither
    is any cell of a table of counts.

    When to use it: where having nothing is itself confidential, as no sales of a product or no treatment.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": ["N", "N", "S"], "sales": [0, 0, 5]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], value="sales")
    >>> table.sensitive(sdc.tables.ZeroCells(2.0)).is_sensitive.tolist()
    [False, True, False]
    """

    name: ClassVar[str] = "zero_cells"
    title: ClassVar[str] = "Zero cells"
    source: ClassVar[str] = "Practice of statistical offices"
    needs: ClassVar[str] = "frequency"
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"amount": 10.0, "sliding": True})

    amount: float = parameter(
        1.0, "Required protection", "By so much the value must stay uncertain upwards.", gt=0, le=1e15
    )

    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        frequency = table.frequency
        if frequency is None:
            raise AssertionError("asked before what is needed was checked")
        # Gains and losses that add up to 0 are not nothing.
        parts = table.values if table.contributions is None else totals(table)
        sensitive = (frequency > 0) & (parts == 0)
        upper = np.where(sensitive, self.amount, 0.0)
        why = plain("All contributors of the cell are known to have nothing.")
        texts = dict.fromkeys(np.flatnonzero(sensitive).tolist(), why)
        return Judgement(sensitive, np.zeros(len(table)), upper, texts)
