"""Local labels: what the labels stand for that a step gave to single records, not to all with a value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import find_places


@dataclass(frozen=True, slots=True, eq=False)
class LocalLabels:
    """Which values labels stand for, where records with equal values have different ones.

    Attributes
    ----------
    places
        int64 (m,), place of each category of a file in an order in which every label has consecutive ones;
        −1: no label stands for it.
    ends
        By label the first and the last place that it stands for.
    """

    places: np.ndarray
    ends: Mapping[str, tuple[int, int]]

    def of_images(self, categories: pd.Index, images: pd.Series) -> "LocalLabels":
        """Return the same labels for values that recodings made the categories of.

        Parameters
        ----------
        categories
            Categories (m,) of the file that the labels were given in.
        images
            What the values of an earlier file became in it, (v,); missing for none.

        Returns
        -------
        LocalLabels
            With a place for each of these values.
        """
        found = find_places(pd.Index(images), categories)
        # The place of what is no category counts from the end.
        return replace(self, places=np.append(self.places, -1)[found])

    def held(self, labels: pd.Index) -> "HeldValues":
        """Return which values some labels stand for.

        Parameters
        ----------
        labels
            Categories (w,) of a masked file.

        Returns
        -------
        HeldValues
            An unknown label stands for none.
        """
        ends = [self.ends.get(label, (0, -1)) for label in labels]
        low, high = np.array(ends, dtype=np.int64).reshape(-1, 2).T
        return HeldValues(self.places, low, high)


@dataclass(frozen=True, slots=True, eq=False)
class HeldValues:
    """Values of an original, and labels of a masked file that stand for some of them.

    Attributes
    ----------
    places
        int64 (m,), place of each category of the original, −1 for none.
    low, high
        int64 (w,), first and last place that each category of the masked file stands for.
    """

    places: np.ndarray
    low: np.ndarray
    high: np.ndarray

    def are_held(self, values: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return whether labels stand for values, pair by pair.

        Parameters
        ----------
        values, labels
            int64 (p,), positions of categories of the original and of the masked file; or arrays that
            broadcast together.

        Returns
        -------
        np.ndarray
            bool (p,).
        """
        places = self.places[values]
        held: np.ndarray = (self.low[labels] <= places) & (places <= self.high[labels])
        return held

    def under(self) -> np.ndarray:
        """Return how many categories of the original each label stands for.

        Returns
        -------
        np.ndarray
            int64 (w,).
        """
        order = np.sort(self.places)
        first, last = np.searchsorted(order, self.low), np.searchsorted(order, self.high, side="right")
        under: np.ndarray = np.maximum(last - first, 0)
        return under

    def widths(self, values: np.ndarray) -> np.ndarray:
        """Return by how much the largest and the smallest value differ that each label stands for.

        Parameters
        ----------
        values
            float64 (m,), the categories of the original, which are numbers.

        Returns
        -------
        np.ndarray
            float64 (w,); 0 for a label that stands for none.
        """
        order = np.argsort(self.places, kind="stable")
        ends = np.searchsorted(self.places[order], np.stack([self.low, self.high + 1], axis=1))
        widths = np.zeros(len(self.low))
        some = ends[:, 1] > ends[:, 0]
        if some.any():
            # One value more, at which the last label may end.
            of_values, parts = np.append(values[order], 0.0), ends[some].ravel()
            largest = np.maximum.reduceat(of_values, parts)[::2]
            widths[some] = largest - np.minimum.reduceat(of_values, parts)[::2]
        return widths
