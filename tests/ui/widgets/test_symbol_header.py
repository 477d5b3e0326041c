"""Titles above columns have their subscripts, at either side, below another title too; so have cells."""

from typing import Any

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStyledItemDelegate, QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from ui.look.theme import theme
from ui.widgets.painting import LEFT, RIGHT
from ui.widgets.plain_table import PlainTable
from ui.widgets.symbol_header import PAD, SymbolHeader
from ui.widgets.symbols import SymbolCell


class OneColumn(QAbstractTableModel):
    """A table of one column without rows."""

    def __init__(self, title: str, side: Qt.AlignmentFlag) -> None:
        super().__init__()
        self._title, self._side = title, side

    def rowCount(self, parent: QModelIndex | None = None) -> int:  # noqa: N802
        return 0

    def columnCount(self, parent: QModelIndex | None = None) -> int:  # noqa: N802
        return 1

    def data(self, index: Any, role: int = 0) -> None:
        """Return nothing."""

    def headerData(self, section: int, orientation: Any, role: int = 0) -> Any:  # noqa: N802
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side
        return self._title if role == Qt.ItemDataRole.DisplayRole else None


def drawn(qtbot: QtBot, title: str, side: Qt.AlignmentFlag) -> QImage:
    table = PlainTable("Table")
    qtbot.addWidget(table)
    table.setModel(OneColumn(title, side))
    table.horizontalHeader().setFixedHeight(56)
    table.resize(300, 120)
    table.setColumnWidth(0, 280)
    return table.horizontalHeader().grab().toImage()


def inked(image: QImage) -> list[int]:
    """Return the columns of pixels that something is written in."""
    middle = range(2, image.height() - 3)
    ground = image.pixel(image.width() // 2, 2)
    return [x for x in range(280 - 2) if any(image.pixel(x, y) != ground for y in middle)]


@pytest.mark.parametrize("side", [LEFT, RIGHT], ids=["left", "right"])
@pytest.mark.parametrize("title", ["Adds to DR_W", "Part of\nDR_max, %"])
def test_a_symbol_is_typeset_where_its_words_would_stand(
    qtbot: QtBot, title: str, side: Qt.AlignmentFlag
) -> None:
    typeset, plain = (inked(drawn(qtbot, words, side)) for words in (title, title.replace("_", " ")))
    assert typeset, "Qt leaves the words out, so they are written here"
    assert typeset[-1] - typeset[0] < plain[-1] - plain[0], "what follows the underscore is small"
    if side == LEFT:
        assert abs(typeset[0] - plain[0]) <= 1
    else:
        assert abs(typeset[-1] - plain[-1]) <= 2


def test_other_titles_are_drawn_by_the_style(qtbot: QtBot) -> None:
    assert inked(drawn(qtbot, "Amount_Billed", LEFT))


@pytest.mark.parametrize("symbol", ["DR_W", "DR_max"])
def test_a_symbol_in_a_cell_is_typeset_and_a_name_is_not(qtbot: QtBot, symbol: str) -> None:
    pictures = {}
    for words in (symbol, symbol.replace("_", " "), "Amount_Billed"):
        for kind in (SymbolCell, QStyledItemDelegate):
            table = QTableWidget(1, 1)
            qtbot.addWidget(table)
            table.setItem(0, 0, QTableWidgetItem(words))
            table.setItemDelegate(kind(table))
            pictures[words, kind] = table.viewport().grab().toImage()
    assert pictures["Amount_Billed", SymbolCell] == pictures["Amount_Billed", QStyledItemDelegate]
    assert pictures[symbol, SymbolCell] != pictures[symbol, QStyledItemDelegate]
    empty = QTableWidget(1, 1)
    qtbot.addWidget(empty)
    assert pictures[symbol, SymbolCell] != empty.viewport().grab().toImage()


def test_a_title_that_is_longer_than_its_column_is_cut_with_an_ellipsis(qtbot: QtBot) -> None:
    table = PlainTable("Table")
    qtbot.addWidget(table)
    table.setModel(OneColumn("Alter in vollendeten Jahren", RIGHT))
    header = table.horizontalHeader()
    needed = theme().metrics("table_header").horizontalAdvance("Alter in vollendeten Jahren") + 2 * PAD
    for width, ours in ((needed, False), (needed - 1, True)):
        table.setColumnWidth(0, width)
        assert header._is_ours(0) is ours


@pytest.mark.parametrize("title", ["Guessing, DR_max", "Part of\nDR_max, %"])
def test_a_column_takes_the_room_of_its_title_as_it_is_drawn(qtbot: QtBot, title: str) -> None:
    table = PlainTable("Table")
    qtbot.addWidget(table)
    table.setModel(OneColumn(title, RIGHT))
    wanted = table.horizontalHeader().sectionSizeFromContents(0).width()
    letters = max(map(theme().metrics("table_header").horizontalAdvance, title.split("\n")))
    assert wanted < letters + 2 * PAD, "subscripts are small"
    typeset = inked(drawn(qtbot, title, LEFT))
    assert typeset[-1] - typeset[0] < wanted - PAD


@pytest.mark.parametrize("side", [LEFT, RIGHT], ids=["left", "right"])
def test_a_title_with_the_room_that_it_takes_is_not_cut(qtbot: QtBot, side: Qt.AlignmentFlag) -> None:
    table = PlainTable("Table")
    qtbot.addWidget(table)
    table.setModel(OneColumn("Guessing, DR_max", side))
    table.resize(400, 120)
    header = table.horizontalHeader()
    least = header.sectionSizeFromContents(0).width()
    words = []
    for width in (least, 280):
        table.setColumnWidth(0, width)
        left = PAD if side == LEFT else width - least + PAD
        words.append(header.grab(QRect(left, 4, least - 2 * PAD, header.height() - 8)).toImage())
    assert words[0] == words[1]


def test_names_of_variables_end_in_the_middle(qtbot: QtBot) -> None:
    pictures = []
    for year in (2025, 2026):
        table = PlainTable("Table")
        qtbot.addWidget(table)
        table.setModel(OneColumn(f"Haushaltsnettoeinkommen_nach_Transferleistungen_{year}", LEFT))
        table.setHorizontalHeader(SymbolHeader(table, names=True))
        table.setColumnWidth(0, 140)
        pictures.append(table.horizontalHeader().grab().toImage())
    assert pictures[0] != pictures[1]
