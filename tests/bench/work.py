"""Work whose speed is measured: the ways to do it, ours first, and what the least possible takes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import pandas as pd

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
"""Numbers of records; the last is measured only where it is asked for."""


OURS = "SDCDesk"
"""Name of our way."""


@dataclass(frozen=True)
class Way:
    """One way to do some work.

    Attributes
    ----------
    name
        Who does it, and by what: "pandas, `groupby`".
    given
        For a number of records, what it works on: made anew before each round, and not measured.
    do
        What is measured.
    needs
        The module that it imports, where that is no library of the program.
    agrees
        Of a peer: whether what we found, and what it found, are the same.
    """

    name: str
    given: Callable[[int], Any]
    do: Callable[[Any], object]
    needs: str = ""
    agrees: Callable[[Any, Any], bool] | None = None

    @property
    def is_there(self) -> bool:
        """Whether what it needs is installed."""
        return not self.needs or find_spec(self.needs) is not None


@cache
def _codes(records: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 1000, records)


YARDSTICK = Way("one factorize of as many codes", _codes, pd.factorize)
"""What all work is measured by: about one pass over the records with a look into a small table."""


@dataclass(frozen=True)
class Work:
    """Something that is done to many records.

    Attributes
    ----------
    name
        What is done, and to what: "rank swapping of 4 variables".
    ours
        How the program does it.
    peers
        How others do it. Who does a part of it only is none: that is the least.
    least
        What has to be done in any case: a copy of the columns, one sort, one pass. The yardstick where nobody
        said more.
    sizes
        Numbers of records; 0 where none are worked on.
    """

    name: str
    ours: Way
    peers: tuple[Way, ...] = ()
    least: Way = YARDSTICK
    sizes: tuple[int, ...] = SIZES

    @property
    def ways(self) -> tuple[Way, ...]:
        """All ways that can be measured here; the yardstick is always one of them."""
        every = dict.fromkeys((self.ours, self.least, YARDSTICK, *self.peers))
        return tuple(way for way in every if way.is_there)

    @property
    def lacking(self) -> tuple[str, ...]:
        """Modules that peers need and that are not installed."""
        return tuple(sorted({way.needs for way in self.peers if not way.is_there}))
