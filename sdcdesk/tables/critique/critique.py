"""Critique of rules: what each rule says of every cell of a table, and where they disagree."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.numbers.quantity import CELLS, NUMBER, SHARE, Quantity, Reason, Why, count_unit
from sdcdesk.core.operations.assessing import Assessing, Concern
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.critique.counterexample import Counterexample, counterexample, smallest_failing
from sdcdesk.tables.critique.insiders import second_contributors_interval
from sdcdesk.tables.rules.dominance import Dominance
from sdcdesk.tables.rules.p_percent import PPercent
from sdcdesk.tables.rules.rule import totals

CONTRIBUTORS = count_unit("contributor")

SOURCE = "Domingo-Ferrer and Torra 2004, section 3"

SMALLEST = Declared(
    "smallest_failing", "Contributors with which it errs", CONTRIBUTORS, symbol="N", source=SOURCE
).means(
    "With so many contributors or more there is a cell that the dominance rule lets pass and that tells the "
    "next "
    "contributors more of the largest one than a cell that it calls sensitive."
)
RATIO = Declared("ratio", "Ratio of contributions", NUMBER, symbol="r", source=SOURCE).means(
    "By which each contribution of the constructed cells is smaller than the one before."
)
PASSED_TAIL = Declared("passed_error", "Error where it passes", SHARE, source=SOURCE).means(
    "By how much the bound of a coalition lies above the largest contribution in the cell that the rule lets "
    "pass, "
    "divided by that contribution."
)
STOPPED_TAIL = Declared("stopped_error", "Error where it is stopped", SHARE, source=SOURCE).means(
    "The same in the cell that the rule calls sensitive. Where it is larger, the rule errs."
)
DISAGREEING = Declared("disagreeing", "Cells judged differently", CELLS).means(
    "Cells of which the dominance rule and the p % rule say different things."
)
TOO_LENIENT = Declared("too_lenient", "Passed by dominance only", CELLS, better="less").means(
    "Cells that the dominance rule lets pass, and in which a contributor learns another one to within p %."
)


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Cells of a table as two rules judge them.

    Attributes
    ----------
    table
        With contributions.
    cells
        int64 (c,), cells that they judge differently.
    dominance, p_percent
        bool (n,), what either says of every cell.
    low, high
        float64 (n,), between which values the second contributor knows the largest one to be.
    largest
        float64 (n,), the largest contribution.
    """

    table: CellTable
    cells: np.ndarray
    dominance: np.ndarray
    p_percent: np.ndarray
    low: np.ndarray
    high: np.ndarray
    largest: np.ndarray


CONSTRUCTED: DeclaredTable[Counterexample] = DeclaredTable(
    name="constructed",
    title="Two cells of the same total",
    about=plain("Contributions in percent of the total, the largest first."),
    columns=(
        Column("place", "Contributor", None, "By size.", "key", Secrecy.PUBLIC).cells(
            lambda found: [str(place + 1) for place in range(found.contributors)]
        ),
        Column(
            "passed", "Not sensitive", SHARE, "Of the cell that the rule lets pass.", secrecy=Secrecy.PUBLIC
        ).cells(lambda found: found.passed),
        Column("stopped", "Sensitive", SHARE, "Of the cell that it stops.", secrecy=Secrecy.PUBLIC).cells(
            lambda found: found.stopped
        ),
    ),
    capped=20,
)

OWN_CELLS: DeclaredTable[Compared] = DeclaredTable(
    name="own_cells",
    title="Cells judged differently",
    about=plain("Cells of the table of which the two rules say different things."),
    columns=(
        Column("cell", "Cell", None, "Its codes.", "key", Secrecy.RECORD).cells(
            lambda found: [found.table.cell_text(cell) for cell in found.cells.tolist()]
        ),
        Column("dominance", "Dominance", None, "What the rule says.", secrecy=Secrecy.RECORD).cells(
            lambda found: ["sensitive" if found.dominance[cell] else "passes" for cell in found.cells]
        ),
        Column("p_percent", "p %", None, "What the rule says.", secrecy=Secrecy.RECORD).cells(
            lambda found: ["sensitive" if found.p_percent[cell] else "passes" for cell in found.cells]
        ),
        Column("largest", "Largest", None, "The largest contribution.", secrecy=Secrecy.RECORD).cells(
            lambda found: found.largest[found.cells]
        ),
        Column("low", "At least", None, "As the second knows.", secrecy=Secrecy.RECORD).cells(
            lambda found: found.low[found.cells]
        ),
        Column("high", "At most", None, "As the second knows.", secrecy=Secrecy.RECORD).cells(
            lambda found: found.high[found.cells]
        ),
    ),
    empty="Both rules say the same of every cell.",
)


