"""Check of key tuples: whether they are safe, with all keys together or any combination of so many."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from sdcdesk.masking.local_suppression.key_tuples import KeyTuples, Masks, Sharing


class Check:
    """Whether tuples are safe by the records of a file.

    Parameters
    ----------
    tuples
        The different keys of the file.
    demands
        Records and people by their keys: of the original, so that the blanks of other records do not help,
        or of the masked file; and how many keys an intruder knows at once: each combination of so many must
        be safe. All demands must be met.
    """

    def __init__(self, tuples: KeyTuples, demands: Sequence[tuple[Sharing, int]]) -> None:
        self._tuples = tuples
        self._all = (1 << len(tuples.sizes)) - 1
        self._demands = [
            (
                sharing,
                [
                    sum(1 << key for key in chosen)
                    for chosen in combinations(range(len(tuples.sizes)), number)
                ],
            )
            for sharing, number in demands
        ]
        self._known: dict[tuple[int, int], np.ndarray] = {}

    def enough(self, mask: int, which: np.ndarray) -> np.ndarray:
        """Return which tuples are safe where the same keys are blanked in all of them.

        Parameters
        ----------
        mask
            The keys that are blanked.
        which
            int64 (m,), positions of tuples.

        Returns
        -------
        np.ndarray
            bool (m,).
        """
        safe = np.ones(len(which), dtype=bool)
        for place, (sharing, chosen) in enumerate(self._demands):
            if len(chosen) == 1:
                safe &= sharing.safe(self._tuples.blanked(mask, which))
                continue
            # Different combinations show the same keys where others are blanked.
            for seen in sorted({one & ~mask for one in chosen}):
                if (place, seen) not in self._known:
                    self._known[place, seen] = sharing.safe(self._tuples.blanked(self._all & ~seen))
                safe &= self._known[place, seen][which]
        return safe

    def safe(self, masks: Masks, known: np.ndarray | None = None) -> np.ndarray:
        """Return which tuples are safe where each has its own keys blanked.

        Parameters
        ----------
        masks
            int64 (T,), the keys that are blanked in each.
        known
            bool (T,), tuples that are safe with fewer keys blanked, here or in others: they are not counted
            again, because blanks never take compatible records away.

        Returns
        -------
        np.ndarray
            bool (T,).
        """
        safe = np.zeros(len(masks), dtype=bool) if known is None else known.copy()
        unsafe = np.flatnonzero(~safe)
        for sharing, chosen in self._demands:
            for one in chosen:
                unseen = self._all & ~one
                unsafe = unsafe[sharing.safe(self._tuples.blanked(masks[unsafe] | unseen, unsafe))]
        safe[unsafe] = True
        return safe
