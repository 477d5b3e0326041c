"""Values of text columns, as the data hold them."""

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.io.columns.numerals import in_one_piece

_TEXT = pd.StringDtype(na_value=np.nan)
"""Text as pandas reads it."""


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
