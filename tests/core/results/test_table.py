import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.digits import column_digits
from sdcdesk.core.numbers.quantity import NUMBER, SCORE, SHARE, Bound, Quantity, Unit, variable_unit
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.table import Table

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


VALUES = {
    SHARE: st.floats(0, 1, allow_subnormal=False),
    SCORE: st.floats(0, 100, allow_subnormal=False),
    NUMBER: st.one_of(st.floats(-1e18, 1e18), st.integers(-9, 9).map(float)),
    variable_unit("years"): st.floats(-1e6, 1e6),
}


@given(
    unit=st.sampled_from(list(VALUES)),
    own=st.booleans(),
    bounds=st.lists(st.sampled_from(list(Bound)), min_size=12, max_size=12),
    limits=st.lists(st.floats(0, 1, allow_subnormal=False), max_size=2),
    data=st.data(),
)
def test_a_few_cells_say_the_digits_of_all(
    unit: Unit, own: bool, bounds: list[Bound], limits: list[float], data: st.DataObject
) -> None:
    values = data.draw(st.lists(st.one_of(st.none(), VALUES[unit]), min_size=1, max_size=12))
    kinds = bounds if own else [Bound.EXACT] * 12
    cells = [
        None if one is None else Quantity(one, unit, kind) for one, kind in zip(values, kinds, strict=False)
    ]
    frame = pd.DataFrame({"v": pd.Series(cells, dtype=object) if own else pd.Series(values, dtype="float64")})
    column = Column("v", "Value", unit, limits=tuple(limits))
    table = Table(name="t", title="T", columns=(column,), frame=frame)
    assert table.digits(column) == column_digits([one for one in cells if one is not None], limits)
