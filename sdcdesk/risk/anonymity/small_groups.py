"""Small groups of released records, and who is in them."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.counting.missing_keys import Missing, lacks_some
from sdcdesk.kernels.stable_order import stable_order


@dataclass(frozen=True, slots=True, eq=False)
class SmallGroups:
    """Groups below a wanted size, the smallest first, then in the order of the masked file.

    Attributes
    ----------
    wanted
        The size, k.
    keys
        The key variables that are released.
    left_out
        Those that are not.
    grouped
        Whether they are groups: where a missing value matches every value each record stands for itself.
    masked
        The masked file.
    now
        int64, for each group the records that share its key values, or are compatible with its record, which
        is counted too.
    before_smallest, before_largest
        int64, for each group the smallest and largest size of its members' groups in the initial file.
    members, starts
        int64 positions in the masked file of the records of all groups, and where each group begins there.
    """

    wanted: int
    keys: tuple[str, ...]
    left_out: tuple[str, ...]
    grouped: bool
    masked: Microdata
    now: np.ndarray
    before_smallest: np.ndarray
    before_largest: np.ndarray
    members: np.ndarray
    starts: np.ndarray

    @property
    def total(self) -> int:
        """Number of such groups."""
        return len(self.starts)

    @property
    def records(self) -> int:
        """Number of released records in all of them."""
        return len(self.members)

    @property
    def first(self) -> np.ndarray:
        """int64 positions in the masked file of the first record of each group, which stands for it."""
        first: np.ndarray = self.members[self.starts]
        return first

    def rows(self, group: int) -> np.ndarray:
        """Return the int64 positions in the initial file of the members of a group.

        Parameters
        ----------
        group
            Its place, from 0.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the initial file.
        """
        end = self.starts[group + 1] if group + 1 < self.total else self.records
        rows: np.ndarray = self.masked.rows[self.members[self.starts[group] : end]]
        return rows


def small_groups(assessment: Assessment, k: int) -> SmallGroups:
    """Return the groups of fewer than k released records.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    k
        Wanted group size, at least 2.

    Returns
    -------
    SmallGroups
        Single records where a missing value matches every value.

    Raises
    ------
    ParameterError
        k is below 2.
    """
    if k < 2:
        raise ParameterError("k is at least 2.", "k")
    names, missing = keys_of(assessment)
    masked, now, before = assessment.masked, assessment.record("f"), assessment.record("F")
    # Who is alone stands in the order of the file; only others, often few, have to be sorted.
    alone, several = np.flatnonzero(now == 1), np.flatnonzero((now > 1) & (now < k))
    first = several if missing == "wildcard" else _first_members(assessment.record("group"), several)
    order = stable_order(now[several] * len(masked) + first)
    members = np.concatenate([alone, several[order]])
    # Places among the members, and among those of larger groups.
    first_of_larger = np.flatnonzero(first[order] == several[order])
    starts = np.concatenate([np.arange(len(alone)), len(alone) + first_of_larger])
    initial, larger = before[alone], before[several[order]]
    keys = tuple(name for name in names if name in masked)
    return SmallGroups(
        wanted=k,
        keys=keys,
        left_out=tuple(name for name in names if name not in keys),
        grouped=missing == "category",
        masked=masked,
        now=now[members[starts]],
        before_smallest=np.append(initial, _reduced(np.minimum, larger, first_of_larger)),
        before_largest=np.append(initial, _reduced(np.maximum, larger, first_of_larger)),
        members=members,
        starts=starts,
    )


def keys_of(assessment: Assessment) -> tuple[tuple[str, ...], Missing]:
    """Return the key variables of an assessment, and what a missing value matched, if there were any.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.

    Returns
    -------
    tuple[tuple[str, ...], Missing]
        Names of the keys, and "category" or "wildcard"; where no released key value is missing, records form
        groups, as with "category".
    """
    named, missing = assessment.parameters["keys"], assessment.parameters["missing"]
    names = tuple(named) or assessment.original.named(Role.KEY)
    return names, missing if lacks_some(assessment.masked, names) else "category"


def _reduced(extreme: np.ufunc, values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Return the smallest or largest value of each group, whose members follow one another."""
    found: np.ndarray = extreme.reduceat(values, starts) if len(starts) else values
    return found


def _first_members(groups: np.ndarray, records: np.ndarray) -> np.ndarray:
    """Return for some records, which hold all members of their groups, the first one of its group."""
    labels = groups[records]
    first = np.empty(int(labels.max(initial=-1)) + 1, dtype=np.int64)
    first[labels[::-1]] = records[::-1]  # the last that is written stays
    of_each: np.ndarray = first[labels]
    return of_each
