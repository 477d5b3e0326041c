"""Groups that change: their members, means and sizes, kept together while a search improves them."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.grouping.mdav import squared

NOTHING = -1
"""No record, or no group."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes that may be made to groups, each of which gives some records new groups.

    Parameters
    ----------
    savings
        float64 (c,), what each lessens the loss by, if no other change touches its groups.
    records
        int64 (c, w), the records that leave their groups; `NOTHING` behind the last.
    targets
        int64 (c, w), the new group of each; `NOTHING` likewise.
    """

    savings: np.ndarray
    records: np.ndarray
    targets: np.ndarray


class Groups:
    """Groups of records with their members, means and sizes.

    Parameters
    ----------
    matrix
        float64 (n, d), the records.
    labels
        int64 (n,), the group of each, 0…G−1.
    largest
        No group will ever have more members.
    """

    def __init__(self, matrix: np.ndarray, labels: np.ndarray, largest: int) -> None:
        self.matrix = matrix
        """float64 (n, d), the records."""
        self.labels = labels.copy()
        """int64 (n,), group of each record."""
        count = int(labels.max()) + 1
        self.members = np.full((count, largest), NOTHING)
        """int64 (G, largest), the records of each group, `NOTHING` behind the last."""
        self.sizes = np.zeros(count, dtype=np.int64)
        """int64 (G,), records of each group; 0 where it was dissolved."""
        self.means = np.zeros((count, matrix.shape[1]))
        """float64 (G, d); nothing of use where a group is empty."""
        self.losses = np.zeros(len(labels))
        """float64 (n,), squared distance of each record from the mean of its group."""
        self._fill(np.arange(count), np.arange(len(labels)))

    def apart(self, records: np.ndarray, groups: np.ndarray) -> np.ndarray:
        """Return the squared distance of each record from the mean of a group.

        Parameters
        ----------
        records
            int64 (m,), positions.
        groups
            int64 (m,), a group for each.

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        return squared(np.take(self.matrix, records, axis=0) - np.take(self.means, groups, axis=0))

    def between(self, records: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return the squared distance of each record from another one.

        Parameters
        ----------
        records, others
            int64 (m,), positions.

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        return squared(np.take(self.matrix, records, axis=0) - np.take(self.matrix, others, axis=0))

    def loss(self) -> float:
        """Return the loss of the groups.

        Returns
        -------
        float
            Sum of the squared distances of all records from the means of their groups.
        """
        return float(self.losses.sum())

    def make(self, changes: Changes) -> np.ndarray:
        """Make those of some changes that save most at every group they touch.

        Parameters
        ----------
        changes
            In any order; among equal savings the first counts as the greater.

        Returns
        -------
        np.ndarray
            int64 (t,), the groups that were touched.
        """
        ranks = np.empty(len(changes.savings), dtype=np.int64)
        ranks[np.argsort(-changes.savings, kind="stable")] = np.arange(len(ranks))
        left = np.where(changes.records == NOTHING, NOTHING, self.labels[changes.records])
        touched = np.concatenate([left, changes.targets], axis=1)
        there = touched != NOTHING
        first = np.full(len(self.sizes), len(ranks))
        np.minimum.at(first, touched[there], np.repeat(ranks, there.sum(axis=1)))
        unchanged = ((first[touched] == ranks[:, np.newaxis]) | ~there).all(axis=1)
        groups = np.unique(touched[unchanged][there[unchanged]])
        affected = self.members[groups]
        affected = np.sort(affected[affected != NOTHING])
        moved = changes.records[unchanged]
        self.labels[moved[moved != NOTHING]] = changes.targets[unchanged][moved != NOTHING]
        self._fill(groups, affected)
        return groups

    def numbered(self) -> np.ndarray:
        """Return the group of each record, without gaps in the numbers.

        Returns
        -------
        np.ndarray
            int64 (n,), 0…H−1.
        """
        return np.unique(self.labels, return_inverse=True)[1]

    def _fill(self, groups: np.ndarray, records: np.ndarray) -> None:
        """Find members, sizes and means of some groups anew; these records are all that they have."""
        order = np.argsort(self.labels[records], kind="stable")
        records = records[order]
        owners = self.labels[records]
        starts = np.flatnonzero(np.diff(owners, prepend=NOTHING))
        sizes = np.diff(starts, append=len(owners))
        filled = owners[starts]
        self.members[groups] = NOTHING
        self.sizes[groups] = 0
        self.members[owners, np.arange(len(owners)) - np.repeat(starts, sizes)] = records
        self.sizes[filled] = sizes
        self.means[filled] = np.add.reduceat(self.matrix[records], starts, axis=0) / sizes[:, np.newaxis]
        self.losses[records] = self.apart(records, owners)
