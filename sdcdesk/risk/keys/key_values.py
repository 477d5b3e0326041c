"""Key values of single records in words, for tables that list them."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
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
