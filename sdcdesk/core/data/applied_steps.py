"""Applied steps: the initial file, and what was done to it, to be done again to a part of its records."""

from collections.abc import Callable
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from sdcdesk.core.running.progress import Progress


class Records(Protocol):
    """Data with a part of which steps can begin."""

    def part(self, positions: np.ndarray) -> Self:
        """Return the records at these positions, with which steps begin.

        Parameters
        ----------
        positions
            int64 (m,), positions of records.

        Returns
        -------
        Self
            m records.
        """


Data = TypeVar("Data", bound=Records)

Step = Callable[[Data, Progress], Data]
"""A masking step with its parameters and random numbers."""


PARTS = 3
"""Parts of the initial records whose data after a step are kept: measures look at few, again and again."""


class AppliedSteps(Generic[Data]):
    """The steps that made data of an initial file.

    What the steps made of a part of the records is kept with each step, so that of a recipe that is looked at
    after every step each step is applied once to that part.

    Parameters
    ----------
    initial
        The whole initial file.
    before
        The steps before the last one; None: there was no step.
    step
        The last step.
    design
        Title of its sampling design, where it drew records in another way than simply at random.
    """

    def __init__(
        self,
        initial: Data,
        before: "AppliedSteps[Data] | None" = None,
        step: Step[Data] | None = None,
        design: str = "",
    ) -> None:
        self.initial = initial
        self._design = design
        self._before, self._step = before, step
        self._parts: list[tuple[np.ndarray, Data]] = []

    @property
    def designs(self) -> tuple[str, ...]:
        """Titles of the sampling designs, other than simple random ones, in the order of the steps."""
        before = self._before.designs if self._before else ()
        return (*before, self._design) if self._design else before

    def then(self, step: Step[Data], design: str = "") -> "AppliedSteps[Data]":
        """Return these steps and one more.

        Parameters
        ----------
        step
            Applied after all others.
        design
            Title of its sampling design, where it draws records in another way than simply at random.

        Returns
        -------
        AppliedSteps
            Those of the data after it.
        """
        return AppliedSteps(self.initial, self, step, design)

    def applied_to(self, records: np.ndarray, progress: Progress) -> Data:
        """Apply the steps to a part of the initial records, as if there were no others.

        Parameters
        ----------
        records
            int64 (m,), their positions in the initial file.
        progress
            Receives how far the work is, and stops it where the user asked to.

        Returns
        -------
        Data
            The random numbers of a record are those that it had in the whole file.

        Raises
        ------
        DataError
            A step does not fit the part.
        Cancelled
            The user asked to stop; what the steps before made of the part is kept.
        """
        left: list[tuple[AppliedSteps[Data], Step[Data]]] = []
        steps: AppliedSteps[Data] | None = self
        data: Data | None = None
        while steps is not None and steps._step is not None:
            data = steps._part(records)
            if data is not None:
                break
            left.append((steps, steps._step))
            steps = steps._before
        if data is None:
            data = self.initial.part(records)
        for (until, step), share in progress.over(left[::-1]):
            data = step(data, share)
            until._keep(records, data)
        return data

    def _part(self, records: np.ndarray) -> Data | None:
        """Return what was made of these records before, where it is kept."""
        return next((data for some, data in self._parts if np.array_equal(some, records)), None)

    def _keep(self, records: np.ndarray, data: Data) -> None:
        self._parts = [*self._parts[1 - PARTS :], (records, data)]
