"""Minimum frequency: cells to which too few contribute."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.lazy_texts import LazyTexts
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.rule import Rule


class MinimumFrequency(Rule):
    """A cell is sensitive if fewer contributors than a threshold are in it.

    A holding is one contributor. Empty cells are not sensitive. The value must stay uncertain by a share of
    itself to either side, which you choose, since the rule itself says nothing of it.

    A cell whose contributors all allow publication is not sensitive.

    When to use it: for counts of people, and for sums beside a rule of contributions. When not: alone for
    sums, where one large contributor among many small ones stands out.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"region": ["N"] * 5 + ["S"] * 2}))
    >>> table = sdc.tables.build(people, rows=["region"])
    >>> table.sensitive(sdc.tables.MinimumFrequency(3)).is_sensitive.tolist()
    [False, False, True]
    """

    name: ClassVar[str] = "minimum_frequency"
    title: ClassVar[str] = "Minimum frequency"
    source: ClassVar[str] = "Practice of statistical offices"
    needs: ClassVar[str] = "frequency"
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"least": 5, "share": 50.0, "sliding": True})

    least: int = parameter(
        3,
        "Contributors",
        "Cells with fewer are sensitive.",
        FieldDisplay(unit="contributors"),
        ge=1,
        le=10**9,
    )
    share: float = parameter(
        30.0,
        "Required protection",
        "By so much of itself the value must stay uncertain to either side; of counts by one at least.",
        FieldDisplay(unit="%"),
        gt=0,
        le=100,
    )

    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        frequency = table.frequency
        if frequency is None:
            raise AssertionError("asked before what is needed was checked")
        sensitive = (frequency > 0) & (frequency < self.least) & ~all_waive(table, progress)
        required = self.share / 100 * np.abs(table.values)
        if table.kind == "counts":
            required = np.maximum(required, 1.0)
        required = np.where(sensitive, required, 0.0)
        least = str(self.least)

        def tell(cell: int) -> Sentence:
            number = int(frequency[cell])
            if number == 1:
                return sentence("One contributor is in the cell; the rule asks for {least}.", least=least)
            words = "{contributors} contributors are in the cell; the rule asks for {least}."
            return sentence(words, contributors=str(number), least=least)

        return Judgement(sensitive, required, required.copy(), LazyTexts(sensitive, tell))


def all_waive(table: CellTable, progress: Progress) -> np.ndarray:
    """Return whether all contributors of each cell allow publication.

    Parameters
    ----------
    table
        Any.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        bool (n,); False where nobody is known to allow it.
    """
    known = table.contributions
    if known is None or not known.waived.any():
        return np.zeros(len(table), dtype=bool)
    return np.asarray(known.unwaived.count(table.dimensions, progress) == 0)
