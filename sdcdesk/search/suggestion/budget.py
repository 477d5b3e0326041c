"""Budget of a search: how long it may take, or how many recipes it may try."""

import math
import time
from dataclasses import dataclass, field
from numbers import Real

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence

SECONDS = 60.0
"""Time where nothing is said."""


@dataclass(slots=True)
class Budget:
    """Time and recipes that are left.

    Attributes
    ----------
    seconds
        Time; None: any.
    trials
        Recipes; None: any.
    progress
        Receives the share that is used, and says where the user asked to stop.
    used
        Recipes that were tried.
    """

    seconds: float | None
    trials: int | None
    progress: Progress
    used: int = 0
    _began: float = field(default_factory=time.monotonic)

    @classmethod
    def checked(cls, seconds: float | None, trials: int | None, progress: Progress) -> "Budget":
        """Return a budget, which begins now.

        Parameters
        ----------
        seconds, trials, progress
            See the attributes; `SECONDS` where neither time nor recipes are given.

        Returns
        -------
        Budget
            Of which nothing is used.

        Raises
        ------
        ParameterError
            It is no number, or not above 0.
        """
        if seconds is None and trials is None:
            seconds = SECONDS
        if seconds is not None and not (_is_number(seconds) and 0 < seconds < math.inf):
            raise ParameterError("The time of the search must be a number of seconds above 0.", "seconds")
        if trials is not None and not (_is_number(trials) and trials == int(trials) and trials > 0):
            wrong = "The number of recipes that are tried must be a whole number, 1 or more."
            raise ParameterError(wrong, "trials")
        return cls(seconds, trials, progress)

    @property
    def is_spent(self) -> bool:
        """Whether no further recipe is to be tried."""
        return self._time_is_over() or (self.trials is not None and self.used >= self.trials)

    @property
    def share(self) -> float:
        """How much of it is used, 0…1."""
        shares = [0.0]
        if self.seconds is not None:
            shares.append((time.monotonic() - self._began) / self.seconds)
        if self.trials is not None:
            shares.append(self.used / self.trials)
        return min(max(shares), 1.0)

    def watching(self) -> Progress:
        """Return a progress that stops the work where the user asked to, or the time is over.

        Returns
        -------
        Progress
            It reports nothing.
        """
        return Progress(cancelled=lambda: self.progress.cancelled() or self._time_is_over())

    def report(self, words: Sentence | str = "") -> None:
        """Report how much is used.

        Parameters
        ----------
        words
            What was found.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        self.progress.at(self.share, words)

    def _time_is_over(self) -> bool:
        return self.seconds is not None and time.monotonic() - self._began >= self.seconds


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
