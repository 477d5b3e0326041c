"""Uniform cells: whether all cells of a column are written in one way, or tell where they came from.

Files that were put together of several ones often write the same values in several ways, part by part: with
and without quotation marks, with one decimal or two. Of records that leave in another order, this would tell
from which part each came.
"""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.spelling import Spelling, canonical


def are_enclosed_alike(enclosed: np.ndarray, missing: np.ndarray) -> bool:
    """Return whether all cells with a value are enclosed, and of the others all or none.

    Parameters
    ----------
    enclosed, missing
        bool (n,), which cells are enclosed, and which are missing.

    Returns
    -------
    bool
        False where only some are.
    """
    empty = enclosed[missing]
    return bool(enclosed[~missing].all() and (empty.all() or not empty.any()))


def are_spelt_alike(spelled: Spelling, numbers: np.ndarray, decimal: str) -> bool:
    """Return whether numbers have equally many decimals, and missing ones are all the same word, or empty.

    Parameters
    ----------
    spelled
        The cells that are written otherwise than their numbers.
    numbers
        float64 (n,), NaN where missing.
    decimal
        The decimal sign.

    Returns
    -------
    bool
        True of a column without such cells.
    """
    if not len(spelled.rows):
        return True
    missing = np.isnan(numbers)
    words, texts = missing[spelled.rows], spelled.texts.cast(pa.large_string())
    of_missing = texts.filter(pa.array(words))
    if len(of_missing) and (len(of_missing) < missing.sum() or len(of_missing.unique()) > 1):
        return False
    if words.all():
        return True
    usual = ~missing
    usual[spelled.rows] = False
    written = pa.concat_arrays([texts.filter(pa.array(~words)), canonical(pa.array(numbers[usual]), decimal)])
    point = re.escape(decimal)
    plain = pc.match_substring_regex(written, rf"^-?(0|[1-9][0-9]*)({point}[0-9]+)?$")
    whole = pc.replace_substring_regex(written, rf"^-?[0-9]*{point}?", "")
    return bool(pc.all(plain).as_py()) and len(pc.binary_length(whole).unique()) == 1
