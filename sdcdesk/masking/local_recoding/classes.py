"""Classes of records: the file is cut by one key after the other, as long as each part keeps k records."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.keys import combine, compact
from sdcdesk.masking.local_recoding.cuts import Cells, Cut, cut
from sdcdesk.masking.local_recoding.key_labels import KeyLabels

Way = Literal["cells", "relaxed", "strict"]
"""How classes are cut: by the key that gains most, or as Mondrian does, relaxed or strict."""


def find_classes(
    keys: Sequence[KeyLabels],
    importance: Sequence[float],
    k: int,
    way: Way,
    progress: Progress = SILENT,
) -> np.ndarray:
    """Return classes of at least k records, whose values of each key are to share a label.

    Parameters
    ----------
    keys
        Labels of each key, and the codes of the records.
    importance
        What the losses of each key are multiplied by.
    k
        At most the number of records.
    way
        See `Way`.
    progress
        Receives the share of the records whose class is final, and stops the work where the user asked to.

    Returns
    -------
    np.ndarray
        int64 (n,), class of each record, 0…C−1. It does not hang on the order of the records, but for those
        that agree in all keys.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    values, _ = combine([key.codes for key in keys], [key.size + 1 for key in keys])
    rows = np.argsort(values, kind="stable")
    codes = np.array([key.codes[rows] for key in keys])
    owners = np.zeros(len(rows), dtype=np.int64)
    found, count = np.empty(len(rows), dtype=np.int64), 0
    while len(rows):
        progress.at(1 - len(rows) / len(found), "Classes of records")
        sizes = np.bincount(owners)
        # Fewer than two times k cannot be cut.
        chosen = np.full(len(sizes), -1)
        if (sizes >= 2 * k).any():
            chosen, cuts = _chosen(keys, importance, codes, owners, k, way, progress)
        final = (chosen < 0)[owners]
        labels, new = compact(owners[final], len(sizes)) if final.any() else (owners[final], 0)
        found[rows[final]] = labels + count
        count += new
        if final.all():
            break
        order, parts = _cut(cuts, chosen, codes, owners)
        kept = ~final[order]
        owners, _ = compact(parts[kept], int(parts.max()) + 1)
        rows, codes = rows[order[kept]], codes[:, order[kept]]
        order = np.argsort(owners, kind="stable")
        owners, rows, codes = owners[order], rows[order], codes[:, order]
    return found


def _chosen(
    keys: Sequence[KeyLabels],
    importance: Sequence[float],
    codes: np.ndarray,
    owners: np.ndarray,
    k: int,
    way: Way,
    progress: Progress,
) -> tuple[np.ndarray, list[Cut]]:
    """Return for each class the key that it is cut by, −1 for none, and how each key would cut it."""
    classes, cuts = int(owners[-1]) + 1, list[Cut]()
    chosen, best = np.full(classes, -1), np.zeros(classes)
    for place, key in enumerate(keys):
        progress.check()
        cells = Cells.counted(owners, codes[place], classes, key.size)
        cuts.append(cut(key, cells, k, together=way == "strict"))
        score = importance[place] * (cuts[-1].gain if way == "cells" else cuts[-1].width)
        better = cuts[-1].possible & (score > best)
        chosen[better], best[better] = place, score[better]
    return chosen, cuts


def _cut(
    cuts: Sequence[Cut], chosen: np.ndarray, codes: np.ndarray, owners: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the records by class and by their value of the key that cuts it, and the part of each."""
    widest = max(int(key.max()) for key in codes) + 1
    of_key = codes[np.maximum(chosen, 0)[owners], np.arange(len(owners))]
    order = np.argsort(owners * widest + of_key, kind="stable")
    which = [np.flatnonzero(np.maximum(chosen, 0)[one.cells.owners] == key) for key, one in enumerate(cuts)]
    cell_owners = np.concatenate([one.cells.owners[at] for one, at in zip(cuts, which, strict=True)])
    in_order = np.argsort(cell_owners, kind="stable")
    counts, part, moved = (
        np.concatenate([values[at] for values, at in zip(several, which, strict=True)])[in_order]
        for several in (
            [one.cells.counts for one in cuts],
            [one.part for one in cuts],
            [one.moved for one in cuts],
        )
    )
    place = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    parts = np.where(place < np.repeat(moved, counts), 0, np.repeat(part, counts))
    return order, owners[order] * (int(part.max()) + 1) + parts
