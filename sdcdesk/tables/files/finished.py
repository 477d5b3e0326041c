"""Finished tables: cells that another program made, read from a file."""

from collections.abc import Mapping, Sequence
from itertools import count, takewhile
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
from sdcdesk.tables.cells.cell_status import CellStatus
from sdcdesk.tables.cells.cell_table import VALUE, CellTable, Kind
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.dimension import TOTAL, Dimension
from sdcdesk.tables.cells.possible_values import WIDENED, possible_values
from sdcdesk.tables.cells.relations import Relations
from sdcdesk.tables.cells.released import Released
from sdcdesk.tables.cells.sensitivity import Sensitivity
from sdcdesk.tables.files.columns import FLAG, LOWER, RELEASED, STATUS, UPPER, largest_name
from sdcdesk.tables.files.contributor_columns import ContributorColumns, cell_text
from sdcdesk.tables.files.finished_columns import USUAL, FinishedColumns, published_values, row_codes
from sdcdesk.tables.files.formula_text import restored


def read_finished(
    path: Path | str,
    *,
    total: str | Mapping[str, str] = TOTAL,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    tolerance: float = 0.0,
    kind: Kind | None = None,
    columns: FinishedColumns = USUAL,
    progress: Progress = SILENT,
) -> CellTable:
    """Read a table from a file with a line for each cell, totals included.

    Columns called "value", "frequency", "flag", "status", "published", "required_lower", "required_upper",
    "largest_1", "largest_2", … are what this program writes into them; all others are dimensions. A cell
    without a value, or with a mark in its place, is hidden.

    Parameters
    ----------
    path
        CSV, or another format that is read.
    total
        Code of the total of every dimension, or by dimension where they differ.
    hierarchies
        By dimension the labels that are subtotals.
    tolerance
        By how much parts may miss their total, as those of a rounded table do. Audits take the sums for exact
        then: their intervals are too narrow rather than too wide.
    kind
        Counts, which everybody knows to be whole numbers, or sums; None: counts where all values are whole
        from 0, and there are no contributions, and no frequency but the same.
    columns
        What value, frequency, status and contributions are called, where it is something else.
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
        A column or a total is missing, a cell is missing or stands twice, parts do not add up, or what is
        said of a cell contradicts itself; the sentence names the cell.
    """
    return from_cells(
        read(path, progress=progress),
        total=total,
        hierarchies=hierarchies,
        tolerance=tolerance,
        kind=kind,
        columns=columns,
    )


def from_cells(
    data: Microdata,
    *,
    total: str | Mapping[str, str] = TOTAL,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    tolerance: float = 0.0,
    kind: Kind | None = None,
    columns: FinishedColumns = USUAL,
) -> CellTable:
    """Return the table whose cells are the rows of a file.

    Parameters
    ----------
    data
        A row a cell.
    total, hierarchies, tolerance, kind, columns
        See `read_finished`.

    Returns
    -------
    CellTable
        In the order of its dimensions' codes.

    Raises
    ------
    DataError
        As of `read_finished`.
    """
    columns.require_in(data)
    largest = columns.largest or tuple(takewhile(data.__contains__, map(largest_name, count(1))))
    own = {*columns.names, *largest, FLAG, RELEASED, LOWER, UPPER}
    names = [name for name in data.names if name not in own]
    if not names:
        raise DataError(sentence("The table has no column for a dimension; give each one its own."), VALUE)
    texts = {name: row_codes(data, name) for name in names}
    totals = {name: total if isinstance(total, str) else total.get(name, TOTAL) for name in names}
    dimensions = [
        _dimension(restored(name), texts[name], totals[name], (hierarchies or {}).get(restored(name)))
        for name in names
    ]
    places = _places(dimensions, list(texts.values()))
    values = np.full(len(places), np.nan)
    values[places] = published_values(data, columns)
    endless = np.flatnonzero(np.isinf(values))
    if len(endless):
        words = "{cell}: the value is infinite; correct it."
        raise DataError(sentence(words, cell=cell_text(dimensions, int(endless[0]))), VALUE)
    hidden = np.isnan(values)
    contributors = ContributorColumns(dimensions, data, places, values)
    frequency = contributors.frequency(columns.frequency, exact=tolerance == 0)
    kind = kind or _kind(values, hidden, frequency, amounts=bool(largest))
    known = _completed(dimensions, values, hidden, tolerance, kind) if hidden.any() else values
    if kind == "counts" and frequency is None and not hidden.any():
        frequency = np.rint(known).astype(np.int64)
    contributions = None
    if largest:
        contributions = Contributions.given(contributors.amounts(largest, frequency), frequency)
    table = CellTable(
        dimensions,
        known,
        frequency,
        kind=kind,
        contributions=contributions,
        tolerance=max(tolerance, WIDENED) if hidden.any() else tolerance,
    )
    table = _with_costs(table, data, places, columns.cost)
    return _with_status(table, data, places, hidden, columns.status)


