"""Sizes of minimal unique sets: how many sets of each size there are, and who has them."""

import pandas as pd

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, VARIABLES
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.suda.assessed import AssessedSuda
from sdcdesk.risk.suda.declared import SETS

COLUMNS = (
    Column("size", "Keys in the set", VARIABLES, "Size of the set, k.", "key", Secrecy.PUBLIC),
    Column("points", "Score of one set", NUMBER, "What one set adds to a score.", secrecy=Secrecy.PUBLIC),
    Column("sets", "Minimal unique sets", SETS, "Sets of this size of all records."),
    Column("records", "Records with such sets", RECORDS, "Released records with at least one."),
    Column("first", "Their smallest", RECORDS, "Of these, records that have no smaller one."),
)


def size_section(suda: AssessedSuda) -> Section:
    """Return the section with the sizes of the minimal unique sets.

    Parameters
    ----------
    suda
        Scores of the released records.

    Returns
    -------
    Section
        Bars and the table behind them.
    """
    scores = suda.scores
    sizes = range(1, len(scores.points) + 1)
    frame = pd.DataFrame(
        {
            "size": list(sizes),
            "points": scores.points,
            "sets": scores.sets_of_size,
            "records": scores.of_size.sum(axis=1),
            "first": [int(scores.first_of_size(size).sum()) for size in sizes],
        }
    )
    title = "Sizes of minimal unique sets"
    table = Table(
        name="sizes",
        title=title,
        about=plain("How many key values are needed to tell a record apart; a record can have several sets."),
        columns=COLUMNS,
        frame=frame,
        rows=lambda at: suda.masked.rows[scores.of_size[at]],
        row_title=lambda at: sentence(
            "with a minimal unique set of {n} key", "with a minimal unique set of {n} keys", "n", n=at + 1
        ),
    )
    plot = Plot(
        name="sizes_plot",
        title=title,
        kind="bars",
        table=table.name,
        x=Axis("Keys in the set", column="size"),
        y=Axis("Records", unit=RECORDS, least=0.0),
        series=(Series("records", "With such sets"), Series("first", "Their smallest")),
        about=plain("The further left the bars, the less an intruder needs to know of a person."),
    )
    return Section(name="sizes", title=title, blocks=(plot, table))
