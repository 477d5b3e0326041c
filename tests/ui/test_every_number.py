"""Every number of the real window is written in the user's locale, on every page."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QLocale, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.pages.stages import STAGES
from ui.shell.main_window import MainWindow

ROWS = 40
"""Rows of a table that are looked at."""

ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)

COUNTRIES = {
    # No number has a comma: its groups are told apart by an apostrophe.
    QLocale.Country.Switzerland: re.compile(r"\d,\d"),
    # No number has one or two digits after a point: 5.000 and 3,04.
    QLocale.Country.Germany: re.compile(r"(?<![\w.,])\d+\.\d{1,2}(?![\w.])"),
}


def shown_by(model: QAbstractItemModel) -> Iterator[str]:
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
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from shown_by(widget.model())


@pytest.mark.parametrize("country", COUNTRIES, ids=lambda country: country.name)
def test_every_number_of_every_page_is_written_as_the_user_does(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    country: QLocale.Country,
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, country))
    foreign, wrong, seen = COUNTRIES[country], set(), 0
    with qtbot.waitSignal(window.session.computed, timeout=20_000):
        window.files.open(sample)
    for stage in [stage.key for stage in STAGES]:
        window.show_stage(stage)
        settled(window, window.jobs)
        tabs = window.stages.current_page().header.tabs
        for tab in range(max(tabs.count(), 1)):
            tabs.setCurrentIndex(tab)
            settled(window, window.jobs)
            for widget in [w for w in window.findChildren(QWidget) if w.isVisible()]:
                for text in filter(None, texts(widget)):
                    seen += bool(re.search(r"\d", str(text)))
                    if foreign.search(str(text)):
                        wrong.add(f"{stage} {tab}, {type(widget).__name__}: {text}")
    assert seen > 500
    assert not wrong, "\n".join(sorted(wrong))
