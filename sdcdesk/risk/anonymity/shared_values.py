"""Attribute disclosure: groups of released records that all have the same confidential value."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.coding import MISSING, Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.counting.frequencies import Frequencies, frequencies
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.counting import Codes, compatible_records


@dataclass(frozen=True, slots=True, eq=False)
class SharedValue:
    """Records whose group gives the value of a confidential variable away.

    Attributes
    ----------
    variable
        The confidential variable.
    sizes
        These records by the size of their group.
    found
        bool, for each released record whether it is one; none where records are not in memory.
    """

    variable: str
    sizes: SizeHistogram
    found: np.ndarray


def shared_values(
    masked: Microdata,
    keys: Sequence[str],
    missing: Missing,
    progress: Progress = SILENT,
    counted: Frequencies | None = None,
) -> tuple[SharedValue, ...]:
    """Find for each released confidential variable the records in groups with a single value.

    Who finds a person's group learns the value, without finding the person's record. A record that is alone
    is a group with a single value. Where a missing key value matches every value, a record's group is all
    records compatible with it.

    A missing confidential value is no value: it makes no group more diverse, and its record is not counted.
    Numbers that differ at all differ.

    Source: Truta, Fotouhi and Barth-Jones 2006, section 1 (attribute disclosure) and Table 1.

    Parameters
    ----------
    masked
        The masked file.
    keys
        The key variables; a confidential variable among them is known already, and left out.
    missing
        What a missing key value matches.
    progress
        Receives how far the work is.
    counted
        What was counted by these keys already; None: they are counted.

    Returns
    -------
    tuple[SharedValue, ...]
        One entry for each confidential variable that is released.

    Raises
    ------
    DataError
        The values of an ordinal confidential variable do not fit its order.
    Cancelled
        The user asked to stop.
    """
    names = [name for name in masked.named(Role.CONFIDENTIAL) if name not in keys]
    known = key_codes(masked, keys)
    if not names:
        return ()
    if counted is None:
        counted = frequencies(known, missing, progress)
    found = []
    for name, share in progress.over(names, "Confidential values"):
        share.at(0.0)
        coding = masked.coding(name)
        if counted.groups is None:
            shared = _shared_by_compatible(known, coding, counted.sizes, progress)
        else:
            shared = _shared_by_groups(counted.groups.labels, counted.sizes, coding.codes)
        found.append(SharedValue(name, SizeHistogram.from_sizes(counted.sizes[shared]), shared))
    return tuple(found)


def _shared_by_groups(labels: np.ndarray, sizes: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """Return which records have a value, and no other one in their group.

    Each is compared with one value of its group, which is enough: no value has to be counted.
    """
    shared: np.ndarray = codes != MISSING
    together = np.flatnonzero(shared & (sizes > 1))  # who is alone shares with nobody else
    groups, values = labels[together], codes[together]
    one = np.empty(int(groups.max(initial=-1)) + 1, dtype=codes.dtype)
    one[groups] = values
    several = np.zeros(len(one), dtype=bool)
    several[groups[one[groups] != values]] = True
    shared[together] = ~several[groups]
    return shared


def _shared_by_compatible(
    keys: Sequence[Codes], coding: Coding, everyone: np.ndarray, progress: Progress
) -> np.ndarray:
    """Return the same of records that are compatible with so many."""
    empty, values = coding.codes == MISSING, len(coding.categories)
    own = Codes(np.where(empty, values, coding.codes), values + 1)
    same = compatible_records([*keys, own], progress=progress)
    with_value = [*keys, Codes(empty.astype(np.int32), 2)]
    sizes = compatible_records(with_value, progress=progress) if empty.any() else everyone
    shared: np.ndarray = (same == sizes) & ~empty
    return shared


def counted_shared_values(
    counting: Counting, progress: Progress = SILENT
) -> tuple[tuple[SharedValue, ...], SizeHistogram]:
    """Count for each confidential variable the records in groups with a single value; see `shared_values`.

    Parameters
    ----------
    counting
        A file whose records form groups and are not in memory.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[tuple[SharedValue, ...], SizeHistogram]
        One entry for each confidential variable, and the records with at least one such variable.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    names = [name for name in counting.masked.named(Role.CONFIDENTIAL) if name not in counting.keys]
    records: list[Counter[int]] = [Counter() for _ in (*names, "any")]
    for batch in counting.values(names, progress) if names else ():
        single = np.zeros((len(batch.sizes), len(names)), dtype=bool)
        for place, name in enumerate(names):
            values = batch.values[name]
            single[values.groups[values.distinct == 1], place] = True
        gives_away = single[batch.group] & batch.known
        for place, which in enumerate([*gives_away.T, gives_away.any(axis=1)]):
            of_size = np.bincount(batch.sizes[batch.group[which]], batch.records[which]).astype(np.int64)
            sizes = np.flatnonzero(of_size)
            records[place].update(dict(zip(sizes.tolist(), of_size[sizes].tolist(), strict=True)))
    found = [_histogram(one) for one in records]
    none = np.empty(0, dtype=bool)
    each = zip(names, found, strict=False)
    return tuple(SharedValue(name, sizes, none) for name, sizes in each), found[-1]


def _histogram(records: Counter[int]) -> SizeHistogram:
    sizes = sorted(records)
    return SizeHistogram(
        np.array(sizes, dtype=np.int64), np.array([records[size] for size in sizes], dtype=np.int64)
    )
