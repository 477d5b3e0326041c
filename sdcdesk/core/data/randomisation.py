"""Randomisation of a variable: with which probability a step gave each category which other one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd


@dataclass(frozen=True, eq=False)
class Randomisation:
    """Categories that a step drew at random, each record by itself, with known probabilities.

    Missing values stay missing.

    Attributes
    ----------
    before
        Categories (m,) of the variable before the step.
    after
        Values (k,) that it may have after the step; None stands for a missing one.
    draw
        Gives the probabilities, float64 (m, k), whose rows sum to 1. It is asked only when it is needed,
        because a matrix for many categories, or of many strata, takes time and place.
    """

    before: pd.Index
    after: pd.Index
    draw: Callable[[], np.ndarray]

    @cached_property
    def probabilities(self) -> np.ndarray:
        """float64 (m, k), of which each row sums to 1."""
        return self.draw()
