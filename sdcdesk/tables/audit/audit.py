"""Audit of published tables: the interval of every hidden cell, and which cells are too narrow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.numbers.quantity import CELLS, NUMBER, Quantity, Why, undefined
from sdcdesk.core.operations.assessing import Assessing, Concern
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.tables.attacks.attacks import Attack, successful_attacks
from sdcdesk.tables.attacks.intervals import HiddenCells, feasibility_intervals
from sdcdesk.tables.attacks.requirements import Requirements, tolerance
from sdcdesk.tables.audit.hidden_figures import (
    BY_HAND,
    HIDDEN,
    SECONDARY,
    SENSITIVE,
    VALUE_HIDDEN,
    hidden_figures,
)
from sdcdesk.tables.cells.cell_status import TITLES, CellStatus
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
    """

    system: CellSystem
    cells: np.ndarray
    low: np.ndarray
    high: np.ndarray
    needs: Requirements
    attacks: tuple[Attack, ...]

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

    def frame(self) -> pd.DataFrame:
        """Return a row for each cell that is not published as it is.

        Returns
        -------
        pd.DataFrame
            Codes of the dimensions, status, value, lowest and highest possible value, required protection
            below and above, and whether the interval is wide enough, to insiders, too.
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
        return pd.DataFrame(rows | {} if rows else {name: [] for name in (*names, "status")}).assign(
            value=np.where(self.system.unknown[self.cells], np.nan, self.system.values[cells]),
            lowest=self.low,
            highest=self.high,
            required_lower=needs.lower[cells],
            required_upper=needs.upper[cells],
            required_width=np.maximum(needs.sliding[cells], needs.lower[cells] + needs.upper[cells]),
            wide_enough=~self.narrow,
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
    concealed = HiddenCells.of(
        system.relations, system.values, hidden, system.lowest, system.highest, system.integer
    )
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


def audit(*tables: CellTable, progress: Progress = SILENT) -> pd.DataFrame:
    """Return the interval that a reader can work out for every hidden cell.

    Parameters
    ----------
    *tables
        With what is published of them, one or several that are published together.
    progress
        Receives how far the work is.

    Returns
    -------
    pd.DataFrame
        A row a cell; see `Audited.frame`.

    Raises
    ------
    DataError
        Tables that share cells differ in them.
    Cancelled
        The user asked to stop.
    """
    return audited(*tables, progress=progress).frame()


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
    from dataclasses import replace

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
    sure = np.array([rough(one, SURE) for one in own.tolist()])
    nearer = (np.abs(decimal - own) < np.abs(sure - own)) | (np.abs(own) <= NOTHING * size)
    found = ends.copy()
    found[finite] = np.where(nearer, decimal, sure) + 0.0
    return found


def _exact_scale(size: float) -> float:
    """Return the power of ten up to which numbers of a size have digits that are more than arithmetic."""
    return float(10.0 ** min(np.floor(53 * np.log10(2.0) - np.log10(size)), 300.0)) if size > 0 else 1.0


SURE = 9
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


NARROW = Declared("too_narrow", "Cells too narrow", CELLS, better="less").means(
    "Sensitive cells whose value a reader, or a contributor who knows his own part, works out more closely "
    "than "
    "the rules allow."
)

KNOWN = Declared("known", "Known exactly", CELLS, better="less").means(
    "Hidden cells whose value follows from the published ones."
)

NARROWEST = Declared("narrowest", "Narrowest protection", NUMBER, better="more").means(
    "The smallest distance of an end of an interval from the value of a sensitive cell, divided by that "
    "value; of each cell the farther end counts, which may be more than the value away."
)

INTERVALS: DeclaredTable[Audited] = DeclaredTable(
    name="intervals",
    title="Hidden cells",
    about=plain("Between which values each hidden cell must lie, given all that is published."),
    columns=(
        Column("cell", "Cell", None, "Its codes.", secrecy=Secrecy.RECORD).cells(
            lambda found: [found.system.cell_text(cell) for cell in found.cells.tolist()]
        ),
        Column("status", "Why hidden", None, "As its owner sees it.", secrecy=Secrecy.RECORD).cells(
            lambda found: [TITLES[CellStatus(one)] for one in found.frame()["status"]]
        ),
        Column("value", "Value", None, "The original one.", secrecy=Secrecy.RECORD).cells(
            lambda found: found.frame()["value"].to_numpy()
        ),
        Column("lowest", "Lowest", None, "Smallest possible value.", secrecy=Secrecy.RECORD).cells(
            lambda found: found.low
        ),
        Column("highest", "Highest", None, "Largest possible value.", secrecy=Secrecy.RECORD).cells(
            lambda found: found.high
        ),
        Column("wide_enough", "Wide enough", None, "As its rules ask.", secrecy=Secrecy.RECORD).cells(
            lambda found: ["no" if narrow else "yes" for narrow in found.narrow]
        ),
    ),
    empty="No cell is hidden.",
)


class Audit(Assessing[CellTable]):
    """What a reader of a published table can work out of its hidden cells, exactly.

    For each hidden cell the smallest and the largest value are found that agree with all published numbers,
    all sums of the table, and with what everybody knows: that no value is negative, where none is, and that
    counts are whole numbers. Of rounded and adjusted tables each published number tells between which values
    the original one lies; where the way in which the numbers were chosen tells more than that, a note says
    so. Sensitive cells must be as uncertain as their rules ask.

    Contributors know more, and each of them is tried on every sensitive cell: the value of a cell in which he
    is alone, and of every other hidden cell that it is no less than his own part, where amounts are not
    negative. To him a cell must be as uncertain as to others, but downwards no further than to his own part;
    to its largest contributor, whom the rules protect, no more than they ask for the cell of the others. Of a
    holding all members are one contributor. Where a finished table does not tell whose its contributions are,
    only whoever is alone in a cell is tried, in each cell another one. Coalitions that put together what they
    know are not tried. Intervals of counts are those of whole numbers: some table of counts has either end.
    Only where the search among such tables has too many branches, as may be in large tables of three
    dimensions, an interval ends with the best table so far, and is at least so wide.

    When to use it: after every protection, which is done by itself, and for tables that were protected
    elsewhere.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"region": list("NNNNSSSS"), "sales": [90, 5, 3, 1, 20, 21, 40, 44]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], value="sales")
    >>> judged = table.sensitive(sdc.tables.PPercent(10))
    >>> sdc.tables.Audit().find(judged).value("too_narrow")  # the total less S
    1
    """

    name: ClassVar[str] = "audit"
    title: ClassVar[str] = "Audit"
    source: ClassVar[str] = "Fischetti and Salazar 2001"
    purpose: ClassVar[str] = "What a reader can work out of the cells that are hidden."
    concern: ClassVar[Concern] = Concern.RISK
    declares: ClassVar[tuple[Declared, ...]] = (
        HIDDEN,
        SENSITIVE,
        SECONDARY,
        BY_HAND,
        NARROW,
        KNOWN,
        VALUE_HIDDEN,
        NARROWEST,
    )
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (INTERVALS,)

    def find(self, *tables: CellTable, progress: Progress = SILENT) -> Findings:
        """Return what a reader can work out.

        Parameters
        ----------
        *tables
            Published together.
        progress
            Receives how far the work is.

        Returns
        -------
        Findings
            All declared figures, and the intervals.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        return to_findings(audited(*tables, progress=progress))


