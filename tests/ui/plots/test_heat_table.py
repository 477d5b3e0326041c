from dataclasses import replace

import pandas as pd
import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from tests.ui.conftest import colours_of
from ui.look.theme import theme
from ui.plots import heat_cell
from ui.plots.export import LINE, SIDE
from ui.plots.heat_model import SHARE
from ui.plots.heat_table import HeatTable

SIZES = ["1", "2", "3+"]
VALUES = [[111, 8, 0], [174, 65, 9], [686, 816, 486]]
PLOT = Plot(
    name="matrix_plot",
    title="Classification matrix",
    kind="heat",
    table="matrix",
    x=Axis("before", "before"),
    y=Axis("now", "now"),
    series=(Series("records", "Records"),),
    ringed=0,
)


def drawn(qtbot: QtBot, plot: Plot = PLOT, values: list[list[int]] = VALUES) -> HeatTable:
    rows = [(now, before, values[r][c]) for r, now in enumerate(SIZES) for c, before in enumerate(SIZES)]
    columns = (Column("now", "Masked"), Column("before", "Original"), Column("records", "Records", RECORDS))
    frame = pd.DataFrame(rows, columns=[column.name for column in columns])
    made = HeatTable(plot, Table(name="matrix", title="Matrix", columns=columns, frame=frame))
    qtbot.addWidget(made)
    made.resize(360, 240)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def heat(qtbot: QtBot) -> HeatTable:
    return drawn(qtbot)


def _colours(heat: HeatTable) -> set[str]:
    return colours_of(heat.grab().toImage())


def test_numbers_stand_in_the_cells_and_zero_is_empty(heat: HeatTable) -> None:
    assert heat.model.index(2, 1).data() == "816"
    assert heat.model.index(0, 2).data() == ""
    assert (
        heat.model.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Masked 1, Original 3+: 0 records"
    )


def test_larger_numbers_are_stronger(heat: HeatTable) -> None:
    shares = [heat.model.index(*place).data(SHARE) for place in ((0, 2), (0, 1), (0, 0), (2, 1))]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)


def test_nothing_but_zeros_has_no_colour(qtbot: QtBot) -> None:
    heat = drawn(qtbot, values=[[0] * 3] * 3)
    assert heat.model.index(1, 1).data(SHARE) == 0


def test_changes_that_all_go_up_are_drawn_as_changes(qtbot: QtBot) -> None:
    columns = (
        Column("now", "Masked"),
        Column("before", "Original"),
        Column("records", "Records", NUMBER, role="change"),
    )
    frame = pd.DataFrame({"now": ["1", "1"], "before": ["1", "2"], "records": [0.0, 0.21234]})
    made = HeatTable(PLOT, Table(name="matrix", title="Matrix", columns=columns, frame=frame))
    qtbot.addWidget(made)
    assert made.model.signed
    assert [made.model.index(0, place).data(SHARE) for place in (0, 1)] == [0.5, 1.0]
    assert [made.model.index(0, place).data() for place in (0, 1)] == ["", "0.212"]


def test_the_strongest_loss_is_read_as_well_as_the_strongest_gain(qtbot: QtBot) -> None:  # noqa: ARG001
    image = QImage(60, 30, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    heat_cell.paint_heat(painter, QRectF(0, 0, 60, 30), "difference", 0.0, "−0.5")
    painter.end()
    assert theme().ink(theme().heat("difference", 0.0)).name() in colours_of(image)


def test_arrows_move_and_enter_chooses(heat: HeatTable, qtbot: QtBot) -> None:
    heat.setFocus()
    heat.view.setCurrentIndex(heat.model.index(0, 0))
    QTest.keyClick(heat.view, Qt.Key.Key_Down)
    QTest.keyClick(heat.view, Qt.Key.Key_Right)
    with qtbot.waitSignal(heat.chosen) as chosen:
        QTest.keyClick(heat.view, Qt.Key.Key_Return)
    assert chosen.args == [1, 1]
    assert heat.position(*chosen.args) == 4


def test_the_cell_that_matters_is_ringed_in_both_schemes(heat: HeatTable, qtbot: QtBot) -> None:
    for scheme in ("light", "dark"):
        theme().set_scheme("dark" if scheme == "dark" else "light")
        assert theme().colour("risk_text").name() in _colours(heat)
    without = drawn(qtbot, replace(PLOT, ringed=None))
    assert theme().colour("risk_text").name() not in _colours(without)


def test_it_is_exported_without_the_place_of_the_keyboard(heat: HeatTable) -> None:
    heat.view.setFocus()
    heat.view.setCurrentIndex(heat.model.index(0, 2))
    assert theme().colour("accent").name() in _colours(heat)
    image = heat.picture()
    assert image.size() == (heat.size() + QSize(2 * SIDE, LINE + SIDE)) * 2
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    assert theme().colour("accent").name() not in {image.pixelColor(*place).name() for place in places}
    drawing = heat.drawing()
    assert b"<svg" in drawing
    assert b"Classification matrix" in drawing
    assert heat.table()[:2] == [["Masked", "Original", "Records"], ["1", "1", "111"]]


def test_a_number_without_room_is_left_out_and_never_cut() -> None:
    written: list[str] = []

    class Painter(QPainter):
        def drawText(self, *args) -> None:  # noqa: N802 - Qt's name
            written.append(args[-1])
            super().drawText(*args)

    image = QImage(60, 60, QImage.Format.Format_RGB32)
    painter = Painter(image)
    for width in (60.0, 46.0, 28.0):
        heat_cell.paint_heat(painter, QRectF(0, 0, width, 30), "counts", 0.5, "14,632")
    painter.end()
    assert written == ["14,632", "14,632", "…"]


def test_numbers_of_a_million_records_have_room(qtbot: QtBot) -> None:
    heat = drawn(qtbot, values=[[666_107, 0, 0], [412_345, 270_788, 0], [61_725, 7_380, 1_000_000]])
    heat.resize(heat.minimumSizeHint())
    needed = QFontMetrics(theme().font("caption")).horizontalAdvance("1,000,000")
    assert all(heat.view.columnWidth(column) >= needed + 2 * heat_cell.AROUND for column in range(3))


def test_what_a_large_number_needs_is_taken_from_columns_of_small_ones(qtbot: QtBot) -> None:
    heat = drawn(qtbot, values=[[1_000_000, 0, 0], [30_473, 2, 0], [6, 3, 1]])
    heat.resize(180, 200)
    needed = QFontMetrics(theme().font("caption")).horizontalAdvance("1,000,000")
    assert heat.view.columnWidth(0) >= needed + 2 * heat_cell.AROUND
    assert sum(map(heat.view.columnWidth, range(3))) <= heat.view.viewport().width()
