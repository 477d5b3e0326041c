"""Limits that the owner of the data sets, and the verdict that follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

Verdict = Literal["safe", "unsafe", "not assessed"]


@dataclass(frozen=True, slots=True)
class Limit:
    """What a figure must not exceed or, where `least` is set, not fall below.

    Attributes
    ----------
    measure
        Name of the figure.
    value
        Full precision; None where it is not defined.
    limit
        None: the owner set none.
    least
        Larger values are safer.
    """

    measure: str
    value: float | None
    limit: float | None
    least: bool = False

    @property
    def verdict(self) -> Verdict:
        """Whether the value keeps to the limit; a value equal to it does."""
        if self.value is None or self.limit is None:
            return "not assessed"
        kept = self.value >= self.limit if self.least else self.value <= self.limit
        return "safe" if kept else "unsafe"


def verdict(limits: Sequence[Limit]) -> Verdict:
    """Return "unsafe" if any limit is broken, "safe" if some are set and all are kept."""
    verdicts = {limit.verdict for limit in limits if limit.limit is not None}
    if "unsafe" in verdicts:
        return "unsafe"
    return "safe" if verdicts == {"safe"} else "not assessed"


def table(limits: Sequence[Limit]) -> pd.DataFrame:
    """Return measure, value, limit and verdict of each limit; limits that were not set are missing."""
    return pd.DataFrame(
        {
            "measure": [limit.measure for limit in limits],
            "value": pd.array([limit.value for limit in limits], dtype="Float64"),
            "limit": pd.array([limit.limit for limit in limits], dtype="Float64"),
            "verdict": [limit.verdict for limit in limits],
        }
    )
