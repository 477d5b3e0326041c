"""Dominance rule: a few contributors make up most of a cell."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import EQUAL
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.rule import Rule, largest, reasons, totals

WORDS = {
    (
        False,
        False,
    ): "The largest contributor makes up {share} of the cell; the rule allows less than {asked}.",
    (False, True): "The largest contributor makes up {share} of the cell; the rule allows at most {asked}.",
    (True, False): (
        "The {contributors} largest contributors make up {share} of the cell; the rule allows less than "
        "{asked}."
    ),
    (True, True): (
        "The {contributors} largest contributors make up {share} of the cell; the rule allows at most "
        "{asked}."
    ),
}
"""Why a cell is sensitive, by whether several contributors are added up, and whether the share is allowed."""


class Dominance(Rule):
    """A cell is sensitive if its n largest contributors make up k or more of it.

    With contributions x₁ ≥ x₂ ≥ … of a cell of x it is sensitive if x₁ + … + xₙ ≥ k·x, where a difference of
    less than 10⁻¹² of x counts as equal. An empty cell, or one whose contributions are all 0, is not. Its
    value must stay uncertain by (x₁ + … + xₙ)/k − x to either side.

    A cell whose n largest contributors all allow publication, and any equal to the last of them, is not
    sensitive. Records with weights are not multiplied: a part is what one contributor adds, the whole what
    the table says.

    When to use it: where a regulation asks for it. When not: to judge what contributors learn of each other.
    The rule errs: for every n and k there are cells that it lets pass and that tell a coalition more than
    others that it stops (Domingo-Ferrer and Torra 2004, Theorem 1); the p % rule does not.

    Examples
    --------
    The first example of Robertson and Ethier, with n = 1 and k = 60 %:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"cell": list("AAABBB"), "sales": [59, 40, 1, 61, 20, 19]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["cell"], value="sales")
    >>> table.sensitive(sdc.tables.Dominance(1, 60)).is_sensitive.tolist()
    [False, False, True]
    """

    name: ClassVar[str] = "dominance"
    title: ClassVar[str] = "Dominance"
    source: ClassVar[str] = "Domingo-Ferrer and Torra 2004, section 3.1"
    needs: ClassVar[str] = "contributions"
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"n": 1, "k": 60.0, "strict": True, "sliding": True},
    )

    n: int = parameter(2, "Contributors", "How many of the largest are added up.", ge=1, le=100)
    k: float = parameter(
        75.0, "Share", "From this share of the cell on it is sensitive.", FieldDisplay(unit="%"), gt=0, lt=100
    )
    strict: bool = parameter(
        False, "Only above it", "A cell of exactly this share is not sensitive.", FieldDisplay(more=True)
    )

    @property
    def looks_at(self) -> int:
        """The n largest."""
        return self.n

    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        whole = totals(table)
        top = largest(table, self.n, progress).sum(axis=1)
        wanted, share = self.k / 100 * whole, self.k / 100
        beyond = top > wanted + EQUAL * whole if self.strict else top >= wanted - EQUAL * whole
        sensitive = beyond & (top > 0) & ~_all_waive(table, self.n)
        required = np.where(sensitive, np.maximum(top / share - whole, 0.0), 0.0)
        part = np.divide(top, whole, out=np.zeros(len(top)), where=whole > 0)
        words, others = WORDS[self.n > 1, self.strict], {"contributors": self.n} if self.n > 1 else {}
        texts = reasons(sensitive, words, part, self.k, **others)
        return Judgement(sensitive, required, required.copy(), texts)


def _all_waive(table: CellTable, number: int) -> np.ndarray:
    """Return whether the largest contributors of each cell all allow publication, bool (n,).

    Of equal ones any may be among the largest: all must allow it, in whatever order they stand in the file.
    """
    known = table.contributions
    if known is None or not known.waived.any():
        return np.zeros(len(table), dtype=bool)
    last = known.largest(table.dimensions, number).amounts[:, -1]
    refusing = known.unwaived
    first = refusing.largest(table.dimensions, 1).amounts[:, 0]
    found: np.ndarray = (refusing.count(table.dimensions) == 0) | (first < last * (1 - EQUAL))
    return found
