"""Numeric variables: continuous ones whose column holds numbers."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Scale

LARGEST_SQUARED = 1e150
"""Sums of squares of numbers up to this are numbers; of others they are infinite."""

SMALLEST_SQUARED = 1e-150
"""Where no number reaches this, squares become 0, and variances with them."""


def can_be_squared(numbers: np.ndarray) -> bool:
    """Return whether variances can be computed of a variable: its squares are neither infinite nor lost.

    Parameters
    ----------
    numbers
        float64 (n,); NaN where missing.

    Returns
    -------
    bool
        True where there are none, or only zeros.
    """
    largest = float(np.fmax.reduce(np.abs(numbers), initial=0.0))
    return largest == 0 or SMALLEST_SQUARED <= largest <= LARGEST_SQUARED


def is_numeric(data: Microdata, name: str) -> bool:
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
    return holds_numbers(data.narrow_column(name)) and data.variable(name).scale is Scale.CONTINUOUS
