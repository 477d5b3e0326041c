"""Formulas: text that a spreadsheet would compute instead of show, because of its first sign."""

from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.io.columns.arrow_columns import as_arrow
from sdcdesk.io.columns.text_columns import spans

SIGNS = "=+-@"
"""With one of these a formula begins."""

_counted: WeakKeyDictionary[Microdata, dict[str, int]] = WeakKeyDictionary()
"""What was counted of data that are still in use: they never change, and are asked about again and again."""

_NUMBER = r"^[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)?$"


def formulas(data: Microdata, progress: Progress = SILENT) -> dict[str, int]:
    """Count the cells that a spreadsheet would take for formulas.

    Parameters
    ----------
    data
        The records.
    progress
        Receives how far the work is.

    Returns
    -------
    dict[str, int]
        By variable of text that has some; negative numbers are none.
    """
    if data not in _counted:
        _counted[data] = _count(data, progress)
    return dict(_counted[data])


def neutralised(text: pa.Array) -> pa.Array:
    """Return text with an apostrophe before each formula, so that a spreadsheet shows it as it is.

    Parameters
    ----------
    text
        Large strings.

    Returns
    -------
    pa.Array
        Large strings.
    """
    found = pa.array(_are_formulas(text))
    quoted = pc.binary_join_element_wise(pa.scalar("'", text.type), text, pa.scalar("", text.type))
    return pc.if_else(found, quoted, text)


def _count(data: Microdata, progress: Progress) -> dict[str, int]:
    counts = {}
    for name, _ in progress.over(data.names, "Looking for formulas"):
        column = data.column(name)
        if pd.api.types.is_string_dtype(column):
            counts[name] = sum(int(_are_formulas(chunk).sum()) for chunk in as_arrow(name, column).chunks)
    return {name: count for name, count in counts.items() if count}


def _are_formulas(text: pa.Array) -> np.ndarray:
    bounds, content = spans(text)
    if not len(content):
        return np.zeros(len(text), dtype=bool)
    begins = content[np.minimum(bounds[:-1], len(content) - 1)]
    found: np.ndarray = np.isin(begins, np.frombuffer(SIGNS.encode(), dtype=np.uint8)) & (np.diff(bounds) > 0)
    numbers = pc.match_substring_regex(text.filter(pa.array(found)), _NUMBER)
    found[found] = ~pc.fill_null(numbers, True).to_numpy(zero_copy_only=False)
    return found
