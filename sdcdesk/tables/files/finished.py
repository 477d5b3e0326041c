"""Finished tables: cells that another program made, read from a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import read
from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.tables.cells.cell_status import CellStatus
from sdcdesk.tables.cells.cell_table import BETWEEN, FREQUENCY, VALUE, CellTable, Released
from sdcdesk.tables.cells.dimension import TOTAL, Dimension
from sdcdesk.tables.cells.relations import Relations
from sdcdesk.tables.cells.sensitivity import Sensitivity
from sdcdesk.tables.files.columns import LOWER, OWN, STATUS, UPPER

WIDENED = 1e-6
"""By how much parts may miss their total where the solver found values of hidden ones."""


def read_finished(
    path: Path | str,
    *,
    total: str = TOTAL,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    tolerance: float = 0.0,
    progress: Progress = SILENT,
) -> CellTable:
    """Read a table from a file with a line for each cell, totals included.

    Columns called "value", "frequency", "flag", "status", "published", "required_lower" and "required_upper"
    are what this program writes into them; all others are dimensions. A cell without a value is hidden.

    Parameters
    ----------
    path
        CSV, or another format that is read.
    total
        Code of the total of every dimension.
    hierarchies
        By dimension the labels that are subtotals.
    tolerance
        By how much parts may miss their total, as those of a rounded table do.
    progress
        Receives how far the work is.

    Returns
    -------
    CellTable
        The values of hidden cells are some that are possible, and known as such; with a status column what
        was sensitive and what was hidden to protect others.

    Raises
    ------
    ReadError
        The file cannot be read.
    DataError
        A column or a total is missing, a cell is missing or stands twice, or parts do not add up; the
        sentence names the cell.
    """
    return from_cells(
        read(path, progress=progress), total=total, hierarchies=hierarchies, tolerance=tolerance
    )


def from_cells(
    data: Microdata,
    *,
    total: str = TOTAL,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    tolerance: float = 0.0,
) -> CellTable:
    """Return the table whose cells are the rows of a file; errors are those of `read_finished`.

    Parameters
    ----------
    data
        A row a cell.
    total, hierarchies, tolerance
        See `read_finished`.

    Returns
    -------
    CellTable
        In the order of its dimensions' codes.

    Raises
    ------
    DataError
        A column, code or cell is missing, a cell stands twice, or parts do not add up.
    """
    names = [name for name in data.names if name not in OWN]
    if VALUE not in data:
        raise DataError(sentence("The table has no column {name}; give the values one.", name=VALUE), VALUE)
    if not names:
        raise DataError(sentence("The table has no column for a dimension; give each one its own."), VALUE)
    texts = {name: [value_text(one) for one in data.column(name)] for name in names}
    for name in names:
        missing = np.flatnonzero(data.missing(name))
        if len(missing):
            words = "{name}: row {row} has no code; give every cell one."
            raise DataError(sentence(words, name=name, row=str(int(missing[0]) + 1)), name)
    dimensions = [_dimension(name, texts[name], total, (hierarchies or {}).get(name)) for name in names]
    places = _places(dimensions, texts)
    values = np.full(int(np.prod([len(one) for one in dimensions])), np.nan)
    values[places] = data.numbers(VALUE)
    frequency = None
    if FREQUENCY in data:
        frequency = np.zeros(len(values), dtype=np.int64)
        frequency[places] = np.nan_to_num(data.numbers(FREQUENCY)).astype(np.int64)
    hidden = np.isnan(values)
    known = _completed(dimensions, values, hidden) if hidden.any() else values
    whole = bool((known == np.rint(known)).all())
    table = CellTable(
        dimensions,
        known,
        frequency,
        kind="counts" if whole and frequency is None else "sums",
        tolerance=max(tolerance, WIDENED) if hidden.any() else tolerance,
    )
    return _with_status(table, data, places, hidden)


def _dimension(name: str, texts: Sequence[str], total: str, hierarchy: Hierarchy | None) -> Dimension:
    codes = list(dict.fromkeys(texts))
    if total not in codes:
        words = "{name} has no code {total}; name the code of the total."
        raise DataError(sentence(words, name=name, total=short(total)), name)
    codes.remove(total)
    if hierarchy is None:
        return Dimension.flat(name, codes, total)
    values = [code for code in codes if code in hierarchy.values]
    dimension = Dimension.from_hierarchy(name, hierarchy, values, total)
    strange = [code for code in codes if code not in dimension.places]
    if strange:
        words = "{name}: {code} is in the table and not in the hierarchy; place it there first."
        raise DataError(sentence(words, name=name, code=short(strange[0])), name)
    return dimension


def _places(dimensions: Sequence[Dimension], texts: Mapping[str, Sequence[str]]) -> np.ndarray:
    """Return where each row is among the cells, int64 (rows,); every cell once."""
    shape = [len(one) for one in dimensions]
    at = [np.array([one.places[text] for text in texts[one.name]], dtype=np.int64) for one in dimensions]
    places = np.ravel_multi_index(tuple(at), shape)
    cells = int(np.prod(shape))
    counts = np.bincount(places, minlength=cells)
    for wrong, words in (
        (counts > 1, "{cell} stands twice in the table; keep one of them."),
        (counts == 0, "{cell} is missing in the table; give every cell a row, hidden ones without a value."),
    ):
        found = np.flatnonzero(wrong)
        if len(found):
            codes = np.unravel_index(int(found[0]), shape)
            cell = BETWEEN.join(one.codes[int(place)] for one, place in zip(dimensions, codes, strict=True))
            raise DataError(sentence(words, cell=short(cell)), VALUE)
    return np.asarray(places, dtype=np.int64)


def _completed(dimensions: Sequence[Dimension], values: np.ndarray, hidden: np.ndarray) -> np.ndarray:
    """Return values in which hidden cells have one of those that are possible."""
    from scipy.sparse import csr_array

    relations = Relations.of(dimensions).matrix
    own = csr_array(relations[:, np.flatnonzero(hidden)])
    sums = -(relations @ np.where(hidden, 0.0, values))
    number = int(hidden.sum())
    least = 0.0 if (values[~hidden] >= 0).all() else -np.inf
    program = LinearProgram(own, sums, sums, np.full(number, least), np.full(number, np.inf))
    found = program.minimise()
    if found.status != "optimal":
        words = "No values of the hidden cells agree with the published ones; correct the table."
        raise DataError(sentence(words), VALUE)
    known = values.copy()
    known[hidden] = found.values
    return known


def _with_status(table: CellTable, data: Microdata, places: np.ndarray, hidden: np.ndarray) -> CellTable:
    status = np.full(len(table), CellStatus.PUBLISHED, dtype=object)
    if STATUS in data:
        known = {str(one): one for one in CellStatus}
        given = [known.get(value_text(one)) for one in data.column(STATUS)]
        if None in given:
            row = given.index(None) + 1
            words = "{name}: row {row} has a status that is none; there are {known}."
            told = sentence(words, name=STATUS, row=str(row), known=", ".join(known))
            raise DataError(told, STATUS)
        status[places] = given
    sensitive = status == CellStatus.SENSITIVE
    lower, upper = (_numbers(table, data, places, name) for name in (LOWER, UPPER))
    if sensitive.any() or lower.any() or upper.any():
        table = table.with_sensitivity(Sensitivity(sensitive, lower, upper, np.zeros(len(table))))
    table = table.with_hand(
        np.flatnonzero(status == CellStatus.FORCED).tolist(),
        np.flatnonzero(status == CellStatus.ALWAYS).tolist(),
    )
    if STATUS in data and not hidden.any():
        return table.with_secondary(status == CellStatus.SECONDARY)
    if not hidden.any():
        return table
    values = np.where(hidden, np.nan, table.values)
    return table.with_released(Released(values, hidden & ~sensitive)).with_unknown(hidden)


def _numbers(table: CellTable, data: Microdata, places: np.ndarray, name: str) -> np.ndarray:
    found = np.zeros(len(table))
    if name in data:
        found[places] = np.nan_to_num(data.numbers(name))
    return found
