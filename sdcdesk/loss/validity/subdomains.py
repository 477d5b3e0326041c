"""Subdomains of both files: records that agree in some variables, as their recodings left these."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.text.labelled_text import joined_codes
from sdcdesk.kernels.value_tuples import tuples
from sdcdesk.loss.ctbil.tables import LevelledVariable

WHOLE_FILE = "whole file"
"""What the only subdomain is called where no variable splits the file."""


@dataclass(frozen=True, eq=False)
class Subdomains:
    """Subdomains that are looked at.

    Attributes
    ----------
    names
        What each is called: values of the data, or words for the whole file.
    before, after
        int64 (n,) and (t,), the subdomain of each record; −1 for one that is in none of them.
    left_out
        Subdomains of the original that have too few records.
    """

    names: Sequence[str]
    before: np.ndarray
    after: np.ndarray
    left_out: int

    @cached_property
    def records_before(self) -> np.ndarray:
        """int64 (subdomains,), records of the original."""
        return np.bincount(self.before[self.before >= 0], minlength=len(self.names))

    @cached_property
    def records_after(self) -> np.ndarray:
        """int64 (subdomains,), masked records."""
        return np.bincount(self.after[self.after >= 0], minlength=len(self.names))

    def parts(self, column: np.ndarray, *, masked: bool) -> list[np.ndarray]:
        """Return the values of a column in each subdomain.

        Parameters
        ----------
        column
            float64 (n,) or, of the masked file, (t,).
        masked
            Whether it is of the masked file.

        Returns
        -------
        list[np.ndarray]
            One for each subdomain, float64 (its records,).
        """
        order, ends = self._orders[masked]
        return np.split(column[order], ends)[1:]

    @cached_property
    def _orders(self) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        """For either file the records sorted by subdomain, and where each one begins."""

        def order(labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            places = np.argsort(labels, kind="stable")
            return places, np.searchsorted(labels[places], np.arange(len(self.names)))

        return order(self.before), order(self.after)


def subdomains(
    original: Microdata, masked: Microdata, variables: Sequence[LevelledVariable], fewest: int
) -> Subdomains:
    """Return the subdomains that some variables form.

    Parameters
    ----------
    original, masked
        Both files.
    variables
        At the level at which both files are compared; none: the whole file is the only subdomain.
    fewest
        Fewest records of the original in one that is looked at; the whole file always is.

    Returns
    -------
    Subdomains
        In the order of their values, a missing value being one of them and the first.
    """
    if not variables:
        everybody = np.zeros(len(original), np.int64), np.zeros(len(masked), np.int64)
        return Subdomains([WHOLE_FILE], *everybody, 0)
    both = tuples([np.concatenate([one.before, one.after]) for one in variables])
    before = np.bincount(both.labels[: len(original)], minlength=len(both.counts))
    looked_at = np.flatnonzero(before >= fewest)
    place = np.full(len(before), -1)
    place[looked_at] = np.arange(len(looked_at))
    labels = place[both.labels]
    names = [
        joined_codes(
            [one.text(int(codes[at])) for one, codes in zip(variables, both.columns, strict=True)],
            between=" × ",
        )
        for at in looked_at
    ]
    left_out = int(((before > 0) & (before < fewest)).sum())
    return Subdomains(names, labels[: len(original)], labels[len(original) :], left_out)
