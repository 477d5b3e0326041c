"""Local search: moves and exchanges of records between neighbouring groups that lessen their loss."""

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.group_changes import dissolutions, exchanges, moves, together
from sdcdesk.kernels.grouping.group_state import NOTHING, Changes, Groups
from sdcdesk.kernels.grouping.mdav import copied

NEIGHBOURS = 3
"""Nearest groups to which a record may go."""

ROUNDS_A_TREE = 4
"""Rounds until the nearest groups are searched anew: their means move only a little in a round."""

MOST_TREES = 25
"""The search ends after so many at the latest."""

LEAST_GAIN = 0.001
"""Share of the loss that the rounds of one tree must save for the search to go on."""

DIGITS = 12
"""Decimals of a saving, as a share of the greatest, that rank it: what lies beyond depends on the machine."""

LEAF = 24
"""Means in a leaf of a tree."""

RECORDS_AT_ONCE = 50_000
"""Records worked through between two reports."""


def improved(matrix: np.ndarray, labels: np.ndarray, k: int, progress: Progress) -> np.ndarray:
    """Improve groups by moving records to neighbouring groups, by exchanges, and by dissolving groups.

    In each round all changes that lessen the loss (the sum of squared distances from the group means) are
    ranked by what they save, and those are made that are first at every group they touch: so the savings
    add up, and the loss falls in every round. A record moves where its group keeps k and the other one
    stays below 2k; two records change places; a group of k records, up to 5, gives each to a different
    group. The search ends when four rounds save less than a thousandth of the loss.

    Parameters
    ----------
    matrix
        float64 (n, d), d ≥ 1: standardised columns, finite and below 1e150 in size. It is not changed.
    labels
        int64 (n,), group of each record, 0…G−1, each of at least k records. It is not changed.
    k
        Smallest size of a group, at least 1.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), new groups, 0…H−1 with H ≤ G, of at least k records; one grows up to 2k − 1 only. Their
        loss is at most that of the given groups.

    Raises
    ------
    ValueError
        If a value is missing, infinite or too large, or there is no column.
    Cancelled
        If the user cancelled.
    """
    records = copied(matrix)
    if len(labels) == 0 or labels.max() == 0:
        return labels.copy()
    # Neighbours lie side by side in memory, so that what is looked at together is fetched together.
    order = np.argsort(labels, kind="stable")
    progress.at(0.0)
    # What V-MDAV leaves over may make a group larger; it takes no more then.
    groups = Groups(records[order], labels[order], max(2 * k - 1, int(np.bincount(labels).max())))
    loss = groups.loss()
    beside = np.full((len(records), min(NEIGHBOURS + 1, len(groups.sizes))), NOTHING)
    touched = anew = np.arange(len(groups.sizes))
    for tree in range(MOST_TREES):
        share = progress.part(tree / MOST_TREES, (tree + 1) / MOST_TREES)
        share.at(0.0)
        # Others keep what they are beside.
        those = np.flatnonzero(_stirred(groups, beside, anew))
        known, beside[those] = beside[those], _beside(groups, those, beside.shape[1], share)
        stirred = _stirred(groups, beside, touched)
        stirred[those[(beside[those] != known).any(axis=1)]] = True
        anew = touched[:0]
        for _ in range(ROUNDS_A_TREE):
            changes = _changes(groups, beside, np.flatnonzero(stirred), k, share)
            share.at(0.0)
            touched = groups.make(changes)
            anew = np.append(anew, touched)
            stirred = _stirred(groups, beside, touched)
        before, loss = loss, groups.loss()
        if before - loss <= LEAST_GAIN * before:
            break
    improved_labels = np.empty_like(labels)
    improved_labels[order] = groups.numbered()
    return improved_labels


def _beside(groups: Groups, records: np.ndarray, most: int, progress: Progress) -> np.ndarray:
    """Return for some records the groups with the nearest means, int64 (m, q); their own may be among them.

    `NOTHING` stands behind the last where there are fewer groups.
    """
    # Imported here, because every start of the program would pay for it.
    from scipy.spatial import KDTree

    there = np.flatnonzero(groups.sizes)
    tree = KDTree(groups.means[there], leafsize=LEAF)
    nearest = min(most, len(there))
    beside = np.full((len(records), most), NOTHING)
    for part in _stretches(np.arange(len(records))):
        progress.at(0.0)
        found = tree.query(groups.matrix[records[part]], np.arange(1, nearest + 1))[1]
        beside[part, :nearest] = there[found]
    return beside


def _stirred(groups: Groups, beside: np.ndarray, touched: np.ndarray) -> np.ndarray:
    """Return which records are in or beside a group that was touched, bool (n,): others do no better now."""
    # `NOTHING` counts from the end.
    awake = np.zeros(len(groups.sizes) + 1, dtype=bool)
    awake[touched] = True
    stirred: np.ndarray = awake[groups.labels]
    for column in beside.T:
        stirred |= awake[column]
    return stirred


def _stretches(places: np.ndarray) -> list[np.ndarray]:
    """Cut places into parts, at least one, that are worked through between two reports."""
    return np.split(places, range(RECORDS_AT_ONCE, len(places), RECORDS_AT_ONCE))


def _changes(groups: Groups, beside: np.ndarray, stirred: np.ndarray, k: int, progress: Progress) -> Changes:
    """Return the changes of some records that lessen the loss."""
    there = np.zeros(len(groups.sizes), dtype=bool)
    there[groups.labels[stirred]] = True
    found = []
    for chosen in _stretches(np.flatnonzero(there)):
        progress.at(0.0)
        found.append(dissolutions(groups, chosen, beside, k))
    for records in _stretches(stirred):
        progress.at(0.0)
        for column in beside[records].T:
            other = (column != groups.labels[records]) & (column != NOTHING) & (groups.sizes[column] > 0)
            going, target = records[other], column[other]
            apart = groups.apart(going, target)
            found.append(moves(groups, going, target, apart, k))
            found.append(exchanges(groups, going, target, apart))
    progress.at(0.0)
    changes = together(found)
    if len(changes.savings):
        savings = np.round(changes.savings / changes.savings.max(), DIGITS)
        changes = Changes(savings, changes.records, changes.targets)
    return changes
