"""Held-out records: a control where nobody was left out, for the recipe runs once on the others."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.figure import Figure
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk.criteria.declared import HELD_OUT

STREAM = 2**61
"""Stream of the random numbers by which records are held out; no step of a recipe has it."""


@dataclass(frozen=True, slots=True, eq=False)
class Attacked:
    """The file that is attacked.

    Attributes
    ----------
    masked
        The masked file or, where records were held out, what the recipe made of the others.
    held_out
        How many records were held out.
    """

    masked: Microdata
    held_out: int

    @property
    def figure(self) -> Figure:
        """The number of records that were held out."""
        return HELD_OUT.figure(Quantity(self.held_out, RECORDS))

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What is said of it; nothing where it is the masked file."""
        if not self.held_out:
            return ()
        one = (
            "Assessed with {n} record held out: the recipe ran once on the others, and what it made of them "
            "was attacked. The masked file is made of all records."
        )
        many = (
            "Assessed with {n} records held out: the recipe ran once on the others, and what it made of them "
            "was attacked. The masked file is made of all records."
        )
        return (sentence(one, many, "n", n=self.held_out),)


def without(original: Microdata, masked: Microdata, share: float, seed: int, progress: Progress) -> Attacked:
    """Hold records out, and make the masked file again without them.

    Parameters
    ----------
    original, masked
        Both files.
    share
        Share of the records of the original, 0…1; rounded to whole ones.
    seed
        Seed of the draws. Each record has a number of its own, so that of two shares the larger one holds out
        the same records and some more.
    progress
        Receives how far the work is.

    Returns
    -------
    Attacked
        The same steps with the same random numbers for each record.

    Raises
    ------
    DataError
        The steps that made the masked file are not known, or do not fit the other records.
    """
    steps = masked.steps
    if steps is None or len(steps.initial) != len(original):
        raise DataError(
            "Records can be held out only where the steps that made the masked file are known; use a recipe, "
            "or hold none out.",
            "held_out",
        )
    order = Draws(seed, STREAM).order(np.arange(len(original)))
    held = round(share * len(original))
    return Attacked(steps.applied_to(np.sort(order[held:]), progress), held)
