"""Classes of shares and distances, and the records in each."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Unit
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import Percentage, plain, sentence


def classes_table(
    masked: Microdata,
    amounts: np.ndarray,
    edges: Sequence[float],
    *,
    name: str,
    title: str,
    what: str,
    row_title: str,
    unit: Unit = SHARE,
) -> Table:
    """Return the records by classes of an amount that lies between 0 and 1.

    Parameters
    ----------
    masked
        The masked file.
    amounts
        float64 (t,), one for each record; NaN where it has none.
    edges
        Ends of the classes between 0 and 1, ascending; each belongs to the class below.
    name, title
        Name and title of the table.
    what
        Title of the amount.
    row_title
        What the records of a class are.
    unit
        Unit of the amounts, shares or numbers.

    Returns
    -------
    Table
        One row for each class, the last of them 1 itself.
    """
    known = ~np.isnan(amounts)
    # A class of its own is certainty.
    place = np.where(known, np.searchsorted((*edges, np.nextafter(1, 0)), amounts, side="left"), -1)
    ends = [Percentage(100 * edge) if unit is SHARE else float(edge) for edge in (0, *edges, 1)]
    classes = [sentence("{low} – {high}", low=low, high=high) for low, high in pairwise(ends)]
    classes[-1] = sentence("{low} – under {high}", low=ends[-2], high=ends[-1])
    classes.append(sentence("{whole}", whole=ends[-1]))
    frame = pd.DataFrame(
        {
            "classes": pd.Series(classes, dtype=object),
            "records": np.bincount(place[known], minlength=len(edges) + 2),
        }
    )
    return Table(
        name=name,
        title=title,
        columns=(
            Column("classes", what, role="key", secrecy=Secrecy.PUBLIC),
            Column("records", "Records", RECORDS, "Released records with a confidential value."),
        ),
        frame=frame,
        about=plain(
            "Released records by classes, each with its upper end; with several confidential variables, by "
            "the worst of them."
        ),
        rows=lambda row: masked.rows[place == row],
        row_title=lambda _row: row_title,
    )
