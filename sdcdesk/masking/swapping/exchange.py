"""Exchange of values between pairs of records, of some variables together."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking.new_values import replace_codes


def exchanged(data: Microdata, names: Sequence[str], source: np.ndarray) -> Microdata:
    """Return the data in which each record has the values of another one in some variables.

    Parameters
    ----------
    data
        The file before the step.
    names
        The variables whose values are exchanged.
    source
        int64 (n,), for each record the one whose values it gets, itself where it keeps its own.

    Returns
    -------
    Microdata
        All of these variables count as changed, whichever records were drawn.
    """
    columns = {}
    for name in names:
        coding = data.coding(name)
        columns[name] = replace_codes(data.column(name), coding, coding.codes[source])
    return data.assign(columns)


def present(data: Microdata, names: Sequence[str]) -> np.ndarray:
    """Return which records have a value in all of some variables.

    Parameters
    ----------
    data
        The file before the step.
    names
        Names of variables.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    known = np.ones(len(data), dtype=bool)
    for name in names:
        known &= data.coding(name).codes >= 0
    return known
