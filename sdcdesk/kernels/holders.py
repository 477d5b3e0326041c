"""Holders of a predicate: the records whose values lie between given ones in each of some variables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

LOOKED_AT = 4_096
"""Records that are looked at first; then as many again, and so on."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a predicate says of one variable.

    Attributes
    ----------
    column
        Place of the variable.
    low, high
        Its smallest and its largest code.
    """

    column: int
    low: int
    high: int


class Holders:
    """Finds records by predicates, which it can do fast because each variable was sorted once.

    Parameters
    ----------
    columns
        int64 (n,) each, codes of the variables; −1 where missing, which no predicate holds for.
    """

    def __init__(self, columns: Sequence[np.ndarray]) -> None:
        self._columns = tuple(columns)
        self._orders: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def holding(self, predicate: Sequence[Condition]) -> Iterator[np.ndarray]:
        """Find the records for which a predicate holds.

        Parameters
        ----------
        predicate
            Conditions on different variables, all of which must hold; at least one, with codes from 0.

        Yields
        ------
        np.ndarray
            int64 (k,), positions of some of them; whoever has seen enough may stop.
        """
        slices = [self._within(condition) for condition in predicate]
        # What fewest records fulfil is looked up, the rest is asked of these.
        first = min(range(len(slices)), key=lambda place: len(slices[place]))
        others = [condition for place, condition in enumerate(predicate) if place != first]
        start, stop = 0, LOOKED_AT
        while start < len(slices[first]):
            some = slices[first][start:stop]
            for condition in others:
                codes = self._columns[condition.column][some]
                some = some[(codes >= condition.low) & (codes <= condition.high)]
            yield some
            start, stop = stop, 2 * stop

    def _within(self, condition: Condition) -> np.ndarray:
        """Return the positions of the records between two codes of a variable."""
        order, codes = self._sorted(condition.column)
        begin, end = np.searchsorted(codes, [condition.low, condition.high + 1])
        return order[begin:end]

    def _sorted(self, column: int) -> tuple[np.ndarray, np.ndarray]:
        if column not in self._orders:
            codes = self._columns[column]
            order = np.argsort(codes, kind="stable")
            self._orders[column] = order, codes[order]
        return self._orders[column]
