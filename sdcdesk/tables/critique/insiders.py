"""Insiders: between which values contributors know the largest one to be."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.rules.pq import few_contributors, target_and_intruder
from sdcdesk.tables.rules.rule import largest, totals


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class InsiderKnowledge:
    """What contributors know of the largest one of each cell that needs protection.

    Attributes
    ----------
    target
        float64 (n,), that contribution; 0 where there is none.
    low, high
        float64 (n,), between which values the largest of the others knows it to be.
    coalition
        float64 (n,), what it is at most as several others together know; NaN where they are not known, as in
        a finished table that tells fewer of the largest contributions.
    """

    target: np.ndarray
    low: np.ndarray
    high: np.ndarray
    coalition: np.ndarray

    @property
    def error(self) -> np.ndarray:
        """float64 (n,), how far the farther end of the interval is from the target, divided by it."""
        off = np.maximum(self.high - self.target, self.target - self.low)
        return np.asarray(np.divide(off, self.target, out=np.zeros(len(off)), where=self.target > 0))

    @classmethod
    def of(cls, table: CellTable, q: float, size: int, progress: Progress = SILENT) -> "InsiderKnowledge":
        """Return what insiders know of the cells of a table.

        Parameters
        ----------
        table
            With contributions.
        q
            Percent, to within which the second contributor knows the others.
        size
            How many others are in the coalition, from 1.
        progress
            Receives how far the work is.

        Returns
        -------
        InsiderKnowledge
            Of all cells.
        """
        few, _ = few_contributors(table, progress)
        target, intruder = target_and_intruder(table, progress)
        # Where nobody else contributes there is no rest, whatever weights make of the total.
        whole = np.where(few, target + intruder, totals(table))
        low, high = second_contributors_interval(whole, target, intruder, q)
        known = table.contributions
        if known is None:
            raise AssertionError("the rules need contributions")
        if known.are_given and known.most_given <= size:
            return cls(target, low, high, np.full(len(table), np.nan))
        top = largest(table, size + 1, progress)
        # Whoever is to be protected is among them, or smaller than they are.
        among = target >= top[:, size]
        others = np.where(among, top.sum(axis=1) - target, top[:, :size].sum(axis=1))
        return cls(target, low, high, np.maximum(whole - others, target))


def second_contributors_interval(
    whole: np.ndarray, largest: np.ndarray, second: np.ndarray, q: float = 100.0
) -> tuple[np.ndarray, np.ndarray]:
    """Return between which values the second contributor knows the largest one to be.

    He knows the others, whole − x₁ − x₂ together, to within q %.

    Parameters
    ----------
    whole, largest, second
        float64 (n,), total, largest and second contribution of each cell.
    q
        Percent, from 0 to 100: with 100 he knows nothing of them but that none is negative.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Lowest and highest, float64 (n,).
    """
    rest = np.maximum(whole - largest - second, 0.0)
    low = np.maximum(whole - second - (1 + q / 100) * rest, 0.0)
    return low, whole - second - (1 - q / 100) * rest
