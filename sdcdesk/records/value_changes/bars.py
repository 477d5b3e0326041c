"""Bars of two files on one axis."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import localised
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

    def within(self, index: int, bars: "Bars") -> np.ndarray:
        """Return which of other bars have their middle in one of these.

        Parameters
        ----------
        index
            The bar, from 0.
        bars
            The others, on the same axis.

        Returns
        -------
        np.ndarray
            Their places, int64 (m,), ascending.
        """
        middle = (bars.left + bars.right) / 2
        return np.flatnonzero((self.left[index] <= middle) & (middle < self.right[index]))


NOTHING = Bars((), np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.int64))
"""No bars."""


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
    named
        Whether the places are categories, known by their names, and no bins of numbers.
    others
        Categories that the last place stands for; 0: each place has its own. So many records would make all
        other bars flat: they are drawn apart.
    """

    before: Bars
    after: Bars
    named: bool = False
    others: int = 0

    def reading(self, index: int, names: tuple[str, str], locale: Locale = NEUTRAL) -> str:
        """Return the label of a place, and the records of both files there.

        Parameters
        ----------
        index
            The wide bar, from 0.
        names
            What the files are called.
        locale
            How numbers are written.

        Returns
        -------
        str
            "40 to 49: original 61, masked 60".
        """
        wide = self.wide
        label = wide.labels[index]
        found = (
            f"{name} {_listed(bars, wide.within(index, bars), label, locale)}".strip()
            for name, bars in self._named(names)
        )
        return f"{localised(label, locale)}: {', '.join(found)}"

    def table(self, names: tuple[str, str], locale: Locale = NEUTRAL) -> list[list[str]]:
        """Return one row for each bar, with the records of the files that have it; the header first.

        Parameters
        ----------
        names, locale
            See `reading`.

        Returns
        -------
        list[list[str]]
            Rows of text.
        """
        shown = self._named(names)
        counted = [dict(zip(bars.labels, map(str, bars.counts.tolist()), strict=True)) for _, bars in shown]
        labels = dict.fromkeys(label for one in counted for label in one)
        rows = [[localised(label, locale), *(one.get(label, "") for one in counted)] for label in labels]
        return [["value", *(name or "records" for name, _ in shown)], *rows]

    def _named(self, names: tuple[str, str]) -> list[tuple[str, Bars]]:
        both = (self.before, self.after)
        return [(name, bars) for name, bars in zip(names, both, strict=True) if bars.labels]

    def records(self, index: int) -> tuple[int, int]:
        """Return the records of both files at a place.

        Parameters
        ----------
        index
            The wide bar, from 0.

        Returns
        -------
        tuple[int, int]
            Before and after.
        """
        wide = self.wide
        before, after = (
            int(bars.counts[wide.within(index, bars)].sum()) for bars in (self.before, self.after)
        )
        return before, after

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
    return ValueChange(change.before, NOTHING, change.named, change.others)


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
    return ValueChange(change.after, change.before, change.named, change.others)


def alike(
    labels: Sequence[str], before: np.ndarray, after: np.ndarray, *, named: bool = False, others: int = 0
) -> ValueChange:
    """Return the bars of two files that have the same categories or bins.

    Parameters
    ----------
    labels
        Labels of the categories or bins.
    before
        int64 (m,), records in one file.
    after
        int64 (m,), records in the other.
    named, others
        See `ValueChange`.

    Returns
    -------
    ValueChange
        Bars of width 1.
    """
    places = np.arange(len(labels))
    one, other = (shared_bars(places, labels, counts) for counts in (before, after))
    return ValueChange(one, other, named, others)


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


def named_categories(distribution: Distribution) -> pd.Index:
    """Return the categories that a distribution shows by name; none of one with bins.

    Parameters
    ----------
    distribution
        A distribution.

    Returns
    -------
    pd.Index
        In the order in which they are drawn.
    """
    return pd.Index([]) if distribution.categories is None else distribution.categories


def side_by_side(spread: Distribution) -> Bars:
    """Return the bars of a distribution beside one another, each one wide.

    Parameters
    ----------
    spread
        Counts of one variable in one file.

    Returns
    -------
    Bars
        In the order of its bins.
    """
    left = np.arange(len(spread.labels), dtype=np.float64)
    return Bars(spread.labels, left, left + 1, spread.counts)


def _listed(bars: Bars, places: np.ndarray, label: str, locale: Locale) -> str:
    """Return the records of some bars: one number where they are one bar of the same name."""
    counts = [count_text(int(bars.counts[place]), locale) for place in places]
    if len(places) == 1 and bars.labels[places[0]] == label:
        return counts[0]
    listed = ", ".join(
        f"{localised(bars.labels[place], locale)} {number}"
        for place, number in zip(places, counts, strict=True)
    )
    return f"({listed})" if counts else count_text(0, locale)
