"""Audit of published tables: its figures, and its table of hidden cells."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import CELLS, NUMBER, Quantity, Why, undefined
from sdcdesk.core.operations.assessing import Assessing, Concern
from sdcdesk.core.operations.parameters import parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.attacks.coalitions import MOST, Coalitions
from sdcdesk.tables.audit.audited import Audited, audited
from sdcdesk.tables.audit.hidden_figures import (
    BY_HAND,
    HIDDEN,
    SECONDARY,
    SENSITIVE,
    VALUE_HIDDEN,
    hidden_figures,
)
from sdcdesk.tables.cells.cell_status import TITLES, CellStatus
from sdcdesk.tables.cells.cell_table import CellTable

NARROW = Declared("too_narrow", "Cells too narrow", CELLS, better="less").means(
    "Sensitive cells whose value a reader, or a contributor who knows his own part, works out more closely "
    "than the rules allow."
)

KNOWN = Declared("known", "Known exactly", CELLS, better="less").means(
    "Hidden cells whose value follows from the published ones."
)

NARROWEST = Declared("narrowest", "Narrowest protection", NUMBER, better="more").means(
    "The smallest distance of an end of an interval from the value of a sensitive cell, divided by that "
    "value; of each cell the farther end counts, which may be more than the value away."
)


def _with_coalitions(found: Audited) -> bool:
    return found.coalitions is not None


def _of_coalitions(read: Callable[[Coalitions], np.ndarray]) -> Callable[[Audited], np.ndarray]:
    """Return what reads a column from what coalitions know; NaN where nobody asked."""

    def cells(found: Audited) -> np.ndarray:
        if found.coalitions is None:
            return np.full(len(found.cells), np.nan)
        return read(found.coalitions)

    return cells


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
        Column(
            "largest",
            "Largest",
            NUMBER,
            "What the largest contributor adds; of sensitive cells.",
            over="Largest contributor",
            secrecy=Secrecy.RECORD,
        ).cells(_of_coalitions(lambda known: known.largest), when=_with_coalitions),
        Column(
            "coalition_lowest",
            "At least",
            NUMBER,
            "What a coalition of the next largest knows that it is at least.",
            over="Largest contributor",
            secrecy=Secrecy.RECORD,
        ).cells(_of_coalitions(lambda known: known.low), when=_with_coalitions),
        Column(
            "coalition_highest",
            "At most",
            NUMBER,
            "What a coalition of the next largest knows that it is at most.",
            over="Largest contributor",
            secrecy=Secrecy.RECORD,
        ).cells(_of_coalitions(lambda known: known.high), when=_with_coalitions),
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
    only whoever is alone in a cell is tried, in each cell another one. No rule asks for protection against
    coalitions that put together what they know; where they are asked for, the next largest contributors of
    each sensitive cell are tried, and it is told between which values they know its largest one. They are
    thought to know how many contribute, and nothing of the others. Intervals of counts are those of whole
    numbers: some table of counts has either end. Only where the search among such tables has too many
    branches, as may be in large tables of three dimensions, an interval ends with the best table so far, and
    is at least so wide.

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

    coalition: int = parameter(
        0,
        "Coalition",
        "So many of the next largest contributors of each sensitive cell put together what they know of all "
        "cells; 0: nobody does.",
        ge=0,
        le=MOST,
    )

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
        found = audited(*tables, progress=progress.part(0.0, 0.8))
        return to_findings(found.with_coalitions(self.coalition, progress.part(0.8, 1.0)))


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
