"""Combinations of keys: how small the groups are by a few of the keys, for an intruder who knows no more."""

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Progress
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.missing_keys import Missing

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Combinations:
    """Groups by combinations of keys, those that leave most records in small groups first.

    Attributes
    ----------
    masked
        The masked file.
    k
        Wanted size of a group.
    missing
        What a missing key value matches.
    names
        Keys of each combination.
    smallest
        Records of its smallest group; None where none is released.
    below
        Its records in groups below k.
    few
        Released records in a group below k by some combination.
    """

    masked: Microdata = field(repr=False)
    k: int
    missing: Missing
    names: list[Names]
    smallest: list[int | None]
    below: list[int]
    few: int

    def rows(self, at: int) -> np.ndarray:
        """Return the records in groups below k by a combination.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        sizes = InMemory(self.masked, self.masked, self.names[at], self.missing).after.sizes
        rows: np.ndarray = self.masked.rows[sizes < self.k]
        return rows


def key_set_groups(
    masked: Microdata, keys: Names, most: int, k: int, missing: Missing, progress: Progress
) -> Combinations:
    """Return the groups by every combination of up to so many keys.

    Parameters
    ----------
    masked
        The masked file.
    keys
        All keys.
    most
        Keys of a combination, at most; all of them together are left out.
    k
        Wanted size of a group.
    missing
        What a missing key value matches.
    progress
        Receives how far the work is.

    Returns
    -------
    Combinations
        Of those that leave equally many records below k, the smaller ones come first.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    some = [one for size in range(1, min(most, len(keys) - 1) + 1) for one in combinations(keys, size)]
    few, smallest, below = np.zeros(len(masked), dtype=bool), [], []
    for names, share in progress.over(some, "Combinations of keys"):
        share.at(0.0)
        found = InMemory(masked, masked, names, missing, share).after
        small = found.sizes < k
        few |= small
        smallest.append(found.smallest)
        below.append(int(small.sum()))
    order = sorted(range(len(some)), key=lambda at: (-below[at], len(some[at]), at))
    return Combinations(
        masked,
        k,
        missing,
        [some[at] for at in order],
        [smallest[at] for at in order],
        [below[at] for at in order],
        int(few.sum()),
    )