def to_findings(found: Audited) -> Findings:
    """Return the figures and the table of an audit.

    Parameters
    ----------
    found
        Intervals and attacks.

    Returns
    -------
    Findings
        For the owner; the cells that are too narrow are named in notes.
    """
    hidden = hidden_figures(found.system)
    blocks = (
        *(one.figure(hidden[one]) for one in (HIDDEN, SENSITIVE, SECONDARY, BY_HAND)),
        NARROW.figure(Quantity(len({one.cell for one in found.attacks}), CELLS)),
        KNOWN.figure(Quantity(int(found.known.sum()), CELLS)),
        VALUE_HIDDEN.figure(hidden[VALUE_HIDDEN]),
        NARROWEST.figure(_narrowest(found)),
    )
    notes = (*(Note(one) for one in found.sentences), *found.provisos)
    return Findings(sections=(Section(name="audit", blocks=blocks, notes=notes), INTERVALS.section(found)))


def _narrowest(found: Audited) -> Quantity:
    sensitive = found.needs.sensitive[found.cells]
    values = found.system.values[found.cells]
    asked = sensitive & (values != 0) & ~found.system.unknown[found.cells]
    if not asked.any():
        return undefined(NUMBER, Why.TOO_FEW, "No hidden cell is sensitive and other than 0.")
    reach = np.maximum(values - found.low, found.high - values)[asked] / np.abs(values[asked])
    least = float(reach.min())
    if not np.isfinite(least):
        return undefined(NUMBER, Why.INFINITE, "Nothing bounds the values of the hidden cells.")
    return Quantity(least, NUMBER)
