"""Missing key values: what they match, and whether that makes a difference in a file."""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata

Missing = Literal["category", "wildcard"]
"""What a missing key value is compatible with: only another missing value, or every value."""


def some_lacking(keys: Iterable[np.ndarray]) -> bool:
    """Return whether some records, and not all, lack the value of a key.

    Only then does it matter what a missing value matches: with none, and with nothing else, records form
    groups either way.

    Parameters
    ----------
    keys
        Integers (t,) each: codes of a key, below 0 where missing.

    Returns
    -------
    bool
        False where no key is partly missing.
    """
    return any(_some(codes < 0) for codes in keys)


def lacks_some(data: Microdata, names: Iterable[str]) -> bool:
    """Return whether some records of a file, and not all, lack the value of a key.

    Parameters
    ----------
    data
        A file.
    names
        Names of the keys; one that it does not have is missing in all records.

    Returns
    -------
    bool
        False where no key is partly missing.
    """
    return any(_some(data.coding(name).missing) for name in names if name in data)


def _some(lacking: np.ndarray) -> bool:
    return 0 < int(np.count_nonzero(lacking)) < len(lacking)
