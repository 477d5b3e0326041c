"""Differences: the parts of two tables that a reader works out too well by subtraction."""

from dataclasses import dataclass, fields

import numpy as np
import pandas as pd

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.tables.attacks.requirements import tolerance
from sdcdesk.tables.cells.sensitivity import Sensitivity


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


def is_narrow(said: Sensitivity, values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Return which parts are less uncertain than rules ask.

    Parameters
    ----------
    said
        What rules say of the parts.
    values
        float64 (d,), what they add up to.
    low, high
        float64 (d,), between which values a reader knows them to lie; a part of which that is NaN is not
        narrow.

    Returns
    -------
    np.ndarray
        bool (d,); only sensitive parts are.
    """
    room = tolerance(values)
    with np.errstate(invalid="ignore"):
        # A part that may be nothing is as uncertain below as it can be.
        below = np.where(values >= 0, np.minimum(said.lower, values), said.lower)
        short = (values - low < below - room) | (high - values < said.upper - room)
        short |= high - low < np.maximum(said.sliding - room, room)
    return np.asarray(said.sensitive & short)
