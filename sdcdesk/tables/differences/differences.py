"""Differences: the parts of two tables that a reader works out too well by subtraction."""

from dataclasses import dataclass, fields

import numpy as np
import pandas as pd

from sdcdesk.core.text.sentence import Sentence


@dataclass(frozen=True, slots=True, repr=False)
class Difference:
    """A part of two tables that is known too well.

    Attributes
    ----------
    first, second
        The cell of either table that holds it; empty where a table leaves it out.
    value, frequency
        What it adds up to, and how many contribute; NaN where its owner does not know it.
    lowest, highest
        Between which values a reader of both tables knows it to lie.
    why
        Why it is sensitive.
    """

    first: str
    second: str
    value: float
    frequency: float
    lowest: float
    highest: float
    why: str


@dataclass(frozen=True, slots=True, repr=False)
class Differences:
    """What two tables give away by subtraction.

    Attributes
    ----------
    parts
        How many parts they have in common.
    found
        Those that are known too well.
    notes
        How the tables were taken, and what was not judged, in sentences for the owner.
    """

    parts: int
    found: tuple[Difference, ...]
    notes: tuple[Sentence, ...] = ()

    def frame(self) -> pd.DataFrame:
        """Return the parts that are known too well.

        Returns
        -------
        pd.DataFrame
            A row each, with the columns of `Difference`.
        """
        names = [one.name for one in fields(Difference)]
        rows = [[getattr(one, name) for name in names] for one in self.found]
        frame = pd.DataFrame(rows, columns=names)
        return frame.astype(dict.fromkeys(("value", "frequency", "lowest", "highest"), np.float64))
