"""Files of overlapping areas: which areas of one table have something in common with which of another one."""

from collections.abc import Collection
from pathlib import Path

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.io import read
from sdcdesk.tables.files.formula_text import restored

OverlappingAreas = Collection[tuple[str, str]]
"""Areas of the first table and of the second one that have something in common."""


def read_overlapping(path: Path, progress: Progress = SILENT) -> OverlappingAreas:
    """Read which areas of two tables have something in common.

    Parameters
    ----------
    path
        A file of two columns with a heading: on each line an area of the first table and one of the second.
    progress
        Receives how far the work is.

    Returns
    -------
    OverlappingAreas
        Each once.

    Raises
    ------
    ReadError
        The file cannot be read.
    DataError
        It has other columns than two, or a line lacks an area.
    """
    data = read(path, progress=progress)
    name = short(path.name)
    if len(data.names) != 2:
        words = "{name} must have two columns: an area of the first table, and one of the second table."
        raise DataError(sentence(words, name=name), "overlapping")
    for column in data.names:
        missing = np.flatnonzero(data.missing(column))
        if len(missing):
            words = "{name}, row {row}: an area is missing; give one of each table."
            raise DataError(sentence(words, name=name, row=str(int(missing[0]) + 1)), "overlapping")
    one, other = ([restored(value_text(value)) for value in data.column(column)] for column in data.names)
    return frozenset(zip(one, other, strict=True))
