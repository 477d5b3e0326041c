"""People whom an attack is tried on: targets, whose records were released, and others as its control."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import generator

LEAST_CONTROL = 100
"""Fewer people who were left out are no control."""

DRAW = 0
"""Stream of the random numbers by which people are drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """Whom guesses are made about.

    Attributes
    ----------
    targets
        int64, positions in the original of people whose records were released.
    others
        The same of people whose records were not; none where too few were left out.
    left_out
        How many were left out, and could be guessed about.
    """

    targets: np.ndarray
    others: np.ndarray
    left_out: int

    @property
    def everybody(self) -> np.ndarray:
        """The targets, then the others."""
        return np.concatenate([self.targets, self.others])


def enough(left_out: int) -> bool:
    """Return whether people who were left out are enough for a control.

    Parameters
    ----------
    left_out
        Their number.

    Returns
    -------
    bool
        100 are.
    """
    return left_out >= LEAST_CONTROL


def released_and_left_out(original: Microdata, masked: Microdata) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions of the original records that were released, and of those that were not.

    Parameters
    ----------
    original, masked
        Both files.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        int64 (k,) and (n − k,), ascending.
    """
    kept = np.zeros(len(original), dtype=bool)
    kept[masked.rows] = True
    return np.flatnonzero(kept), np.flatnonzero(~kept)


def drawn_people(original: Microdata, masked: Microdata, known: np.ndarray, number: int, seed: int) -> People:
    """Draw targets from the people in the masked file, and others from those who are not.

    Every record of the original has a random number of its own, by its place there: the order of the masked
    file, and who else was released, change nothing.

    Parameters
    ----------
    original, masked
        Both files.
    known
        bool (n,), whom a guess can be judged of.
    number
        How many of each; all where there are fewer.
    seed
        Seed of the draws.

    Returns
    -------
    People
        Without others where fewer than 100 could be drawn from.
    """
    chance = generator(seed, DRAW).random(len(original))
    released, left = (some[known[some]] for some in released_and_left_out(original, masked))
    others = left if enough(len(left)) else left[:0]
    targets, control = (some[np.argsort(chance[some])[:number]] for some in (released, others))
    return People(targets, control, len(left))
