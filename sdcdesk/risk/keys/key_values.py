"""Key values of single records in words, for tables that list them."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.table import Column, Secrecy
from sdcdesk.core.text.value_text import value_text


def key_texts(data: Microdata, name: str, places: np.ndarray) -> pd.Series:
    """Return the values of a key in some records, in words; a key that was dropped is not there.

    Parameters
    ----------
    data
        A file.
    name
        Name of the key, in the file or not.
    places
        int64 (m,), positions in that file.

    Returns
    -------
    pd.Series
        m texts: the value, "missing", or "left out". Of type object: a column of type str would make plain
        text of values that know the reader's sign.
    """
    if name not in data:
        return pd.Series(["left out"] * len(places), dtype=object)
    coding = data.coding(name)
    texts = [
        "missing" if code == MISSING else value_text(coding.categories[code])
        for code in coding.codes[places].tolist()
    ]
    return pd.Series(texts, dtype=object)


def listed_records(
    masked: Microdata, names: Sequence[str], places: np.ndarray
) -> tuple[pd.DataFrame, list[Column]]:
    """Return a frame of some released records with their number and key values, and its columns.

    Parameters
    ----------
    masked
        The masked file.
    names
        The key variables.
    places
        int64 (m,), positions in that file.

    Returns
    -------
    DataFrame, list[Column]
        m rows; all values are marked as values of the data.
    """
    cells: dict[str, np.ndarray | pd.Series] = {"record": masked.rows[places] + 1}
    columns = [Column("record", "Record", None, "Its number in the original.", "key", Secrecy.RECORD)]
    for name in names:
        cells[f"{name} after"] = key_texts(masked, name, places)
        columns.append(Column(f"{name} after", name, None, "", "value", Secrecy.RECORD, "Masked"))
    return pd.DataFrame(cells), columns
