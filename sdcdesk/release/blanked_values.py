"""Blanked values: which steps blanked, and how many of them another variable tells all the same."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata

WRONG = 0.05
"""Share of the values, those of the commonest aside, that may be told wrongly."""


def find_blanked(original: Microdata, masked: Microdata) -> dict[str, np.ndarray]:
    """Return which values of each variable steps blanked.

    Parameters
    ----------
    original, masked
        Both files.

    Returns
    -------
    dict[str, np.ndarray]
        bool (n,) by variable, of those of which some value was blanked; none where the original is not known.
    """
    if original.is_released:
        return {}
    found = {
        name: masked.missing(name) & ~original.missing(name)[masked.rows]
        for name in masked.lineage.provenances
        if name in masked and name in original
    }
    return {name: blanked for name, blanked in found.items() if blanked.any()}


def count_told(codes: np.ndarray, known: np.ndarray, blanked: np.ndarray) -> int:
    """Return how many blanked values follow from another variable.

    That is so where each of its values stands beside a single one nearly wherever that is known, and most of
    its values occur more than once; a value beside which all were blanked tells that they were equal.

    Parameters
    ----------
    codes, known
        int (n,), values of the variable that may tell, and of the one that was blanked; −1 where missing.
    blanked
        bool (n,).

    Returns
    -------
    int
        Number of records.
    """
    both = np.flatnonzero((codes >= 0) & (known >= 0))
    if not len(both):
        return 0
    beside = np.full(int(codes.max()) + 1, -1, dtype=np.int64)
    beside[codes[both]] = known[both]
    rare = len(both) - np.bincount(known[both]).max()  # others than the value that anybody would guess
    if np.count_nonzero(beside[codes[both]] != known[both]) > WRONG * rare:
        return 0
    often = np.bincount(codes[both], minlength=len(beside)) > 1
    if 2 * np.count_nonzero(often[codes[both]]) < len(both) or len(np.unique(beside[often])) < 2:
        return 0
    repeated = np.bincount(codes[codes >= 0], minlength=len(beside)) > 1
    return int(repeated[codes[blanked & (codes >= 0)]].sum())
