"""Released display: how wide values are shown, without the width of values that were masked."""

import re

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.io.columns.arrow_columns import as_arrow
from sdcdesk.io.columns.iso_times import from_iso

_USUAL = 8
"""Places that programs take for a number where nobody says it."""

_PARTS = re.compile(r"^(%?[-~]?[A-Za-z$]*?)\d+((\.\d*)?[A-Za-z]*\.?)$")
"""What stands before and after the width in a format such as F8.2, %9.0g or BEST12."""


def released_display(data: Microdata, variable: Variable, *, changed: bool) -> DisplayFormat | None:
    """Return how values that leave are shown.

    A file says of text how long the longest was, and of numbers often how many digits the largest had. Where
    values were masked or records left out, the width is that of the values that leave, and of numbers in a
    format of a program not less than the usual one.

    Parameters
    ----------
    data
        What is written.
    variable
        One of its variables.
    changed
        Whether a step changed it, or records were left out.

    Returns
    -------
    DisplayFormat or None
        The same where no step changed the variable and all records leave; None where the values are no longer
        of the kind that it is for.
    """
    display = variable.display
    if display is None or not changed:
        return display
    column = data.column(variable.name)
    if pd.api.types.is_numeric_dtype(column.dtype) is not (display.kind == "number"):
        return None
    if display.kind not in ("number", "text"):
        return None if from_iso(column, display.kind) is None else display
    if display.width is None:
        return display
    if display.kind == "text":
        longest = pc.max(pc.binary_length(as_arrow(variable.name, column))).as_py() or 1
        return _with_width(display, longest)
    usual = _USUAL if display.program else 1  # without a program it is the width of a field, nothing else
    return _with_width(display, max(_digits(column, display.decimals or 0), usual))


def _digits(column: pd.Series, decimals: int) -> int:
    """Return the places that the widest number of a column takes, codes for missing included."""
    numbers = column.to_numpy(dtype=np.float64, na_value=np.nan)
    known = numbers[np.isfinite(numbers)]
    ends = (known.min(), known.max()) if len(known) else ()
    return max((len(f"{end:.{decimals}f}") for end in ends), default=1)


def _with_width(display: DisplayFormat, width: int) -> DisplayFormat:
    parts = _PARTS.match(display.spelling)
    spelling = f"{parts[1]}{width}{parts[2]}" if parts else ""
    program = display.program if spelling else ""
    return display.changed(width=min(width, 32_767), program=program, spelling=spelling)
