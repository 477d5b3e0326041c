"""Costs of hiding a cell: what its readers lose."""

from typing import Literal

import numpy as np

from sdcdesk.tables.cells.cell_system import CellSystem

Cost = Literal["value", "frequency", "equal", "log_value"]

COSTS: dict[Cost, str] = {
    "value": "its value: as little as possible of the total is hidden",
    "log_value": "the logarithm of its value: between value and number",
    "frequency": "its contributors: as few as possible are hidden",
    "equal": "equally: as few cells as possible are hidden",
}


def hiding_costs(system: CellSystem, cost: Cost) -> np.ndarray:
    """Return what hiding each cell costs.

    Parameters
    ----------
    system
        Cells of one or of several tables.
    cost
        What readers lose.

    Returns
    -------
    np.ndarray
        float64 (n,), above 0, in the mean 1; a total costs what its parts do, and empty cells as little as
        the cheapest other.
    """
    values = np.abs(system.values)
    if cost == "value":
        found = values.copy()
    elif cost == "log_value":
        found = np.log1p(values)
    elif cost == "frequency":
        none = [np.zeros(len(table)) for table in system.tables]
        found = system.largest(
            [
                empty if table.frequency is None else table.frequency.astype(np.float64)
                for table, empty in zip(system.tables, none, strict=True)
            ]
        )
    else:
        found = np.ones(len(system))
    positive = found[found > 0]
    least = float(positive.min()) if len(positive) else 1.0
    found = np.maximum(found, least)
    return np.asarray(found / found.mean())
