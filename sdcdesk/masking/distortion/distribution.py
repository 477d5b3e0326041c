"""Distribution of a variable: a family with parameters, as fitted to its values."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

Alive = Callable[[], None]
"""Called now and then during a long fit; raises where the user asked to stop."""


class NoFitError(Exception):
    """A family cannot be fitted to the values; its text is a clause that says why.

    Parameters
    ----------
    why
        "it needs values above 0".
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


POSITIVE, DIFFERENT, UNBOUNDED = (
    "it needs values above 0",
    "it needs two different values",
    "its likelihood has no maximum",
)


@dataclass(frozen=True, slots=True)
class Distribution(ABC):
    """A distribution with given parameters, the fields of its subclasses.

    Attributes
    ----------
    name, title
        How parameters and how people call it.
    whole
        Whether its values are whole numbers.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    whole: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Distribution":
        """Return the distribution of the family that makes the values most likely.

        Parameters
        ----------
        values
            float64 (n,), ascending, at least two.
        alive
            Called now and then.

        Returns
        -------
        Distribution
            With parameters of maximum likelihood.

        Raises
        ------
        NoFitError
            The family cannot have such values, or no parameters are the best.
        """

    @abstractmethod
    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one.

        Parameters
        ----------
        values
            float64 (n,).

        Returns
        -------
        np.ndarray
            float64 (n,), 0…1.
        """

    @abstractmethod
    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the smallest values that shares of the probability reach.

        Parameters
        ----------
        shares
            float64 (n,), above 0 and below 1.

        Returns
        -------
        np.ndarray
            float64 (n,).
        """


def require_different(values: np.ndarray) -> None:
    """Refuse values that are all the same.

    Parameters
    ----------
    values
        float64 (n,), ascending, at least one.

    Raises
    ------
    NoFitError
        They are.
    """
    if not values[-1] > values[0]:
        raise NoFitError(DIFFERENT)


def require_positive(values: np.ndarray) -> None:
    """Refuse values that are not all above 0, or are all the same.

    Parameters
    ----------
    values
        float64 (n,), ascending, at least one.

    Raises
    ------
    NoFitError
        They are not.
    """
    if not values[0] > 0:
        raise NoFitError(POSITIVE)
    require_different(values)
