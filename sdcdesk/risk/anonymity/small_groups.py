"""Small groups of released records, and who is in them."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.counting.missing_keys import Missing, lacks_some
from sdcdesk.kernels.counting import Codes, group_records
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
    small = np.flatnonzero(now < k)
    labels = _labels(masked, names, small) if missing == "category" else np.arange(len(small))
    # Members stay in the order of the file, so the first one stands for its group.
    first = np.full(int(labels.max(initial=-1)) + 1, len(masked), dtype=np.int64)
    first[labels[::-1]] = small[::-1]
    members = small[stable_order(now[small] * len(masked) + first[labels])]
    new = np.zeros(len(masked), dtype=bool)
    new[first] = True
    starts = np.flatnonzero(new[members])
    initial = before[members]
    keys = tuple(name for name in names if name in masked.names)
    return SmallGroups(
        wanted=k,
        keys=keys,
        left_out=tuple(name for name in names if name not in keys),
        grouped=missing == "category",
        masked=masked,
        now=now[members[starts]],
        before_smallest=np.minimum.reduceat(initial, starts) if len(starts) else initial,
        before_largest=np.maximum.reduceat(initial, starts) if len(starts) else initial,
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


def _labels(masked: Microdata, names: tuple[str, ...], records: np.ndarray) -> np.ndarray:
    """Return the group of some records, which hold all members of theirs."""
    chosen = [Codes(key.values[records], key.size) for key in key_codes(masked, names)]
    return group_records(chosen).labels
