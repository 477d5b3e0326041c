"""Values of columns as the data hold them: whole numbers, and text."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.numerals import in_one_piece, placed

_TEXT = pd.StringDtype(na_value=np.nan)
"""Text as pandas reads it."""


def whole_numbers(column: pa.ChunkedArray) -> np.ndarray | pd.arrays.IntegerArray:
    """Return whole numbers as values that may be written to, as others of ours.

    Parameters
    ----------
    column
        (n,) int64.

    Returns
    -------
    np.ndarray or pd.arrays.IntegerArray
        int64 (n,); Int64 where some are missing.
    """
    # Each value is copied once, into memory of its own, so that all others can be let go.
    values = np.zeros(len(column), dtype=np.int64)
    for chunk, place in placed(column):
        values[place] = (chunk.fill_null(0) if chunk.null_count else chunk).to_numpy()
    if not column.null_count:
        return values
    return pd.arrays.IntegerArray(values, pc.is_null(column).to_numpy())


def text_array(text: pa.ChunkedArray) -> pd.arrays.ArrowStringArray:
    """Return strings as values in one piece, which is faster to look things up in than many.

    Parameters
    ----------
    text
        Strings in any number of chunks.

    Returns
    -------
    pd.arrays.ArrowStringArray
        (n,) of text, missing where null.
    """
    whole = pa.chunked_array([in_one_piece(text)])
    return pd.arrays.ArrowStringArray(whole, dtype=_TEXT)  # type: ignore[call-arg]  # its stub lacks it
