"""Findings as rows of text, which page and terminal lay out each in its way: the same words in both."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Figure
from sdcdesk.core.results.limit import Limit, Limits
from sdcdesk.core.results.plot import Line
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.quantity_text import (
    QuantityText,
    cell_texts,
    column_title,
    limit_number_text,
    quantity_text,
)
from sdcdesk.core.text.sentence import localised, sentence


@dataclass(frozen=True, slots=True)
class FigureText:
    """A figure in words.

    Attributes
    ----------
    title, symbol, meaning, source, note
        As of the figure.
    value
        Its number, "–" where it has none.
    before
        The number of the original file; empty where it says nothing.
    bound
        "exact", "at most", "at least", "estimate"; empty without a number.
    part
        "61 of 3,049"; empty where no counts are behind it.
    reason
        Why it is not defined.
    computation
        Steps with this file's numbers: words and a number.
    limited
        Whether a limit stands on it.
    """

    title: str
    symbol: str
    value: QuantityText
    before: str
    bound: str
    part: str
    reason: str
    meaning: str
    source: str
    note: str
    computation: tuple[tuple[str, str], ...]
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes
    ----------
    text, accessible_text
        For the eye, and for a screen reader.
    note
        Number of the reason below the table; 0: none.
    """

    text: str
    accessible_text: str = ""
    note: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a column: its title with the unit, what stands above it, and whether it holds numbers.

    Attributes
    ----------
    title
        With the unit, where the cells leave it out.
    over
        Title above it and its neighbours; empty: none.
    meaning
        What the column holds, in a sentence.
    number
        Whether its cells are numbers.
    key
        Whether it names the row.
    """

    title: str
    over: str
    meaning: str
    number: bool
    key: bool


@dataclass(frozen=True, slots=True)
class TableText:
    """A table in words.

    Attributes
    ----------
    headers, rows
        Columns, and the rows that people are shown.
    more
        "20 of 412 rows" where not all are shown.
    reasons
        Why cells are not defined; cells refer to them by number, from 1.
    """

    headers: tuple[Header, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: str
    reasons: tuple[str, ...]


def figure_text(figure: Figure, limits: Sequence[Limit] = ()) -> FigureText:
    """Return a figure in words, with as many digits as tell it from its limits and from what it was.

    Parameters
    ----------
    figure
        With its quantity and, where known, the one before masking.
    limits
        Limits on this figure.

    Returns
    -------
    FigureText
        Texts and spoken words.
    """
    values = [limit.value for limit in limits]
    beside = [] if figure.before is None else [figure.before]
    quantity = figure.quantity
    value = quantity_text(quantity, limits=values, beside=beside)

    def computed(step: Quantity | str) -> str:
        if isinstance(step, str):
            return printable(step)
        # The end of a computation is the figure, and what has its unit is not rounded across its limit.
        near = values if step.unit == quantity.unit else ()
        return value.text if step == quantity else quantity_text(step, limits=near).text

    return FigureText(
        title=printable(figure.title),
        symbol=figure.symbol,
        value=value,
        before=""
        if figure.before is None
        else quantity_text(figure.before, limits=values, beside=[quantity]).text,
        bound=str(quantity.bound) if quantity.defined else "",
        part=part_text(quantity),
        reason="" if quantity.reason is None else printable(quantity.reason.text),
        meaning=printable(figure.meaning),
        source=figure.source,
        note=figure.note,
        computation=tuple((printable(words), computed(found)) for words, found in figure.computation),
        limited=bool(limits),
    )


def part_text(quantity: Quantity) -> str:
    """Return the counts behind a share ("61 of 3,049"); empty where there are none.

    Parameters
    ----------
    quantity
        A share.

    Returns
    -------
    str
        In the neutral locale.
    """
    if quantity.part is None or quantity.whole is None:
        return ""
    return sentence("{part} of {whole}", part=quantity.part, whole=quantity.whole)


def rows_with_numbers(table: Table) -> np.ndarray:
    """Return the rows of a table in which a number beside the keys is another than 0, or is not defined.

    Parameters
    ----------
    table
        The table.

    Returns
    -------
    np.ndarray
        int64 (m,), positions; all rows of a table without such numbers, and those that text explains.
    """
    numbers = [column for column in table.columns if column.unit is not None and column.role != "key"]
    words = [column for column in table.columns if column.unit is None and column.role != "key"]
    if not numbers or words:
        return np.arange(len(table))
    has_number = np.zeros(len(table), dtype=bool)
    for column in numbers:
        cells = table.frame[column.name]
        values = (
            cells if pd.api.types.is_numeric_dtype(cells) else [q.value for q in table.quantities(column)]
        )
        has_number |= pd.Series(values, dtype="object").ne(0).to_numpy(dtype=bool)
    return np.flatnonzero(has_number)


def table_text(table: Table, capped: int | None = None, rows: np.ndarray | None = None) -> TableText:
    """Return the first rows of a table in words.

    Parameters
    ----------
    table
        The table.
    capped
        How many rows at most; None: as many as the table says.
    rows
        int64 (m,), positions of the rows that count; None: all.

    Returns
    -------
    TableText
        Headers, cells and the reasons of empty ones.
    """
    wanted = np.arange(len(table)) if rows is None else rows
    count = min(len(wanted), table.capped if capped is None else capped)
    reasons: list[str] = []
    columns = [_cells(table, column, wanted[:count].tolist(), reasons) for column in table.columns]
    cells = tuple(zip(*columns, strict=True))
    left_out = len(table) - len(wanted)
    more = []
    if count < len(wanted):
        more.append(sentence("{n} of {all} rows", n=count, all=len(wanted)))
    if left_out:
        more.append(
            sentence("{n} row of zeros is left out", "{n} rows of zeros are left out", "n", n=left_out)
        )
    return TableText(tuple(map(_header, table.columns)), cells, printable("; ".join(more)), tuple(reasons))


def _header(column: Column) -> Header:
    title = column_title(printable(column.title), column.unit)
    over, meaning = printable(column.over), printable(column.meaning)
    return Header(title, over, meaning, column.unit is not None, column.role == "key")


def _cells(table: Table, column: Column, rows: Sequence[int], reasons: list[str]) -> list[Cell]:
    if column.unit is None:
        return [Cell(printable(localised(text))) for text in table.texts(column, rows)]
    quantities = table.quantities(column, rows)
    cells = []
    texts = cell_texts(quantities, table.digits(column), limits=column.limits)
    for text, quantity in zip(texts, quantities, strict=True):
        why = printable(quantity.reason.text) if quantity.reason is not None else ""
        if why and why not in reasons:
            reasons.append(why)
        cells.append(Cell(text.text, text.aloud, reasons.index(why) + 1 if why else 0))
    return cells


def limit_lines(figure: Figure | None, limits: Limits) -> list[Line]:
    """Return the limits of a figure as lines of a plot.

    Parameters
    ----------
    figure
        The figure that is drawn; None: there is none.
    limits
        By name of the figure.

    Returns
    -------
    list[Line]
        Values in the unit of the figure, with titles.
    """
    if figure is None:
        return []
    return [
        Line(limit.value, sentence("limit {value}", value=limit_number_text(limit.value, figure.unit)))
        for limit in limits.get(figure.name, ())
    ]
