"""Condition: which records of a file are meant, by comparing the values of their variables."""

from typing import Literal

import numpy as np
from pydantic import Field

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import Sentence, joined_by_and, joined_by_or
from sdcdesk.masking.comparison import Comparison
from sdcdesk.masking.fewer_comparisons import fewer


class Condition(Model):
    """Comparisons that hold together.

    Attributes
    ----------
    hold
        Whether all comparisons hold for a record that is meant, or any of them.
    comparisons
        At least one.
    """

    hold: Literal["all", "any"] = "all"
    comparisons: tuple[Comparison, ...] = Field(min_length=1)

    @property
    def words(self) -> Sentence:
        """What holds for the records that are meant, in words."""
        parts = [one.words for one in self.comparisons]
        return joined_by_and(parts) if self.hold == "all" else joined_by_or(parts)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that are compared, each once."""
        named = (name for one in self.comparisons for name in (one.variable, one.other) if name)
        return tuple(dict.fromkeys(named))

    def check(self, data: Microdata) -> None:
        """Check that all comparisons fit a file.

        Parameters
        ----------
        data
            The file.

        Raises
        ------
        DataError
            One of them does not.
        """
        for comparison in dict.fromkeys(self.comparisons):
            comparison.check(data)

    def holds(self, data: Microdata) -> np.ndarray:
        """Return which records of a file are meant.

        Parameters
        ----------
        data
            A file with the variables.

        Returns
        -------
        np.ndarray
            bool (n,).

        Raises
        ------
        DataError
            A comparison does not fit the data.
        """
        self.check(data)
        deciding = fewer(self.comparisons, self.hold, data, lambda _name: False)
        together = deciding[0].holds(data)
        for comparison in deciding[1:]:
            (np.logical_and if self.hold == "all" else np.logical_or)(
                together, comparison.holds(data), out=together
            )
        return together
