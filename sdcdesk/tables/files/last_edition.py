"""Files of last editions: which cells of a table were hidden when it was published before."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io import read
from sdcdesk.tables.cells.cell_table import VALUE
from sdcdesk.tables.cells.last_edition import LastEdition
from sdcdesk.tables.files.columns import RELEASED, is_own
from sdcdesk.tables.files.finished_columns import USUAL, FinishedColumns, published_values, row_codes
from sdcdesk.tables.files.formula_text import restored


def read_last_edition(
    path: Path | str,
    dimensions: Sequence[str] = (),
    *,
    columns: FinishedColumns = USUAL,
    progress: Progress = SILENT,
) -> LastEdition:
    """Read which cells of a table were hidden when it was published before.

    Parameters
    ----------
    path
        A table as this program or another one wrote it: a line a cell, hidden ones without a value or with a
        mark in its place. Of a table with the original values, what was "published" counts.
    dimensions
        Its variables; none: all columns that this program does not write beside them.
    columns
        What the column of values and those of the owner are called, and marks of hidden cells.
    progress
        Receives how far the work is.

    Returns
    -------
    LastEdition
        Codes of hidden cells, and no value.

    Raises
    ------
    ReadError
        The file cannot be read.
    DataError
        A column is missing, or a row has no code, or neither a number nor a mark.
    """
    data = read(path, progress=progress)
    if RELEASED in data:
        columns = replace(columns, value=RELEASED)
    if columns.value not in data:
        words = "The last edition has no column {name}; name the one of its values."
        raise DataError(sentence(words, name=short(columns.value)), VALUE)
    names = {restored(name): name for name in data.names}
    wanted = tuple(dimensions) or tuple(name for name in names if not (is_own(name) or name in columns.names))
    for name in wanted:
        if name not in names:
            words = "The last edition has no column {name}; choose the same table of another year."
            raise DataError(sentence(words, name=short(name)), "last_edition")
    if not wanted:
        raise DataError(sentence("The last edition has no column for a dimension."), "last_edition")
    codes = [row_codes(data, names[name]) for name in wanted]
    hidden = np.flatnonzero(np.isnan(published_values(data, columns)))
    cells = tuple(tuple(own[row] for own in codes) for row in hidden.tolist())
    return LastEdition(file=Path(path).name, dimensions=wanted, hidden=cells)
