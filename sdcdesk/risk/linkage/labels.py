"""Labels of several levels in one variable: which values of the original each of them may be."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.linkage.texts import MOST_TEXTS

MOST_PAIRS = MOST_TEXTS**2
"""Pairs of a value and a label that are compared: each takes 8 bytes."""

DISTANCE = "label"
"""How the distance of a value from a label is called among distances."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledValues:
    """A variable of which single records of the masked file have wider labels.

    Attributes
    ----------
    first, second
        int64 (n,) and (t,), codes of the values and of the labels of the records; −1 where missing.
    holds
        bool (values, labels), which values each label stands for.
    shares
        float64 (labels,), what each label has of the other values besides one.
    """

    first: np.ndarray
    second: np.ndarray
    holds: np.ndarray
    shares: np.ndarray

    @property
    def squares(self) -> np.ndarray:
        """float64 (values + 1, labels + 1), squared distances; the last ones are those of missing values.

        From a label that stands for a value it has the distance of its share, from others 1: the nearest
        values are those that a record may have had in all variables.
        """
        squares = np.ones([size + 1 for size in self.holds.shape])
        squares[:-1, :-1] = np.where(self.holds, self.shares**2, 1.0)
        squares[-1, -1] = 0
        return squares


def find_labelled_values(original: Microdata, masked: Microdata, name: str) -> LabelledValues | None:
    """Bring a variable to codes if single records of the masked file have wider labels.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of both.

    Returns
    -------
    LabelledValues or None
        None where no step gave labels to single records.

    Raises
    ------
    DataError
        There are too many values and labels to be compared in pairs.
    """
    held = masked.held_values(original, name)
    if held is None:
        return None
    values, labels = len(held.places), len(held.low)
    if values * labels > MOST_PAIRS:
        words = (
            "{name} has {n} different values and {labels} labels, too many to be compared in pairs; leave it "
            "out of the variables that are compared."
        )
        raise DataError(sentence(words, name=name, n=values, labels=labels), name)
    holds = held.are_held(np.arange(values)[:, None], np.arange(labels)[None, :])
    shares = np.maximum(held.under() - 1, 0) / max(values - 1, 1)
    first, second = original.coding(name).codes, masked.coding(name).codes
    return LabelledValues(first.astype(np.int64), second.astype(np.int64), holds, shares)
