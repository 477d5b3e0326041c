"""What findings lose before a document is written from them."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import ParameterError
from sdcdesk.core.findings import Declared, Findings, Section
from sdcdesk.core.plot import Axis, Plot, Series
from sdcdesk.core.quantity import NUMBER, RECORDS, Quantity
from sdcdesk.core.secrecy import Audience, Edition, withheld
from sdcdesk.core.table import Column, Secrecy, Table

MARKED = 8675309.25
"""A value of the data that no document may show."""

WITH_VALUES = Edition(Audience.INTERNAL, values=True)


def table(secrecy: Any = Secrecy.RECORD, key: Any = Secrecy.PUBLIC) -> Table:
    return Table(
        name="variables",
        title="Variables",
        columns=(
            Column("variable", "Variable", role="key", secrecy=key),
            Column("records", "Records", RECORDS),
            Column("median", "Median", NUMBER, secrecy=secrecy),
        ),
        frame=pd.DataFrame({"variable": ["income"], "records": [3], "median": [MARKED], "more": [MARKED]}),
        rows=lambda _row: np.array([0]),
    )


def plot(column: str) -> Plot:
    axis = Axis("Variable", column="variable")
    series = (Series(column, "Drawn"),)
    return Plot(name=column, title=column, kind="bars", table="variables", x=axis, y=Axis(""), series=series)


def findings(shown: Table, *more: Any) -> Findings:
    blocks = (shown, plot("median"), plot("records"), *more)
    return Findings(sections=(Section(name="all", blocks=blocks),), records={"income": np.array([MARKED])})


def test_columns_with_values_go_with_the_plots_that_draw_them() -> None:
    found = withheld(findings(table()))
    assert [column.name for column in found.tables["variables"].columns] == ["variable", "records"]
    assert list(found.tables["variables"].frame) == ["variable", "records"], "not even behind the columns"
    assert list(found.plots) == ["records"]
    assert found.notes == ("1 column is left out here: it holds values of the data.",)
    assert not found.records
    assert found.tables["variables"].rows is None


def test_values_stay_only_where_the_board_asks_for_them() -> None:
    found = withheld(findings(table()), WITH_VALUES)
    assert found.table("variables")["median"].tolist() == [MARKED]
    assert list(found.plots) == ["median", "records"]
    assert not found.notes
    assert "median" not in withheld(findings(table()), Edition(Audience.INTERNAL)).table("variables")
    with pytest.raises(ParameterError, match="internal"):
        Edition(Audience.PUBLIC, values=True)


@pytest.mark.parametrize("unknown", ["aggregates", None, "secret"])
def test_what_nobody_declared_is_left_out(unknown: object) -> None:
    for edition in (Edition(), WITH_VALUES):
        assert "median" not in withheld(findings(table(unknown)), edition).table("variables")


def test_a_table_without_what_names_its_rows_is_left_out_whole() -> None:
    found = withheld(findings(table(key=Secrecy.RECORD)))
    assert not found.tables
    assert not found.plots
    assert found.notes == ("2 columns are left out here: they hold values of the data.",)


def test_a_figure_that_is_a_value_is_left_out() -> None:
    largest = Declared("largest", "Largest income", NUMBER, "A value.", secrecy=Secrecy.RECORD)
    mean = Declared("mean", "Mean income", NUMBER, "An aggregate.")
    figures = [declared.found(Quantity(MARKED, NUMBER)) for declared in (largest, mean)]
    assert list(withheld(findings(table(), *figures)).figures) == ["mean"]
    assert list(withheld(findings(table(), *figures), WITH_VALUES).figures) == ["largest", "mean"]
