"""Audited tables: the interval of every hidden cell, and which cells are too narrow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.results.findings import Note
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.tables.attacks.attacks import Attack, successful_attacks
from sdcdesk.tables.attacks.coalitions import Coalitions
from sdcdesk.tables.attacks.intervals import HiddenCells, feasibility_intervals
from sdcdesk.tables.attacks.requirements import Requirements, tolerance
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.decimal_sums import decimal_scale


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Audited:
    """What a reader can work out of published tables.

    Attributes
    ----------
    system
        Their cells.
    cells
        int64 (k,), places of the cells whose value is not published as it is.
    low, high
        float64 (k,), between which values each of them must lie.
    needs
        What must stay uncertain.
    attacks
        Sensitive cells that somebody works out too well.
    coalitions
        What coalitions know of the largest contributors of sensitive cells; None: nobody asked.
    """

    system: CellSystem
    cells: np.ndarray
    low: np.ndarray
    high: np.ndarray
    needs: Requirements
    attacks: tuple[Attack, ...]
    coalitions: Coalitions | None = None

    @property
    def is_passed(self) -> bool:
        """Whether every sensitive cell is as uncertain as its rules ask."""
        return not self.attacks

    @property
    def known(self) -> np.ndarray:
        """Which of the cells are known exactly, bool (k,)."""
        return np.asarray(self.high - self.low <= tolerance(self.system.values[self.cells]))

    @property
    def narrow(self) -> np.ndarray:
        """Which of the cells somebody works out too well, bool (k,)."""
        return np.isin(self.cells, [one.cell for one in self.attacks])

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Of every attack that succeeds what it finds, by the cell."""
        return tuple(_attack_text(self, one) for one in self.attacks)

    @property
    def provisos(self) -> tuple[Note, ...]:
        """What a reader learns from the making of the numbers beyond these intervals."""
        made = [one.published for one in self.system.tables if one.published is not None]
        known = (note for one in made if one.spread is not None for note in one.notes)
        return tuple(dict.fromkeys(one for one in known if one.severity == "warning"))

    def with_coalitions(self, size: int, progress: Progress = SILENT) -> "Audited":
        """Return the audit with what coalitions know.

        Parameters
        ----------
        size
            How many of the next largest contributors of a cell put together what they know; 0: none.
        progress
            Receives how far the work is.

        Returns
        -------
        Audited
            All else stays.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        if size == 0:
            return replace(self, coalitions=None)
        needs = self.needs
        found = Coalitions.of(self.system, self.cells, needs.sensitive, needs.contributors, size, progress)
        return replace(self, coalitions=found)

    def frame(self) -> pd.DataFrame:
        """Return a row for each cell that is not published as it is.

        Returns
        -------
        pd.DataFrame
            Codes of the dimensions, status, value, lowest and highest possible value, required protection
            below and above, and whether the interval is wide enough, to insiders, too; where coalitions were
            asked for, the largest contribution, and between which values they know it to be.
        """
        rows: dict[str, list[Any]] = {}
        several = len(self.system.tables) > 1
        names = dict.fromkeys(one.name for table in self.system.tables for one in table.dimensions)
        statuses = [table.status for table in self.system.tables]
        for table_number, place in self.system.names[self.cells].tolist():
            table = self.system.tables[table_number]
            codes = dict(zip((one.name for one in table.dimensions), table.codes(place), strict=True))
            if several:
                rows.setdefault("table", []).append(table.title or table.name or str(table_number + 1))
            for name in names:
                rows.setdefault(name, []).append(codes.get(name, ""))
            rows.setdefault("status", []).append(str(statuses[table_number][place]))
        needs, cells = self.needs, self.cells
        known = self.coalitions
        asked = {} if known is None else {"largest": known.largest}
        if known is not None:
            asked |= {"coalition_lowest": known.low, "coalition_highest": known.high}
        return pd.DataFrame(rows | {} if rows else {name: [] for name in (*names, "status")}).assign(
            value=np.where(self.system.unknown[self.cells], np.nan, self.system.values[cells]),
            lowest=self.low,
            highest=self.high,
            required_lower=needs.lower[cells],
            required_upper=needs.upper[cells],
            required_width=np.maximum(needs.sliding[cells], needs.lower[cells] + needs.upper[cells]),
            wide_enough=~self.narrow,
            **asked,
        )


def audited(*tables: CellTable, progress: Progress = SILENT) -> Audited:
    """Audit tables that are published together.

    Parameters
    ----------
    *tables
        With what is published of them.
    progress
        Receives how far the work is.

    Returns
    -------
    Audited
        Intervals are exact for a reader who knows that no value is negative where none is; of rounded tables
        also how far each number may be off.

    Raises
    ------
    DataError
        Tables that share cells differ in them.
    Cancelled
        The user asked to stop.
    """
    system, needs, hidden = _as_published(tables)
    concealed = HiddenCells.of_system(system, hidden)
    low, high = feasibility_intervals(concealed, progress=progress.part(0.0, 0.5))
    known = np.concatenate([system.values[~hidden], concealed.lowest, concealed.highest])
    low, high = (np.where(concealed.whole, ends, _without_rounding(ends, known)) for ends in (low, high))
    attacks = successful_attacks(system, hidden, needs, progress.part(0.5, 1.0))
    return Audited(system, concealed.cells, low, high, needs, tuple(attacks))


def attacked(*tables: CellTable, progress: Progress = SILENT) -> tuple[CellSystem, tuple[Attack, ...]]:
    """Return the sensitive cells of tables that somebody works out too well, and no intervals.

    Parameters
    ----------
    *tables, progress
        As of `audited`, which also finds the interval of every hidden cell.

    Returns
    -------
    tuple[CellSystem, tuple[Attack, ...]]
        The cells, and the attacks on them that succeed.

    Raises
    ------
    DataError
        Tables that share cells differ in them.
    Cancelled
        The user asked to stop.
    """
    system, needs, hidden = _as_published(tables)
    return system, tuple(successful_attacks(system, hidden, needs, progress))


def _as_published(tables: Sequence[CellTable]) -> tuple[CellSystem, Requirements, np.ndarray]:
    """Return the cells of tables, what must stay uncertain, and which of them readers do not see."""
    known = CellSystem.of(*tables)
    # Of what everybody knew beforehand: numbers that are published too exactly ask for no less.
    needs, system = Requirements.of(known), with_published_bounds(known)
    # What one of the tables publishes is known, whatever the others hide.
    hidden = ~system.of_cells([~_is_uncertain(table) for table in system.tables])
    return system, needs, hidden


def with_published_bounds(system: CellSystem) -> CellSystem:
    """Return a system in which everybody knows how far rounded or adjusted numbers may be off.

    Parameters
    ----------
    system
        Cells of published tables.

    Returns
    -------
    CellSystem
        The same object where numbers are published as they are.
    """
    spread = [one.published for one in system.tables]
    if all(one is None or one.spread is None for one in spread):
        return system
    lowest, highest = system.lowest.copy(), system.highest.copy()
    for own, published in zip(system.cells, spread, strict=True):
        if published is not None and published.spread is not None:
            known, (low, high) = published.is_rough, published.ends
            lowest[own[known]] = np.maximum(lowest[own[known]], low[known])
            highest[own[known]] = np.minimum(highest[own[known]], high[known])
    return replace(system, lowest=lowest, highest=highest)


def _without_rounding(ends: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return ends of intervals without the last digits, in which the solver errs.

    What is larger than its sure digits has those after the point that the known numbers have: a sum of them
    is told as it is.
    """
    finite = np.isfinite(ends)
    own, known = ends[finite], known[np.isfinite(known)]
    size = max(np.abs(own).max(initial=0.0), np.abs(known).max(initial=0.0))
    scale = decimal_scale(known) or _exact_scale(size)
    decimal = np.rint(own * scale) / scale + 0.0  # 0, not −0
    sure = np.array([rough(one, SURE_OF_ENDS) for one in own.tolist()])
    nearer = (np.abs(decimal - own) < np.abs(sure - own)) | (np.abs(own) <= NOTHING * size)
    found = ends.copy()
    found[finite] = np.where(nearer, decimal, sure) + 0.0
    return found


