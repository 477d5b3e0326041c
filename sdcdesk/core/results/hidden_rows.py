"""Hidden rows: which rows of a table count too few records to be told, or would tell of others that do."""

import numpy as np
import pandas as pd

from sdcdesk.core.results.column import Column
from sdcdesk.core.results.edition import Edition, counts_records
from sdcdesk.core.results.table import Table


def published_rows(table: Table, edition: Edition) -> pd.DataFrame:
    """Return the rows of a table that an edition tells.

    Parameters
    ----------
    table
        Table of findings.
    edition
        Whom it is for.

    Returns
    -------
    pd.DataFrame
        The same frame where no row is hidden.
    """
    hidden = hidden_rows(table, edition)
    return table.frame[~hidden] if hidden.any() else table.frame


def hidden_rows(table: Table, edition: Edition) -> np.ndarray:
    """Return which rows of a table count too few records, or would tell how many others do.

    How many records there are in all is told elsewhere.

    Parameters
    ----------
    table
        Table of findings.
    edition
        Whom it is for.

    Returns
    -------
    np.ndarray
        bool (rows,).
    """
    hidden = rows_below_minimum(table, edition)
    if not edition.hides_small_counts:
        return hidden
    if table.crossed:
        return _crossed(table, hidden, edition)
    if table.cumulative is not None:
        for counts in _counts(table):
            hidden |= edition.between(counts.tolist(), hidden, table.cumulative)
    elif hidden.any():
        for counts in _counts(table):
            hidden |= edition.with_others(counts, hidden)
    return hidden


def rows_below_minimum(table: Table, edition: Edition) -> np.ndarray:
    """Return which rows of a table count too few records to be told.

    Parameters
    ----------
    table
        Table of findings.
    edition
        Whom it is for.

    Returns
    -------
    np.ndarray
        bool (rows,).
    """
    few = np.zeros(len(table), dtype=bool)
    for column in _counting(table) if edition.hides_small_counts else ():
        cells = table.frame[column.name]
        if cells.dtype == object:
            few |= np.array([edition.hides(quantity) for quantity in table.quantities(column)], dtype=bool)
        else:
            numbers = cells.to_numpy(dtype=np.float64, na_value=0.0)
            few |= (numbers > 0) & (numbers < edition.threshold)
    return few


def _crossed(table: Table, few: np.ndarray, edition: Edition) -> np.ndarray:
    """Return which rows of a cross table are hidden, so that no sum over a line tells those of few in it."""
    hidden, names = few.copy(), [table.frame[name] for name in table.crossed]
    lines = [np.flatnonzero(name == one) for name in names for one in name.unique()]
    counts = _counts(table)
    while True:
        before = hidden.copy()
        for cells in counts:
            for line in lines:
                if hidden[line].any():
                    hidden[line] = edition.with_others(cells[line], hidden[line])
        if np.array_equal(hidden, before):
            return hidden


def _counts(table: Table) -> list[np.ndarray]:
    """Return the counts of records of each row, int64 (rows,), by column; those not defined count nobody."""
    return [
        table.numbers(column).to_numpy(dtype=np.float64, na_value=0.0).astype(np.int64)
        for column in _counting(table)
    ]


def _counting(table: Table) -> list[Column]:
    """Return the columns of a table that count records; what names a row counts nobody."""
    return [
        column
        for column in table.columns
        if column.name in table.frame and counts_records(column.unit) and column.role != "key"
    ]
