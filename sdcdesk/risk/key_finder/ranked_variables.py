"""Ranked variables: what each adds to the unique records of others, with the reason in words."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.variable import Role
from sdcdesk.core.data.variable_names import others_know
from sdcdesk.core.numbers.quantity import NUMBER, Bound, Quantity
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.key_finder.assessed_keys import AssessedKeys


@dataclass(frozen=True, eq=False)
class RankedVariables:
    """Variables, those first that add most to the others of a small set.

    Attributes
    ----------
    keys
        Whom the variables tell apart.
    """

    keys: AssessedKeys

    @cached_property
    def order(self) -> np.ndarray:
        """int64 (m,), their places; what adds equally much is ranked by what all others cannot do alone."""
        found = self.keys.uniqueness
        return np.lexsort((-found.marginal, -found.mean))

    @cached_property
    def names(self) -> list[str]:
        """Names of the variables."""
        return [self.keys.names[at] for at in self.order]

    @property
    def roles(self) -> list[str]:
        """Their roles."""
        return [str(self.keys.masked.variable(name).role) for name in self.names]

    @cached_property
    def alone(self) -> list[int]:
        """Records that each alone tells apart."""
        return [self.keys.uniqueness.unique[(at,)] for at in self.order.tolist()]

    @property
    def marginal(self) -> np.ndarray:
        """int64 (m,), records that are unique by all variables, but not without it."""
        marginal: np.ndarray = self.keys.uniqueness.marginal[self.order]
        return marginal

    @property
    def mean(self) -> np.ndarray:
        """float64 (m,), records that it makes unique in a set on average."""
        mean: np.ndarray = self.keys.uniqueness.mean[self.order]
        return mean

    @property
    def bound(self) -> Bound:
        """How these means stand to the true ones."""
        return Bound.ESTIMATE if self.keys.uniqueness.estimated else Bound.EXACT

    @property
    def reasons(self) -> list[Sentence]:
        """What each adds, in words."""
        return [_reason(self.keys, at, alone) for at, alone in zip(self.order, self.alone, strict=True)]


def _reason(keys: AssessedKeys, at: int, alone: int) -> Sentence:
    """Return in words what a variable adds."""
    found = keys.uniqueness
    reasons: list[Sentence] = []
    if alone:
        reasons.append(
            sentence("Alone it singles out {n} record.", "Alone it singles out {n} records.", "n", n=alone)
        )
    if found.mean[at] > 0:
        mean = Quantity(float(found.mean[at]), NUMBER, Bound.ESTIMATE if found.estimated else Bound.EXACT)
        reasons.append(sentence("In a small set it adds {mean} unique records on average.", mean=mean))
    lost = int(found.marginal[at])
    if lost:
        reasons.append(
            sentence(
                "Without it, {n} record less is unique by all variables.",
                "Without it, {n} records fewer are unique by all variables.",
                "n",
                n=lost,
            )
        )
    elif found.whole.any():
        reasons.append(plain("The others together single out as many records without it."))
    if not reasons:
        return plain("It singles out nobody.")
    name = keys.names[at]
    if keys.masked.variable(name).role is Role.OTHER and others_know(name):
        reasons.append(plain("Others know it, by its name: it suggests itself as a key."))
    return joined(reasons, " ")
