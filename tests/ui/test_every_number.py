"""Every number of the real window is written in the user's locale, on every page."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

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
from pytestqt.qtbot import QtBot

from ui.pages.stages import STAGES
from ui.shell.main_window import MainWindow

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


def test_every_number_of_every_page_is_written_as_the_user_does(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    computing: None,  # noqa: ARG001
) -> None:
    QLocale.setDefault(STRANGE)
    numbers, wrong = set(), set()
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        tabs = window.stages.current_page().header.tabs
        for tab in range(max(tabs.count(), 1)):
            tabs.setCurrentIndex(tab)
            settled(window, window.jobs)
            for widget in [w for w in window.findChildren(QWidget) if w.isVisible()]:
                found = {str(text) for text in texts(widget) if re.search(r"\d", str(text or ""))}
                where = f"{stage} {tab}, {type(widget).__name__}"
                wrong |= {f"{where}: {text}" for text in found - numbers if FOREIGN.search(text)}
                numbers |= found
    assert len([*filter(ITS.search, numbers)]) > 300
    assert not wrong, "\n".join(sorted(wrong))
