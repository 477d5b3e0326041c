"""Variables that a file lacks, assigned in the proportions of another file."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.allocation import proportional


def assigned_pro_rata(
    data: Microdata,
    source: Microdata,
    name: str,
    within: Sequence[str] = (),
    *,
    how: Literal["largest_remainder", "random"] = "largest_remainder",
    seed: int,
) -> Microdata:
    """Return a file with a variable that it lacked, in the proportions that another file has within classes.

    The values are made up: they suit an experiment on the size of areas, and no analysis of people. Which
    record of a class gets which value is drawn; with *largest_remainder* the numbers of each value are as
    near to the proportions as whole numbers can be, with *random* each record draws for itself. A class that
    the source does not have gets the proportions of the whole source. Records of the source without a value
    count for nothing.

    Parameters
    ----------
    data
        The file; it stays as it is.
    source
        A file with the variable.
    name
        The variable.
    within
        Variables of both files whose values together are the classes.
    how
        How whole numbers come from proportions.
    seed
        Seed of the random numbers.

    Returns
    -------
    Microdata
        With the variable after the others.

    Raises
    ------
    DataError
        The file has the variable already, or the source no value of it.
    """
    coding = source.coding(name)
    known = coding.codes >= 0
    if not known.any():
        raise DataError(sentence("The other file has no value of {name}.", name=name), name)
    categories = len(coding.categories)
    ours, theirs = _classes(data, within), _classes(source, within)
    place = {key: at for at, key in enumerate(dict.fromkeys(ours))}
    counts = np.zeros((len(place), categories), dtype=np.int64)
    for key, code in zip(theirs, coding.codes.tolist(), strict=True):
        if code >= 0 and key in place:
            counts[place[key], code] += 1
    counts[counts.sum(axis=1) == 0] = np.bincount(coding.codes[known], minlength=categories)
    own = np.array([place[key] for key in ours], dtype=np.int64)
    draws = Draws(seed)
    codes = np.zeros(len(data), dtype=np.int64)
    for at, shares in enumerate(counts):
        rows = np.flatnonzero(own == at)
        if how == "random":
            ends = np.cumsum(shares) / shares.sum()
            codes[rows] = np.searchsorted(ends, draws.uniform(data.rows[rows]), side="right")
        else:
            filled = np.flatnonzero(shares)
            numbers = proportional(shares[filled], len(rows), filled)
            codes[rows[draws.order(data.rows[rows])]] = np.repeat(filled, numbers)
    values = pd.Series(coding.values).take(codes).reset_index(drop=True)
    return data.appended({name: values}, [source.variable(name)])


def _classes(data: Microdata, within: Sequence[str]) -> list[tuple[str | None, ...]]:
    """Return the class of each record, by texts, so that files of other types agree."""
    columns = []
    for name in within:
        coding = data.coding(name)
        texts = as_text(coding.values)
        columns.append([texts[code] if code >= 0 else None for code in coding.codes.tolist()])
    return list(zip(*columns, strict=True)) if columns else [()] * len(data)
