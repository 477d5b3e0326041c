"""Blanking: values are taken out, and their cells are empty."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import CELLS, RECORDS, Quantity
from sdcdesk.core.operations.masked import ByVariable
from sdcdesk.core.results.findings import Declared
from sdcdesk.masking.declared import CELLS_BLANKED, RECORDS_WITH_BLANKS


@dataclass(frozen=True, slots=True)
class Blanked:
    """A file some cells of which were blanked.

    Attributes
    ----------
    data
        The same records.
    reported
        Cells blanked, and records with such a cell.
    by_variable
        Cells blanked in each variable.
    """

    data: Microdata
    reported: Mapping[Declared, Quantity]
    by_variable: ByVariable


def with_blanks(data: Microdata, cells: Mapping[str, np.ndarray]) -> Blanked:
    """Return the data with some cells empty, and how many lost their value.

    Cells that are missing already, by a code too, stay as they are. Whole numbers stay whole.

    Parameters
    ----------
    data
        The file before the step.
    cells
        bool (n,) for each variable: which of its cells become empty.

    Returns
    -------
    Blanked
        What is told of it with it.
    """
    lost = {name: where & ~data.missing(name) for name, where in cells.items()}
    columns = {name: _blanked(data.column(name), where) for name, where in lost.items() if where.any()}
    touched = np.logical_or.reduce([*lost.values(), np.zeros(len(data), dtype=bool)])
    counts = {name: Quantity(int(where.sum()), CELLS) for name, where in lost.items()}
    reported = {
        CELLS_BLANKED: Quantity(sum(int(where.sum()) for where in lost.values()), CELLS),
        RECORDS_WITH_BLANKS: Quantity(int(touched.sum()), RECORDS),
    }
    found = {name: {CELLS_BLANKED: count} for name, count in counts.items()}
    return Blanked(data.assign(columns) if columns else data, reported, found)


def _blanked(column: pd.Series, where: np.ndarray) -> pd.Series:
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iub":
        # Plain whole numbers and truth values have no room for an empty cell.
        column = pd.Series(pd.array(column.to_numpy()))
    return column.mask(where)
