"""Sample of a file of a statistics program, read piece by piece, so that memory holds few records."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from sdcdesk.io.sampled_records import SampledRecords

PIECES, LEAST = 16, 20_000
"""Pieces of a file at most, for the library passes over all records before each; and records of one."""

_UNKNOWN = 200_000
"""Records of a piece of a file that does not say how many it has."""

ReadPiece = Callable[[int, int], tuple[pd.DataFrame, Any]]
"""Reads so many records at most behind so many others; returns columns and what the file says of them."""


def sampled_pieces(
    read: ReadPiece, records: int | None, size: int, seed: int
) -> tuple[pd.DataFrame, Any, int]:
    """Return a sample of the records of a file.

    Parameters
    ----------
    read
        Reads a piece.
    records
        How many records the file says that it has; None: it does not.
    size, seed
        Records of the sample, and where it is drawn from; see `SampledRecords`.

    Returns
    -------
    tuple[pd.DataFrame, Any, int]
        Columns with the sample, what the file says of them with the letters of missing values of all records,
        and how many records the file has.
    """
    sample = SampledRecords(size, seed)
    at_once = _UNKNOWN if records is None else max(-(-records // PIECES), LEAST)
    letters: dict[str, set[str]] = {}
    kept, first = None, None
    while True:
        piece, meta = read(sample.records, at_once)
        first = meta if first is None else first
        for name, found in meta.missing_user_values.items():
            letters.setdefault(name, set()).update(found)
        held = piece.iloc[sample.offer(len(piece))]
        if kept is None or not len(kept):
            kept = held
        elif len(held):
            kept = pd.concat([kept, held])
        if sample.is_crowded:
            kept = kept.iloc[sample.settle()]
        if len(piece) < at_once:
            break
    first.missing_user_values = {name: sorted(found) for name, found in letters.items()}
    return kept.iloc[sample.settle()].reset_index(drop=True), first, sample.records
