"""Explanation of a cell: who contributes, which rule says what, and what a reader can work out."""

from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

import numpy as np

from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.tables.audit.audited import Audited
from sdcdesk.tables.cells.cell_status import TITLES, CellStatus
from sdcdesk.tables.cells.cell_table import CellTable

SHOWN = 3
"""Contributors that are shown one by one."""


@dataclass(frozen=True, slots=True)
class CellExplanation:
    """What there is to say of a cell, for its owner.

    Attributes
    ----------
    title
        Its codes.
    status
        Why it is hidden or published.
    value
        The original value; None: nobody here knows it.
    contributors
        How many there are, in a sentence; empty: not known.
    shares
        Shares of the largest contributors in the cell, the largest first; above 1 where its weight is below.
    others
        Share of all others, and of those that weights stand for.
    reasons
        What rules say, a sentence each.
    low, high
        Between which values a reader knows it to be; None: it is published as it is, or was not audited.
    needed
        What is asked for, in a sentence; empty: nothing.
    enough
        Whether the interval is wide enough.
    exposed
        Whether the cell is sensitive, and published by hand nevertheless.
    """

    title: str
    status: CellStatus
    value: float | None
    contributors: Sentence | str
    shares: tuple[float, ...]
    others: float
    reasons: tuple[Sentence, ...]
    low: float | None
    high: float | None
    needed: Sentence | str
    enough: bool
    exposed: bool

    @property
    def status_title(self) -> str:
        """What people read."""
        return TITLES[self.status]


def explain_cell(
    table: CellTable, cell: int, found: Audited | None = None, digits: int | None = None
) -> CellExplanation:
    """Return what there is to say of a cell.

    Parameters
    ----------
    table
        As it is published.
    cell
        Its place.
    found
        The audit of the table; None: there is none.
    digits
        After the point, to which what is needed is rounded up; None: it is not.

    Returns
    -------
    CellExplanation
        For its owner alone: it names contributions.
    """
    low, high, narrow = _interval(table, cell, found)
    said, (shares, others) = table.sensitivity, _shares(table, cell)
    value = None if table.unknown[cell] else float(table.values[cell])
    return CellExplanation(
        title=table.cell_text(cell),
        status=table.status[cell],
        value=value,
        contributors=_contributors(table, cell),
        shares=shares,
        others=others,
        reasons=() if said is None else said.reasons.get(cell, ()),
        low=low,
        high=high,
        needed=_needed(table, cell, digits),
        enough=not narrow,
        exposed=bool(table.is_sensitive[cell] and table.is_always[cell]),
    )


def narrow_cells(table: CellTable, found: Audited | None) -> np.ndarray:
    """Return which cells of a table somebody can work out too well.

    Parameters
    ----------
    table
        As it is published.
    found
        The audit of the table and of those that are published with it; None: there is none.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    if found is None:
        return np.zeros(len(table), dtype=bool)
    worked_out = np.zeros(len(found.system), dtype=bool)
    worked_out[[one.cell for one in found.attacks]] = True
    return np.asarray(worked_out[_own_cells(table, found)])


def _own_cells(table: CellTable, found: Audited) -> np.ndarray:
    """Return where the cells of a table are in the system of its audit, int64 (n,)."""
    # It may have got another name since: what it holds is the same.
    at = next(place for place, one in enumerate(found.system.tables) if one.frame is table.frame)
    return found.system.cells[at]


def _interval(table: CellTable, cell: int, found: Audited | None) -> tuple[float | None, float | None, bool]:
    if found is None:
        return None, None, False
    own = int(_own_cells(table, found)[cell])
    at = np.flatnonzero(found.cells == own)
    narrow = any(one.cell == own for one in found.attacks)
    if not len(at):
        return None, None, narrow
    return float(found.low[at[0]]), float(found.high[at[0]]), narrow


def _contributors(table: CellTable, cell: int) -> Sentence | str:
    if table.frequency is None:
        return ""
    number = int(table.frequency[cell])
    return sentence("{n} contributor", "{n} contributors", "n", n=number)


def _shares(table: CellTable, cell: int) -> tuple[tuple[float, ...], float]:
    known = table.contributions
    if known is None:
        return (), 0.0
    # What amounts add up to is not the value where they are weighted or negative.
    whole = float(table.values[cell]) if known.sums is None else float(known.sums[cell])
    most = min(SHOWN, known.most_given) if known.are_given else SHOWN
    if whole <= 0 or not most:
        return (), 0.0
    top = known.largest(table.dimensions, most).amounts[cell] / whole
    shares = tuple(float(one) for one in top if one > 0)
    rest = 1 - sum(shares)
    return shares, rest if rest > 1e-9 else 0.0


def _needed(table: CellTable, cell: int, digits: int | None) -> Sentence | str:
    said = table.sensitivity
    if said is None or not said.sensitive[cell]:
        return ""
    lower, upper, width = float(said.lower[cell]), float(said.upper[cell]), float(said.sliding[cell])
    lower, upper, width = (_rounded_up(one, digits) for one in (lower, upper, width))
    if width > lower + upper:
        return sentence("It must be {width} wide.", width=width)
    if not lower and not upper:
        return plain("It must not be known exactly.")
    words = "It must reach at least {lower} below the value and {upper} above it."
    return sentence(words, lower=lower, upper=upper)


def _rounded_up(number: float, digits: int | None) -> float:
    if digits is None or not isfinite(number) or number <= 0:
        return number
    # Two digits that count at least: what is small is not told to be as large as the last digit.
    scale = 10.0 ** min(max(digits, 1 - floor(log10(number))), 300)
    return ceil(number * scale - 1e-9) / scale


def cell_records(table: CellTable, cell: int) -> np.ndarray:
    """Return the records of a cell.

    Parameters
    ----------
    table
        The table.
    cell
        Its place.

    Returns
    -------
    np.ndarray
        int64 (r,), positions in the file; empty: not known.
    """
    known = table.contributions
    if known is None or known.are_given:
        return np.empty(0, dtype=np.int64)
    return np.asarray(known.rows[known.of(table.dimensions, table.code_places(cell))])
