"""Suggested steps: a recipe to begin with, from the variables of a file."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Method
from sdcdesk.core.variable import Role, Scale
from sdcdesk.masking import Microaggregation, Recoding, RecordSuppression, SimpleRandomSampling

MANY = 12
"""Different values from which on fewer would help."""

BANDS = 12
"""Bands that a first recoding makes at most, about."""

SAMPLE = 80.0
"""Percentage of a first sample."""


def suggested_steps(data: Microdata, keys: Sequence[str], k: int = 3, most: int = 3) -> tuple[Method, ...]:
    """Return steps to begin with, those that cost least first.

    Keys with many numbers are put into bands, codes of equal length are cut by their last character,
    confidential amounts get group means, and a part of the records is released.

    Parameters
    ----------
    data
        The original.
    keys
        The variables that an intruder knows.
    k
        The wanted group size.
    most
        How many steps are returned at most.

    Returns
    -------
    tuple[Method, ...]
        At most `most` methods, which all fit the data.
    """
    return tuple(step for step, _ in zip(_fitting(data, keys, k), range(most), strict=False))


def _fitting(data: Microdata, keys: Sequence[str], k: int) -> Iterator[Method]:
    for step in _candidates(data, keys, k):
        try:
            step.check(data)
        except SdcError:
            continue
        yield step


def _candidates(data: Microdata, keys: Sequence[str], k: int) -> Iterator[Method]:
    coarser = (_coarser(data, name) for name in keys)
    yield from (step for step in coarser if step is not None)
    amounts = [v.name for v in data.variables if v.role is Role.CONFIDENTIAL and v.scale is Scale.CONTINUOUS]
    yield from (Microaggregation(variables=(name,), k=k) for name in amounts)
    yield SimpleRandomSampling(percentage=SAMPLE)
    if keys:
        yield RecordSuppression(k=k, keys=tuple(keys))


def _coarser(data: Microdata, name: str) -> Method | None:
    """Return a recoding of a key with many values; None where none suggests itself."""
    values = data.coding(name).values
    if len(values) <= MANY:
        return None
    if data.variable(name).scale is Scale.CONTINUOUS and pd.api.types.is_numeric_dtype(values):
        numbers = values.to_numpy(dtype=np.float64)
        width = _round_width(float(numbers.max()) / BANDS - float(numbers.min()) / BANDS)
        return None if width is None else Recoding(variable=name, how="width", width=width)
    if not pd.api.types.is_string_dtype(values):
        return None
    lengths = values.str.len()
    length = int(lengths.iloc[0])
    alike = length > 1 and bool((lengths == length).all())
    return Recoding(variable=name, how="prefix", keep=length - 1) if alike else None


def _round_width(least: float) -> float | None:
    """Return the smallest 1, 2 or 5 times a power of ten that is at least a number."""
    if not 1e-12 < least < 1e12:
        return None
    power = 10.0 ** math.floor(math.log10(least))
    return next(width for digit in (1, 2, 5, 10) if (width := digit * power) >= least)
