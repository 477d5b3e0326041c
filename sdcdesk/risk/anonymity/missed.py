"""Omissions of k-anonymity and of the weighted disclosure risk, in figures of one masked file."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.frequencies import Frequencies
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.counting import Groups
from sdcdesk.risk.anonymity.shared_values import SharedValue, counted_shared_values, shared_values
from sdcdesk.risk.anonymity.small_groups import keys_of
from sdcdesk.risk.disclosure.breakdown import classified
from sdcdesk.risk.weights.matrix import WeightMatrix


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """Records in large enough groups whose members all share a confidential value.

    Attributes
    ----------
    variables
        The confidential variables that are released, each with the number of such records.
    records
        Records with at least one such variable.
    rows
        int64, their positions in the initial file; none where records are not in memory.
    small
        Records with at least one such variable in groups below k.
    problem
        Why they could not be counted; empty where they were.
    shared
        Which records these are, for each variable, small groups included.
    """

    variables: tuple[tuple[str, int], ...]
    records: int
    rows: np.ndarray
    small: int
    problem: str = ""
    shared: tuple[SharedValue, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class MissedByAnonymity:
    """What k says nothing of.

    Attributes
    ----------
    dr_max
        DR_max, which knows how large the groups are.
    ceiling
        The largest DR_max with this k: t / (n k); None without released records.
    in_smallest
        Records in groups of exactly the smallest size.
    were_alone
        Records in groups of k or more that were alone in the initial file.
    unreleased
        Initial records that are not released.
    attribute
        Records whose identity k protects and whose confidential value it does not.
    """

    dr_max: float
    ceiling: float | None
    in_smallest: int
    were_alone: int
    unreleased: int
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class MissedByRisk:
    """What the weighted risk of the scenario, a mean over all initial records, says nothing of.

    Attributes
    ----------
    dr_min, dr_weighted, dr_max
        The risks; DR_W lies between the other two whatever the weights.
    most_of_one
        1/n, the most that a single record adds.
    alone
        Released records that are alone in the masked file.
    alone_in_both
        Those that were alone in the initial file too.
    weightless
        Records below k that add nothing, because their weight is 0.
    """

    dr_min: float
    dr_weighted: float
    dr_max: float
    most_of_one: float
    alone: int
    alone_in_both: int
    weightless: int


def missed_by_anonymity(
    assessment: Assessment, k: int, progress: Progress = SILENT, counting: Counting | None = None
) -> MissedByAnonymity:
    """Return what k-anonymity says nothing of.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    k
        Wanted group size.
    progress
        Receives how far the work is.
    counting
        Counts the same file where its records are not in memory.

    Returns
    -------
    MissedByAnonymity
        Figures of the same masked file.
    """
    cells = classified(assessment)
    n, t = cells.n, cells.t
    smallest = int(cells.i.min()) if t else None
    return MissedByAnonymity(
        dr_max=_share(assessment, "dr_max"),
        ceiling=None if smallest is None else t / (n * smallest),
        in_smallest=0 if smallest is None else int(cells.counts[cells.i == smallest].sum()),
        were_alone=int(cells.counts[(cells.i >= k) & (cells.j == 1)].sum()),
        unreleased=n - t,
        attribute=_attribute(assessment, k, progress, counting),
    )


def missed_by_risk(assessment: Assessment, k: int) -> MissedByRisk:
    """Return what the weighted risk of an assessment says nothing of, for a wanted group size k.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    k
        Wanted group size.

    Returns
    -------
    MissedByRisk
        Figures of the same masked file; risks are shares of the initial records.
    """
    cells, weights = classified(assessment), WeightMatrix.model_validate(assessment.parameters["weights"])
    # As what a record adds is computed: a small weight may come to nothing.
    added = weights.at(cells.i, cells.j) / weights.first / cells.larger / cells.n
    alone = cells.i == 1
    return MissedByRisk(
        dr_min=_share(assessment, "dr_min"),
        dr_weighted=_share(assessment, "dr_weighted"),
        dr_max=_share(assessment, "dr_max"),
        most_of_one=1 / cells.n,
        alone=int(cells.counts[alone].sum()),
        alone_in_both=int(cells.counts[alone & (cells.j == 1)].sum()),
        weightless=int(cells.counts[(cells.i < k) & (added == 0)].sum()),
    )


def _attribute(assessment: Assessment, k: int, progress: Progress, counting: Counting | None) -> Attribute:
    if counting is not None:
        return _counted_attribute(counting, k, progress)
    masked, large = assessment.masked, assessment.record("f") >= k
    try:
        shared = shared_values(masked, *keys_of(assessment), progress, _counted(assessment))
    except DataError as error:
        # Both answers stand without it.
        return Attribute((), 0, masked.rows[:0], 0, error.message)
    some = np.zeros(len(masked), dtype=bool)
    for one in shared:
        some |= one.found
    return Attribute(
        variables=_in_large(shared, k),
        records=int((some & large).sum()),
        rows=masked.rows[some & large],
        small=int((some & ~large).sum()),
        shared=shared,
    )


def _counted(assessment: Assessment) -> Frequencies:
    """Return the sizes and groups of the released records, which were counted for the disclosure risk."""
    if "group" not in assessment.records:
        return Frequencies(assessment.record("f"))
    labels = assessment.record("group")
    return Frequencies(Groups(labels, np.bincount(labels)))


def _counted_attribute(counting: Counting, k: int, progress: Progress) -> Attribute:
    """Return the same of a file whose records are not in memory."""
    shared, some = counted_shared_values(counting, progress)
    small = some.below(k).total
    none = np.empty(0, dtype=np.int64)
    return Attribute(_in_large(shared, k), some.total - small, none, small, shared=shared)


def _in_large(shared: Sequence[SharedValue], k: int) -> tuple[tuple[str, int], ...]:
    return tuple((one.variable, one.sizes.total - one.sizes.below(k).total) for one in shared)


def _share(assessment: Assessment, name: str) -> float:
    value = assessment.value(name)
    return float(value) if isinstance(value, float | int) else 0.0
