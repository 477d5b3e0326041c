"""Centres of groups: the mean, median or most frequent category that all records of a group get."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.kernels.grouping import group_lower_medians, group_means, group_medians, group_modes
from sdcdesk.masking.new_values import numbers_to_square, replace_codes, replace_numbers
from sdcdesk.masking.strata import NO_GROUP


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


def centred(
    data: Microdata, name: str, values: np.ndarray, labels: np.ndarray, *, median: bool, whole: bool
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
    median
        Whether numbers get the median of their group, not the mean.
    whole
        Whether a variable of whole numbers gets whole numbers.

    Returns
    -------
    pd.Series
        (n,); records without a group keep what they have. Ordinal variables get the lower median, nominal
        ones the most frequent category, of equally frequent ones the first.
    """
    inside = labels != NO_GROUP
    members, groups = values[inside], labels[inside]
    scale = data.variable(name).scale
    if scale is not Scale.CONTINUOUS:
        codes = data.coding(name).codes.copy()
        centre = group_lower_medians if scale is Scale.ORDINAL else group_modes
        codes[inside] = centre(members, groups)[groups]
        return replace_codes(data.column(name), data.coding(name), codes)
    numbers = np.full(len(values), np.nan)
    numbers[inside] = (group_medians if median else group_means)(members, groups)[groups]
    return replace_numbers(data, name, numbers, whole=whole)
