import pandas as pd
import pytest

from sdcdesk.core.quantity import SHARE
from sdcdesk.core.table import Column, Table

TABLE = Table(
    name="towns",
    title="Towns",
    columns=(Column("town", "Town"), Column("share", "Share of records", SHARE)),
    frame=pd.DataFrame({"town": ["a", "b", "c"], "share": [0.1, 0.2, 0.7]}),
)


@pytest.mark.parametrize(
    ("sorted_by", "descending", "seen", "words"),
    [
        (-1, False, 3, ""),
        (-1, False, 2, "Files carry all rows"),
        (0, False, 3, "From A to Z by town"),
        (0, True, 2, "From Z to A by town; files carry all rows"),
        (1, False, 3, "Lowest share of records first"),
        (1, True, 3, "Highest share of records first"),
    ],
)
def test_the_order_of_rows_is_told(sorted_by: int, descending: bool, seen: int, words: str) -> None:
    assert TABLE.order_text(sorted_by, descending=descending, seen=seen) == words
