"""Group disclosure: everybody of a group is in the same cell, so that each of them is known to be."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.rule import Rule


class GroupDisclosure(Rule):
    """A cell is sensitive if a total has everybody, or all but a few, in this one of its parts.

    Who is known to be in the total is then known to be in the part. With `others` = 1, whoever is alone in
    another part learns it of all the rest. Totals with a single part tell nothing new and are not looked at;
    nor are groups of fewer than `least`, which other rules protect.

    When to use it: for counts of people where a category is confidential, however many there are. The value
    must stay uncertain downwards by `others` + 1 at least, so that somebody may be elsewhere.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"ward": ["A", "A", "A", "B", "B"], "ill": ["yes", "yes", "yes", "yes", "no"]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["ward"], columns=["ill"])
    >>> judged = table.sensitive(sdc.tables.GroupDisclosure(least=2))
    >>> [table.cell_text(cell) for cell in judged.is_sensitive.nonzero()[0].tolist()]
    ['A, yes']
    """

    name: ClassVar[str] = "group_disclosure"
    title: ClassVar[str] = "Group disclosure"
    source: ClassVar[str] = "Practice of statistical offices"
    needs: ClassVar[str] = "frequency"
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"others": 1, "least": 5, "sliding": True})

    others: int = parameter(
        0,
        "Elsewhere at most",
        "A cell is sensitive if no more contributors of its total are in other parts.",
        FieldDisplay(unit="contributors"),
        ge=0,
        le=100,
    )
    least: int = parameter(
        3,
        "Smallest group",
        "Totals of fewer are not looked at.",
        FieldDisplay(unit="contributors"),
        ge=1,
        le=10**9,
    )

    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        frequency = table.frequency
        if frequency is None:
            raise AssertionError("asked before what is needed was checked")
        sensitive = np.zeros(len(table), dtype=bool)
        texts: dict[int, Sentence] = {}
        relations = table.relations
        matrix = relations.matrix
        rows = np.repeat(np.arange(len(relations)), np.diff(matrix.indptr))
        parts = matrix.data < 0
        cell, whole = matrix.indices[parts], relations.wholes[rows[parts]]
        number = np.bincount(rows[parts], minlength=len(relations))[rows[parts]]
        elsewhere = frequency[whole] - frequency[cell]
        found = (elsewhere <= self.others) & (frequency[whole] >= self.least) & (number > 1)
        found &= frequency[cell] > self.others
        sensitive[cell[found]] = True
        why = plain(
            "Everybody of a total, or all but a few, are in this cell, so that it is known of each of them."
        )
        texts = dict.fromkeys(np.flatnonzero(sensitive).tolist(), why)
        lower = np.where(sensitive, float(self.others + 1), 0.0)
        return Judgement(sensitive, lower, np.zeros(len(table)), texts)
