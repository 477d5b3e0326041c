"""Sizes of groups of records that do not differ, and the relative uniqueness that follows from them."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain
from sdcdesk.risk.census_uniqueness.uniqueness import RelativeUniqueness
from sdcdesk.risk.disclosure.breakdown import SIZES, class_of_size, size_class_name

COLUMNS = (
    Column("size", "Records alike", None, "A record and those that fit it.", "key", Secrecy.PUBLIC),
    Column("records", "Records", RECORDS, "Released records that so many fit, themselves included."),
    Column("share", "Of released", SHARE, "The same ÷ released records.", bar="risk"),
    Column(
        "relative",
        "Relative uniqueness",
        SHARE,
        "The largest of these records: others from which it differs ÷ all others.",
    ),
)

NOBODY = Reason(Why.NO_RECORDS, "No released record belongs here.")


def size_section(found: RelativeUniqueness) -> Section:
    """Return the section with the distribution of the relative uniqueness.

    Parameters
    ----------
    found
        How far the released records differ.

    Returns
    -------
    Section
        Bars and the table behind them; every released record counts once.
    """
    place = class_of_size(found.sizes)
    members = [place == at for at in range(len(SIZES))]
    counts = np.array([records.sum() for records in members], dtype=np.int64)
    relative = found.relative
    frame = pd.DataFrame(
        {
            "size": pd.Series([size_class_name(at) for at in range(len(SIZES))], dtype=object),
            "records": counts,
            "share": counts / found.records if found.records else np.nan,
            "relative": [relative[one].max() if one.any() else np.nan for one in members],
        }
    )
    title = "Records by relative uniqueness"
    table = Table(
        name="sizes",
        title=title,
        about=plain("Released records by the number that do not differ from them in any key variable."),
        columns=COLUMNS,
        frame=frame,
        undefined={"share": NOBODY, "relative": NOBODY},
        rows=lambda at: found.masked.rows[members[at]],
        row_title=lambda at: f"that are alike in {size_class_name(at)}",
    )
    plot = Plot(
        name="sizes_plot",
        title=title,
        kind="bars",
        table=table.name,
        x=Axis("Records alike", column="size"),
        y=Axis("Records", unit=RECORDS, least=0.0),
        series=(Series("records", "Records"),),
        about=plain("The first bar holds the unique records, whose relative uniqueness is 100 %."),
    )
    return Section(name="sizes", title=title, blocks=(plot, table))
