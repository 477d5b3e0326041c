"""Local suppression as one would do it by hand: all subsets, all pairs of records."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.special import hyp2f1

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable

Record = tuple[int | None, ...]


def microdata(table: np.ndarray, **others: Sequence[float]) -> Microdata:
    """Keys k0, k1, … with −1 for missing, and other variables."""
    frame = pd.DataFrame({f"k{j}": pd.Series(column).mask(column < 0) for j, column in enumerate(table.T)})
    keys = [Variable(name=name, role=Role.KEY) for name in frame]
    for name, values in others.items():
        frame[name] = list(values)
    return Microdata(frame, [*keys, *(Variable(name=name, scale=Scale.CONTINUOUS) for name in others)])


def records_of(data: Microdata, keys: int) -> list[Record]:
    return [
        tuple(None if pd.isna(value) else int(value) for value in record[:keys])
        for record in data.frame.itertuples(index=False)
    ]


def compatible(one: Record, other: Record) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def shown(record: Record, keys: Sequence[int]) -> Record:
    """The record as who knows these keys only sees it."""
    return tuple(value if key in keys else None for key, value in enumerate(record))


def risk(found: int, people: float) -> float:
    p = min(found / people, 1.0)
    return float(p**found / found * hyp2f1(found, found, found + 1, 1 - p))


class Intruder:
    """Asks whether a record is safe among others.

    Parameters
    ----------
    others
        The records that it is compared with.
    limit
        k where that is a whole number, else the largest risk.
    together
        Keys known at once; None: all.
    strata, weights
        Of the others.
    """

    def __init__(
        self,
        others: Sequence[Record],
        limit: float,
        together: int | None = None,
        strata: Sequence[int] | None = None,
        weights: Sequence[float] | None = None,
    ) -> None:
        self.others, self.limit, self.weights = others, limit, weights
        keys = len(others[0])
        self.known = list(combinations(range(keys), together or keys))
        self.strata = strata or [0] * len(others)

    def safe(self, record: Record, stratum: int = 0) -> bool:
        return all(self._enough(shown(record, keys), stratum) for keys in self.known)

    def _enough(self, record: Record, stratum: int) -> bool:
        found = [
            place
            for place, other in enumerate(self.others)
            if self.strata[place] == stratum and compatible(record, other)
        ]
        if self.weights is None:
            return len(found) >= self.limit
        return risk(len(found), sum(self.weights[place] for place in found)) <= self.limit

    def least_cost(self, record: Record, stratum: int, importance: Sequence[float]) -> float | None:
        """Return the cost of the cheapest blanks that make the record safe; None: none do."""
        keys = range(len(record))
        costs = [
            sum(importance[key] for key in blanks if record[key] is not None)
            for number in range(len(record) + 1)
            for blanks in combinations(keys, number)
            if self.safe(shown(record, [key for key in keys if key not in blanks]), stratum)
        ]
        return min(costs) if costs else None
