"""Condensed groups: those of the same size and the same amounts are one kind, however many they are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import GroupedValues
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.value_counts import summed
from sdcdesk.risk.diversity.group_values import Amounts, GroupValues
from sdcdesk.risk.diversity.surroundings import Surroundings

MANY = 1 << 20
"""Kinds and patterns that are kept before equal ones are sought among them."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """Kinds of groups, and of their records.

    Attributes
    ----------
    columns
        int64 (C, K): of each kind the size, and the bits of all amounts.
    groups
        int64 (K,), how many groups there are of each.
    kind
        int64 (P,), kind of the group of each kind of records.
    pattern
        int64 (P,), which variables have a value, as binary digits.
    records
        int64 (P,), how many records there are of each.
    """

    columns: np.ndarray
    groups: np.ndarray
    kind: np.ndarray
    pattern: np.ndarray
    records: np.ndarray

    def condensed(self) -> "_Kinds":
        """Return the same with every kind once."""
        parts = [np.unique(column, return_inverse=True) for column in self.columns]
        labels, number = compact(
            *combine([place for _, place in parts], [max(len(values), 1) for values, _ in parts])
        )
        first = np.empty(number, dtype=np.int64)
        first[labels] = np.arange(len(labels))
        of_kind = summed(labels[self.kind], self.pattern, self.records)
        return _Kinds(
            self.columns[:, first],
            np.bincount(labels, self.groups, number).astype(np.int64),
            of_kind.spread(of_kind.groups),
            of_kind.values,
            of_kind.counts,
        )

    def joined(self, other: "_Kinds") -> "_Kinds":
        """Return both, one after the other."""
        return _Kinds(
            np.concatenate([self.columns, other.columns], axis=1),
            np.concatenate([self.groups, other.groups]),
            np.concatenate([self.kind, other.kind + len(self.groups)]),
            np.concatenate([self.pattern, other.pattern]),
            np.concatenate([self.records, other.records]),
        )


def condensed(
    counting: Counting,
    names: Sequence[str],
    amounts: Callable[[str], Amounts],
    progress: Progress = SILENT,
) -> tuple[Surroundings, tuple[GroupValues, ...]]:
    """Measure confidential variables in all groups of a file whose records are not in memory.

    Parameters
    ----------
    counting
        The file; its records form groups.
    names
        The confidential variables.
    amounts
        Gives for a variable what is measured of it.
    progress
        Asked whether to stop.

    Returns
    -------
    tuple[Surroundings, tuple[GroupValues, ...]]
        Kinds of groups and of records, each with how many there are.

    Raises
    ------
    DataError
        A variable was not read.
    Cancelled
        The user asked to stop.
    """
    overall = {name: counting.value_frequencies(name) for name in names}
    measured: dict[str, list[str]] = {name: [] for name in names}
    whole: _Kinds | None = None
    for batch in counting.values(names, progress):
        progress.check()
        kinds = _kinds(batch, names, amounts, overall, measured).condensed()
        whole = kinds if whole is None else whole.joined(kinds)
        if len(whole.records) > MANY:
            whole = whole.condensed()
    if whole is None:
        raise ValueError("a file that is counted has records")
    whole = whole.condensed()
    around = Surroundings(
        True, whole.kind, whole.columns[0], np.empty(0, dtype=np.int64), (), whole.records, whole.groups
    )
    bits = iter(whole.columns[1:].view(np.float64))
    variables = tuple(
        GroupValues(
            name,
            Coding(np.empty(0, dtype=np.int32), counting.categories(name)),
            (whole.pattern >> place) & 1 == 1,
            overall[name],
            {one: next(bits) for one in measured[name]},
        )
        for place, name in enumerate(names)
    )
    return around, variables


def _kinds(
    batch: GroupedValues,
    names: Sequence[str],
    amounts: Callable[[str], Amounts],
    overall: dict[str, np.ndarray],
    measured: dict[str, list[str]],
) -> _Kinds:
    """Measure the variables in some groups; each group is a kind of its own."""
    columns = [batch.sizes.astype(np.int64)]
    for name in names:
        counts = batch.values[name]
        found = amounts(name)(counts, overall[name])
        measured[name] = list(found)
        for amount in found.values():
            column = np.full(len(batch.sizes), np.nan)
            column[counts.groups] = amount
            columns.append(column.view(np.int64))
    pattern = (batch.known.astype(np.int64) << np.arange(len(names))).sum(axis=1)
    number = np.ones(len(batch.sizes), dtype=np.int64)
    return _Kinds(np.array(columns), number, batch.group, pattern, batch.records)
