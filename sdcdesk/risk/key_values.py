"""Key values of single records in words, for tables that list them."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.coding import MISSING
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.table import Column, Secrecy
from sdcdesk.core.value_text import value_text


def key_texts(data: Microdata, name: str, places: np.ndarray) -> list[str]:
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
    list[str]
        m texts: the value, "missing", or "left out".
    """
    if name not in data.names:
        return ["left out"] * len(places)
    coding = data.coding(name)
    return [
        "missing" if code == MISSING else value_text(coding.categories[code])
        for code in coding.codes[places].tolist()
    ]


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
    frame = pd.DataFrame({"record": masked.rows[places] + 1})
    columns = [Column("record", "Record", None, "Its number in the original.", "key", Secrecy.RECORD)]
    for name in names:
        frame[f"{name} after"] = key_texts(masked, name, places)
        columns.append(Column(f"{name} after", name, None, "", "value", Secrecy.RECORD, "Masked"))
    return frame, columns
