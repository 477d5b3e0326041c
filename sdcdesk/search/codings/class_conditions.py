"""Class conditions: what every group that stays must hold of a confidential variable, beside its size.

A group in which nobody has a value of the variable meets each condition. Records that are left out at one
coding come back at a coarser one, maybe in groups that meet nothing: so no coding tells anything of a coarser
one, and each is looked at.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.closeness import equal_distances, ordered_distances
from sdcdesk.kernels.diversity import effective_numbers, head_to_tail
from sdcdesk.kernels.lattice.key_levels import KeyLevels, distinct_keys
from sdcdesk.kernels.lattice.node_groups import group_sizes, node_labels
from sdcdesk.kernels.value_counts import ValueCounts, summed
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.lattice import Node


class ClassCondition(ABC):
    """A condition on the values of a confidential variable in each group.

    Attributes
    ----------
    variable
        Its name.
    """

    variable: str

    @abstractmethod
    def broken(self, counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
        """Return which groups break the condition.

        Parameters
        ----------
        counts
            Values of the groups.
        overall
            int64 (m,), how often each value occurs among the records that stay.

        Returns
        -------
        np.ndarray
            bool (G,).
        """


@dataclass(frozen=True, slots=True)
class DistinctDiversity(ClassCondition):
    """Distinct l-diversity: l different values in every group.

    For p-sensitivity, ask for l = p of each confidential variable.

    Attributes
    ----------
    variable
        The confidential variable.
    l
        From 1.
    """

    variable: str
    l: int  # noqa: E741 - the letter of the papers

    def __post_init__(self) -> None:
        _require(self.l >= 1, "l must be 1 or more.", "l")

    def broken(self, counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        few: np.ndarray = counts.distinct < self.l
        return few


@dataclass(frozen=True, slots=True)
class EntropyDiversity(ClassCondition):
    """Entropy l-diversity: values in every group as hard to guess as l equally frequent ones.

    Attributes
    ----------
    variable
        The confidential variable.
    l
        From 1; need not be whole.
    """

    variable: str
    l: float  # noqa: E741 - the letter of the papers

    def __post_init__(self) -> None:
        _require(self.l >= 1, "l must be 1 or more.", "l")

    def broken(self, counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        few: np.ndarray = effective_numbers(counts) < self.l
        return few


@dataclass(frozen=True, slots=True)
class RecursiveDiversity(ClassCondition):
    """Recursive (c, l)-diversity: in every group the most frequent value less than c times the rare ones.

    With frequencies r_1 ≥ … ≥ r_m in a group: r_1 < c·(r_l + … + r_m).

    Attributes
    ----------
    variable
        The confidential variable.
    c
        More than 0.
    l
        From 1.
    """

    variable: str
    c: float
    l: int  # noqa: E741 - the letter of the papers

    def __post_init__(self) -> None:
        _require(self.l >= 1, "l must be 1 or more.", "l")
        _require(self.c > 0, "c must be more than 0.", "c")

    def broken(self, counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        frequent: np.ndarray = head_to_tail(counts, self.l) >= self.c
        return frequent


@dataclass(frozen=True, slots=True)
class Closeness(ClassCondition):
    """t-closeness: the values in every group at most t away from those of all records that stay.

    Attributes
    ----------
    variable
        The confidential variable.
    t
        The earth mover's distance, 0…1.
    ordered
        Whether values are as far apart as their places; else all different ones are equally far apart.
    """

    variable: str
    t: float
    ordered: bool = False

    def __post_init__(self) -> None:
        _require(0 <= self.t <= 1, "t must lie between 0 and 1.", "t")

    def broken(self, counts: ValueCounts, overall: np.ndarray) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        distances = ordered_distances if self.ordered else equal_distances
        far: np.ndarray = distances(counts, overall) > self.t
        return far


@dataclass(frozen=True, slots=True, eq=False)
class _Confidential:
    """A confidential variable of so many different values beside the keys: combinations of both."""

    levels: KeyLevels
    values: np.ndarray
    different: int


@dataclass(frozen=True, slots=True, eq=False)
class ClassConditions:
    """Conditions, and the file that they are asked of.

    Attributes
    ----------
    conditions
        At least one.
    k
        Records in smaller groups are left out.
    """

    conditions: tuple[ClassCondition, ...]
    k: int
    _confidential: dict[str, _Confidential]

    @classmethod
    def of_file(
        cls, data: Microdata, keys: CodedKeys, conditions: Sequence[ClassCondition], k: int
    ) -> "ClassConditions | None":
        """Return conditions that are asked of a file.

        Parameters
        ----------
        data
            The file.
        keys
            The keys of the file.
        conditions
            On variables that are no keys.
        k
            Records in smaller groups are left out.

        Returns
        -------
        ClassConditions or None
            None without conditions.
        """
        found = {}
        for name in dict.fromkeys(condition.variable for condition in conditions):
            coding = data.coding(name)
            columns = [*keys.numbers(data), coding.codes]
            *of_keys, values = columns
            # A record without a value is a value of its own here, and left out where values are counted.
            combined = distinct_keys(
                [*of_keys, values + 1], np.ones(len(data), dtype=np.int64), keys.levels.digits
            )
            levels = KeyLevels(combined.codes[:-1], combined.counts, combined.digits)
            of_combinations = combined.codes[-1].astype(np.int64) - 1
            found[name] = _Confidential(levels, of_combinations, len(coding.categories))
        return cls(tuple(conditions), k, found) if conditions else None

    def met(self, node: Node) -> bool:
        """Return whether every group that stays at a node meets all conditions.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        bool
            True also where no group stays.
        """
        for name, one in self._confidential.items():
            labels, groups = node_labels(one.levels, node)
            small = group_sizes(labels, groups, one.levels.counts) < self.k
            counted = (one.values >= 0) & ~small[labels]
            if not counted.any():
                continue
            values, records = one.values[counted], one.levels.counts[counted]
            counts = summed(labels[counted], values, records)
            # As the measures of the file have it, which know nothing of records left out.
            overall = np.bincount(values, records, one.different).astype(np.int64)
            asked = (condition for condition in self.conditions if condition.variable == name)
            if any(condition.broken(counts, overall).any() for condition in asked):
                return False
        return True


def require_conditions(data: Microdata, keys: Sequence[str], conditions: Sequence[ClassCondition]) -> None:
    """Refuse conditions that cannot be asked of a file, before anything is counted.

    Parameters
    ----------
    data
        The file.
    keys
        Names of the keys.
    conditions
        What is asked.

    Raises
    ------
    ParameterError
        A condition is about a key.
    DataError
        The file has no such variable.
    """
    for condition in conditions:
        data.variable(condition.variable)
        if condition.variable in keys:
            wrong = "{name} is a key, and no condition can be asked of its values; name another variable."
            raise ParameterError(sentence(wrong, name=condition.variable), "conditions")


def _require(holds: bool, wrong: str, field: str) -> None:  # noqa: FBT001 - reads as it is said
    if not holds:
        raise ParameterError(wrong, field)
