"""Comparison of k-anonymity and weighted disclosure risk of one file: what each says and misses.

Truta, Fotouhi and Barth-Jones 2006, section 4.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.counting.questions import Counting
from sdcdesk.risk.anonymity.missed import MissedByAnonymity, MissedByRisk, missed_by_anonymity, missed_by_risk
from sdcdesk.risk.anonymity.small_groups import keys_of
from sdcdesk.risk.disclosure.breakdown import classified
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK, WeightMatrix

LARGEST_K = LARGEST_BLOCK + 1
"""Largest k that has a matching weight matrix."""


@dataclass(frozen=True, slots=True)
class Anonymity:
    """What k-anonymity says of one file.

    Attributes
    ----------
    smallest
        k, the smallest group, or the fewest records compatible with one; None without records.
    records
        Records of the file.
    below
        Those in groups smaller than wanted.
    groups_below
        Groups smaller than wanted; None where a missing value matches every value, for then records do
        not form groups.
    """

    smallest: int | None
    records: int
    below: int
    groups_below: int | None


@dataclass(frozen=True, slots=True)
class Matching:
    """What DR_W says with the weight matrix that belongs to k.

    Attributes
    ----------
    matrix
        `WeightMatrix.k_anonymity(k)`; None where k is too large for a matrix.
    dr_weighted
        DR_W with it, as a share of the n initial records; None where its structure has no place for some
        of the records. It is 0 exactly if no released record is in a group below k.
    misfits
        (i, j, records) of the observed cells without a place, i < j.
    misplaced
        Records below k without a place: f < k and F > f.
    beyond
        Those of them whose group had k records or more: f < k ≤ F. No admissible matrix of any structure
        that leaves groups of k and more out can count them: w_fF ≤ w_FF = 0.
    """

    matrix: WeightMatrix | None
    dr_weighted: float | None
    misfits: tuple[tuple[int, int, int], ...]
    misplaced: int
    beyond: int

    @property
    def records_without_place(self) -> int:
        """Released records, below k or not, for which the structure has no place."""
        return sum(records for _, _, records in self.misfits)


@dataclass(frozen=True, slots=True)
class AnonymityAndRisk:
    """Both answers on one masked file.

    Attributes
    ----------
    wanted
        The group size k that is asked for.
    missing
        What a missing key value matches, the same for both answers.
    before, after
        The initial and the masked file.
    matching
        DR_W with the matrix that belongs to k.
    missed_by_anonymity, missed_by_risk
        What each answer leaves out.
    """

    wanted: int
    missing: Missing
    before: Anonymity
    after: Anonymity
    matching: Matching
    missed_by_anonymity: MissedByAnonymity
    missed_by_risk: MissedByRisk

    @property
    def anonymous(self) -> bool | None:
        """Whether the masked file is k-anonymous; None where nothing is released."""
        return None if self.after.smallest is None else self.after.below == 0


def compare_anonymity(
    assessment: Assessment, k: int, progress: Progress = SILENT, counting: Counting | None = None
) -> AnonymityAndRisk:
    """Set k-anonymity and the disclosure risk of a masked file beside each other.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    k
        Wanted group size, at least 2.
    progress
        Receives how far the work is.
    counting
        Counts the same file where its records are not in memory.

    Returns
    -------
    AnonymityAndRisk
        Both answers, and what each misses.

    Raises
    ------
    ParameterError
        k is below 2.
    Cancelled
        The user asked to stop.
    """
    if k < 2:
        raise ParameterError(sentence("k must be 2 or more, and {k} was given.", k=k), "k")
    progress.at(0.0, "Groups below k")
    sizes = assessment.table("group_sizes")
    return AnonymityAndRisk(
        wanted=k,
        missing=keys_of(assessment)[1],
        before=_anonymity(sizes, "_before", k),
        after=_anonymity(sizes, "_after", k),
        matching=_matching(assessment, k),
        missed_by_anonymity=missed_by_anonymity(assessment, k, progress.part(0.2, 1.0), counting),
        missed_by_risk=missed_by_risk(assessment, k),
    )


def _anonymity(table: pd.DataFrame, suffix: str, k: int) -> Anonymity:
    sizes, records = table["size"].to_numpy(), table[f"records{suffix}"].to_numpy()
    groups, small = table[f"groups{suffix}"], sizes < k
    return Anonymity(
        smallest=int(sizes[records > 0].min()) if records.any() else None,
        records=int(records.sum()),
        below=int(records[small].sum()),
        groups_below=None if groups.isna().any() else int(groups[small].sum()),
    )


def _matching(assessment: Assessment, k: int) -> Matching:
    cells = classified(assessment)
    small, grown = cells.i < k, cells.i >= cells.j
    matrix = WeightMatrix.k_anonymity(k) if k <= LARGEST_K else None
    misfits = ~grown
    risk = None
    if matrix is not None and not misfits.any():
        risk = float(cells.links_weighted(matrix) / cells.n)
    return Matching(
        matrix=matrix,
        dr_weighted=risk,
        misfits=_cells(cells, misfits),
        misplaced=int(cells.counts[small & misfits].sum()),
        beyond=int(cells.counts[small & (cells.j >= k)].sum()),
    )


def _cells(cells: ClassificationMatrix, chosen: np.ndarray) -> tuple[tuple[int, int, int], ...]:
    columns = (array[chosen].tolist() for array in (cells.i, cells.j, cells.counts))
    return tuple(zip(*columns, strict=True))
