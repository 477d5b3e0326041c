"""Records at risk: the released records with the largest SUDA scores."""

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, SHARE, VARIABLES, Bound, Reason
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.disclosure.breakdown import strongest
from sdcdesk.risk.keys.key_values import listed_records
from sdcdesk.risk.suda.assessed import AssessedSuda
from sdcdesk.risk.suda.declared import SETS

MOST = 200
"""Records that are listed."""


def record_table(suda: AssessedSuda) -> Table:
    """Return the released records with the largest scores, with their key values.

    Parameters
    ----------
    suda
        Scores of the released records.

    Returns
    -------
    Table
        One row for each record, the largest score first; all columns are marked as values of the data.
    """
    chosen = strongest(suda.scores.score, MOST)
    positions = suda.masked.rows[chosen]
    frame, columns = listed_records(suda.masked, suda.keys, chosen)
    frame["sets"] = suda.scores.sets[chosen]
    frame["smallest"] = np.argmax(suda.scores.of_size[:, chosen], axis=0) + 1
    frame["score"] = suda.scores.score[chosen]
    secret = Secrecy.RECORD
    columns += [
        Column("sets", "Minimal unique sets", SETS, "", secrecy=secret),
        Column("smallest", "Smallest set", VARIABLES, "Keys of its smallest set.", secrecy=secret),
        Column("score", "SUDA score", NUMBER, "Sum over its sets.", secrecy=secret),
    ]
    undefined = {}
    if isinstance(suda.dis, Reason):
        frame["dis_suda"], undefined["dis_suda"] = np.nan, suda.dis
    else:
        frame["dis_suda"] = suda.dis[chosen]
    words = "Chance that a match is right."
    columns.append(Column("dis_suda", "DIS-SUDA", SHARE, words, secrecy=secret, bound=Bound.ESTIMATE))
    return Table(
        name="records_at_risk",
        title="Records at risk",
        about=plain("The released records that the most, and smallest, sets of key values tell apart."),
        columns=tuple(columns),
        frame=frame,
        empty="No released record has a minimal unique set.",
        undefined=undefined,
        rows=lambda at: positions[at : at + 1],
        row_title=lambda at: f"record {positions[at] + 1}",
        capped=20,
    )
