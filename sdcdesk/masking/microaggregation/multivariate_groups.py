"""Groups of records that are alike in several variables at once, in each of the ways to form them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping import fixed_groups, mdav
from sdcdesk.kernels.grouping.clusters import clusters
from sdcdesk.kernels.grouping.exact_distances import ExactDistances
from sdcdesk.kernels.grouping.local_search import improved
from sdcdesk.kernels.grouping.mdav_blocks import blocked_mdav
from sdcdesk.kernels.grouping.mixed_mdav import Categories, mixed_mdav
from sdcdesk.kernels.grouping.variable_mdav import variable_mdav
from sdcdesk.kernels.robust_scatter import robust_scatter
from sdcdesk.masking.covariance import correlations, mixed, standard_scores

Formed = Literal["mdav", "variable", "blocks", "principal", "scores"]

SWEEPS = 0.5
"""Share of the work that forms the groups where a local search follows."""

CLUSTERED = 0.2
"""Share of the work that forms clusters."""

_IN_A_PLANE = (
    "Half of the records lie in one plane of these variables, or there are too few, so that robust distances "
    "are not defined; leave variables out that others determine or in which most records agree, or choose "
    "standardised distances."
)


@dataclass(frozen=True, slots=True)
class Forming:
    """How groups are formed.

    Parameters
    ----------
    k
        Smallest size of a group.
    formed
        "mdav", "variable" (V-MDAV), "blocks" (MDAV in blocks), or in the order of the first "principal"
        component or of the sum of z-"scores".
    gain
        Of V-MDAV.
    block
        Largest number of records in a block.
    improve
        Whether a local search follows.
    clusters
        How many clusters are formed first, which groups never reach across.
    """

    k: int
    formed: Formed
    gain: float
    block: int
    improve: bool
    clusters: int = 1


@dataclass(frozen=True, slots=True)
class WholeRecords:
    """What the groups of records go by.

    Parameters
    ----------
    scores
        float64 (n, d), numbers standardised over all records that are grouped, or their coordinates by
        robust distances.
    categories
        Variables of categories, possibly none.
    exact
        Distances in whole numbers, for MDAV where there are only numbers of few digits.
    """

    scores: np.ndarray
    categories: Sequence[Categories]
    exact: ExactDistances | None

    @classmethod
    def from_columns(
        cls,
        numbers: Sequence[np.ndarray],
        categories: Sequence[Categories],
        complete: np.ndarray,
        formed: Formed,
    ) -> Self:
        """Return some variables of the records.

        Parameters
        ----------
        numbers
            float64 (n,) each, NaN where missing.
        categories
            Variables of categories; with any of them or with numbers.
        complete
            int64 (m,), the records in which none of them is missing.
        formed
            How groups will be formed: by MDAV alone are equal distances told from nearly equal ones.

        Returns
        -------
        WholeRecords
            Of all n records; those that are not complete count nothing.
        """
        if not numbers:
            return cls(np.zeros((len(categories[0].codes), 0)), categories, None)
        scores = standard_scores(numbers, complete)
        exact = None
        if formed == "mdav" and not categories:
            filled = np.where(np.isnan(numbers).any(axis=0), 0.0, numbers).T
            exact = ExactDistances.from_columns(filled, complete)
        return cls(scores, categories, exact)

    @classmethod
    def by_robust_distances(
        cls, numbers: Sequence[np.ndarray], complete: np.ndarray, progress: Progress
    ) -> Self:
        """Return some variables of the records, whose distances are robust Mahalanobis distances.

        Parameters
        ----------
        numbers
            float64 (n,) each, NaN where missing.
        complete
            int64 (m,), the records in which none of them is missing.
        progress
            Asked whether to stop.

        Returns
        -------
        WholeRecords
            Of all n records; constant variables do not count.

        Raises
        ------
        DataError
            Half of the records lie in one plane, so that these distances are not defined.
        """
        present = [column[complete] for column in numbers]
        varied = [column for column in present if column.min() < column.max()]
        if not varied:
            return cls(np.zeros((len(numbers[0]), 1)), (), None)
        scatter = robust_scatter(varied, progress)
        if scatter is None:
            raise DataError(_IN_A_PLANE, "distances")
        scores = np.zeros((len(numbers[0]), len(varied)))
        scores[complete] = scatter.coordinates(varied)
        return cls(scores, (), None)

    def part(self, members: np.ndarray) -> Self:
        """Return some of the records.

        Parameters
        ----------
        members
            int64 (m,), their positions.

        Returns
        -------
        WholeRecords
            Of these m records, in this order.
        """
        return replace(
            self,
            scores=self.scores[members],
            categories=[replace(part, codes=part.codes[members]) for part in self.categories],
            exact=self.exact.part(members) if self.exact else None,
        )

    def groups(self, forming: Forming, progress: Progress) -> np.ndarray:
        """Return the group of each record.

        Parameters
        ----------
        forming
            How they are formed; by MDAV only where there are categories.
        progress
            Called many times a second.

        Returns
        -------
        np.ndarray
            int64 (n,), 0…G−1, groups of at least k records, if there are as many.
        """
        if forming.clusters > 1:
            return self._within_clusters(forming, progress)
        if self.categories:
            return mixed_mdav(self.scores, list(self.categories), forming.k, progress)
        if not forming.improve:
            return self._formed(forming, progress)
        labels = self._formed(forming, progress.part(0.0, SWEEPS))
        return improved(self.scores, labels, forming.k, progress.part(SWEEPS, 1.0))

    def _within_clusters(self, forming: Forming, progress: Progress) -> np.ndarray:
        """Return the groups in each of some clusters by itself."""
        share = progress.part(0.0, CLUSTERED)
        found = clusters(self.scores, _first_component(self.scores), forming.clusters, forming.k, share)
        labels = np.empty(len(found), dtype=np.int64)
        groups, alone = 0, replace(forming, clusters=1)
        for cluster, share in progress.part(CLUSTERED, 1.0).over(range(int(found.max()) + 1)):
            members = np.flatnonzero(found == cluster)
            labels[members] = groups + self.part(members).groups(alone, share)
            groups = int(labels[members].max()) + 1
        return labels

    def _formed(self, forming: Forming, progress: Progress) -> np.ndarray:
        """Return the groups before any search."""
        match forming.formed:
            case "mdav":
                return mdav(self.scores, forming.k, progress, self.exact)
            case "variable":
                return variable_mdav(self.scores, forming.k, forming.gain, progress)
            case "blocks":
                return blocked_mdav(self.scores, forming.k, forming.block, progress)
            case "principal":
                order = _first_component(self.scores)
            case "scores":
                order = mixed(self.scores, np.ones(self.scores.shape[1]))
        labels = np.empty(len(order), dtype=np.int64)
        labels[np.argsort(order, kind="stable")] = fixed_groups(len(order), forming.k)
        return labels


def _first_component(scores: np.ndarray) -> np.ndarray:
    """Return each record's first principal component, whose largest weight is positive, float64 (n,)."""
    weights = np.linalg.eigh(correlations(list(scores.T)))[1][:, -1]
    # What lies beyond these decimals depends on the machine.
    weights = np.round(weights, 12)
    return mixed(scores, weights * np.sign(weights[np.abs(weights).argmax()]))
