"""Numeric variables: continuous ones whose column holds numbers."""

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale


def holds_numbers(data: Microdata, name: str) -> bool:
    """Return whether a variable is continuous and its column holds numbers.

    Parameters
    ----------
    data
        A file.
    name
        One of its variables.

    Returns
    -------
    bool
        False also for truth values.
    """
    column = data.column(name)
    numeric = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
    return numeric and data.variable(name).scale is Scale.CONTINUOUS
