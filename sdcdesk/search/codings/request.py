"""Request for codings: how many must share their key values, who may be left out, and what is lost least."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Real

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.masking.suppression.class_conditions import AnyClassCondition
from sdcdesk.search.codings.coding_losses import CodingLoss, require_loss
from sdcdesk.search.codings.conditioned_groups import ConditionedGroups
from sdcdesk.search.codings.figure_limits import FigureLimits
from sdcdesk.search.codings.lattice import Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """What a search looks for.

    Attributes
    ----------
    k
        Records that must share their key values.
    allowed
        Records that may be left out.
    loss
        What the best coding loses least of.
    weights
        float64 (d,), how much each key counts in it; they sum to 1.
    limits
        What the file of a coding must keep besides; None: nothing.
    conditioned
        Conditions on confidential variables, and the groups of which they are asked; None: there are none.
    """

    k: int
    allowed: int
    loss: CodingLoss
    weights: np.ndarray
    limits: FigureLimits | None = None
    conditioned: ConditionedGroups | None = None

    @property
    def conditions(self) -> tuple[AnyClassCondition, ...]:
        """What every group that stays must hold of confidential variables."""
        return () if self.conditioned is None else self.conditioned.conditions

    def within(self, figures: NodeFigures) -> np.ndarray:
        """Return which nodes leave out no more records than may be.

        Parameters
        ----------
        figures
            Figures of N nodes.

        Returns
        -------
        np.ndarray
            bool (N,); limits are another question.
        """
        found: np.ndarray = figures.suppressed <= self.allowed
        return found

    def hopeless(self, figures: NodeFigures) -> np.ndarray:
        """Return which nodes are known to leave out too many, and with them all finer ones.

        Parameters
        ----------
        figures
            Figures of N nodes.

        Returns
        -------
        np.ndarray
            bool (N,); with conditions for which nothing else is sure, those with too many in small groups.
        """
        sure = figures.suppressed
        if self.conditioned is not None and not self.conditioned.is_monotone(self.allowed):
            sure = sure - figures.breaking
        found: np.ndarray = sure > self.allowed
        return found

    @classmethod
    def checked(
        cls,
        lattice: Lattice,
        records: int,
        *,
        k: int,
        suppress: float,
        loss: str,
        weights: Mapping[str, float] | None,
    ) -> "Request":
        """Return a request that can be met, by what is known before anything is counted.

        Parameters
        ----------
        lattice
            Keys and hierarchies.
        records
            n, records of the file.
        k
            Records that must share their key values.
        suppress
            Records that may be left out: a whole number of them, or a share below 1.
        loss
            Name of a loss.
        weights
            By name of a key how much it counts; 1 where not given.

        Returns
        -------
        Request
            With the number of records that may be left out.

        Raises
        ------
        ParameterError
            A value is impossible; the sentence says which, and what to do.
        """
        allowed = allowed_records(suppress, records)
        return cls(_required_k(k, records), allowed, require_loss(loss), _shares(weights, lattice))


def _required_k(k: object, records: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise ParameterError("k must be a whole number of records, 1 or more.", "k")
    if k > records:
        words = (
            "k is {k}, and the file has only {n} record; ask for smaller groups.",
            ("k is {k}, and the file has only {n} records; ask for smaller groups."),
        )
        raise ParameterError(sentence(*words, "n", n=records, k=int(k)), "k")
    return int(k)


def allowed_records(suppress: object, records: int) -> int:
    """Return how many records may be left out.

    Parameters
    ----------
    suppress
        A whole number of them, or a share of at most 1.
    records
        n, records of the file.

    Returns
    -------
    int
        0…n; a part of a record may not.

    Raises
    ------
    ParameterError
        It is no number, negative, or a share above 1.
    """
    if isinstance(suppress, bool) or not isinstance(suppress, Real) or math.isnan(suppress):
        raise ParameterError("How many records may be left out must be a number, or a share.", "suppress")
    if suppress < 0:
        wrong = "The number or share of records that may be left out is negative; give 0 or more."
        raise ParameterError(wrong, "suppress")
    if isinstance(suppress, Integral):
        return min(int(suppress), records)
    if float(suppress) > 1:
        wrong = "A share of records that may be left out is at most 1; to say how many, give a whole number."
        raise ParameterError(wrong, "suppress")
    # By its decimal digits: 0.29 of 100 records are 29.
    return math.floor(Fraction(str(float(suppress))) * records)


def _shares(weights: Mapping[str, float] | None, lattice: Lattice) -> np.ndarray:
    given: dict[str, object] = dict(weights or {})
    for name, weight in given.items():
        if name not in lattice.keys:
            wrong = "There is a weight for {name}, which is none of the keys; the keys are {keys}."
            raise ParameterError(sentence(wrong, name=str(name), keys=joined(lattice.keys)), "weights")
        if not isinstance(weight, Real) or not math.isfinite(weight):
            raise ParameterError(sentence("The weight of {name} is no number.", name=name), "weights")
        if weight < 0:
            wrong = "The weight of {name} is negative; give 0 or more."
            raise ParameterError(sentence(wrong, name=name), "weights")
    found = np.array([given.get(name, 1.0) for name in lattice.keys], dtype=np.float64)
    if not found.any():
        raise ParameterError("All weights are 0; give at least one key a weight.", "weights")
    # Largest first made 1, so that their sum is finite.
    found /= found.max()
    shares: np.ndarray = found / found.sum()
    return shares
