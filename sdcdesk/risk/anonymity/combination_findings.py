"""Combinations of keys: how small the groups are by a few of the keys, for an intruder who knows no more."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, VARIABLES
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.risk.keys.frequencies import Frequencies, frequencies, key_codes
from sdcdesk.risk.keys.key_measure import Missing

Names = tuple[str, ...]


def combinations_section(
    masked: Microdata, names: Names, most: int, k: int, missing: Missing, progress: Progress
) -> Section:
    """Return the section with the groups by every combination of up to so many keys.

    Parameters
    ----------
    masked
        The masked file.
    names
        All keys.
    most
        Keys of a combination, at most; all of them together are left out.
    k
        Wanted size of a group.
    missing
        What a missing key value matches.
    progress
        Receives how far the work is.

    Returns
    -------
    Section
        A table with the combinations that leave most records below k first.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    chosen = [
        some for number in range(1, min(most, len(names) - 1) + 1) for some in combinations(names, number)
    ]
    few, rows = np.zeros(len(masked), dtype=bool), []
    for some, share in progress.over(chosen, "Combinations of keys"):
        share.at(0.0)
        found = _sizes(masked, some, missing, share)
        below = found.sizes < k
        few |= below
        rows.append((", ".join(some), len(some), found.smallest, int(below.sum())))
    columns = ["variables", "number", "smallest", "records"]
    frame = pd.DataFrame(rows, columns=columns).astype({"smallest": "Int64"})
    order = np.lexsort((np.arange(len(rows)), frame["number"], -frame["records"].to_numpy()))
    chosen = [chosen[place] for place in order]
    frame = frame.take(order).reset_index(drop=True)
    frame["share"] = frame["records"] / len(masked) if len(masked) else np.nan
    return Section(
        name="combinations",
        title="Fewer keys",
        about=_about(int(few.sum()), k),
        blocks=(_table(masked, frame, chosen, k, missing),),
    )


def _about(few: int, k: int) -> Sentence:
    return sentence(
        "{n} released record is in a group of fewer than {k} by some combination of so few keys.",
        "{n} released records are in groups of fewer than {k} by some combination of so few keys.",
        "n",
        n=few,
        k=k,
    )


def _table(
    masked: Microdata, frame: pd.DataFrame, chosen: Sequence[Names], k: int, missing: Missing
) -> Table:
    def rows(at: int) -> np.ndarray:
        below = _sizes(masked, chosen[at], missing, Progress()).sizes < k
        found: np.ndarray = masked.rows[below]
        return found

    return Table(
        name="combinations",
        title="Groups by fewer keys",
        about=sentence(
            "Groups of released records that are alike in some of the keys, for an intruder who knows only "
            "these; those that leave most records in groups below {k} first.",
            k=k,
        ),
        columns=(
            Column("variables", "Known keys", None, "", "key", Secrecy.PUBLIC),
            Column("number", "Their number", VARIABLES, "", "key", Secrecy.PUBLIC),
            Column("smallest", "Smallest group", RECORDS, "Records that share the rarest values."),
            Column("records", "Records below k", RECORDS, "Released records in groups below k."),
            Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk"),
        ),
        frame=frame,
        empty="There is no other key.",
        rows=rows,
        row_title=lambda at: sentence("in groups below {k} by {names}", k=k, names=", ".join(chosen[at])),
    )


def _sizes(masked: Microdata, names: Names, missing: Missing, progress: Progress) -> Frequencies:
    return frequencies(key_codes(masked, names, progress), missing, progress)
