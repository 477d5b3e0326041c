"""What is said of a cell: its largest contributors, and who else there is."""

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.tables.audit.cell_explanation import explain_cell


@pytest.mark.parametrize(
    ("amounts", "weights", "shares", "others"),
    [
        ([50], [5], [0.2], 0.8),  # those that the weight stands for are no second contributor
        ([50], [0.5], [2.0], 0.0),
        ([59, 40, 1], [1, 1, 1], [0.59, 0.4, 0.01], 0.0),
        ([40, 30, 20, 5, 5], [1] * 5, [0.4, 0.3, 0.2], 0.1),
        ([0, 0], [1, 1], [], 0.0),
    ],
)
def test_shares_are_those_of_contributors(
    amounts: list[float], weights: list[float], shares: list[float], others: float
) -> None:
    frame = pd.DataFrame({"region": "N", "sales": amounts, "weight": weights})
    table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], value="sales", weight="weight")
    found = explain_cell(table, 0, None)
    assert found.shares == pytest.approx(shares)
    assert found.others == pytest.approx(others)


@pytest.mark.parametrize(("size", "needed"), [(1.0, "4.9 below"), (1e-9, "0.0000000049 below")])
def test_what_is_needed_is_rounded_up_to_digits_that_count(size: float, needed: str) -> None:
    frame = pd.DataFrame({"region": "N", "sales": [59 * size, 40 * size, 1 * size]})
    table = sdc.tables.build(sdc.Microdata(frame), rows=["region"], value="sales")
    found = explain_cell(table.sensitive(sdc.tables.PPercent(10)), 0, None, 1)
    assert needed in str(found.needed)
