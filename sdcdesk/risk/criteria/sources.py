"""Sources of an intruder: some variables of people, by which the nearest released records are found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.mixed_distances import Coordinates, Names, Space
from sdcdesk.kernels.neighbours import neighbours
from sdcdesk.risk.linkage.compared import Compared

WORDS = "Nearest records"


@dataclass(frozen=True, slots=True, eq=False)
class Nearby:
    """The nearest released records of each person, as combinations of values that records share.

    Attributes
    ----------
    labels
        int64 (t,), the combination of each released record, 0…C−1.
    sizes
        int64 (C,), how many records share it.
    person, combination
        int64 (pairs,), who has which combination among the nearest; ascending by person.
    certain
        bool (pairs,), whether it is nearer than the last of the nearest. Where not, it is one of several that
        are equally near, of which as many are drawn as are lacking.
    number
        How many records are nearest.
    """

    labels: np.ndarray
    sizes: np.ndarray
    person: np.ndarray
    combination: np.ndarray
    certain: np.ndarray
    number: int

    @property
    def is_near(self) -> np.ndarray:
        """Whether a combination is among the nearest of anybody, bool (C,)."""
        found = np.zeros(len(self.sizes), dtype=bool)
        found[self.combination] = True
        return found

    def records(self, people: int, *, certain: bool) -> np.ndarray:
        """Return how many records are surely among the nearest of each person, or are drawn from.

        Parameters
        ----------
        people
            Their number.
        certain
            Which of both.

        Returns
        -------
        np.ndarray
            int64 (people,).
        """
        some = self.certain == certain
        counted = np.bincount(
            self.person[some], self.sizes[self.combination[some]].astype(np.float64), minlength=people
        )
        return counted.astype(np.int64)


class Sources:
    """Variables of people whom the intruder knows, and of all released records.

    Parameters
    ----------
    compared
        Variables of both files.
    people
        int64 (p,), positions in the original of those whom he knows.
    """

    def __init__(self, compared: Compared, people: np.ndarray) -> None:
        self._values = [_turned(one.values, people) for one in compared.variables]
        self._digits = [_digits(one) for one in self._values]
        self._records = compared.records[1], len(people)

    def nearby(self, some: Sequence[int], number: int, progress: Progress) -> Nearby:
        """Find the nearest released records of each person by some variables; at least one was released.

        Parameters
        ----------
        some
            Places of the variables.
        number
            How many are nearest.
        progress
            Receives how far the work is.

        Returns
        -------
        Nearby
            With all that are as near as the last of them.
        """
        t, p = self._records
        progress.at(0.0, WORDS)
        columns = [np.zeros(t + p, dtype=np.int64), *(self._digits[at][0] for at in some)]
        labels, different = compact(*combine(columns, [1, *(self._digits[at][1] for at in some)]))
        progress.at(0.0, WORDS)
        own, first, sizes = examples(labels[:t], different)
        of, second, _ = examples(labels[t:], different)
        progress.at(0.0, WORDS)
        values = [self._values[at] for at in some]
        space = Space(
            tuple(one for one in values if isinstance(one, Coordinates)),
            tuple(one for one in values if isinstance(one, Names)),
            (t, p),
        )
        found = neighbours(
            space.select(first, second), sizes, number, lambda share: progress.at(share, WORDS)
        )
        # Found once for all who have the same values.
        order = np.argsort(found.second, kind="stable")
        lengths = np.bincount(found.second, minlength=len(second))
        starts = np.cumsum(lengths) - lengths
        pairs = order[spread(starts[of], lengths[of])]
        return Nearby(
            own,
            sizes,
            np.repeat(np.arange(p), lengths[of]),
            found.first[pairs],
            found.certain[pairs],
            min(number, t),
        )


def examples(keys: np.ndarray, domain: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the number of each key, and for each number where such a key is, and how many there are.

    Parameters
    ----------
    keys
        int64 (n,), 0…domain−1.
    domain
        How many keys there could be.

    Returns
    -------
    tuple[np.ndarray, np.ndarray, np.ndarray]
        int64 (n,), and int64 (G,) twice; numbers ascend with the keys.
    """
    if not len(keys):
        return keys, keys, keys
    labels, number = compact(keys, domain)
    place = np.empty(number, dtype=np.int64)
    place[labels] = np.arange(len(labels))
    return labels, place, np.bincount(labels, minlength=number)


def spread(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return the places of several runs, one after the other.

    Parameters
    ----------
    starts, lengths
        int64 (runs,).

    Returns
    -------
    np.ndarray
        int64 (sum of the lengths,).
    """
    ends = np.cumsum(lengths)
    places: np.ndarray = np.arange(int(lengths.sum())) + np.repeat(starts - (ends - lengths), lengths)
    return places


def _turned(values: Coordinates | Names, people: np.ndarray) -> Coordinates | Names:
    """Return released values first, then those of the people."""
    return replace(values, first=values.second, second=values.first[people])


def _digits(values: Coordinates | Names) -> tuple[np.ndarray, int]:
    first, second = (
        (values.first, values.second)
        if isinstance(values, Names)
        else (values.first[:, 0], values.second[:, 0])
    )
    different, codes = np.unique(np.concatenate([first, second]), return_inverse=True)
    return codes.astype(np.int64, copy=False), len(different)
