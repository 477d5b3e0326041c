import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ui.look.theme import theme
from ui.plots.heat_model import SHARE
from ui.plots.heat_table import HeatTable

SIZES = ["1", "2", "3+"]
VALUES = [[111, 8, 0], [174, 65, 9], [686, 816, 486]]


def _words(row: int, column: int) -> str:
    return f"{VALUES[row][column]} records in row {row}, column {column}"


@pytest.fixture
def heat(qtbot: QtBot) -> HeatTable:
    made = HeatTable("Classification matrix", "now →", "before →")
    qtbot.addWidget(made)
    made.set_values(SIZES, SIZES, VALUES, _words, ringed=(0, 0))
    made.resize(360, 240)
    with qtbot.waitExposed(made):
        made.show()
    return made


def _colours(heat: HeatTable) -> set[str]:
    image = heat.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_numbers_stand_in_the_cells_and_zero_is_empty(heat: HeatTable) -> None:
    assert heat.model.index(2, 1).data() == "816"
    assert heat.model.index(0, 2).data() == ""
    assert heat.model.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "0 records in row 0, column 2"


def test_larger_numbers_are_stronger(heat: HeatTable) -> None:
    shares = [heat.model.index(*place).data(SHARE) for place in ((0, 2), (0, 1), (0, 0), (2, 1))]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)


def test_nothing_but_zeros_has_no_colour(heat: HeatTable) -> None:
    heat.set_values(SIZES, SIZES, [[0] * 3] * 3, _words)
    assert heat.model.index(1, 1).data(SHARE) == 0


def test_arrows_move_and_enter_chooses(heat: HeatTable, qtbot: QtBot) -> None:
    heat.setFocus()
    heat.view.setCurrentIndex(heat.model.index(0, 0))
    QTest.keyClick(heat.view, Qt.Key.Key_Down)
    QTest.keyClick(heat.view, Qt.Key.Key_Right)
    with qtbot.waitSignal(heat.chosen) as chosen:
        QTest.keyClick(heat.view, Qt.Key.Key_Return)
    assert chosen.args == [1, 1]


def test_the_place_stays_when_numbers_change(heat: HeatTable) -> None:
    heat.view.setCurrentIndex(heat.model.index(2, 1))
    heat.set_values(SIZES, SIZES, VALUES, _words)
    assert (heat.view.currentIndex().row(), heat.view.currentIndex().column()) == (2, 1)


def test_the_cell_that_matters_is_ringed_in_both_schemes(heat: HeatTable) -> None:
    for scheme in ("light", "dark"):
        theme().set_scheme("dark" if scheme == "dark" else "light")
        assert theme().colour("risk_text").name() in _colours(heat)
    heat.set_values(SIZES, SIZES, VALUES, _words)
    assert theme().colour("risk_text").name() not in _colours(heat)


def test_it_is_exported_without_the_place_of_the_keyboard(heat: HeatTable) -> None:
    heat.view.setFocus()
    heat.view.setCurrentIndex(heat.model.index(0, 2))
    assert theme().colour("accent").name() in _colours(heat)
    image = heat.picture()
    assert image.size() == heat.size() * 2
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    assert theme().colour("accent").name() not in {image.pixelColor(*place).name() for place in places}
    drawing = heat.drawing()
    assert b"<svg" in drawing
    assert b"Classification matrix" in drawing
    assert heat.table() == [
        ["", *SIZES],
        *([size, *map(str, row)] for size, row in zip(SIZES, VALUES, strict=True)),
    ]
