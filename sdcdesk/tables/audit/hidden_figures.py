"""Figures of hidden cells: how many there are, why, and how much of the values they hold."""

import numpy as np

from sdcdesk.core.numbers.quantity import CELLS, SHARE, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared
from sdcdesk.tables.cells.cell_system import CellSystem

HIDDEN = Declared("hidden", "Hidden cells", CELLS, better="less").means("Cells whose value is not published.")

SENSITIVE = Declared("sensitive", "Sensitive cells", CELLS).means("Cells that some rule calls sensitive.")

SECONDARY = Declared("secondary", "Hidden to protect", CELLS, better="less").means(
    "Cells that are hidden so that sensitive ones cannot be worked out."
)

BY_HAND = Declared("by_hand", "Hidden by hand", CELLS).means(
    "Cells that are not sensitive and that the owner hides."
)

HIDDEN_SHARE = Declared("hidden_share", "Share of cells hidden", SHARE, better="less").means(
    "Cells whose value is not published, divided by all cells, totals included."
)

VALUE_HIDDEN = Declared("value_hidden", "Value hidden", SHARE, better="less").means(
    "Values of the hidden cells that are no totals, added up, divided by those of all such cells."
)


def hidden_figures(system: CellSystem) -> dict[Declared, Quantity]:
    """Return all figures of hidden cells.

    Parameters
    ----------
    system
        Cells of published tables; one that some table publishes is not hidden.

    Returns
    -------
    dict[Declared, Quantity]
        By declaration. The value hidden is not defined where values are not known, or all are 0.
    """
    tables = system.tables
    hidden = ~system.of_cells([~table.is_hidden for table in tables])
    sensitive = system.of_cells([table.is_sensitive for table in tables])
    by_hand = system.of_cells([table.is_forced & ~table.unknown for table in tables]) & ~sensitive
    count = int(hidden.sum())
    return {
        HIDDEN: Quantity(count, CELLS),
        SENSITIVE: Quantity(int(sensitive.sum()), CELLS),
        SECONDARY: Quantity(int((hidden & ~sensitive & ~by_hand).sum()), CELLS),
        BY_HAND: Quantity(int((hidden & by_hand).sum()), CELLS),
        HIDDEN_SHARE: Quantity(count / len(system), SHARE, part=count, whole=len(system)),
        VALUE_HIDDEN: _value_hidden(system, hidden),
    }


def _value_hidden(system: CellSystem, hidden: np.ndarray) -> Quantity:
    if system.unknown.any():
        return undefined(SHARE, Why.NOT_APPLICABLE, "The values of some hidden cells are not known.")
    values = np.abs(system.values)
    values[system.of_cells([table.margins for table in system.tables])] = 0.0
    whole = float(values.sum())
    if not whole:
        return undefined(SHARE, Why.ZERO_DIVISOR, "All values are 0.")
    return Quantity(min(float(values[hidden].sum()) / whole, 1.0), SHARE)
