"""The groups of released records that are too small, and who is in them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.coding import MISSING
from sdcdesk.core.errors import ParameterError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role
from sdcdesk.kernels.counting import Codes
from sdcdesk.risk.frequencies import COUNTING, key_codes
from sdcdesk.risk.key_measure import Missing


@dataclass(frozen=True, slots=True, eq=False)
class SmallGroup:
    """Released records that share their key values with few; one record where there are no groups.

    Attributes
    ----------
    values
        Its values of the released key variables; None where missing.
    now
        Records that share them (or are compatible with them), itself included.
    before_smallest, before_largest
        Smallest and largest size of its members' groups in the initial file.
    rows
        int64 positions of its members in the initial file.
    """

    values: tuple[Any, ...]
    now: int
    before_smallest: int
    before_largest: int
    rows: np.ndarray


@dataclass(frozen=True, slots=True)
class SmallGroups:
    """Groups below a wanted size.

    Attributes
    ----------
    wanted
        The size, k.
    keys
        The key variables that are released.
    left_out
        Those that are not.
    listed
        Smallest first, then in the order of the masked file.
    total
        Number of all such groups, listed or not.
    records
        Number of released records in all of them.
    grouped
        Whether they are groups: where a missing value matches every value each record stands for itself.
    """

    wanted: int
    keys: tuple[str, ...]
    left_out: tuple[str, ...]
    listed: tuple[SmallGroup, ...]
    total: int
    records: int
    grouped: bool


def small_groups(assessment: Assessment, k: int, most: int) -> SmallGroups:
    """Return the groups of fewer than k released records, at most so many of them.

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    k
        Wanted group size, at least 2.
    most
        Groups that are listed; the others are counted.

    Raises
    ------
    ParameterError
        k is below 2, or no group is to be listed.
    """
    if k < 2 or most < 1:
        raise ParameterError("k is at least 2, and at least one group is listed.", "k")
    names, missing = keys_of(assessment)
    masked, now = assessment.masked, assessment.record("f")
    small = np.flatnonzero(now < k)
    keys = tuple(name for name in names if name in masked.names)
    labels = _labels(masked, names, small) if missing == "category" else np.arange(len(small))
    members = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[members], prepend=-1))
    ends = np.append(starts[1:], len(members))
    # Members stay in the order of the file, so the first one stands for its group.
    first = small[members[starts]]
    order = np.lexsort((first, now[first]))[:most]
    listed = [small[members[starts[group] : ends[group]]] for group in order]
    return SmallGroups(
        wanted=k,
        keys=keys,
        left_out=tuple(name for name in names if name not in keys),
        listed=tuple(_group(assessment, keys, members) for members in listed),
        total=len(starts),
        records=len(small),
        grouped=missing == "category",
    )


def keys_of(assessment: Assessment) -> tuple[tuple[str, ...], Missing]:
    """Return the key variables of an assessment, and what a missing value matched."""
    named, missing = assessment.parameters["keys"], assessment.parameters["missing"]
    return tuple(named) or assessment.original.named(Role.KEY), missing


def _labels(masked: Microdata, names: tuple[str, ...], records: np.ndarray) -> np.ndarray:
    """Return the group of some records, which hold all members of theirs."""
    chosen = [Codes(key.values[records], key.size) for key in key_codes(masked, names)]
    return COUNTING.groups(chosen).labels


def _group(assessment: Assessment, keys: tuple[str, ...], members: np.ndarray) -> SmallGroup:
    masked, before = assessment.masked, assessment.record("F")[members]
    return SmallGroup(
        values=tuple(_value(masked, name, int(members[0])) for name in keys),
        now=int(assessment.record("f")[members[0]]),
        before_smallest=int(before.min()),
        before_largest=int(before.max()),
        rows=masked.rows[members],
    )


def _value(masked: Microdata, name: str, record: int) -> Any:
    coding = masked.coding(name)
    code = int(coding.codes[record])
    return None if code == MISSING else coding.categories[code]
