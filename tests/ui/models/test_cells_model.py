"""Cells of a table as rows and columns: totals last, subtotals above their parts, and rows that fold."""

import numpy as np
import pytest

from sdcdesk.tables import CellTable, Dimension
from ui.models.cells_model import CELL, SUM, CellsModel


@pytest.fixture
def model() -> CellsModel:
    """Two regions, one of them with two towns, by sex."""
    region = Dimension(name="region", codes=("All", "N", "N1", "N2", "S"), parents=(-1, 0, 1, 1, 0))
    values = np.array([[10, 6, 4], [7, 4, 3], [5, 3, 2], [2, 1, 1], [3, 2, 1]], dtype=float)
    table = CellTable([region, Dimension.flat("sex", ["f", "m"])], values.ravel())
    model = CellsModel()
    model.show_table(table, 1, None, published=False)
    return model


def test_totals_stand_last_and_parts_below_their_subtotal(model: CellsModel) -> None:
    shown = [[model.index(row, column).data() for column in range(3)] for row in range(5)]
    assert shown == [["4", "3", "7"], ["3", "2", "5"], ["1", "1", "2"], ["2", "1", "3"], ["6", "4", "10"]]
    assert [bool(model.index(row, 0).data(SUM)) for row in range(5)] == [True, False, False, False, True]
    for cell in range(15):
        assert model.find(cell).data(CELL) == cell


def test_a_folded_row_hides_its_parts_alone_and_shows_them_again(model: CellsModel) -> None:
    assert not model.fold(1), "a town has no parts"
    assert not model.fold(4), "the total of all is no subtotal"
    assert model.fold(0)
    assert list(model.folded_rows()) == [False, True, True, False, False]
    assert model.fold(0)
    assert not any(model.folded_rows())
