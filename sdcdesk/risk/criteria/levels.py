"""Levels of variables: values of both files as codes that can be compared, as recodings left them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.comparison_level import ComparisonLevel, comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk.linkage.compared import refuse_outside


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A variable of both files.

    Attributes
    ----------
    name
        The variable.
    ordered
        Whether larger codes are larger values.
    before, after
        int64 (n,) and (t,): codes of the original records, as the recoding leaves them where it is known, and
        of the masked ones; equal where the values are, −1 where missing.
    size
        Codes lie below this.
    """

    name: str
    ordered: bool
    before: np.ndarray
    after: np.ndarray
    size: int


def levels(
    original: Microdata,
    masked: Microdata,
    names: Sequence[str],
    *,
    all_needed: bool,
    progress: Progress = SILENT,
) -> tuple[tuple[Level, ...], tuple[Sentence, ...]]:
    """Return the variables that can be compared, and what was left out.

    Parameters
    ----------
    original, masked
        Both files.
    names
        Variables of the original.
    all_needed
        Whether a variable that cannot be compared is an error, and not only left out.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple of Level, tuple of Sentence
        In the order of their names, and remarks.

    Raises
    ------
    DataError
        A variable that is needed holds values in the masked file that have no place among those of the
        original.
    """
    found, notes = [], []
    absent = [name for name in names if name not in masked]
    if absent:
        words = "Not in the masked file, so that nothing is known by it: {names}."
        notes.append(sentence(words, names=", ".join(absent)))
    for name, part in progress.over([name for name in names if name not in absent], "Comparing values"):
        for data in (original, masked):
            data.coding(name)  # most of the work, after which it can be stopped
            part.check()
        try:
            level = level_of(original, masked, name)
        except DataError as error:
            if all_needed:
                raise
            notes.append(sentence("Left out: {why}", why=error.message))
            continue
        if len(masked) and (level.after < 0).all():
            notes.append(sentence("Left out, as no released record has a value of it: {name}.", name=name))
        else:
            found.append(level)
    return tuple(found), tuple(notes)


def level_of(original: Microdata, masked: Microdata, name: str) -> Level:
    """Bring the values of a variable of both files to one level.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of both.

    Returns
    -------
    Level
        Numbers are in their order also where the masked file has other ones than the original.

    Raises
    ------
    DataError
        The masked file holds values that have no place in the order of the original's.
    """
    if masked.held_values(original, name) is not None:
        words = (
            "{name} has labels of several levels, each for several values, and only single values are "
            "compared here; leave it out."
        )
        raise DataError(sentence(words, name=name), name)
    common = comparison_level(original, masked, name)
    before = common.before(original.coding(name).codes)
    after = common.after(masked.coding(name).codes)
    size = len(common.categories)
    if common.scale is Scale.NOMINAL:
        return Level(name, False, before, after, size)
    if size > common.domain:
        place = _by_size(common)
        if place is None:
            refuse_outside(name, int((after >= common.domain).sum()))
        else:
            before, after = place[before], place[after]
    return Level(name, True, before, after, size)


def _by_size(common: ComparisonLevel) -> np.ndarray | None:
    """Return the place of each number in ascending order, and of missing ones; None for other values."""
    if common.scale is not Scale.CONTINUOUS or not pd.api.types.is_numeric_dtype(common.categories):
        return None
    place = np.empty(len(common.categories) + 1, dtype=np.int64)
    place[np.argsort(common.categories.to_numpy(), kind="stable")] = np.arange(len(common.categories))
    place[-1] = MISSING
    return place
