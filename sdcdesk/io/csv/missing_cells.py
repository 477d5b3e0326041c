"""Missing cells of a CSV file: the one way in which a column writes them, which blanked values take, too.

A column that writes NA where a value is missing would tell which values a step has blanked if these were
empty cells.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value
from sdcdesk.io.csv.style import ColumnStyle, Style


@dataclass(frozen=True, slots=True)
class MissingCell:
    """How all missing cells of a column stand in its file, as far as their records leave.

    Attributes
    ----------
    text
        What stands there; never nothing.
    enclosed
        Whether it is enclosed.
    code
        The value that it is read as, where it is a code for missing; None: it is read as no value.
    """

    text: str
    enclosed: bool
    code: Value | None


def missing_cell(data: Microdata, name: str, style: Style) -> MissingCell | None:
    """Return how the missing cells of a variable stand in the file that it was read from.

    A code for missing is that where no cell is read as no value, and where it has no label: one that says why
    a value is missing would say it of blanked values, too.

    Parameters
    ----------
    data
        What was read, and masked since.
    name
        The variable.
    style
        How the file is written.

    Returns
    -------
    MissingCell or None
        None: no step changed it, or it comes from no file; or its file has no missing cells, empty ones, or
        several kinds of them.
    """
    own = style.columns.get(name)
    if own is None or data.provenance(name) is None:
        return None
    before, code = pd.Series(own.values[data.rows], copy=False), None  # what does not leave is not told
    cells = before.isna().to_numpy()
    if not cells.any():
        variable = data.variable(name)
        codes = [one for one in variable.missing if before.isin([one]).any()]
        if len(codes) != 1 or any(one.value == codes[0] for one in variable.value_labels):
            return None
        code, cells = codes[0], before.isin(codes).to_numpy()
    rows = data.rows[cells]
    texts = _texts(own, rows, style).unique()
    enclosed = np.zeros(1, dtype=bool) if own.enclosed is None else np.unique(own.enclosed[rows])
    if len(texts) > 1 or len(enclosed) > 1 or not texts[0].as_py():
        return None
    return MissingCell(texts[0].as_py(), bool(enclosed[0]), code)


def _texts(own: ColumnStyle, rows: np.ndarray, style: Style) -> pa.Array:
    """Return cells as they stand in the file, but for the decimal sign."""
    values = pa.array(own.values[rows], from_pandas=True)
    if not pa.types.is_string(values.type) and not pa.types.is_large_string(values.type):
        values = own.number_text(values, rows, style.decimal, style.read_decimal)
    return pc.fill_null(values, "")
