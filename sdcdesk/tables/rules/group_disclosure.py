"""Group disclosure: everybody of a group is in the same cell, so that each of them is known to be."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.rule import Rule

EVERYBODY = plain(
    "Everybody of a total, or all but a few, are in this cell, so that it is known of each of them."
)
ELSEWHERE = plain("If it were known that nobody else is in this cell, all would be known to be in another.")


class GroupDisclosure(Rule):
    """A cell is sensitive if a total has everybody, or all but a few, in this one of its parts.

    Who is known to be in the total is then known to be in the part. With `others` = 1, whoever is alone in
    another part learns it of all the rest. Totals with a single part tell nothing new and are not looked at;
    nor are groups of fewer than `least`, which other rules protect.

    The value must stay uncertain downwards by `others` + 1 at least, so that somebody may be elsewhere. That
    is not enough where all other parts are published as they are: 0 beside a hidden count says that everybody
    is in it. So another part of the total is sensitive, too, and must stay uncertain upwards by as much: the
    one that is the most frequent in the whole table.

    When to use it: for counts of people where a category is confidential, however many there are.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"ward": ["A", "A", "A", "B", "B"], "ill": ["yes", "yes", "yes", "yes", "no"]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["ward"], columns=["ill"])
    >>> judged = table.sensitive(sdc.tables.GroupDisclosure(least=2))
    >>> [table.cell_text(cell) for cell in judged.is_sensitive.nonzero()[0].tolist()]
    ['A, no', 'A, yes']
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
        cell, whole = self._found(table, frequency)
        elsewhere = np.array([_elsewhere(table, *pair) for pair in zip(cell, whole, strict=True)], dtype=int)
        lower, upper, enough = np.zeros(len(table)), np.zeros(len(table)), float(self.others + 1)
        upper[elsewhere], lower[cell] = enough, enough
        texts = dict.fromkeys(elsewhere.tolist(), ELSEWHERE) | dict.fromkeys(cell.tolist(), EVERYBODY)
        return Judgement((lower > 0) | (upper > 0), lower, upper, texts)

    def _found(self, table: CellTable, frequency: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return parts that have all but a few of a total, and these totals, int64 (k,) each."""
        relations = table.relations
        matrix = relations.matrix
        rows = np.repeat(np.arange(len(relations)), np.diff(matrix.indptr))
        parts = matrix.data < 0
        cell, whole = matrix.indices[parts], relations.wholes[rows[parts]]
        number = np.bincount(rows[parts], minlength=len(relations))[rows[parts]]
        elsewhere = frequency[whole] - frequency[cell]
        found = (elsewhere <= self.others) & (frequency[whole] >= self.least) & (number > 1)
        found &= frequency[cell] > self.others
        return cell[found], whole[found]


def _elsewhere(table: CellTable, cell: int, whole: int) -> int:
    """Return the part of a total beside one of its parts that is the most frequent in the whole table."""
    codes, above = table.code_places(cell), table.code_places(whole)
    axis = next(at for at, (own, its) in enumerate(zip(codes, above, strict=True)) if own != its)
    parents = table.dimensions[axis].parents
    others = [part for part, parent in enumerate(parents) if parent == above[axis] and part != codes[axis]]

    def place(code: int, beside: Sequence[int]) -> int:
        return int(np.ravel_multi_index([*beside[:axis], code, *beside[axis + 1 :]], table.shape))

    frequency = table.values if table.frequency is None else table.frequency
    return place(max(others, key=lambda code: frequency[place(code, [0] * len(codes))]), codes)
