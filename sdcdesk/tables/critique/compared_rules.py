"""Compared rules: what each rule says of every cell of a table, and what insiders learn there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sdcdesk.core.numbers.quantity import CELLS, NUMBER, Reason, Why, count_unit
from sdcdesk.core.results.column import Column, DeclaredColumn, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.critique.insiders import InsiderKnowledge
from sdcdesk.tables.rules.dominance import Dominance
from sdcdesk.tables.rules.minimum_frequency import MinimumFrequency
from sdcdesk.tables.rules.p_percent import PPercent
from sdcdesk.tables.rules.pq import PriorPosterior
from sdcdesk.tables.rules.rule import Rule

SENSITIVE, PASSES = "sensitive", "passes"
"""What a rule says of a cell."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ComparedRules:
    """Cells of a table as several rules judge them.

    Attributes
    ----------
    table
        With contributions.
    rules
        In the order in which they are shown.
    says
        By name of a rule bool (n,), the cells that it calls sensitive.
    insiders
        What contributors learn in each cell.
    cells
        int64 (c,), cells that are listed, those first in which the second contributor learns most.
    """

    table: CellTable
    rules: tuple[Rule, ...]
    says: dict[str, np.ndarray]
    insiders: InsiderKnowledge
    cells: np.ndarray

    @classmethod
    def of(
        cls,
        table: CellTable,
        rules: Sequence[Rule],
        *,
        q: float = 100.0,
        size: int = 1,
        every: bool = False,
        progress: Progress = SILENT,
    ) -> "ComparedRules":
        """Return what rules say of the cells of a table.

        Parameters
        ----------
        table
            With what the rules need.
        rules
            At least one, of different kinds.
        q
            Percent, to within which contributors know each other.
        size
            How many contributors are in a coalition against the largest one.
        every
            Whether cells are listed of which all rules say the same.
        progress
            Receives how far the work is.

        Returns
        -------
        ComparedRules
            Of all cells to which somebody contributes something.

        Raises
        ------
        DataError
            What a rule needs is not known of the table.
        """
        says = {
            rule.name: rule.judge(table, part).sensitive & ~table.unknown
            for rule, part in progress.part(0.0, 0.8).over(rules, "Rules")
        }
        insiders = InsiderKnowledge.of(table, q, size, progress.part(0.8, 1.0))
        listed = (insiders.target > 0) & ~table.unknown if every else _disagreeing(says)
        places = np.flatnonzero(listed)
        nearest_first = np.argsort(insiders.error[places], kind="stable")
        return cls(table, tuple(rules), says, insiders, places[nearest_first])

    @property
    def disagreeing(self) -> np.ndarray:
        """Which cells some rules call sensitive and others do not, bool (n,)."""
        return _disagreeing(self.says)

    @property
    def alone(self) -> list[int]:
        """How many cells each rule alone calls sensitive."""
        together = np.array(list(self.says.values())).sum(axis=0)
        return [int((self.says[rule.name] & (together == 1)).sum()) for rule in self.rules]


def _disagreeing(says: dict[str, np.ndarray]) -> np.ndarray:
    votes = np.array(list(says.values()))
    return np.asarray(votes.any(axis=0) & ~votes.all(axis=0))


def _verdict(kind: type[Rule], title: str = "") -> DeclaredColumn[ComparedRules]:
    def cells(found: ComparedRules) -> list[str]:
        return [SENSITIVE if said else PASSES for said in found.says[kind.name][found.cells]]

    return Column(kind.name, title or kind.title, None, "What the rule says.", secrecy=Secrecy.RECORD).cells(
        cells, when=lambda found: kind.name in found.says
    )


def _amount(
    name: str, title: str, meaning: str, of: Callable[[InsiderKnowledge], np.ndarray], over: str = ""
) -> DeclaredColumn[ComparedRules]:
    return Column(name, title, NUMBER, meaning, secrecy=Secrecy.RECORD, over=over).cells(
        lambda found: of(found.insiders)[found.cells]
    )


def _contributors(found: ComparedRules) -> np.ndarray:
    frequency = found.table.frequency
    if frequency is None:
        raise AssertionError("asked where it is not known")
    return np.asarray(frequency[found.cells])


def _coalition(found: ComparedRules) -> list[float | None]:
    return [None if np.isnan(one) else one for one in found.insiders.coalition[found.cells].tolist()]


_insider = partial(_amount, over="The second learns")

SAID: DeclaredTable[ComparedRules] = DeclaredTable(
    name="rules",
    title="What each rule says",
    about=plain("How many cells of the table each rule calls sensitive."),
    columns=(
        Column("rule", "Rule", None, "Its name.", "key", Secrecy.PUBLIC).cells(
            lambda found: [rule.title for rule in found.rules]
        ),
        Column("sensitive", "Sensitive", CELLS, "Cells that it calls sensitive.").cells(
            lambda found: [int(found.says[rule.name].sum()) for rule in found.rules]
        ),
        Column("alone", "By it alone", CELLS, "Cells that no other rule calls sensitive.").cells(
            lambda found: found.alone
        ),
    ),
)

OWN_CELLS: DeclaredTable[ComparedRules] = DeclaredTable(
    name="own_cells",
    title="Cells and rules",
    about=plain(
        "What each rule says of a cell, and what contributors learn of the largest one there; those cells "
        "first in which they learn most."
    ),
    columns=(
        Column("cell", "Cell", None, "Its codes.", "key", Secrecy.RECORD).cells(
            lambda found: [found.table.cell_text(cell) for cell in found.cells.tolist()]
        ),
        Column(
            "contributors", "Contributors", count_unit("contributor"), "Of the cell.", secrecy=Secrecy.RECORD
        ).cells(_contributors, when=lambda found: found.table.frequency is not None),
        _verdict(Dominance),
        _verdict(PPercent),
        _verdict(PriorPosterior, "pq"),
        _verdict(MinimumFrequency, "Frequency"),
        _amount(
            "largest", "Largest", "The largest contribution that needs protection.", lambda one: one.target
        ),
        _insider("low", "at least", "What the largest of the others knows of it.", lambda one: one.low),
        _insider("high", "at most", "What the largest of the others knows of it.", lambda one: one.high),
        Column(
            "error",
            "to within, %",
            NUMBER,
            "The farther end of that interval from the contribution, in percent of it; above 100 where the "
            "others add more.",
            secrecy=Secrecy.RECORD,
            over="The second learns",
        ).cells(lambda found: 100 * found.insiders.error[found.cells]),
        Column(
            "coalition",
            "Coalition: at most",
            NUMBER,
            "What the next n contributors know the largest one to be at most, if they put together what they "
            "know.",
            secrecy=Secrecy.RECORD,
        ).cells(
            _coalition,
            undefined=Reason(Why.NOT_APPLICABLE, "The table tells too few of the largest contributions."),
        ),
    ),
    empty="All rules say the same of every cell.",
)
