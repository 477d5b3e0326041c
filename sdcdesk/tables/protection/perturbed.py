"""Perturbed tables: other numbers are published in the place of the original ones, and none is hidden."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.findings import Declared, Note
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.protection.perturbed_figures import PERTURBED, perturbed_figures
from sdcdesk.tables.protection.protection import Protection


class Perturbation(Protection):
    """A protection that publishes other numbers in the place of the original ones."""

    declares: ClassVar[tuple[Declared, ...]] = PERTURBED

    def _measured(self, system: CellSystem) -> Mapping[Declared, Quantity]:
        return perturbed_figures(system)


def released_as(
    table: CellTable,
    values: np.ndarray,
    spread: np.ndarray,
    protection: Protection,
    above: np.ndarray | None = None,
    notes: tuple[Note, ...] = (),
) -> CellTable:
    """Return a table of which other numbers are published.

    Parameters
    ----------
    table
        The original one.
    values
        float64 (n,), what is published.
    spread
        float64 (n,), how far the original may be from it, as everybody knows.
    protection
        What made them.
    above
        float64 (n,), how far the original may be above it; None: as far as `spread` says for below.
    notes
        On its making; a warning is told by the audit, too.

    Returns
    -------
    CellTable
        Cells that must be hidden by hand are.
    """
    if table.kind == "counts" and (table.values == np.rint(table.values)).all():
        # From one whole number to another it is a whole one, which no size of the numbers blurs.
        whole = values == np.rint(values)
        spread = np.where(whole, np.floor(spread), spread)
        above = None if above is None else np.where(whole, np.floor(above), above)
    hidden = table.is_forced & ~table.is_always
    published = np.where(hidden, np.nan, values)
    return table.with_released(
        Released(published, np.zeros(len(table), dtype=bool), protection, spread, above, notes=notes)
    )


def sums_of_leaves(table: CellTable, values: np.ndarray) -> np.ndarray:
    """Return values in which every total is the sum of its innermost parts.

    Parameters
    ----------
    table
        With the dimensions.
    values
        float64 (n,); those of totals are not looked at.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    found = values.reshape(table.shape).copy()
    for axis, dimension in enumerate(table.dimensions):
        _add_up(np.moveaxis(found, axis, 0), dimension)
    return found.ravel()


def require_counts(table: CellTable, protection: Protection) -> None:
    """Raise `DataError` for a table whose values are no counts.

    Parameters
    ----------
    table
        Any.
    protection
        Whose title stands before the sentence.

    Raises
    ------
    DataError
        The values are sums.
    """
    if table.kind != "counts":
        words = "This protects counts; the table holds sums, which cell suppression or adjustment protect."
        raise DataError(plain(words), "protection", title=protection.title)


def _add_up(along: np.ndarray, dimension: Dimension) -> None:
    wholes = list(dimension.wholes)
    along[wholes] = 0
    for place in range(len(dimension) - 1, 0, -1):
        along[dimension.parents[place]] += along[place]
