"""Class conditions: what the values of a confidential variable must hold in every group of equal keys.

A group that breaks one is left out, as one that is too small is. A missing confidential value is no value: a
group in which nobody has one meets each condition.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.kernels.closeness import equal_distances, ordered_distances
from sdcdesk.kernels.diversity import effective_numbers, head_to_tail
from sdcdesk.kernels.value_counts import ValueCounts

ORDERED = (Scale.ORDINAL, Scale.CONTINUOUS)
"""Scales whose values are as far apart as their places."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassValues:
    """The values of a confidential variable in groups.

    Attributes
    ----------
    counts
        Of the groups in which somebody has a value, by their places among all groups.
    different
        m, number of values that the variable can have.
    ordered
        Whether these stand in an order.
    """

    counts: ValueCounts
    different: int
    ordered: bool

    @classmethod
    def of_variable(cls, data: Microdata, name: str, counts: ValueCounts) -> "ClassValues":
        """Return the values of a variable of a file.

        Parameters
        ----------
        data
            The file.
        name
            The variable.
        counts
            Its values in each group, by their codes.

        Returns
        -------
        ClassValues
            In the order of their codes, where the scale of the variable has one.
        """
        return cls(counts, len(data.coding(name).categories), data.variable(name).scale in ORDERED)

    def within(self, stay: np.ndarray) -> "ClassValues":
        """Return the values of some groups.

        Parameters
        ----------
        stay
            bool (G,), which of all groups.

        Returns
        -------
        ClassValues
            These groups, by the same places.
        """
        return ClassValues(self.counts.within(stay), self.different, self.ordered)

    @property
    def overall(self) -> np.ndarray:
        """int64 (m,), how often each value occurs in all these groups."""
        found = np.bincount(self.counts.values, self.counts.counts, self.different)
        return found.astype(np.int64)  # float64 holds every number of records that a file can have


class ClassCondition(Model):
    """A condition on the values of a confidential variable in each group.

    Attributes
    ----------
    kind
        What JSON calls the condition.
    variable
        Name of the confidential variable.
    """

    beside_others: ClassVar[bool] = False
    """Whether it compares a group with all groups that stay."""

    kind: str
    variable: str = Field(title="Confidential variable", min_length=1)

    @property
    def words(self) -> Sentence:
        """What it asks for, as a noun phrase."""
        raise NotImplementedError

    def broken(self, values: ClassValues) -> np.ndarray:
        """Return which groups break the condition.

        Parameters
        ----------
        values
            Confidential values of the groups that stay.

        Returns
        -------
        np.ndarray
            bool (C,), for each group in which somebody has a value.
        """
        raise NotImplementedError


class DistinctDiversity(ClassCondition):
    """Distinct l-diversity: l different values in every group.

    Attributes
    ----------
    kind
        What JSON calls the condition.
    l
        From 1.
    """

    kind: Literal["distinct"] = "distinct"
    l: int = Field(title="Different values l", ge=1)  # noqa: E741 - the letter of the papers

    @property
    def words(self) -> Sentence:
        """What it asks for, as a noun phrase."""
        return sentence("distinct {l}-diversity of {name}", l=self.l, name=short(self.variable))

    def broken(self, values: ClassValues) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        few: np.ndarray = values.counts.distinct < self.l
        return few


class EntropyDiversity(ClassCondition):
    """Entropy l-diversity: values in every group as hard to guess as l equally frequent ones.

    Attributes
    ----------
    kind
        What JSON calls the condition.
    l
        From 1; need not be whole.
    """

    kind: Literal["entropy"] = "entropy"
    l: float = Field(title="Effective values l", ge=1)  # noqa: E741 - the letter of the papers

    @property
    def words(self) -> Sentence:
        """What it asks for, as a noun phrase."""
        return sentence("entropy {l}-diversity of {name}", l=self.l, name=short(self.variable))

    def broken(self, values: ClassValues) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        few: np.ndarray = effective_numbers(values.counts) < self.l
        return few


