"""Nearest records where texts are compared: which texts are near enough for a search to look further."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sdcdesk.kernels.mixed_distances import Names, Space, Texts


def with_nearest_texts(space: Space) -> Space:
    """Return the space in which each text of the second file is taken for the nearest one of the first.

    Parameters
    ----------
    space
        With texts; at least one first record.

    Returns
    -------
    Space
        Of the same records, with names in the place of texts.
    """
    names = tuple(Names(one.first, _nearest(one)[one.second]) for one in space.texts)
    return Space(space.coordinates, (*space.names, *names), space.records)


def _nearest(texts: Texts) -> np.ndarray:
    """Return for each text of the second file, a missing one last, the nearest of the first; −1: missing."""
    occurring = np.unique(texts.first)
    nearest: np.ndarray = occurring[texts.squares[occurring].argmin(axis=0)]
    return nearest


@dataclass(slots=True, eq=False)
class Bounds:
    """Bounds above the smallest distances, from the pairs that a search in another space finds.

    Attributes
    ----------
    space
        The space of the distances.
    squared
        float64 (t,), the smallest squared distance of the other space so far.
    largest
        float64 (t,), the squared distance of some first record at least.
    number
        As in a search for the nearest.
    """

    space: Space
    squared: np.ndarray = field(init=False)
    largest: np.ndarray = field(init=False)
    number: int = 1

    def __post_init__(self) -> None:
        self.squared = np.full(self.space.records[1], np.inf)
        self.largest = self.squared.copy()

    def add(self, first: np.ndarray, second: np.ndarray, squared: np.ndarray) -> None:
        """Take pairs into account.

        Parameters
        ----------
        first, second
            int64 (m,), positions in each file.
        squared
            float64 (m,), their squared distances in the other space.
        """
        np.minimum.at(self.squared, second, squared)
        np.minimum.at(self.largest, second, self.space.squared(first, second))


@dataclass(frozen=True, slots=True, eq=False)
class Similar:
    """Texts of the first file that are near enough to those of some records of the second.

    Attributes
    ----------
    places
        int64 (m,), which of these records.
    codes
        int64 (m,), the text, its last code for a missing one.
    room
        float64 (m,), what is left for the squared distance in all other variables.
    """

    places: np.ndarray
    codes: np.ndarray
    room: np.ndarray


def similar(texts: Texts, second: np.ndarray, room: np.ndarray, cells: int) -> Iterator[Similar]:
    """Walk through the texts that are near enough to each of some records.

    Parameters
    ----------
    texts
        The variable.
    second
        int64 (m,), positions in the second file.
    room
        float64 (m,), the largest squared distance that matters to each.
    cells
        Pairs of a record and a text that are looked at together.

    Yields
    ------
    Similar
        Of some of the records, in their order.
    """
    rows = max(cells // len(texts.squares), 1)
    for start in range(0, len(second), rows):
        some, limit = texts.second[second[start : start + rows]], room[start : start + rows]
        squares = texts.squares[:, some].T
        places, codes = np.nonzero(squares <= limit[:, None])
        yield Similar(start + places, codes, limit[places] - squares[places, codes])
