"""Intervals of weights: what one cell of a matrix can take while all others stay as they are."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.admissibility import Structure, neighbours, occurs
from sdcdesk.risk.weights.matrix import WeightMatrix


@dataclass(frozen=True, slots=True)
class Bound:
    """What one rule asks of one weight.

    Attributes
    ----------
    rule, words
        See `Violation`.
    value
        The bound.
    upper
        Whether the weight must not exceed it; else it must not fall below it.
    cell
        (i, j) of the cell whose weight it is, counted from 1; None where the rule is about one cell alone.
    strict
        Whether the bound itself is forbidden.
    """

    rule: str
    words: str
    value: float
    upper: bool
    cell: tuple[int, int] | None = None
    strict: bool = False

    def allows(self, weight: float) -> bool:
        """Return whether a weight keeps to the bound.

        Parameters
        ----------
        weight
            A finite number.

        Returns
        -------
        bool
            False for the bound itself where it is strict.
        """
        if weight == self.value:
            return not self.strict
        return weight < self.value if self.upper else weight > self.value


class Interval(NamedTuple):
    """The weights that a cell can take.

    Attributes
    ----------
    low, high
        Its ends; infinite where there is no upper bound; low > high where the cells around it break a rule
        among themselves.
    reasons
        Every bound, those of neighbouring cells first.
    """

    low: float
    high: float
    reasons: tuple[Bound, ...]

    def broken(self, weight: float) -> tuple[Bound, ...]:
        """Return the bounds that a weight does not keep to; none if it can be taken.

        Parameters
        ----------
        weight
            The number that was typed.

        Returns
        -------
        tuple[Bound, ...]
            In the order of `reasons`.
        """
        if not isfinite(weight):
            return (Bound("finite", "a weight is a finite number", inf, upper=True, strict=True),)
        return tuple(bound for bound in self.reasons if not bound.allows(weight))

    @property
    def fixed(self) -> bool:
        """Whether one weight only can be taken."""
        return self.low == self.high


def interval(matrix: WeightMatrix, i: int, j: int) -> Interval:
    """Return the weights that cell (i, j) of the block can take, given all others.

    Parameters
    ----------
    matrix
        The weights.
    i, j
        Sizes in the masked and in the initial file, 1…m.

    Returns
    -------
    Interval
        Rules compare neighbours only; where the others follow the rules, a weight within the interval keeps
        the whole matrix admissible. A cell for which the structure has no place can be 0 only.

    Raises
    ------
    ParameterError
        The cell is outside the block.
    """
    if not 1 <= min(i, j) <= max(i, j) <= matrix.size:
        words = "The weights have {size} rows; cell ({i}, {j}) is not one of them."
        raise ParameterError(sentence(words, size=str(matrix.size), i=str(i), j=str(j)), "weights")
    reasons = _reasons(matrix.structure, matrix.block, i, j)
    low = max(bound.value for bound in reasons if not bound.upper)
    high = min((bound.value for bound in reasons if bound.upper), default=inf)
    return Interval(low, high, reasons)


def _reasons(structure: Structure, block: tuple[tuple[float, ...], ...], i: int, j: int) -> tuple[Bound, ...]:
    if not occurs(structure, np.asarray(i), np.asarray(j)):
        words: str = sentence("cannot occur with the structure {structure}", structure=structure)
        return (
            Bound("structural zero", words, 0.0, upper=True),
            Bound("structural zero", words, 0.0, upper=False),
        )
    around = [
        Bound(other.rule, other.words, weight, upper=other.heavier, cell=other.cell)
        for other in neighbours(structure, i, j)
        # What is not a number bounds nothing; it is a violation of its own.
        if max(other.cell) <= len(block) and isfinite(weight := block[other.cell[0] - 1][other.cell[1] - 1])
    ]
    if i == j == 1:
        words = "the weight of records that are unique in both files is more than 0"
        return (*around, Bound("w11", words, 0.0, upper=False, strict=True))
    return (*around, Bound("non-negative", "no weight is negative", 0.0, upper=False))