class RecursiveDiversity(ClassCondition):
    """Recursive (c, l)-diversity: in every group the most frequent value less than c times the rare ones.

    With frequencies r_1 ≥ … ≥ r_m in a group: r_1 < c·(r_l + … + r_m).

    Attributes
    ----------
    kind
        What JSON calls the condition.
    c
        More than 0.
    l
        From 1.
    """

    kind: Literal["recursive"] = "recursive"
    c: float = Field(title="Ratio c", gt=0)
    l: int = Field(title="Rank l", ge=1)  # noqa: E741 - the letter of the papers

    @property
    def words(self) -> Sentence:
        """What it asks for, as a noun phrase."""
        return sentence(
            "recursive ({ratio}, {l})-diversity of {name}", ratio=self.c, l=self.l, name=short(self.variable)
        )

    def broken(self, values: ClassValues) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        frequent: np.ndarray = head_to_tail(values.counts, self.l) >= self.c
        return frequent


class Closeness(ClassCondition):
    """t-closeness: the values in every group at most t away from those of all records that stay.

    Attributes
    ----------
    kind
        What JSON calls the condition.
    t
        The earth mover's distance, 0…1.
    ground
        How far apart two values are: by "scale" as their places, where the scale of the variable has an
        order; by "equality", and elsewhere, all different ones are equally far apart.
    """

    beside_others: ClassVar[bool] = True

    kind: Literal["closeness"] = "closeness"
    t: float = Field(title="Distance t", ge=0, le=1)
    ground: Literal["scale", "equality"] = Field("scale", title="Values differ by")

    @property
    def words(self) -> Sentence:
        """What it asks for, as a noun phrase."""
        return sentence("{distance}-closeness of {name}", distance=self.t, name=short(self.variable))

    def broken(self, values: ClassValues) -> np.ndarray:
        """Return which groups break the condition; see `ClassCondition`."""
        ordered = values.ordered and self.ground == "scale"
        distances = ordered_distances if ordered else equal_distances
        far: np.ndarray = distances(values.counts, values.overall) > self.t
        return far


AnyClassCondition = Annotated[
    DistinctDiversity | EntropyDiversity | RecursiveDiversity | Closeness, Field(discriminator="kind")
]
"""Type of a parameter that is one of the conditions; `kind` says which."""


def sensitivity(p: int, variables: Sequence[str]) -> tuple[DistinctDiversity, ...]:
    """Return p-sensitivity: p different values of each confidential variable in every group.

    Parameters
    ----------
    p
        From 1.
    variables
        Names of the confidential variables.

    Returns
    -------
    tuple[DistinctDiversity, ...]
        A condition for each of them.
    """
    return tuple(DistinctDiversity(variable=name, l=p) for name in variables)


def breaking_groups(
    conditions: Sequence[ClassCondition], values: Mapping[str, ClassValues], small: np.ndarray
) -> np.ndarray:
    """Return the groups that break a condition, beside those that are too small.

    Those too small and those without the diversity wanted are left out first. Closeness is that to the
    records that stay: groups farther from these are left out together, and as the others then stand beside
    fewer records they are looked at again, until all that stay are close enough.

    Parameters
    ----------
    conditions
        What is asked of every group.
    values
        Confidential values of the groups, by name of the variable of each condition.
    small
        bool (G,), groups that are left out in any case.

    Returns
    -------
    np.ndarray
        bool (G,), none of the small ones.
    """
    out = small.copy()
    by_themselves = [one for one in conditions if not one.beside_others]
    beside_others = [one for one in conditions if one.beside_others]
    _leave_out(by_themselves, {name: one.within(~small) for name, one in values.items()}, out)
    if beside_others:
        before = -1
        while before < (left := int(np.count_nonzero(out))):
            before, stay = left, ~out
            _leave_out(beside_others, {name: one.within(stay) for name, one in values.items()}, out)
    breaking: np.ndarray = out & ~small
    return breaking


def _leave_out(
    conditions: Sequence[ClassCondition], values: Mapping[str, ClassValues], out: np.ndarray
) -> None:
    """Mark the groups that break a condition."""
    for condition in conditions:
        asked = values[condition.variable]
        if len(asked.counts.groups):
            out[asked.counts.groups[condition.broken(asked)]] = True


def require_confidential(data: Microdata, keys: Sequence[str], conditions: Sequence[ClassCondition]) -> None:
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
            raise ParameterError(sentence(wrong, name=short(condition.variable)), "conditions")
