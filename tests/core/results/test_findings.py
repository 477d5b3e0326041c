import pandas as pd
import pytest

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Findings, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table

TABLE = Table(
    name="curve",
    title="Curve",
    columns=(Column("size", "Size", RECORDS), Column("share", "Share", SHARE)),
    frame=pd.DataFrame({"size": [1], "share": [0.5], "kept": [2]}),
)


def plot(table: str = "curve", column: str = "share") -> Plot:
    return Plot(
        name="drawn",
        title="Drawn",
        kind="curves",
        table=table,
        x=Axis("size", "size", RECORDS),
        y=Axis("share", unit=SHARE),
        series=(Series(column, "masked"),),
    )


def test_a_plot_draws_what_there_is() -> None:
    sections = (Section(name="one", blocks=(plot(),)), Section(name="two", blocks=(TABLE,)))
    assert Findings(sections=sections).plots["drawn"].columns == {"size", "share"}


@pytest.mark.parametrize(
    ("drawn", "lacking"),
    [
        (plot(table="gone"), "the table gone"),
        (plot(column="gone"), "draws gone"),
        # Documents leave out what only the frame holds.
        (plot(column="kept"), "draws kept"),
    ],
)
def test_a_plot_of_what_there_is_not_is_refused(drawn: Plot, lacking: str) -> None:
    with pytest.raises(ValueError, match=lacking):
        Findings(sections=(Section(name="one", blocks=(drawn, TABLE)),))
