"""Values within groups: how often each occurs, and which records lack one, from codes of records."""

from collections.abc import Mapping

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.answers import GroupedValues
from sdcdesk.kernels.value_counts import ValueCounts, counted, summed

MOST_VARIABLES = 30
"""Variables whose values are asked for at once: their patterns are digits of one number."""


def grouped_values(
    labels: np.ndarray,
    sizes: np.ndarray,
    columns: Mapping[str, np.ndarray],
    counts: np.ndarray | None = None,
) -> GroupedValues:
    """Return the values that variables have in groups.

    Parameters
    ----------
    labels
        int64 (m,), group of each record, or of each kind of records, 0…G−1.
    sizes
        int64 (G,), records of each group.
    columns
        By variable the code of its value, int (m,); below 0 where there is none.
    counts
        int64 (m,), how many records each entry stands for; one each where not given.

    Returns
    -------
    GroupedValues
        Of these groups.

    Raises
    ------
    DataError
        More variables are asked for than can be at once.
    """
    if len(columns) > MOST_VARIABLES:
        words = "At most {most} confidential variables are looked at together; name fewer."
        raise DataError(sentence(words, most=MOST_VARIABLES), "variables")
    pattern = np.zeros(len(labels), dtype=np.int64)
    for place, codes in enumerate(columns.values()):
        pattern |= (codes >= 0).astype(np.int64) << place
    if counts is None:
        values = {name: counted(labels, codes) for name, codes in columns.items()}
        patterns = counted(labels, pattern)
    else:
        values = {name: _summed(labels, codes, counts) for name, codes in columns.items()}
        patterns = _summed(labels, pattern, counts)
    known = (patterns.values[:, None] >> np.arange(len(columns))) & 1
    return GroupedValues(sizes, values, patterns.spread(patterns.groups), known.astype(bool), patterns.counts)


def _summed(labels: np.ndarray, codes: np.ndarray, counts: np.ndarray) -> ValueCounts:
    known = codes >= 0
    return summed(labels[known], codes[known], counts[known])
