"""Making of masked data: the initial file that steps were applied to, and the steps, to be applied again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.core.progress import Progress

if TYPE_CHECKING:
    from sdcdesk.core.microdata import Microdata

Applied = Callable[["Microdata", Progress], "Microdata"]
"""A step with its parameters and random numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Making:
    """How data were made from an initial file.

    Attributes
    ----------
    initial
        The whole initial file.
    steps
        What was applied to it, in order.
    """

    initial: "Microdata"
    steps: tuple[Applied, ...] = ()

    def then(self, step: Applied) -> "Making":
        """Return the making with one more step.

        Parameters
        ----------
        step
            Applied after all others.

        Returns
        -------
        Making
            Of the data after it.
        """
        return Making(self.initial, (*self.steps, step))

    def of(self, records: np.ndarray, progress: Progress) -> "Microdata":
        """Apply the steps to a part of the initial records, as if there were no others.

        Parameters
        ----------
        records
            int64 (m,), their positions in the initial file.
        progress
            Receives how far the work is, and stops it where the user asked to.

        Returns
        -------
        Microdata
            The random numbers of a record are those that it had in the whole file.

        Raises
        ------
        DataError
            A step does not fit the part.
        """
        data = self.initial.take(records)
        for step, part in progress.over(self.steps):
            data = step(data, part)
        return data
