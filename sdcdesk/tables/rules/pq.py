"""Prior–posterior rule: what contributors knew of each other before, and learn from the cell."""

from typing import Any, ClassVar, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import EQUAL
from sdcdesk.tables.cells.lazy_texts import LazyTexts
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.rule import Rule, largest, reasons, totals

ONE = plain("Only one contributor has a part in the cell, so that its value tells that part.")
TWO = plain("Only two contributors have a part in the cell, so that each can work out the other's.")


class PriorPosterior(Rule):
    """A cell is sensitive if a contributor who knew others to within q % learns one to within p %.

    The second largest contributor of a cell of x estimates the largest, x₁, by what is left of the cell. He
    knows the others, x − x₁ − x₂ in all, to within q %, and so x₁ to within (q/100)(x − x₁ − x₂). The cell is
    sensitive if that is less than (p/100) x₁. Nobody else comes nearer to anybody. A cell of one or two
    contributors is always sensitive, an empty one and one whose contributions are all 0 never.

    The value must stay uncertain by (p/q) x₁ − (x − x₁ − x₂) to either side.

    Whoever allows publication needs no protection: x₁ is then the largest contributor who does not, and the
    intruder the largest of the others, who may be one who does.

    When to use it: where contributors know of each other, as in business statistics. With q = 100, where
    nothing is known before, it is the p % rule.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"cell": list("AAABBB"), "sales": [59, 40, 1, 61, 20, 19]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["cell"], value="sales")
    >>> table.sensitive(sdc.tables.PriorPosterior(10, 20)).is_sensitive.tolist()
    [False, True, True]
    """

    name: ClassVar[str] = "pq"
    title: ClassVar[str] = "Prior–posterior (pq)"
    source: ClassVar[str] = "Domingo-Ferrer and Torra 2004, section 3.1"
    needs: ClassVar[str] = "contributions"
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"p": 5.0, "q": 40.0, "sliding": True})

    p: float = parameter(
        10.0,
        "Estimate after",
        "Nobody may learn a contribution to within less.",
        FieldDisplay(unit="%"),
        gt=0,
        le=1e6,
    )
    q: float = parameter(
        50.0,
        "Estimate before",
        "To within this each contributor knows the others before the table is published.",
        FieldDisplay(unit="%"),
        gt=0,
        le=1e6,
    )

    @model_validator(mode="after")
    def _learns(self) -> Self:
        if self.p >= self.q:
            raise FieldError(
                "p", "must be less than the estimate before: nobody learns what is known already"
            )
        return self

    @property
    def looks_at(self) -> int:
        """The largest, and the one who estimates him."""
        return 2

    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        return judged_by(table, self.p, self.q, progress)


def judged_by(table: CellTable, p: float, q: float, progress: Progress) -> Judgement:
    """Return what the rule says of the cells.

    Parameters
    ----------
    table
        With contributions.
    p, q
        Percent, after and before.
    progress
        Receives how far the work is.

    Returns
    -------
    Judgement
        Of all cells.
    """
    few, alone = few_contributors(table, progress)
    target, intruder = target_and_intruder(table, progress)
    whole = totals(table)
    # Where nobody else contributes there is no rest, also if weights make the total larger than its records.
    rest = np.where(few, 0.0, np.maximum(whole - target - intruder, 0.0))
    rest[rest <= EQUAL * whole] = 0.0  # what is left of differences of equal numbers
    wanted = p / q * target
    sensitive = (few | (rest < wanted - EQUAL * whole)) & (target > 0)
    required = np.where(sensitive, wanted - rest, 0.0)
    within = q / 100 * np.divide(rest, target, out=np.zeros(len(target)), where=target > 0)
    words = "Another contributor could estimate the largest one to within {share}; the rule asks for {asked}."
    texts = reasons(sensitive, words, within, p)

    def tell(cell: int) -> Sentence:
        return ONE if alone[cell] else TWO if few[cell] else texts[cell]

    return Judgement(sensitive, required, required.copy(), LazyTexts(sensitive, tell))


def few_contributors(table: CellTable, progress: Progress) -> tuple[np.ndarray, np.ndarray]:
    """Return where one or two contributors have all there is.

    Parameters
    ----------
    table
        With contributions.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Twice bool (n,): at most two of them, and at most one. In a finished table whose frequencies are not
        known nobody can say it.
    """
    known = table.contributions
    if known is not None and known.are_given:
        if table.frequency is None:
            none = np.zeros(len(table), dtype=bool)
            return none, none
        # As above, whoever adds nothing is nobody: where a third is told of, there are all from him on.
        told = np.full((len(table), 3), np.inf)
        most = min(known.most_given, 3)
        told[:, :most] = largest(table, most, progress)
        return (table.frequency <= 2) | (told[:, 2] == 0), (table.frequency <= 1) | (told[:, 1] == 0)
    top = largest(table, 3, progress)
    return top[:, 2] == 0, top[:, 1] == 0


def target_and_intruder(table: CellTable, progress: Progress) -> tuple[np.ndarray, np.ndarray]:
    """Return who is estimated best, and who estimates him.

    Parameters
    ----------
    table
        With contributions.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Twice float64 (n,): the largest contribution that needs protection, and the largest of the others; 0
        where there is none.
    """
    known = table.contributions
    top = largest(table, 2, progress)
    if known is None or not known.waived.any():
        return top[:, 0], top[:, 1]
    who = known.largest(table.dimensions, 2).contributors
    protected = known.unwaived.largest(table.dimensions, 1, progress)
    target = protected.amounts[:, 0]
    own = (protected.contributors[:, 0] == who[:, 0]) & (who[:, 0] >= 0)
    return target, np.where(own, top[:, 1], top[:, 0])
