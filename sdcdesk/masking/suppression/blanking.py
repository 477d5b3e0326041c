"""Blanking: values are taken out, and their cells are empty."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import CELLS, RECORDS, Quantity
from sdcdesk.core.text.sentence import sentence


def with_blanks(data: Microdata, cells: Mapping[str, np.ndarray]) -> tuple[Microdata, dict[str, Quantity]]:
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
    Microdata, dict[str, Quantity]
        The same records; and the cells blanked, in all and in each variable, and the records with such a
        cell.
    """
    lost = {name: where & ~data.missing(name) for name, where in cells.items()}
    columns = {name: _blanked(data.column(name), where) for name, where in lost.items() if where.any()}
    touched = np.logical_or.reduce([*lost.values(), np.zeros(len(data), dtype=bool)])
    figures = {
        "cells blanked": Quantity(sum(int(where.sum()) for where in lost.values()), CELLS),
        "records with a blank": Quantity(int(touched.sum()), RECORDS),
    }
    for name, where in lost.items():
        figures[sentence("cells blanked in {name}", name=name)] = Quantity(int(where.sum()), CELLS)
    return data.assign(columns) if columns else data, figures


def _blanked(column: pd.Series, where: np.ndarray) -> pd.Series:
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iub":
        # Plain whole numbers and truth values have no room for an empty cell.
        column = pd.Series(pd.array(column.to_numpy()))
    return column.mask(where)
