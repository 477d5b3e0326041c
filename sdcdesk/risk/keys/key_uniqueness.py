"""Key uniqueness: the records that share their values in some key variables with nobody else."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.in_memory import InMemory

MOST = 2000
"""So many combinations are counted at most; beyond, larger ones are left out."""

Names = tuple[str, ...]


def key_uniqueness(
    data: Microdata, keys: Sequence[str], largest: int = 3, progress: Progress = SILENT
) -> pd.DataFrame:
    """Count for combinations of key variables the records that stand alone in each.

    A record stands alone in a combination if no other record has the same values in all its variables. A
    missing value equals only another missing value. Who knows more variables singles out more records: a
    combination is never below those that it contains.

    Parameters
    ----------
    data
        The records; all of them are counted.
    keys
        The variables; their roles do not matter, so that suggestions can be tried.
    largest
        All combinations of up to so many variables are counted, and the one of all keys. Where this would
        exceed 2,000 combinations, only smaller ones are.
    progress
        Receives how far the work is.

    Returns
    -------
    DataFrame
        One row for each combination, the one with the most records alone first, of equal ones the smallest:
        `keys` (tuple of names, in the order given), `size` (number of variables), `alone` (records), `share`
        (of all records, 0…1; not defined without records).

    Raises
    ------
    ParameterError
        `largest` is below 1.
    DataError
        There is no such variable, or the values of an ordinal one do not fit its order.
    Cancelled
        The user asked to stop.

    Example
    -------
    >>> frame = pd.DataFrame({"sex": ["F", "M", "F"], "age": [31, 31, 40]})
    >>> table = key_uniqueness(Microdata(frame), ["sex", "age"])
    >>> table["alone"].tolist()
    [3, 1, 1]
    """
    names = _known(data, keys)
    chosen = _combinations(names, largest)
    counts = [_alone(data, some).sum() for some, _ in progress.over(chosen, "Counting who stands out")]
    table = pd.DataFrame(
        {
            "keys": pd.Series(chosen, dtype=object),
            "size": np.array([len(some) for some in chosen], dtype=np.int64),
            "alone": np.array(counts, dtype=np.int64),
        }
    )
    table["share"] = table["alone"] / (len(data) or np.nan)
    return table.sort_values(["alone", "size"], ascending=[False, True], kind="stable", ignore_index=True)


def unique_records(data: Microdata, keys: Sequence[str]) -> np.ndarray:
    """Return the positions (int64, ascending) of the records that nobody shares these keys with.

    Missing values and errors as in `key_uniqueness`; without keys nobody stands alone.

    Parameters
    ----------
    data
        A file.
    keys
        Names of its variables.

    Returns
    -------
    np.ndarray
        int64 (m,).
    """
    names = _known(data, keys)
    return np.flatnonzero(_alone(data, names)) if names else np.empty(0, dtype=np.int64)


def _alone(data: Microdata, names: Names) -> np.ndarray:
    if not len(data):
        return np.empty(0, dtype=bool)
    alone: np.ndarray = InMemory(data, data, names, "category").after.sizes == 1
    return alone


def _known(data: Microdata, keys: Sequence[str]) -> Names:
    return tuple(data.variable(name).name for name in dict.fromkeys(keys))


def _combinations(names: Names, largest: int) -> list[Names]:
    if largest < 1:
        words = sentence("Combinations need at least 1 variable, and {n} was given.", n=largest)
        raise ParameterError(words, "largest")
    chosen: list[Names] = []
    for size in range(1, min(largest, len(names)) + 1):
        if len(chosen) + comb(len(names), size) > MOST:
            break
        chosen += combinations(names, size)
    return chosen if not names or names in chosen else [*chosen, names]
