"""Hierarchy assembled from levels of labels: with one label above all, so that a variable can be dropped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
import pandas as pd

from sdcdesk.core.running.errors import DataError
from sdcdesk.hierarchies.hierarchy import Hierarchy

TOP = "*"
"""The label above all values."""

EMPTY = "(empty)"
"""The label of an empty text, as labels have at least one character."""

DROPPED = "dropped"
"""What the level of that label is called."""

Values = pd.Series | pd.Index | Sequence[str] | Sequence[float]
"""Different values of a variable, none missing: the categories of its coding, say."""


@dataclass(frozen=True, slots=True)
class LevelLabels:
    """Labels of a level.

    Attributes
    ----------
    title
        What the level is called.
    labels
        One for each value, (m,).
    """

    title: str
    labels: Sequence[str]


def assembled(texts: Sequence[str], levels: Iterable[LevelLabels], name: str = "") -> Hierarchy:
    """Return the hierarchy of some levels, with one label above them unless the last has but one.

    Parameters
    ----------
    texts
        The values, (m,).
    levels
        Those above them, the narrowest first.
    name
        What people call the hierarchy.

    Returns
    -------
    Hierarchy
        With titles of all levels that have any.

    Raises
    ------
    ParameterError
        The levels do not nest.
    """
    above = list(levels)
    if not above or len(set(above[-1].labels)) > 1:
        above.append(LevelLabels(DROPPED, [TOP] * len(texts)))
    return Hierarchy(
        name=name,
        values=tuple(texts),
        levels=tuple(tuple(label or EMPTY for label in level.labels) for level in above),
        titles=tuple(str(level.title) for level in above),
    )


def value_column(values: Values) -> pd.Series:
    """Return values as a column.

    Parameters
    ----------
    values
        See `Values`.

    Returns
    -------
    pd.Series
        (m,), with the index 0, 1, …

    Raises
    ------
    DataError
        There are none.
    """
    column = pd.Series(values).reset_index(drop=True) if len(values) else pd.Series(dtype=object)
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    if column.empty:
        raise DataError("There are no values, and so nothing to build a hierarchy of.", "values")
    return column


def by_code(labels: Sequence[str], codes: np.ndarray) -> list[str]:
    """Return the label of each value.

    Parameters
    ----------
    labels
        Different labels (l,).
    codes
        int64 (m,), places among them.

    Returns
    -------
    list[str]
        (m,).
    """
    found: list[str] = np.array(labels, dtype=object)[codes].tolist()
    return found


def different_labels(labels: Sequence[str]) -> list[str]:
    """Return labels of which no two are equal: one that was there before gets a number.

    Parameters
    ----------
    labels
        Labels of different groups.

    Returns
    -------
    list[str]
        The same where they differ.
    """
    taken = set(labels)
    if len(taken) == len(labels):
        return list(labels)
    found: dict[str, None] = {}
    for label in labels:
        numbered = (f"{label} ({number})" for number in count(2))
        found[label if label not in found else next(n for n in numbered if n not in taken | set(found))] = (
            None
        )
    return list(found)
