from math import nan

import pytest
from PySide6.QtCore import Qt

from sdcdesk.risk import TRUTA_2004, TRUTA_2006, WeightMatrix
from ui.pages.weights.grid_model import FIXED, KIND, LARGEST, RINGED, SHARE, Kind, WeightModel

pytestmark = pytest.mark.usefixtures("qapp")
WORDS = Qt.ItemDataRole.AccessibleTextRole


def _model(matrix: WeightMatrix) -> WeightModel:
    model = WeightModel()
    model.fill(matrix)
    return model


def _texts(model: WeightModel, row: int) -> list[str]:
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_values_stand_as_typed_with_larger_groups_behind() -> None:
    model = _model(TRUTA_2004["W4"])
    assert model.rowCount() == model.columnCount() == 9
    assert _texts(model, 0) == ["3", "1", "0", "0", "0", "0", "0", "0", "0"]
    assert model.index(0, 8).data(KIND) is Kind.TAIL
    assert model.headerData(8, Qt.Orientation.Horizontal) == "9 and more"


@pytest.mark.parametrize(
    ("matrix", "impossible"), [(TRUTA_2004["W3"], (1, 0)), (TRUTA_2006["W3"], (0, 1))], ids=["down", "up"]
)
def test_what_cannot_happen_is_neither_shown_nor_edited(
    matrix: WeightMatrix, impossible: tuple[int, int]
) -> None:
    model = _model(matrix)
    index = model.index(*impossible)
    assert index.data(KIND) is Kind.IMPOSSIBLE
    assert index.data() == ""
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    assert "Cannot happen" in index.data(WORDS)
    assert model.index(impossible[1], impossible[0]).flags() & Qt.ItemFlag.ItemIsEditable


def test_a_tail_that_shrinks_says_at_most() -> None:
    model = _model(WeightMatrix.geometric(0.5))
    assert model.index(0, 7).data() == "0.0078125"
    assert model.index(0, 8).data().startswith("≤ 0.0039")
    assert _model(WeightMatrix.maximal()).index(0, 8).data() == "1"
    assert not model.index(0, 8).flags() & Qt.ItemFlag.ItemIsEditable


def test_cells_know_what_fits() -> None:
    model = _model(TRUTA_2004["W4"])
    assert model.index(1, 1).data(FIXED) is True
    assert model.index(0, 1).data(FIXED) is False
    assert model.index(0, 2).data(FIXED) is False, "a zero has no lock"
    assert model.index(0, 1).data(WORDS).endswith("weight 1. Allowed: 0 to 3")


def test_colours_go_with_the_weight() -> None:
    model = _model(TRUTA_2004["W4"])
    assert model.index(0, 0).data(SHARE) == LARGEST
    assert model.index(0, 1).data(SHARE) == pytest.approx(LARGEST / 3)
    assert model.index(0, 2).data(SHARE) == 0


def test_weights_that_break_a_rule_are_ringed() -> None:
    model = _model(WeightMatrix(structure="sampling", block=[[1, 2], [0, nan]], tail=0))
    assert model.index(0, 1).data(RINGED)
    assert not model.index(0, 0).data(RINGED), "it is the larger weight that breaks the rule"
    assert model.index(1, 1).data() == "?"
    assert model.index(1, 1).data(RINGED)
    assert not _model(TRUTA_2004["W3"]).index(0, 0).data(RINGED)


def test_a_large_block_is_shown_whole() -> None:
    model = _model(WeightMatrix.unsafe_up_to(12))
    assert model.rowCount() == 13
    assert model.index(11, 11).data() == "1"
    assert model.index(12, 12).data() == "0"
