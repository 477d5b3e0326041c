"""MDAV in blocks: groups of at least k records in time that grows with the records, not their square."""

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.mdav import copied
from sdcdesk.kernels.stable_order import stable_order

VALUES_AT_ONCE = 300_000
"""Values of the blocks that are worked through together: they stay in the memory nearest to the processor."""

GAPS_AT_ONCE = 16_384
"""So many gaps stay in the processor's nearer cache, with their squares and the values."""

SMALLEST_BUFFER = 16
"""Numbers in the buffer of numpy, at least."""

TAKEN = -1.0
"""Squared distance of a record that is in a group: it is the farthest of none."""


def blocked_mdav(matrix: np.ndarray, k: int, block: int, progress: Progress) -> np.ndarray:
    """Group records by MDAV within blocks of neighbouring records.

    All records are cut in two at the middle of the variable that spreads most, at a multiple of k, and each
    part again, until no part holds more than `block` records. MDAV then works in every block by itself.
    Among equal values and distances the record of the lowest index comes first. With all records in one
    block this is MDAV, up to distances that differ in the last digit of float64 only. Time grows with
    n · block · d.

    Parameters
    ----------
    matrix
        float64 (n, d), d ≥ 1: standardised columns, finite and below 1e150 in size. It is not changed.
    k
        Smallest size of a group, at least 1.
    block
        Largest number of records in a block, at least 2k.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each record, 0…G−1. Every group holds k to 2k − 1 records. With n < k there is
        one group of all: too small, which the caller must refuse.

    Raises
    ------
    ValueError
        If a value is missing, infinite or too large, there is no column, or the blocks are too small.
    Cancelled
        If the user cancelled.
    """
    if block < 2 * k:
        raise ValueError("a block must hold two groups")
    records = copied(matrix)
    labels = np.empty(len(records), dtype=np.int64)
    parts = _cut(records, k, block, progress.part(0.0, 0.2))
    groups = 0
    for together, share in progress.part(0.2, 1.0).over(_batches(parts, records.shape[1])):
        members = np.stack(together)
        found = _in_lockstep(records[members], k, share)
        labels[members] = found + groups
        groups += int(found.max()) + 1 if found.size else 0
    return labels


def _cut(records: np.ndarray, k: int, block: int, progress: Progress) -> list[np.ndarray]:
    """Return the records of each block, in ascending order."""
    waiting, blocks, done = [np.arange(len(records))], [], 0
    while waiting:
        progress.at(done / max(1, len(records)))
        members = waiting.pop()
        if len(members) <= block:
            blocks.append(np.sort(members))
            done += len(members)
            continue
        values = records[members]
        widest = int((values.max(axis=0) - values.min(axis=0)).argmax())
        members = members[stable_order(values[:, widest])]
        middle = round(len(members) / 2 / k) * k
        waiting += [members[middle:], members[:middle]]
    return blocks


def _batches(blocks: list[np.ndarray], columns: int) -> list[list[np.ndarray]]:
    """Put blocks of one size together, as many as may be worked through at once."""
    batches: list[list[np.ndarray]] = []
    for members in sorted(blocks, key=len):
        last = batches[-1] if batches else []
        fits = (len(last) + 1) * len(members) * columns <= VALUES_AT_ONCE
        if last and len(last[0]) == len(members) and fits:
            last.append(members)
        else:
            batches.append([members])
    return batches


def _in_lockstep(records: np.ndarray, k: int, progress: Progress) -> np.ndarray:
    """Return the groups of blocks (b, size, d), int64 (b, size): MDAV takes each step in all of them."""
    blocks, size, _ = records.shape
    labels = np.empty((blocks, size), dtype=np.int64)
    places = np.broadcast_to(np.arange(size), (blocks, size))
    columns = [np.ascontiguousarray(records[:, :, column]) for column in range(records.shape[2])]
    every = np.arange(blocks)[:, np.newaxis]
    groups = 0
    while (left := columns[0].shape[1]) >= 2 * k:
        progress.at(1 - (left / size) ** 2)
        squares = _squares(columns, [column.mean(axis=1, keepdims=True) for column in columns])
        taken = np.empty((blocks, 0), dtype=np.int64)
        # The group around the record farthest from the mean, and that around the one farthest from it.
        for _ in range(2 if left >= 3 * k else 1):
            extreme = squares.argmax(axis=1)[:, np.newaxis]
            squares = _squares(columns, [column[every, extreme] for column in columns])
            squares[every, taken] = np.inf
            nearest = _nearest(squares, k)
            labels[every, places[every, nearest]] = groups
            groups += 1
            taken = np.concatenate([taken, nearest], axis=1)
            squares[every, taken] = TAKEN
        # Both leave at once, and where the others stand is found once for all columns, which is faster.
        stays = np.ones((blocks, left), dtype=bool)
        stays[every, taken] = False
        those = np.flatnonzero(stays)
        columns = [column.take(those).reshape(blocks, -1) for column in columns]
        places = places.take(those).reshape(blocks, -1)
    labels[every, places] = groups
    return labels + every * (groups + 1)


def _squares(columns: list[np.ndarray], point: list[np.ndarray]) -> np.ndarray:
    """Return the squared distance of every record from the point of its block."""
    squares = np.empty_like(columns[0])
    blocks, size = squares.shape
    step = max(1, GAPS_AT_ONCE // size)
    with np.errstate():
        # numpy would copy the points of several rows into its buffer first, and take thrice the time.
        np.setbufsize(SMALLEST_BUFFER)
        for start in range(0, blocks, step):
            part = slice(start, start + step)
            total = squares[part]
            np.subtract(columns[0][part], point[0][part], out=total)
            total *= total
            gaps = np.empty_like(total)
            for column, place in zip(columns[1:], point[1:], strict=True):
                np.subtract(column[part], place[part], out=gaps)
                gaps *= gaps
                total += gaps
    return squares


def _nearest(squares: np.ndarray, k: int) -> np.ndarray:
    """Return the places of the k least in each row, (b, k), among equal ones those that come first."""
    found = np.empty((len(squares), k), dtype=np.int64)
    rows = np.arange(len(squares))
    if k <= MOST_SEARCHES:
        for number in range(k):
            found[:, number] = squares.argmin(axis=1)
            squares[rows, found[:, number]] = np.inf
        return found
    least = np.partition(squares, k - 1, axis=1)[:, k - 1 : k]
    closer = squares < least
    # Of those at the very distance of the k-th, the first ones fill the group.
    tied = squares == least
    wanted = k - closer.sum(axis=1, keepdims=True)
    chosen = closer | (tied & (np.cumsum(tied, axis=1) <= wanted))
    return np.nonzero(chosen)[1].reshape(-1, k)


MOST_SEARCHES = 4
"""Up to so many nearest records are searched one by one, which is faster than to sort a part."""
