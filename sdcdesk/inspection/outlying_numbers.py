"""Outlying numbers of a variable: codes for "no answer", and far values."""

import numpy as np

from sdcdesk.inspection.labels_of_missing import tells_missing
from sdcdesk.inspection.value_counts import ValueCounts

_SENTINELS = np.sort(
    [-1.0]
    + [float(f"-{digit * length}") for digit in "789" for length in range(1, 9)]
    + [float("9" * length) for length in range(1, 9)]
)
"""Numbers that are often codes for "no answer", ascending."""

FAR = 10.0
"""Distances between the quartiles beyond which a value is far from the rest."""


def suspected(numbers: np.ndarray) -> np.ndarray:
    """Return which numbers are often codes for "no answer".

    Parameters
    ----------
    numbers
        float64 (m,).

    Returns
    -------
    np.ndarray
        bool (m,).
    """
    places = np.minimum(np.searchsorted(_SENTINELS, numbers), len(_SENTINELS) - 1)
    found: np.ndarray = _SENTINELS[places] == numbers
    return found


def standing_apart(counted: ValueCounts) -> np.ndarray:
    """Return which different numbers are codes that end the range.

    They are negative below nothing but positive numbers, or far from all that are no such codes. A label ends
    the suspicion where other values have labels, too, and it does not speak of missing answers itself.

    Parameters
    ----------
    counted
        The different numbers of a variable, ascending.

    Returns
    -------
    np.ndarray
        bool (m,), for each different number.
    """
    numbers = counted.numbers
    codes = suspected(numbers)
    rest = numbers[~codes]
    codes &= ~_meant_otherwise(counted, codes)
    if not len(rest):
        return np.zeros(len(numbers), dtype=bool)
    low, high = float(rest[0]), float(rest[-1])
    # Half the width of the others, but more than a step of one, is far.
    distance = max((high - low) / 2, 1.0)
    apart = (numbers > high + distance) | (numbers < low - distance) | ((numbers < 0) & (low >= 0))
    found: np.ndarray = codes & apart
    return found


def _meant_otherwise(counted: ValueCounts, codes: np.ndarray) -> np.ndarray:
    """Return which codes have a label among labels that says what else they mean, bool (m,)."""
    labels = counted.variable.label_by_value()
    if not labels or not codes.any() or not any(map(labels.get, counted.numbers[~codes].tolist())):
        return np.zeros(len(codes), dtype=bool)
    told = [labels.get(number, "") for number in counted.numbers.tolist()]
    found: np.ndarray = codes & [bool(label) and not tells_missing(label) for label in told]
    return found


def far(counted: ValueCounts) -> tuple[np.ndarray, np.ndarray]:
    """Return which different numbers lie far below, and which far above the quartiles.

    Codes for "no answer" are left out; where the quartiles are equal nothing is far.

    Parameters
    ----------
    counted
        The different numbers of a variable, ascending.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Below and above, twice bool (m,), for each different number.
    """
    numbers, kept = counted.numbers, ~suspected(counted.numbers)
    counts = counted.counts
    if not kept.any():
        return np.zeros_like(kept), np.zeros_like(kept)
    places = np.searchsorted(np.cumsum(counts[kept]), np.array([0.25, 0.75]) * counts[kept].sum())
    lower, upper = numbers[kept][places].tolist()  # Python floats: what overflows is infinite
    beyond = FAR * (upper - lower)
    spread = kept & (beyond > 0)
    return spread & (numbers < lower - beyond), spread & (numbers > upper + beyond)
