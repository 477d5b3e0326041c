"""Editions of a table: cells that were hidden when it was published before, and what has changed."""

import numpy as np

from sdcdesk.core.numbers.quantity import CELLS, SHARE, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared
from sdcdesk.tables.cells.cell_system import CellSystem

HIDDEN_AGAIN = Declared("hidden_again", "Hidden again", SHARE, better="more").means(
    "Cells that are hidden and were hidden in the last edition, divided by all cells of the table that were."
)

NEWLY_HIDDEN = Declared("newly_hidden", "Newly hidden", CELLS, better="less").means(
    "Cells that are hidden and were published in the last edition, so that everybody knows their value of "
    "then."
)


def hidden_before(system: CellSystem) -> np.ndarray:
    """Return which cells were hidden in the last edition of their table.

    Parameters
    ----------
    system
        Cells of one or of several tables.

    Returns
    -------
    np.ndarray
        bool (n,); none where no edition is given.
    """
    masks = [np.zeros(len(table), dtype=bool) for table in system.tables]
    for mask, table in zip(masks, system.tables, strict=True):
        mask[list(table.hidden_before or ())] = True
    return system.of_cells(masks)


def edition_figures(system: CellSystem) -> dict[Declared, Quantity]:
    """Return how hidden cells have changed since the last edition.

    Parameters
    ----------
    system
        Cells of published tables.

    Returns
    -------
    dict[Declared, Quantity]
        Empty where no edition is given; of several tables, those with one count.
    """
    tables = system.tables
    if all(table.hidden_before is None for table in tables):
        return {}
    known = system.of_cells([np.full(len(one), one.hidden_before is not None) for one in tables])
    now = ~system.of_cells([~table.is_hidden for table in tables])
    before = hidden_before(system)
    again, whole = int((now & before).sum()), int(before.sum())
    nothing = undefined(SHARE, Why.ZERO_DIVISOR, "No cell was hidden in the last edition.")
    share = Quantity(again / whole, SHARE, part=again, whole=whole) if whole else nothing
    return {HIDDEN_AGAIN: share, NEWLY_HIDDEN: Quantity(int((now & known & ~before).sum()), CELLS)}
