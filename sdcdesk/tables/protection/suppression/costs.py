"""Costs of hiding a cell: what its readers lose."""

from typing import Literal

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.protection.suppression.distances import distances_from

Cost = Literal["value", "frequency", "equal", "log_value", "distance", "given"]

COSTS: dict[Cost, str] = {
    "value": "its value: as little as possible of the total is hidden",
    "log_value": "the logarithm of its value: between value and number",
    "frequency": "its contributors: as few as possible are hidden",
    "equal": "equally: as few cells as possible are hidden",
    "distance": "its distance from the nearest sensitive cell: what is hidden lies close together",
    "given": "as given with the table, by a variable or a column of costs",
}

FREE = 1e-3
"""Part of the smallest cost above 0 that a cell has which is given the cost 0."""

NO_FREQUENCY = (
    "How many contribute to each cell is not known; name the column with them, or choose another cost."
)

NO_COSTS = (
    "No costs are given with the table; name the variable or the column that holds them, or choose another "
    "cost."
)


def hiding_costs(system: CellSystem, cost: Cost) -> np.ndarray:
    """Return what hiding each cell costs.

    Parameters
    ----------
    system
        Cells of one or of several tables.
    cost
        What readers lose. The distance from a sensitive cell is that of `distances_from`.

    Returns
    -------
    np.ndarray
        float64 (n,), above 0, in the mean 1; a total costs what its parts do, and empty cells as little as
        the cheapest other. Of a cell that several tables have the largest given cost counts.

    Raises
    ------
    DataError
        What the costs are made of is not known of a table.
    """
    values = np.abs(system.values)
    least = 1.0
    if cost == "value":
        found = values.copy()
    elif cost == "log_value":
        found = np.log1p(values)
    elif cost == "frequency":
        found = system.largest(_known(system, [one.frequency for one in system.tables], NO_FREQUENCY))
    elif cost == "given":
        found, least = system.largest(_known(system, [one.costs for one in system.tables], NO_COSTS)), FREE
    elif cost == "distance":
        found = distances_from(
            system, system.of_cells([table.is_sensitive & ~table.is_always for table in system.tables])
        )
    else:
        found = np.ones(len(system))
    positive = found[found > 0]
    found = np.maximum(found, least * float(positive.min()) if len(positive) else 1.0)
    return np.asarray(found / found.mean())


def _known(system: CellSystem, numbers: list[np.ndarray | None], words: str) -> list[np.ndarray]:
    """Return numbers of cells for each table, or say which table lacks them."""
    found = []
    for table, some in zip(system.tables, numbers, strict=True):
        if some is None and table.is_hidden.all():
            some = np.zeros(len(table))  # it only ties others together, and nobody publishes a cell of it
        if some is None:
            raise DataError(plain(words), "cost", title=table.title or table.name)
        found.append(some.astype(np.float64))
    return found
