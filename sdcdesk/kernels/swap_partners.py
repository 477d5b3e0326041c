"""Partners for a swap: each asker takes the first free one of a random order that is of another kind."""

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress

STRETCH = 1 << 14
"""Askers between two reports of progress."""


def swap_partners(
    askers: np.ndarray,
    line: np.ndarray,
    strata: np.ndarray,
    kinds: np.ndarray,
    most: int | None = None,
    progress: Progress = SILENT,
) -> np.ndarray:
    """Give each asker a partner of its own stratum and of another kind, none of them twice.

    They ask one after the other. Who was taken as a partner before asks no more; who asks takes the first in
    the line that is free, in the same stratum and of another kind, or stays free if there is none.

    Parameters
    ----------
    askers
        int64 (a,), positions of those who ask, in this order; all of them stand in the line.
    line
        int64 (m,), positions of all who may be partners, each once, in the order in which they are taken.
    strata
        int64 (n,), stratum of each position, 0 or more.
    kinds
        int64 (n,), kind of each position.
    most
        Pairs after which nobody asks any more; None: all ask.
    progress
        Receives how many asked.

    Returns
    -------
    np.ndarray
        int64 (p, 2), an asker and its partner in each row.
    """
    # One pass over each stratum: the first free entry, and the first free one of another kind than it. All
    # between the two are of the kind of the first, or taken; so where the first changes its kind it has come
    # to the second, and neither ever goes back.
    pairs: list[int] = []
    line = line[np.argsort(strata[line], kind="stable")]
    ends = np.cumsum(np.bincount(strata[line]))
    first, after = np.concatenate([[0], ends[:-1]]).tolist(), [0] * len(ends)
    free = bytearray(len(strata))
    np.frombuffer(free, dtype=np.bool_)[line] = True
    place, kind_at, last = line.tolist(), kinds[line].tolist(), ends.tolist()
    enough = None if most is None else 2 * most
    every = zip(askers.tolist(), strata[askers].tolist(), kinds[askers].tolist(), strict=True)
    for number, (asker, stratum, kind) in enumerate(every):
        if number % STRETCH == 0:
            progress.at(number / len(askers))
        if not free[asker]:
            continue
        if len(pairs) == enough:
            break
        at, end = first[stratum], last[stratum]
        while not free[place[at]]:  # ends at the asker itself
            at += 1
        first[stratum] = at
        if kind_at[at] == kind:
            at = max(after[stratum], at + 1)
            while at < end and not (free[place[at]] and kind_at[at] != kind):
                at += 1
            after[stratum] = at
        if at < end:
            free[asker] = free[place[at]] = 0
            pairs += asker, place[at]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
