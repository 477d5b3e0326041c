"""Numbers that a window shows, and whether they are written as the user does."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QLocale, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QTabBar,
    QTableView,
    QWidget,
)

ROWS = 12
"""Rows of a table that are looked at: about those that are seen."""

ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)

STRANGE = QLocale(QLocale.Language.Persian, QLocale.Country.Iran)
"""Its signs between digits stand in no text of ours."""

ITS = re.compile(rf"\d[{STRANGE.decimalPoint()}{STRANGE.groupSeparator()}]\d")

FOREIGN = re.compile(r"\d[.,']\d")
"""Digits with another sign between them."""


def shown_by(model: QAbstractItemModel) -> Iterator[object]:
    for column in range(model.columnCount()):
        for role in ROLES:
            yield model.headerData(column, Qt.Orientation.Horizontal, role)
            for row in range(min(model.rowCount(), ROWS)):
                yield model.index(row, column).data(role)


def texts(widget: QWidget) -> Iterator[object]:
    """Yield what a widget shows and tells."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(place) for place in range(widget.count()))
    if isinstance(widget, QTabBar):
        yield from (widget.tabText(place) for place in range(widget.count()))
    # The headers and the kept columns of a table show its model, too.
    if isinstance(widget, QTableView | QListView) and not isinstance(widget.parent(), QTableView):
        yield from shown_by(widget.model())


def numbers_of(window: QWidget) -> set[str]:
    """Return all texts with digits that are seen or told."""
    shown = (
        str(text or "") for one in window.findChildren(QWidget) if one.isVisible() for text in texts(one)
    )
    return {text for text in shown if re.search(r"\d", text)}