def _exact_scale(size: float) -> float:
    """Return the power of ten up to which numbers of a size have digits that are more than arithmetic."""
    return float(10.0 ** min(np.floor(53 * np.log10(2.0) - np.log10(size)), 300.0)) if size > 0 else 1.0


SURE_OF_ENDS = 9
"""Significant digits of the ends of intervals that all are sure."""

NOTHING = 1e-12
"""Ends of no more than this part of the largest number have the digits of known ones, and no more."""


def _is_uncertain(table: CellTable) -> np.ndarray:
    published = table.published
    return table.is_hidden if published is None else table.is_hidden | published.is_rough


def _attack_text(found: Audited, attack: Attack) -> Sentence:
    exactly = attack.low == attack.high
    if attack.known:
        words = "{cell} can be narrowed down to {low} to {high} by the only contributor of {known}."
        if exactly:
            words = "{cell} can be worked out exactly by the only contributor of {known}."
    elif attack.part_of >= 0:
        words = (
            "{cell} can be narrowed down to {low} to {high} by a contributor who knows his part of {known}."
        )
        if exactly:
            words = "{cell} can be worked out exactly by a contributor who knows his part of {known}."
    else:
        words = "{cell} can be narrowed down to {low} to {high} by anybody who reads the table."
        if exactly:
            words = "{cell} can be worked out exactly by anybody who reads the table."
    values: dict[str, Any] = {"cell": found.system.cell_text(attack.cell)}
    if attack.known or attack.part_of >= 0:
        values["known"] = found.system.cell_text(attack.known[0] if attack.known else attack.part_of)
    if not exactly:
        values |= {"low": float(attack.low), "high": float(attack.high)}
    return sentence(words, **values)
