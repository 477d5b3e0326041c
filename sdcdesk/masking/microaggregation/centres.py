"""Centres of groups: the mean, median or most frequent category that all records of a group get."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.kernels.grouping import (
    group_lower_medians,
    group_means,
    group_medians,
    group_modes,
    group_trimmed_means,
)
from sdcdesk.masking.new_values import numbers_to_square, replace_codes, replace_numbers
from sdcdesk.masking.strata import NO_GROUP

Centroid = Literal["mean", "median", "trimmed"]

CENTROIDS = {"mean": "Mean", "median": "Median", "trimmed": "Trimmed mean"}


def numbers_or_codes(data: Microdata, name: str) -> np.ndarray:
    """Return what groups of a variable are formed by, float64 (n,).

    Parameters
    ----------
    data
        The file before the step.
    name
        A variable of any scale.

    Returns
    -------
    np.ndarray
        float64 (n,), numbers, or codes of categories; NaN where missing.
    """
    if data.variable(name).scale is Scale.CONTINUOUS:
        return numbers_to_square(data, name)
    codes = data.coding(name).codes
    return np.where(codes >= 0, codes, np.nan)


@dataclass(frozen=True, slots=True)
class Centring:
    """What numbers get of their group.

    Attributes
    ----------
    centroid
        Its mean, median or trimmed mean.
    trim
        Of the trimmed mean: the share of the values of a group that is left out at each end, in %.
    whole
        Whether a variable of whole numbers gets whole numbers.
    """

    centroid: Centroid
    trim: float
    whole: bool


def centred(
    data: Microdata,
    name: str,
    values: np.ndarray,
    labels: np.ndarray,
    how: Centring,
) -> pd.Series:
    """Return the column of a variable with the centre of its group in each record that is in one.

    Parameters
    ----------
    data, name
        The file before the step, and the variable.
    values
        float64 (n,), its numbers or codes.
    labels
        int64 (n,), group of each record, 0…G−1, or `NO_GROUP`.
    how
        What numbers get of their group.

    Returns
    -------
    pd.Series
        (n,); records without a group keep what they have. Ordinal variables get the lower median, nominal
        ones the most frequent category, of equally frequent ones the first.
    """
    grouped = labels != NO_GROUP
    inside = slice(None) if grouped.all() else grouped  # all are taken without a copy
    members, groups = values[inside], labels[inside]
    scale = data.variable(name).scale
    if scale is not Scale.CONTINUOUS:
        codes = data.coding(name).codes.copy()
        centre = group_lower_medians if scale is Scale.ORDINAL else group_modes
        codes[inside] = centre(members, groups)[groups]
        return replace_codes(data.column(name), data.coding(name), codes)
    numbers = np.full(len(values), np.nan)
    if how.centroid == "trimmed":
        cut = left_out(how.trim, int(np.bincount(groups).max(initial=0)))
        numbers[inside] = group_trimmed_means(members, groups, cut)[groups]
    else:
        middle = group_medians if how.centroid == "median" else group_means
        numbers[inside] = middle(members, groups)[groups]
    return replace_numbers(data, name, numbers, whole=how.whole)


def left_out(trim: float, largest: int) -> np.ndarray:
    """Return how many values a trimmed mean leaves out at each end, for each size of a group.

    Parameters
    ----------
    trim
        t, their share in %, as it was written.
    largest
        Size of the largest group.

    Returns
    -------
    np.ndarray
        int64 (largest + 1,), ⌊t·g/100⌋ for g = 0, 1, ….
    """
    share = exact(trim)
    return np.array([int(share * size // 100) for size in range(largest + 1)], dtype=np.int64)
