"""Secrets: a confidential variable, and when a guess of it is right."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.kernels.nearest import ALIKE
from sdcdesk.risk.criteria.levels import level_of
from sdcdesk.risk.criteria.sources import Nearby


@dataclass(frozen=True, slots=True, eq=False)
class Secret:
    """A confidential variable of both files.

    Attributes
    ----------
    name
        The variable.
    is_number
        Whether guesses are numbers, which need be right only within the tolerance.
    values
        int64 (t,), places of the released values in their order; −1 where missing.
    low, high
        int64 (n,), for each original record the places from and before which released values are right.
    known
        bool (n,), whether it has a value that can be guessed.
    size
        Places lie below this.
    """

    name: str
    is_number: bool
    values: np.ndarray
    low: np.ndarray
    high: np.ndarray
    known: np.ndarray
    size: int

    def right(self, near: Nearby, people: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return how many of the nearest records of each person have a right value, and how many there are.

        Parameters
        ----------
        near
            The nearest ones.
        people
            int64 (p,), positions in the original.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            int64 (p,) each.
        """
        # By combination and then by value, so that the right ones of a combination stand in a row.
        radix = self.size + 1
        ordered = np.sort(near.labels * radix + self.values + 1)
        begin = near.combination * radix + 1
        who = people[near.person]
        right = np.searchsorted(ordered, begin + self.high[who]) - np.searchsorted(
            ordered, begin + self.low[who]
        )
        counted = [
            np.bincount(near.person, numbers.astype(np.float64), minlength=len(people)).astype(np.int64)
            for numbers in (right, near.sizes[near.combination])
        ]
        return counted[0], counted[1]

    def blind(self, people: np.ndarray) -> np.ndarray:
        """Return the chance that the value of a random released record is right; there must be one.

        Parameters
        ----------
        people
            int64 (p,), positions in the original.

        Returns
        -------
        np.ndarray
            float64 (p,).
        """
        ordered = np.sort(self.values)
        number = np.searchsorted(ordered, self.high[people]) - np.searchsorted(ordered, self.low[people])
        chance: np.ndarray = number / len(ordered)
        return chance


def secret(original: Microdata, masked: Microdata, name: str, tolerance: float) -> Secret:
    """Return a confidential variable with the released values that are right for each original record.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of both.
    tolerance
        A number is right if it differs from the truth by at most so much of it.

    Returns
    -------
    Secret
        Of categories only the same one is right, at the level of the masked file.

    Raises
    ------
    DataError
        A value has no place in its declared order, or arithmetic would spoil numbers.
    """
    if is_numeric(original, name) and is_numeric(masked, name):
        return _number(name, original.numbers(name), masked.numbers(name), tolerance)
    level = level_of(original, masked, name)
    known = level.before >= 0
    low = np.where(known, level.before, 0)
    return Secret(name, False, level.after, low, low + known, known, level.size)


def _number(name: str, truth: np.ndarray, released: np.ndarray, tolerance: float) -> Secret:
    known = ~np.isnan(truth)
    different, values = np.unique(released[~np.isnan(released)], return_inverse=True)
    places = np.full(len(released), -1, dtype=np.int64)
    places[~np.isnan(released)] = values
    true = np.where(known, truth, 0.0)
    with np.errstate(over="ignore"):
        # Rounding decides nothing: 0.05 is a little more or less than a twentieth.
        reach = np.abs(true) * tolerance * ALIKE
        low = np.searchsorted(different, true - reach, side="left")
        high = np.searchsorted(different, true + reach, side="right")
    return Secret(name, True, places, low, np.where(known, high, low), known, len(different))
