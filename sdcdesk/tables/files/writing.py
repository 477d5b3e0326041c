"""Writing of tables: CSV and Excel, for readers or for the owner."""

import datetime
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.files.atomic import write_atomically, writer_of
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_table import VALUE, CellTable
from sdcdesk.tables.files.columns import HIDDEN, OWN, internal_columns, public_columns
from sdcdesk.tables.files.formula_text import neutralised

ENDINGS = (".csv", ".xlsx")
"""Files that are written, by their ending."""

_SPLIT = re.compile(r"[,;\t\r\n\"]")
"""Where some spreadsheet splits a line that is not quoted there: what comes then could begin a formula."""

LEGEND = "{flag}: not published, to protect contributors."

SHEET_COLUMNS, SHEET_ROWS = 16_384, 1_048_576
"""Room of a sheet of Excel."""


def write_table(
    table: CellTable,
    path: Path | str,
    *,
    internal: bool = False,
    overwrite: bool = False,
    progress: Progress = SILENT,
) -> None:
    """Write a table as a file.

    Parameters
    ----------
    table
        With what is published of it.
    path
        Its ending says how: ".csv" is a line a cell; ".xlsx" has the table as it is read, and a line a cell.
    internal
        Whether it has the original values and why cells are hidden, for the owner alone; nobody else may read
        the file.
    overwrite
        Whether a file that exists may be replaced.
    progress
        Receives how far the work is.

    Raises
    ------
    WriteError
        The ending is none of these, the table does not fit into a sheet, or the file cannot be written.
    """
    path = Path(path)
    content = table_bytes(table, path, internal=internal, progress=progress)
    write_atomically(path, writer_of(content), overwrite=overwrite, private=internal)


def require_ending(path: Path) -> None:
    """Raise `WriteError` where the ending of a file is none of those that are written.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    WriteError
        It is not.
    """
    if path.suffix.lower() not in ENDINGS:
        words = "{name}: tables are written as .csv or .xlsx; give the file one of these endings."
        raise WriteError(sentence(words, name=path.name))


def table_bytes(
    table: CellTable, path: Path, *, internal: bool = False, about: str = "", progress: Progress = SILENT
) -> bytes:
    """Return the content of a file of a table.

    Parameters
    ----------
    table, path, internal, progress
        See `write_table`.
    about
        What the table is made of, under its title in a workbook; a line a cell has no place for it.

    Returns
    -------
    bytes
        The same for the same table.

    Raises
    ------
    WriteError
        The ending is none that is written, or the table does not fit into a sheet.
    """
    require_ending(path)
    columns = internal_columns(table) if internal else public_columns(table)
    if path.suffix.lower() == ".csv":
        return _csv(columns)
    return _excel(table, columns, path, about, progress, internal=internal)


def _csv(columns: pd.DataFrame) -> bytes:
    names = [name for name in columns if name not in OWN and not _is_number(columns[name])]
    rest = columns.drop(columns=names).to_csv(index=False, lineterminator="\n").split("\n")[:-1]
    fields = [_fields([str(name), *columns[name]]) for name in names]
    lines = [",".join(line) for line in zip(*fields, rest, strict=True)]
    return "".join(f"{line}\n" for line in lines).encode()


def _is_number(column: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(column)


def _fields(texts: Sequence[str]) -> list[str]:
    """Return texts as fields of a file, for any spreadsheet: also for one that splits lines at semicolons."""
    written = {}
    for text in set(texts):
        field = neutralised(text)
        if _SPLIT.search(field):
            field = '"' + field.replace('"', '""') + '"'
        written[text] = field
    return [written[text] for text in texts]


def _excel(
    table: CellTable, columns: pd.DataFrame, path: Path, about: str, progress: Progress, *, internal: bool
) -> bytes:
    # Imported here, because most starts of the program write no workbook.
    import xlsxwriter

    across = table.dimensions[-1:] if len(table.dimensions) > 1 else ()
    if len(columns) + 2 > SHEET_ROWS or (across and len(across[0]) + len(table.dimensions) > SHEET_COLUMNS):
        words = (
            "{name}: the table has more rows or columns than a sheet of Excel has room for; write it as .csv."
        )
        raise WriteError(sentence(words, name=path.name))
    file = io.BytesIO()
    # Everything in memory: nothing is left in a folder for temporary files.
    book = xlsxwriter.Workbook(
        file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    # The same table gives the same bytes, and no name of a user or machine is told.
    book.set_properties({"created": datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC), "author": ""})
    bold, number, grey = (
        book.add_format(one)
        for one in ({"bold": True}, {"num_format": "#,##0.###"}, {"font_color": "#666666", "align": "right"})
    )
    sheet = book.add_worksheet("Table")
    if about:
        sheet.write_string(1, 0, about)
    _write_crossed(sheet, table, (bold, number, grey), progress.part(0.0, 0.3))
    _write_cells(
        book.add_worksheet("Internal" if internal else "Cells"),
        columns,
        (bold, number),
        progress.part(0.3, 0.7),
    )
    progress.at(0.7, "Cells")
    book.close()
    return file.getvalue()


def _write_crossed(sheet: Any, table: CellTable, formats: tuple[Any, Any, Any], progress: Progress) -> None:
    """Write the table as it is read: the last dimension across, the others down."""
    bold, number, grey = formats
    released = table.released
    down = table.dimensions[:-1] if len(table.dimensions) > 1 else table.dimensions
    across = table.dimensions[-1] if len(table.dimensions) > 1 else None
    rows = released.reshape(-1, 1 if across is None else len(across))
    if table.title:
        sheet.write_string(0, 0, table.title, bold)
    for column, dimension in enumerate(down):
        sheet.write_string(2, column, dimension.shown_title, bold)
    codes = (table.value_title or VALUE,) if across is None else across.codes
    for column, code in enumerate(codes):
        sheet.write_string(2, len(down) + column, code, bold)
    places = np.unravel_index(np.arange(len(rows)), [len(one) for one in down])
    for row, values in enumerate(rows):
        progress.at(row / len(rows), "Cells")
        for column, (dimension, at) in enumerate(zip(down, places, strict=True)):
            code = dimension.codes[int(at[row])]
            sheet.write_string(3 + row, column, "  " * int(dimension.depths[int(at[row])]) + code)
        for column, value in enumerate(values.tolist()):
            if np.isnan(value):
                sheet.write_string(3 + row, len(down) + column, HIDDEN, grey)
            else:
                sheet.write_number(3 + row, len(down) + column, value, number)
    if np.isnan(released).any():
        sheet.write_string(4 + len(rows), 0, LEGEND.format(flag=HIDDEN))
    sheet.freeze_panes(3, len(down))


def _write_cells(sheet: Any, columns: pd.DataFrame, formats: tuple[Any, Any], progress: Progress) -> None:
    """Write a line a cell."""
    bold, number = formats
    for column, name in enumerate(columns):
        sheet.write_string(0, column, str(name), bold)
        values = columns[name]
        absent = values.isna().tolist()
        # As a list: its elements are got at many times faster than those of a column of texts.
        for row, (value, is_absent) in enumerate(zip(values.tolist(), absent, strict=True), start=1):
            if row % 1000 == 1:
                progress.at((column + row / len(columns)) / len(columns.columns), "Cells")
            if isinstance(value, str):
                if value:
                    sheet.write_string(row, column, value)
            elif not is_absent:
                sheet.write_number(row, column, value, number)
    sheet.freeze_panes(1, 0)
