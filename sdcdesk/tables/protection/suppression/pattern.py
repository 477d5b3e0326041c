"""Pattern of hidden cells, what it costs, and how much cheaper another one could be."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared, Note
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.linear_program import Limit

SAVING = Declared("saving", "Possible saving", SHARE, better="less").means(
    "By how much another pattern could be cheaper at most, divided by the cost of this one; 0 where it is "
    "proven that none is."
)

EXACT = 1e-9
"""Costs that differ by less than this part of them are the same."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search for the cheapest pattern is allowed.

    Attributes
    ----------
    branches
        Branches of the program of 0 and 1, all its runs together.
    seconds
        Time of these runs.
    """

    branches: int
    seconds: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pattern:
    """Hidden cells, and how good they are known to be.

    Attributes
    ----------
    hidden
        bool (n,).
    cost
        What they cost.
    bound
        No pattern costs less; None: nobody looked for cheaper ones.
    provisos
        Of which patterns the bound holds, where not of all.
    limit
        The limit by which the search for a cheaper one ended; empty: none.
    effort
        What the search was allowed; None: there was none.
    """

    hidden: np.ndarray
    cost: float
    bound: float | None = None
    provisos: tuple[Sentence, ...] = ()
    limit: Limit = ""
    effort: Effort | None = None

    @property
    def saving(self) -> Quantity:
        """By how much another pattern could be cheaper, in parts of its cost."""
        if self.bound is None:
            return undefined(SHARE, Why.NOT_APPLICABLE, "No cheaper pattern was looked for.")
        if self.cost - self.bound <= EXACT * self.cost:
            return Quantity(0.0, SHARE)
        return Quantity(1 - max(self.bound, 0.0) / self.cost, SHARE, Bound.AT_MOST)

    @property
    def notes(self) -> tuple[Note, ...]:
        """How it was proven, for the owner."""
        if self.bound is None:
            return (Note(plain("No cheaper pattern was looked for.")),)
        if self.saving.value:
            words = "This is the best pattern that was found; what a cheaper one could save: {saving}."
            told = sentence(words, saving=self.saving)
        else:
            told = plain("No pattern is cheaper; this is proven.")
        return tuple(Note(one) for one in (told, *self.provisos)) + self._limit_notes

    @property
    def _limit_notes(self) -> tuple[Note, ...]:
        """By which limit the search ended, and whether that hangs on the machine."""
        effort = self.effort
        if effort is None or not self.limit:
            return ()
        if self.limit == "branches":
            one = "The search ended after {most} branch, on every machine with this pattern."
            many = "The search ended after {most} branches, on every machine with this pattern."
            return (Note(sentence(one, many, "most", most=effort.branches)),)
        words = (
            "The search ended after {seconds} s; on another machine it may find another pattern. Allow more "
            "time, or fewer branches."
        )
        return (Note(sentence(words, seconds=float(effort.seconds)), severity="warning"),)