class RuleCritique(Assessing[CellTable]):
    """Where the dominance rule errs: constructed cells for its parameters, and cells of your own table.

    For every n and k there are two cells of the same total, one of which the rule calls sensitive and the
    other not, although the n next contributors together learn more of the largest one from the latter. With
    `contributors` from the smallest number on, the cells are constructed and their bounds compared. Of a
    table with contributions the cells are listed that the dominance rule and the p % rule judge differently,
    with the interval in which the second contributor knows the largest one to be.

    Leading agencies changed to the p % rule for this reason: the US Census Bureau in 1992, the Statistisches
    Bundesamt in 2001.

    When to use it: before a rule is chosen, or to explain why one was changed.

    Examples
    --------
    Example 2 of the paper:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"cell": list("AAABBB"), "sales": [59, 40, 1, 61, 20, 19]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["cell"], value="sales")
    >>> found = sdc.tables.RuleCritique(n=1, k=60.0, contributors=3).find(table)
    >>> found.value("too_lenient"), found.tables["own_cells"].frame["cell"].tolist()
    (1, ['A', 'B'])
    """

    name: ClassVar[str] = "rule_critique"
    title: ClassVar[str] = "Critique of the rules"
    source: ClassVar[str] = SOURCE
    purpose: ClassVar[str] = "Where the dominance rule errs, and what the p % rule says instead."
    concern: ClassVar[Concern] = Concern.RISK
    declares: ClassVar[tuple[Declared, ...]] = (
        SMALLEST,
        RATIO,
        PASSED_TAIL,
        STOPPED_TAIL,
        DISAGREEING,
        TOO_LENIENT,
    )
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (CONSTRUCTED, OWN_CELLS)

    n: int = parameter(1, "Contributors added up", "n of the dominance rule.", ge=1, le=100)
    k: float = parameter(60.0, "Share", "k of the dominance rule.", FieldDisplay(unit="%"), gt=0, lt=100)
    contributors: int | None = parameter(
        None,
        "Contributors of a cell",
        "N of the constructed cells. Left empty: the fewest with which the rule errs.",
        FieldDisplay(empty="the fewest"),
        ge=2,
        le=10_000,
    )
    p: float = parameter(10.0, "Estimate", "p of the p % rule.", FieldDisplay(unit="%"), gt=0, le=1e6)

    @model_validator(mode="after")
    def _constructs(self) -> Self:
        self.constructed()
        return self

    def constructed(self) -> Counterexample:
        """Return the constructed cells.

        Returns
        -------
        Counterexample
            Two cells of the same total.

        Raises
        ------
        ParameterError
            There are too few contributors for the share.
        """
        number = self.contributors or smallest_failing(self.n, self.k / 100)
        return counterexample(self.n, self.k / 100, number)

    def find(self, table: CellTable | None = None, progress: Progress = SILENT) -> Findings:
        """Return the constructed cells, and what rules say of those of a table.

        Parameters
        ----------
        table
            With contributions; None: only the constructed cells.
        progress
            Receives how far the work is.

        Returns
        -------
        Findings
            All declared figures.
        """
        made = self.constructed()
        passed, stopped = made.relative_tails
        words = "With {n} contributors the rule lets a cell pass that tells more than one that it stops."
        if not made.errs:
            words = (
                "With {n} contributors the cell that it lets pass does not tell more than the one that it "
                "stops."
            )
        constructed = Section(
            name="constructed",
            about=sentence(words, n=str(made.contributors)),
            blocks=(
                SMALLEST.figure(Quantity(smallest_failing(self.n, self.k / 100), CONTRIBUTORS)),
                RATIO.figure(Quantity(made.ratio, NUMBER)),
                PASSED_TAIL.figure(Quantity(passed, SHARE)),
                STOPPED_TAIL.figure(Quantity(stopped, SHARE)),
                *CONSTRUCTED.blocks(made),
            ),
        )
        return Findings(sections=(constructed, self._of_table(table, progress)))

    def _of_table(self, table: CellTable | None, progress: Progress) -> Section:
        if table is None or table.contributions is None:
            unknown = Reason(Why.NOT_APPLICABLE, "No table with contributions is at hand.")
            return Section(
                name="own_cells", blocks=(DISAGREEING.undefined(unknown), TOO_LENIENT.undefined(unknown))
            )
        compared = compare_rules(table, Dominance(n=self.n, k=self.k), PPercent(p=self.p), progress)
        lenient = ~compared.dominance & compared.p_percent
        return Section(
            name="own_cells",
            blocks=(
                DISAGREEING.figure(Quantity(len(compared.cells), CELLS)),
                TOO_LENIENT.figure(Quantity(int(lenient.sum()), CELLS)),
                *OWN_CELLS.blocks(compared),
            ),
        )


def compare_rules(
    table: CellTable, dominance: Dominance, p_percent: PPercent, progress: Progress = SILENT
) -> Compared:
    """Return what two rules say of the cells of a table.

    Parameters
    ----------
    table
        With contributions.
    dominance, p_percent
        The rules.
    progress
        Receives how far the work is.

    Returns
    -------
    Compared
        With the interval of the second contributor of every cell.

    Raises
    ------
    DataError
        Contributions are not known.
    """
    one, other = dominance.judge(table, progress), p_percent.judge(table, progress)
    known = table.contributions
    if known is None:
        raise AssertionError("the rules need contributions")
    top = known.largest(table.dimensions, 2, progress).amounts
    low, high = second_contributors_interval(totals(table), top[:, 0], top[:, 1])
    apart = np.flatnonzero(one.sensitive != other.sensitive)
    return Compared(table, apart, one.sensitive, other.sensitive, low, high, top[:, 0])
