"""Cells of the others: what rules ask for a cell without its largest contributor.

A rule protects the largest contributor of a cell. Where he himself is the one who wants to know it, what he
could learn is what the others add up to; so the same rules are asked about the cell of the others.
"""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.relations import ADDS_UP
from sdcdesk.tables.cells.sensitivity import Sensitivity, judge


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CellsOfOthers:
    """How uncertain cells must be to their largest contributors.

    Attributes
    ----------
    lower, upper, sliding
        float64 (n,), as in `Requirements`; not limited by what is known anyhow.
    safe
        bool (n,), sensitive cells that need no protection from them.
    """

    lower: np.ndarray
    upper: np.ndarray
    sliding: np.ndarray
    safe: np.ndarray

    @classmethod
    def of(cls, system: CellSystem) -> "CellsOfOthers":
        """Return what the rules of the tables of a system ask for.

        Parameters
        ----------
        system
            Cells of one or of several tables.

        Returns
        -------
        CellsOfOthers
            What they ask for the whole cell where contributions are not known, or are weighted; of a shared
            cell the largest.
        """
        lower, upper, sliding, needy = [], [], [], []
        for table in system.tables:
            said, sensitive = _said(table), table.is_sensitive
            needy.append(sensitive & (True if said is table.sensitivity else said.sensitive))
            lower.append(np.where(sensitive, said.lower, 0.0))
            upper.append(np.where(sensitive, said.upper, 0.0))
            sliding.append(np.where(sensitive, said.sliding, 0.0))
        safe = system.of_cells([table.is_sensitive for table in system.tables]) & ~system.of_cells(needy)
        return cls(system.largest(lower), system.largest(upper), system.largest(sliding), safe)

    def restricted(self, cells: np.ndarray) -> "CellsOfOthers":
        """Return what some of the cells need.

        Parameters
        ----------
        cells
            int64 (k,), their places.

        Returns
        -------
        CellsOfOthers
            In their order.
        """
        return CellsOfOthers(self.lower[cells], self.upper[cells], self.sliding[cells], self.safe[cells])


def _said(table: CellTable) -> Sensitivity:
    """Return what rules say of the others of each cell; where they cannot be asked, of the cell itself."""
    known, said = table.contributions, table.sensitivity
    if said is None:
        none = np.zeros(len(table))
        return Sensitivity(none > 0, none, none, none)
    if known is None or known.are_given or not said.rules or not _is_unweighted(table, known):
        return said
    most = 1 + max(1, *(rule.looks_at for rule in said.rules))
    top = known.largest(table.dimensions, most)
    count = np.maximum(known.count(table.dimensions) - 1, 0)
    try:
        others = CellTable(
            table.dimensions,
            np.maximum(table.values - top.amounts[:, 0], 0.0),
            count,
            contributions=Contributions.given(top.amounts[:, 1:], count),
            tolerance=np.inf,
        )
        return judge(others, said.rules)
    except DataError:
        return said  # a rule needs to know more of the others


def _is_unweighted(table: CellTable, known: Contributions) -> bool:
    """Return whether the values are what the contributors add up to."""
    whole, added = float(table.values.max(initial=0.0)), float(known.amounts.sum())
    return table.kind == "sums" and known.sums is None and abs(whole - added) <= ADDS_UP * max(whole, added)