def _with_costs(table: CellTable, data: Microdata, places: np.ndarray, name: str) -> CellTable:
    """Return the table with what a column says of costs; without a name it is the same."""
    if not name:
        return table
    costs = np.empty(len(places))
    costs[places] = data.numbers(name)
    return table.with_costs(costs)


def _dimension(name: str, texts: Sequence[str], total: str, hierarchy: Hierarchy | None) -> Dimension:
    codes = list(dict.fromkeys(texts))
    if total not in codes:
        words = (
            "{name} has no code {total}; name the code of its total, or leave out a column that is no "
            "dimension."
        )
        raise DataError(sentence(words, name=short(name), total=short(total)), name)
    codes.remove(total)
    if hierarchy is None:
        return Dimension.flat(name, codes, total)
    values = [code for code in codes if code in hierarchy.values]
    labels = [code for code in codes if code not in hierarchy.values]
    strange = set(labels).difference(*hierarchy.levels)
    if strange:
        words = "{name}: {code} is in the table and not in the hierarchy; place it there first."
        first = next(code for code in labels if code in strange)
        raise DataError(sentence(words, name=short(name), code=short(first)), name)
    dimension = Dimension.from_hierarchy(name, hierarchy, values, total, labels=labels)
    alone = [code for code in labels if code not in dimension.places]
    if alone:
        words = "{name}: {code} has none of its parts in the table; add their cells."
        raise DataError(sentence(words, name=short(name), code=short(alone[0])), name)
    return dimension


def _places(dimensions: Sequence[Dimension], texts: Sequence[Sequence[str]]) -> np.ndarray:
    """Return where each row is among the cells, int64 (rows,); every cell once."""
    shape = [len(one) for one in dimensions]
    at = [
        np.array([one.places[text] for text in own], dtype=np.int64)
        for one, own in zip(dimensions, texts, strict=True)
    ]
    places = np.ravel_multi_index(tuple(at), shape)
    counts = np.bincount(places, minlength=int(np.prod(shape)))
    for wrong, words in (
        (counts > 1, "{cell} stands twice in the table; keep one of them."),
        (counts == 0, "{cell} is missing in the table; give every cell a row, hidden ones without a value."),
    ):
        found = np.flatnonzero(wrong)
        if len(found):
            raise DataError(sentence(words, cell=cell_text(dimensions, int(found[0]))), VALUE)
    return np.asarray(places, dtype=np.int64)


def _kind(values: np.ndarray, hidden: np.ndarray, frequency: np.ndarray | None, *, amounts: bool) -> Kind:
    """Return whether a table looks like counts."""
    shown = values[~hidden]
    same = frequency is None or bool((frequency[~hidden] == shown).all())
    whole = bool((shown == np.rint(shown)).all() and (shown >= 0).all())
    return "counts" if whole and same and not amounts else "sums"


def _completed(
    dimensions: Sequence[Dimension], values: np.ndarray, hidden: np.ndarray, tolerance: float, kind: Kind
) -> np.ndarray:
    """Return values in which hidden cells have one of those that are possible."""
    whole = np.full(len(values), kind == "counts")
    lowest = np.full(len(values), 0.0 if (values[~hidden] >= 0).all() else -np.inf)
    known = possible_values(Relations.of(dimensions).matrix, values, hidden, whole, lowest, tolerance)
    if known is None:
        words = "No values of the hidden cells agree with the published ones; correct the table."
        raise DataError(sentence(words), VALUE)
    return known


def _with_status(
    table: CellTable, data: Microdata, places: np.ndarray, hidden: np.ndarray, name: str
) -> CellTable:
    status = np.full(len(table), CellStatus.PUBLISHED, dtype=object)
    if name in data:
        known = {str(one): one for one in CellStatus}
        given = [known.get(value_text(one)) for one in data.column(name)]
        if None in given:
            row = given.index(None) + 1
            words = "{name}: row {row} has a status that is none; there are {known}."
            told = sentence(words, name=short(name), row=str(row), known=", ".join(known))
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
    if not hidden.any():
        return (
            table.with_secondary(status == CellStatus.SECONDARY)
            if _is_shown(table, data, places, status)
            else table
        )
    values = np.where(hidden, np.nan, table.values)
    return table.with_released(Released(values, hidden & ~sensitive)).with_unknown(hidden)


def _is_shown(table: CellTable, data: Microdata, places: np.ndarray, status: np.ndarray) -> bool:
    """Return whether the table says what is published: its values where they are not hidden."""
    if RELEASED not in data:
        return bool((status != CellStatus.PUBLISHED).any())
    released = np.empty(len(table))
    released[places] = data.numbers(RELEASED)
    shown = ~np.isnan(released)
    hides = np.array([one.hides for one in status])
    return bool((released[shown] == table.values[shown]).all() and (shown == ~hides).all())


def _numbers(table: CellTable, data: Microdata, places: np.ndarray, name: str) -> np.ndarray:
    found = np.zeros(len(table))
    if name in data:
        found[places] = np.nan_to_num(data.numbers(name))
    return found
