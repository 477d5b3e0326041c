"""Hierarchies from the frequencies of values: rare ones, or neighbours, are put together."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sdcdesk.core.data.plain_values import as_text, number_as_text
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.assembled import (
    LevelLabels,
    Values,
    assembled,
    different_labels,
    value_column,
)
from sdcdesk.hierarchies.builders.ordered_cuts import group_labels
from sdcdesk.hierarchies.hierarchy import Hierarchy

OTHER = "other"
"""What rare values become."""

SHARES = (0.05, 0.2, 0.5)
"""Shares of the records whose values are put together, unless somebody says otherwise."""


def rare_hierarchy(values: Values, counts: np.ndarray, shares: Sequence[float] = SHARES) -> Hierarchy:
    """Return the hierarchy in which the rarest values become one label, more of them at each level.

    Parameters
    ----------
    values
        Values in any order.
    counts
        int64 (m,), the number of records with each.
    shares
        For each level the share of the records (0…1) that the values which are put together have at most,
        ascending; of equally frequent values the first are taken first. Where only one has so few, it stays.

    Returns
    -------
    Hierarchy
        With "other" as label of the rare values, and the frequent ones as they are.

    Raises
    ------
    ParameterError
        The shares are none, not within 0…1, or do not ascend.
    DataError
        The counts are not as many as the values, or negative.

    Examples
    --------
    >>> rare_hierarchy(["a", "b", "c", "d"], np.array([80, 15, 3, 2]), [0.05, 0.2]).levels[:2]
    (('a', 'b', 'other', 'other'), ('a', 'other', 'other', 'other'))
    """
    texts, counts = _counted(values, counts)
    _require_ascending(shares)
    order = np.argsort(counts, kind="stable")
    records = np.cumsum(counts[order])
    other = different_labels([*texts, OTHER])[-1]
    levels = []
    for share in shares:
        most = math.floor(exact(share) * int(records[-1]))
        rare = order[: int(np.searchsorted(records, most, side="right"))]
        labels = np.array(texts, dtype=object)
        if len(rare) > 1:
            labels[rare] = other
        title = sentence("rarest {percent} % together", percent=number_as_text(_percent(share)))
        levels.append(LevelLabels(title, labels.tolist()))
    return assembled(texts, levels)


def neighbour_hierarchy(values: Values, counts: np.ndarray, shares: Sequence[float] = SHARES) -> Hierarchy:
    """Return the hierarchy in which neighbours are put together until each group has enough records.

    Parameters
    ----------
    values
        Values in their order.
    counts
        int64 (m,), the number of records with each.
    shares
        For each level the share of the records (0…1) that a group has at least, ascending. Groups are filled
        from the first value on; what is left at the end joins the last one.

    Returns
    -------
    Hierarchy
        With "first – last" as labels, and of ascending numbers and dates "30 to 44" with round ends; the
        groups of a level are made of those of the one before.

    Raises
    ------
    ParameterError
        The shares are none, not within 0…1, or do not ascend.
    DataError
        The counts are not as many as the values, or negative.

    Examples
    --------
    >>> neighbour_hierarchy(["a", "b", "c", "d"], np.array([5, 15, 30, 50]), [0.2, 0.4]).levels[:2]
    (('a – b', 'a – b', 'c', 'd'), ('a – c', 'a – c', 'a – c', 'd'))
    """
    texts, counts = _counted(values, counts)
    _require_ascending(shares)
    column = value_column(values)
    begins = np.arange(len(texts))
    levels = []
    for share in shares:
        begins = _filled(begins, counts, math.ceil(exact(share) * int(counts.sum())))
        title = sentence("groups of {percent} % or more", percent=number_as_text(_percent(share)))
        levels.append(LevelLabels(title, group_labels(column, begins.tolist())))
    return assembled(texts, levels)


def _filled(begins: np.ndarray, counts: np.ndarray, least: int) -> np.ndarray:
    """Return where groups begin that are made of others, each with so many records at least."""
    kept, records = [0], 0
    sizes = np.add.reduceat(counts, begins)
    for begin, size in zip(begins.tolist(), sizes.tolist(), strict=True):
        if records >= least and begin:
            kept.append(begin)
            records = 0
        records += size
    if records < least and len(kept) > 1:
        kept.pop()
    return np.array(kept)


def _counted(values: Values, counts: np.ndarray) -> tuple[list[str], np.ndarray]:
    texts, counts = as_text(value_column(values)), np.asarray(counts)
    if counts.shape != (len(texts),):
        wrong = "There are {counts} counts for {values} values; give each value one."
        raise DataError(sentence(wrong, counts=str(counts.size), values=str(len(texts))), "counts")
    if (counts < 0).any():
        raise DataError("A count of records is negative.", "counts")
    return texts, counts


def _percent(share: float) -> float:
    return float(exact(share) * 100)  # the float 0.07 times 100 has a last digit that nobody wrote


def _require_ascending(shares: Sequence[float]) -> None:
    if not shares or any(not 0 <= share <= 1 for share in shares):
        raise ParameterError("Shares of the records are numbers from 0 to 1, one for each level.", "shares")
    if any(low >= high for low, high in pairwise(shares)):
        raise ParameterError("The shares must ascend, such as 0.05, 0.2, 0.5.", "shares")
