import pandas as pd
import pytest

from sdcdesk.core.findings import Declared
from sdcdesk.core.quantity import RECORDS, SHARE, Quantity
from sdcdesk.core.table import Column, Table

TABLE = Table(
    name="curve",
    title="Curve",
    columns=(Column("size", "Size", RECORDS), Column("share", "Share", SHARE)),
    frame=pd.DataFrame({"size": [1], "share": [0.5], "kept": [2]}),
)


def test_a_figure_in_another_unit_than_declared_is_refused() -> None:
    declared = Declared("lonely", "Lonely records", SHARE, "Alone, of those released.")
    assert declared.found(Quantity(0.5, SHARE)).value == 0.5
    with pytest.raises(ValueError, match="declared in share, and found in records"):
        declared.found(Quantity(5, RECORDS))
