"""Bars of two files on one axis."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.inspection.profile import Distribution


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """The bars of one file.

    Attributes
    ----------
    labels
        What each bar stands for.
    left, right
        float64, its ends on the axis.
    counts
        int64, its records.
    """

    labels: tuple[str, ...]
    left: np.ndarray
    right: np.ndarray
    counts: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class ValueChange:
    """Bars of a variable before and after on one axis.

    The axis has no unit: each bar of the file that tells fewer values apart, or each part of it, is one
    wide. Where one file puts values together that the other one tells apart, several narrow bars of the one
    stand in the wide bar of the other.

    Attributes
    ----------
    before, after
        The bars of the files; none where the values of a file cannot be put on the axis of the other.
    """

    before: Bars
    after: Bars

    @property
    def wide(self) -> Bars:
        """The bars whose labels name the places of the axis: the fewer ones, else those of after."""
        before, after = len(self.before.labels), len(self.after.labels)
        return self.before if after == 0 or 0 < before < after else self.after

    @property
    def end(self) -> float:
        """Where the axis ends; it begins at 0."""
        return max(
            (float(bars.right.max()) for bars in (self.before, self.after) if len(bars.right)), default=0.0
        )


def alone(change: ValueChange) -> ValueChange:
    """Return the bars of before without those of after.

    Parameters
    ----------
    change
        The comparison.

    Returns
    -------
    ValueChange
        `after` is empty.
    """
    nothing = Bars((), np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.int64))
    return ValueChange(change.before, nothing)


def turned(change: ValueChange) -> ValueChange:
    """Return the comparison with before and after exchanged.

    Parameters
    ----------
    change
        The comparison.

    Returns
    -------
    ValueChange
        The same bars.
    """
    return ValueChange(change.after, change.before)


def alike(labels: Sequence[str], before: np.ndarray, after: np.ndarray) -> ValueChange:
    """Return the bars of two files that have the same categories or bins.

    Parameters
    ----------
    labels
        Labels of the categories or bins.
    before
        int64 (m,), records in one file.
    after
        int64 (m,), records in the other.

    Returns
    -------
    ValueChange
        Bars of width 1.
    """
    places = np.arange(len(labels))
    return ValueChange(shared_bars(places, labels, before), shared_bars(places, labels, after))


def shared_bars(places: np.ndarray, labels: Sequence[str], counts: np.ndarray) -> Bars:
    """Return bars that share their places equally; they are given place by place.

    Parameters
    ----------
    places
        int64 (m,), ascending.
    labels
        One for each bar.
    counts
        int64 (m,), records.

    Returns
    -------
    Bars
        Bars of a place are equally wide, and 1 together.
    """
    sharing = np.bincount(places)
    rank = np.arange(len(places)) - (np.cumsum(sharing) - sharing)[places]
    width = 1 / sharing[places]
    return Bars(tuple(labels), places + rank * width, places + (rank + 1) * width, counts)


def shown_categories(shown: Distribution) -> pd.Index:
    """Return the categories that a distribution shows by name; none of one with bins.

    Parameters
    ----------
    shown
        A distribution.

    Returns
    -------
    pd.Index
        In the order in which they are drawn.
    """
    return pd.Index([]) if shown.categories is None else shown.categories
