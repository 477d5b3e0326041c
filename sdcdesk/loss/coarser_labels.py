"""Coarser labels: which masked categories are wider ones of the original's value, and no other value."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.loss.comparison import Comparison
from sdcdesk.loss.headline_parts import count_merged_categories


@dataclass(frozen=True, slots=True, eq=False)
class CoarserLabels:
    """What the masked category says of the original one, for each pair of a comparison.

    Attributes
    ----------
    known
        bool (pairs,), whether it is known which original values the masked category stands for.
    kept
        bool (pairs,), whether the original value is one of them.
    coarser
        bool (pairs,), whether there are others besides.
    """

    known: np.ndarray
    kept: np.ndarray
    coarser: np.ndarray


def coarser_labels(original: Microdata, masked: Microdata, name: str, compared: Comparison) -> CoarserLabels:
    """Return which pairs are of a category and a label that stands for it.

    Labels stand for several values by a recoding of all records, by a step that gave labels to single ones,
    and, where no recipe is known, by the interval that the masked file says.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of both.
    compared
        Its pairs of categories.

    Returns
    -------
    CoarserLabels
        Of each pair.
    """
    present = (compared.initial >= 0) & (compared.after >= 0)
    if compared.recoded:
        kept = present & compared.same
        merged, _ = count_merged_categories(compared)
        return CoarserLabels(kept, kept, kept & (merged[compared.after] > 0))
    by_steps, several = _held_by_steps(original, masked, name, compared)
    by_interval, wide = _within_intervals(original, masked, name, compared)
    kept = present & (by_steps | by_interval)
    known = present & ((several >= 0) | (wide >= 0))
    return CoarserLabels(known, kept, kept & np.where(by_steps, several > 1, wide > 1))


def _held_by_steps(
    original: Microdata, masked: Microdata, name: str, compared: Comparison
) -> tuple[np.ndarray, np.ndarray]:
    """Return whether labels of single records hold the original value, and how many they hold; −1: none."""
    held = masked.held_values(original, name)
    if held is None:
        return np.zeros(len(compared.after), bool), np.full(len(compared.after), -1)
    # The code of a missing value, and of a category that no masked record has, counts from the end.
    codes = np.append(find_places(compared.level, masked.coding(name).categories), -1)[compared.after]
    found = codes >= 0
    under = np.append(held.under(), 0)[codes]
    values = np.maximum(compared.initial, 0)
    kept = np.zeros(len(codes), bool)
    kept[found] = held.are_held(values[found], codes[found])
    return kept, np.where(found & (under > 0), under, -1)


def _within_intervals(
    original: Microdata, masked: Microdata, name: str, compared: Comparison
) -> tuple[np.ndarray, np.ndarray]:
    """Return whether intervals hold the original value, ends included, and how many they hold; −1: none."""
    categories = original.coding(name).categories
    ends = {one.label: (one.low, one.high) for one in masked.variable(name).intervals}
    if not ends or not pd.api.types.is_numeric_dtype(categories) or not len(categories):
        return np.zeros(len(compared.after), bool), np.full(len(compared.after), -1)
    open_ends = (-np.inf, np.inf)
    low, high = (
        np.array(
            [
                np.nan
                if label not in ends
                else (open_ends[side] if ends[label][side] is None else ends[label][side])
                for label in compared.level
            ]
            + [np.nan],
            dtype=np.float64,
        )[compared.after]
        for side in (0, 1)
    )
    values = categories.to_numpy(dtype=np.float64)
    ordered = np.sort(values)
    under = np.searchsorted(ordered, high, side="right") - np.searchsorted(ordered, low)
    own = values[np.maximum(compared.initial, 0)]
    return (low <= own) & (own <= high), np.where(np.isnan(low), -1, under)
