"""Links of released records to the nearest ones of the original."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.mixed_distances import Space
from sdcdesk.kernels.nearest import ALIKE, Nearest, nearest
from sdcdesk.risk.disclosure.classification import reciprocals

Ties = Literal["expected", "strict", "generous"]
"""What counts where several records of the original are equally near."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """For each released record its links to the nearest records of the original.

    Attributes
    ----------
    tied
        int64 (t,), records of the original that are nearest, all equally near.
    right
        int64 (t,), those of them that are right.
    all_right
        int64 (t,), all records that are right, near or not: 1 where the identity decides.
    """

    tied: np.ndarray
    right: np.ndarray
    all_right: np.ndarray

    @property
    def possible(self) -> np.ndarray:
        """Whether a right record is among the nearest, bool (t,)."""
        possible: np.ndarray = self.right > 0
        return possible

    @property
    def sure(self) -> np.ndarray:
        """Whether the right record alone is the nearest, bool (t,)."""
        sure: np.ndarray = self.possible & (self.tied == 1) & (self.all_right == 1)
        return sure

    @property
    def chance(self) -> np.ndarray:
        """The chance that one of the nearest, drawn blindly, is right, float64 (t,)."""
        chance: np.ndarray = self.right / (self.tied * self.all_right.astype(np.float64))
        return chance

    def number(self, ties: Ties) -> Fraction:
        """Return the number of right links, without an error of rounding.

        Parameters
        ----------
        ties
            What counts where several are equally near.

        Returns
        -------
        Fraction
            Expected, sure or possible links.
        """
        if ties != "expected":
            return Fraction(int((self.sure if ties == "strict" else self.possible).sum()))
        return reciprocals(self.right, self.tied * self.all_right)


def links(space: Space, rows: np.ndarray, whole: Space | None = None, progress: Progress = SILENT) -> Links:
    """Link every released record to the nearest records of the original.

    Parameters
    ----------
    space
        What the intruder knows.
    rows
        int64 (t,), for each released record the one that it came from.
    whole
        All variables of both files, those of the intruder among them: the right record is then the nearest
        in these. None: it is the one that the record came from.
    progress
        Receives how far the work is.

    Returns
    -------
    Links
        How many are nearest, and whether the right one is among them.
    """
    part = progress.part(0.0, 1.0 if whole is None else 0.5)
    known = _Search(space)
    found = known.nearest(part)
    squared, tied = found.squared[known.of], found.tied[known.of]
    if whole is None:
        near = space.squared(rows, np.arange(len(rows))) <= squared * ALIKE
        return Links(tied, near.astype(np.int64), np.ones(len(rows), dtype=np.int64))

    search = _Search(whole)

    def linked(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        one, other = search.first[first], search.second[second]
        near: np.ndarray = space.squared(one, other) <= squared[other] * ALIKE
        return near

    true = search.nearest(progress.part(0.5, 1.0), linked)
    return Links(tied, true.among[search.of], true.tied[search.of])


class _Search:
    """The different records of both files, and which of them each record is."""

    def __init__(self, space: Space) -> None:
        first, second = space.distinct()
        _, self.first, self.weights = np.unique(first, return_index=True, return_counts=True)
        _, self.second, self.of = np.unique(second, return_index=True, return_inverse=True)
        self.space = space.select(self.first, self.second)

    def nearest(
        self, progress: Progress, wanted: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None
    ) -> Nearest:
        def step(share: float) -> None:
            progress.at(share, "Nearest records")

        return nearest(self.space, self.weights, step, wanted)
