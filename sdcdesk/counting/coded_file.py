"""Coded file: a data file that is read in batches of codes, so that its records need not fit in memory."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Progress

Batch = Mapping[str, np.ndarray]
"""By variable the codes of some records, int (m,), below 0 where missing."""


@dataclass(frozen=True, slots=True, eq=False)
class CodedFile:
    """A data file as codes of the variables that are counted.

    Attributes
    ----------
    described
        These variables, without records.
    categories
        By variable its different values, in the order of their codes.
    frequencies
        By variable int64 (m,), records with each of these values.
    lacking
        By variable the number of records without a value.
    records
        Records of the file; at least one.
    batches
        Reads the file, and gives its records in order, some at a time.
    """

    described: Microdata
    categories: Mapping[str, pd.Index]
    frequencies: Mapping[str, np.ndarray]
    lacking: Mapping[str, int]
    records: int
    batches: Callable[[Progress], Iterator[Batch]]
