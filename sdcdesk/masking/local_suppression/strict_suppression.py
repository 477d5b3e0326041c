"""Strict suppression: the cheapest blanks for each record by itself, whatever is blanked in others."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.masking.local_suppression.key_tuple_check import Check
from sdcdesk.masking.local_suppression.key_tuples import KeyTuples, Masks
from sdcdesk.masking.local_suppression.subsets import Subset

Enough = Callable[[int, np.ndarray], np.ndarray]
"""(keys that are blanked, positions of tuples) → bool: whether these would be safe."""


def cheapest(
    subsets: Sequence[Subset], waiting: np.ndarray, enough: Enough, progress: Progress, *, ties: bool
) -> Iterator[tuple[Subset, np.ndarray]]:
    """Find the cheapest subsets of keys whose blanks make each of some tuples safe.

    Parameters
    ----------
    subsets
        The cheapest first.
    waiting
        int64 (w,), positions of the tuples that are not safe.
    enough
        Says for which of them a subset suffices.
    progress
        Asked before each subset whether to stop.
    ties
        Whether all subsets of least cost are found, or the first one only.

    Yields
    ------
    Subset, np.ndarray
        A subset, and the positions of the tuples for which it is a cheapest one, int64 (m,), ascending.
        Tuples for which no subset suffices never come.
    """
    # Blanks never take records away: whoever is not safe with all keys blanked never is.
    waiting = waiting[enough(subsets[-1].mask, waiting)]
    found = np.full(len(waiting), len(subsets))
    for number, subset in enumerate(subsets):
        progress.at(number / len(subsets), "Subsets of the key variables")
        looking = np.flatnonzero(found > subset.rank - ties)
        if not len(looking):
            return
        suited = looking[enough(subset.mask, waiting[looking])]
        found[suited] = subset.rank
        if len(suited):
            yield subset, waiting[suited]


def strict_blanks(tuples: KeyTuples, original: Check, subsets: Sequence[Subset], progress: Progress) -> Masks:
    """Return the keys to blank so that each tuple is safe by the original, at the least cost.

    What is blanked in other records does not count, so that each tuple is a question of its own, and the
    cheapest subset that suffices is the optimum.

    Parameters
    ----------
    tuples
        The different keys of the file.
    original
        Says what is safe by the records of the file as it is.
    subsets
        The cheapest first.
    progress
        Asked before each subset whether to stop.

    Returns
    -------
    np.ndarray
        int64 (T,); 0 where a tuple is safe as it is, and where no subset makes it so.
    """
    masks = np.zeros(len(tuples), dtype=np.int64)
    waiting = np.flatnonzero(~original.safe(masks))
    for subset, which in cheapest(subsets, waiting, original.enough, progress, ties=False):
        masks[which] = subset.mask
    blanked: Masks = masks & tuples.visible()
    return blanked
