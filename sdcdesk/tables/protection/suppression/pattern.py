"""Pattern of hidden cells, what it costs, and how much cheaper another one could be."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared, Note
from sdcdesk.core.text.sentence import plain, sentence

SAVING = Declared("saving", "Possible saving", SHARE, better="less").means(
    "By how much another pattern could be cheaper at most, divided by the cost of this one; 0 where it is "
    "proven that none is."
)

EXACT = 1e-9
"""Costs that differ by less than this part of them are the same."""


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
    is_limited
        Whether the bound holds only of patterns in which no cell moves much further than a sensitive one.
    """

    hidden: np.ndarray
    cost: float
    bound: float | None = None
    is_limited: bool = False

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
            words = "This is the best pattern that was found; the cheapest one costs {saving} less."
            told = sentence(words, saving=self.saving)
        else:
            told = plain("No pattern is cheaper; this is proven.")
        if not self.is_limited:
            return (Note(told),)
        words = (
            "That holds of patterns in which no cell moves by more than four times what a sensitive one must."
        )
        return Note(told), Note(plain(words))
