"""Record series: series of single records that follow from what is kept in less room."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

import numpy as np


class RecordSeries(Mapping[str, np.ndarray]):
    """Series with one entry for each record, by name; each is computed whenever it is asked for.

    Parameters
    ----------
    series
        What computes each of them.
    """

    def __init__(self, series: Mapping[str, Callable[[], np.ndarray]]) -> None:
        self._series = dict(series)

    def __getitem__(self, name: str) -> np.ndarray:
        return self._series[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._series)

    def __len__(self) -> int:
        return len(self._series)

    def __contains__(self, name: object) -> bool:
        return name in self._series  # without computing it


def without_series(records: Mapping[str, np.ndarray], names: Collection[str]) -> RecordSeries:
    """Return series without some of them; none is computed.

    Parameters
    ----------
    records
        Series by name, (n,) of any type.
    names
        Names of those that are left out.

    Returns
    -------
    RecordSeries
        The others.
    """
    return RecordSeries({name: partial(records.__getitem__, name) for name in records if name not in names})
