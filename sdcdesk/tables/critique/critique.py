"""Critique of rules: what each rule says of every cell of a table, and where they disagree."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from pydantic import model_validator

from sdcdesk.core.numbers.quantity import CELLS, NUMBER, SHARE, Quantity, Reason, Why, count_unit
from sdcdesk.core.operations.assessing import Assessing, Concern
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.critique.compared_rules import OWN_CELLS, SAID, ComparedRules
from sdcdesk.tables.critique.counterexample import Counterexample, counterexample, smallest_failing
from sdcdesk.tables.rules.dominance import Dominance
from sdcdesk.tables.rules.minimum_frequency import MinimumFrequency
from sdcdesk.tables.rules.p_percent import PPercent
from sdcdesk.tables.rules.pq import PriorPosterior
from sdcdesk.tables.rules.rule import Rule

CONTRIBUTORS = count_unit("contributor")

SOURCE = "Domingo-Ferrer and Torra 2004, section 3"

SMALLEST = Declared(
    "smallest_failing", "Contributors with which it errs", CONTRIBUTORS, symbol="N", source=SOURCE
).means(
    "With so many contributors or more there is a cell that the dominance rule lets pass and that tells the "
    "next contributors more of the largest one than a cell that it calls sensitive."
)
RATIO = Declared("ratio", "Ratio of contributions", NUMBER, symbol="r", source=SOURCE).means(
    "By which each contribution of the constructed cells is smaller than the one before."
)
PASSED_BOUND = Declared("passed_bound", "Bound where it passes", SHARE, source=SOURCE).means(
    "What the next n contributors together know the largest one to be at most in the cell that the rule lets "
    "pass, divided by the total."
)
STOPPED_BOUND = Declared("stopped_bound", "Bound where it is stopped", SHARE, source=SOURCE).means(
    "The same in the cell that the rule calls sensitive."
)
PASSED_TAIL = Declared("passed_error", "Error where it passes", NUMBER, source=SOURCE).means(
    "By how much the bound of a coalition lies above the largest contribution in the cell that the rule lets "
    "pass, divided by that contribution; with small shares above 1."
)
STOPPED_TAIL = Declared("stopped_error", "Error where it is stopped", NUMBER, source=SOURCE).means(
    "The same in the cell that the rule calls sensitive. Where it is larger, the rule errs."
)
DISAGREEING = Declared("disagreeing", "Cells judged differently", CELLS).means(
    "Cells that some of the rules call sensitive and others do not."
)
TOO_LENIENT = Declared("too_lenient", "Passed by dominance only", CELLS, better="less").means(
    "Cells that the dominance rule lets pass, and in which a contributor learns another one to within p %."
)
TOO_STRICT = Declared("too_strict", "Stopped by dominance only", CELLS, better="less").means(
    "Cells that the dominance rule calls sensitive, although no contributor learns another one to within p %."
)

MOST = 10_000
"""Contributors of a constructed cell, at most."""

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
    plots=(
        Plot(
            kind="bars",
            name="contributions",
            title="Contributions",
            x=Axis("Contributor", column="place"),
            y=Axis("Share of the total", unit=SHARE, least=0.0),
            series=(Series("passed", "Not sensitive", "before"), Series("stopped", "Sensitive", "after")),
            about=plain("The contributions of both cells, the largest first."),
        ),
    ),
)


class RuleCritique(Assessing[CellTable]):
    """Where the dominance rule errs: constructed cells for its parameters, and cells of your own table.

    For every n and k there are two cells of the same total, one of which the rule calls sensitive and the
    other not, although the n next contributors together learn more of the largest one from the latter. With
    `contributors` from the smallest number on, the cells are constructed and their bounds compared. Of a
    table with contributions it is listed what each rule says of the cells: of those that rules judge
    differently, or of every one. Beside it stand the interval in which the second contributor knows the
    largest one to be, and what the next n contributors together know it to be at most. With `q` the second
    contributor knows the others to within q %, and the pq rule is asked, too.

    For n = 1 the largest contribution is not the same in both constructed cells, so that errors are compared
    divided by it.

    Leading agencies changed to the p % rule for this reason: the US Census Bureau in 1992, the Statistisches
    Bundesamt in 2001.

    When to use it: before a rule is chosen, or to explain why one was changed.

    Examples
    --------
    The cells of Robertson and Ethier, Example 1 of the paper:

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
        PASSED_BOUND,
        STOPPED_BOUND,
        DISAGREEING,
        TOO_LENIENT,
        TOO_STRICT,
    )
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (CONSTRUCTED, SAID, OWN_CELLS)
    examples: ClassVar[tuple[dict[str, Any], ...]] = (
        {},
        {"n": 2, "k": 75.0, "contributors": 6, "p": 5.0, "q": 50.0, "least": 5, "every": True},
    )

    n: int = parameter(
        1,
        "Added up, n",
        "So many of the largest contributors are added up by the dominance rule.",
        FieldDisplay(leads=True),
        ge=1,
        le=100,
    )
    k: float = parameter(
        60.0, "Share, k", "k of the dominance rule.", FieldDisplay(unit="%", leads=True), gt=0, lt=100
    )
    contributors: int | None = parameter(
        None,
        "Contributors, N",
        "N of the constructed cells. Left empty: the fewest with which the rule errs.",
        FieldDisplay(empty="the fewest", leads=True),
        ge=2,
        le=MOST,
    )
    p: float = parameter(
        10.0,
        "Estimate, p",
        "p of the p % and of the pq rule.",
        FieldDisplay(unit="%", leads=True),
        gt=0,
        le=1e6,
    )
    q: float | None = parameter(
        None,
        "Estimate before, q",
        "q of the pq rule: to within this contributors know each other. Left empty: they know nothing, and "
        "the rule is not asked.",
        FieldDisplay(unit="%", empty="nothing", leads=True),
        gt=0,
        le=100,
    )
    least: int = parameter(
        3, "Minimum frequency", "Cells with fewer contributors are sensitive.", FieldDisplay(more=True), ge=1
    )
    every: bool = parameter(
        False,
        "Every cell",
        "List cells of which all rules say the same, too.",
        FieldDisplay(more=True),
    )

    @model_validator(mode="after")
    def _constructs(self) -> Self:
        if self.q is not None and self.p >= self.q:
            raise FieldError("p", "must be less than the estimate before")
        if self.contributors is None and self.n / (self.k / 100) >= MOST:
            raise FieldError(
                "k", sentence("must be larger: cells of {most} contributors are the largest", most=MOST)
            )
        self.constructed()
        return self

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are compared."""
        prior = [] if self.q is None else [PriorPosterior(p=self.p, q=self.q)]
        return Dominance(n=self.n, k=self.k), PPercent(p=self.p), *prior, MinimumFrequency(least=self.least)

    def following(self, rules: Sequence[Rule]) -> Self:
        """Return the critique with the parameters of the rules of a table.

        Parameters
        ----------
        rules
            Those that have none of its parameters change nothing.

        Returns
        -------
        Self
            With so many contributors as are fewest for another dominance rule.

        Raises
        ------
        ParameterError
            No cells can be constructed for them.
        """
        own: dict[str, Any] = {}
        for rule in rules:
            if isinstance(rule, Dominance):
                own |= {"n": rule.n, "k": rule.k, "contributors": None}
            elif isinstance(rule, PriorPosterior):
                own |= {"p": rule.p, "q": rule.q}
            elif isinstance(rule, PPercent):
                own |= {"p": rule.p}
            elif isinstance(rule, MinimumFrequency):
                own |= {"least": rule.least}
        return self.changed(**own)

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
            title="Two constructed cells",
            about=sentence(words, n=str(made.contributors)),
            blocks=(
                SMALLEST.figure(Quantity(smallest_failing(self.n, self.k / 100), CONTRIBUTORS)),
                RATIO.figure(Quantity(made.ratio, NUMBER)),
                PASSED_TAIL.figure(Quantity(passed, NUMBER)),
                STOPPED_TAIL.figure(Quantity(stopped, NUMBER)),
                PASSED_BOUND.figure(Quantity(made.bounds[0], SHARE)),
                STOPPED_BOUND.figure(Quantity(made.bounds[1], SHARE)),
                *CONSTRUCTED.blocks(made),
            ),
        )
        return Findings(sections=(constructed, self._of_table(table, progress)))

    def _of_table(self, table: CellTable | None, progress: Progress) -> Section:
        if table is None or table.contributions is None:
            unknown = Reason(Why.NOT_APPLICABLE, "No table with contributions is at hand.")
            blocks = [one.undefined(unknown) for one in (DISAGREEING, TOO_LENIENT, TOO_STRICT)]
            return Section(name="own_cells", title="Cells of the table", blocks=tuple(blocks))
        found = ComparedRules.of(
            table, self.rules, q=self.q or 100.0, size=self.n, every=self.every, progress=progress
        )
        dominance, p_percent = found.says[Dominance.name], found.says[PPercent.name]
        return Section(
            name="own_cells",
            title="Cells of the table",
            blocks=(
                DISAGREEING.figure(Quantity(int(found.disagreeing.sum()), CELLS)),
                TOO_LENIENT.figure(Quantity(int((~dominance & p_percent).sum()), CELLS)),
                TOO_STRICT.figure(Quantity(int((dominance & ~p_percent).sum()), CELLS)),
                *SAID.blocks(found),
                *OWN_CELLS.blocks(found),
            ),
        )
