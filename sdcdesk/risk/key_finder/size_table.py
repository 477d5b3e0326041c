"""Sizes of smallest unique sets: how many variables tell each record apart."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.key_finder.found_keys import FoundKeys

COLUMNS = (
    Column("size", "Variables needed", None, "Of the smallest unique set.", "key", Secrecy.PUBLIC),
    Column("records", "Records", RECORDS, "Released records with such a smallest set."),
    Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk"),
)


def size_section(keys: FoundKeys) -> Section:
    """Return the section with the distribution of the smallest unique sets.

    Parameters
    ----------
    keys
        Whom the variables tell apart.

    Returns
    -------
    Section
        Bars and the table behind them; every released record counts once.
    """
    found = keys.uniqueness
    classes = {str(size): found.smallest == size for size in range(1, found.counted + 1)}
    classes[f"{found.counted + 1}+"] = found.whole & ~found.by_few
    classes["none"] = ~found.whole
    names, members = list(classes), list(classes.values())
    counts = np.array([records.sum() for records in members], dtype=np.int64)
    frame = pd.DataFrame({"size": pd.Series(names, dtype=object), "records": counts})
    frame["share"] = counts / keys.records if keys.records else np.nan
    title = "Smallest unique sets"
    table = Table(
        name="sizes",
        title=title,
        about=plain(
            "How few variables tell a record apart; “none” counts records that all variables together do not."
        ),
        columns=COLUMNS,
        frame=frame,
        undefined={"share": Reason(Why.NO_RECORDS, NOTHING_RELEASED)},
        rows=lambda at: keys.masked.rows[members[at]],
        row_title=lambda at: _title(names[at]),
    )
    plot = Plot(
        name="sizes_plot",
        title=title,
        kind="bars",
        table=table.name,
        x=Axis("Variables needed", column="size"),
        y=Axis("Records", unit=RECORDS, least=0.0),
        series=(Series("records", "Records"),),
        about=plain("The further left the bars, the less an intruder needs to know of a person."),
    )
    return Section(name="sizes", title=title, blocks=(plot, table))


def _title(size: str) -> str:
    """Return what the records of a class are."""
    if size == "none":
        return "not unique by all variables"
    return f"told apart by {size} {'variable' if size == '1' else 'variables'}"
