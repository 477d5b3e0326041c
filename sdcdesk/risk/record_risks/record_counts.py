"""Counts of released records as figures: how many of them there are, and their share."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, Bound, Quantity, share
from sdcdesk.core.results.findings import Declared, Figure
from sdcdesk.risk.declared import NOTHING_RELEASED

Steps = tuple[tuple[str, Quantity | str], ...]


def count_and_share(
    number: Declared,
    part: Declared,
    masked: Microdata,
    chosen: np.ndarray,
    *,
    counted: str,
    row_title: str,
    bound: Bound = Bound.EXACT,
    steps: Steps = (),
    titles: tuple[str, str] = ("", ""),
    weights: np.ndarray | None = None,
) -> tuple[Figure, Figure]:
    """Return how many released records are chosen, and their share of all released records.

    Parameters
    ----------
    number, part
        The figures of the count and of the share.
    masked
        The masked file, (t,) records.
    chosen
        bool (t,), which of them are counted.
    counted
        What is counted, as a step of the computation.
    row_title
        What these records are, in a few words.
    bound
        How the count stands to the true one.
    steps
        What both computations begin with; without it, a count has no computation.
    titles
        Titles of the count and of the share; empty: the declared ones.
    weights
        int64 (t,), how many records each entry stands for, where these are not in memory; None: one each.

    Returns
    -------
    tuple[Figure, Figure]
        The count and the share, which is not defined where nothing is released.
    """
    released = len(masked) if weights is None else int(weights.sum())
    counted_records = int(np.count_nonzero(chosen)) if weights is None else int(weights[chosen].sum())
    count = Quantity(counted_records, RECORDS, bound)
    divided = share(counted_records, released, bound, empty=NOTHING_RELEASED)
    every = ("Released records", Quantity(released, RECORDS))
    return (
        number.figure(
            count,
            title=titles[0],
            computation=(*steps, (counted, count)) if steps else (),
            rows=lambda: masked.rows[chosen],
            row_title=row_title,
        ),
        part.figure(
            divided,
            title=titles[1],
            computation=(*steps, (counted, count), every),
            rows=lambda: masked.rows[chosen],
            row_title=row_title,
        ),
    )
