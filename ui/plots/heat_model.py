"""Cells of a heat map, as Qt's views read them: rows of a table, by the places that they name."""

from math import floor, log1p, log10

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from sdcdesk.core.numbers.quantity import NUMBER, Quantity
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.plot_places import cell_texts, is_signed, numbers
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.quantity_text import cell_texts as cell_number_texts
from sdcdesk.core.text.quantity_text import column_texts
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.numbers import UNKNOWN

DIGITS = 3
"""Digits of the largest number of a map."""

SHARE = Qt.ItemDataRole.UserRole
"""How high on its scale of colours a cell stands, 0…1."""

POSITION = Qt.ItemDataRole.UserRole + 1
"""Where a cell stands in the table; −1: it has no row there."""


class HeatModel(QStandardItemModel):
    """Numbers in a grid; zero is an empty cell, and the middle of the colours where numbers go both ways.

    Parameters
    ----------
    declared, table
        The plot, and the table that it draws.
    """

    def __init__(self, declared: Plot, table: Table) -> None:
        super().__init__()
        self._column = table.column(declared.series[0].column)
        self._values = numbers(table, self._column.name)
        self._top = float(np.nanmax(np.abs(self._values), initial=0.0))
        self.signed = is_signed(table, self._column.name)
        sides = [table.column(axis.column) for axis in (declared.y, declared.x)]
        down, across = (
            [*map(in_user_locale, cell_texts(table, side, locale=user_locale(), noun=False))]
            for side in sides
        )
        self._texts = cell_texts(table, self._column, locale=user_locale())
        positions = {place: row for row, place in enumerate(zip(down, across, strict=True))}
        rows, columns = list(dict.fromkeys(down)), list(dict.fromkeys(across))
        for row in rows:
            place = f"{sides[0].title} {row}, {sides[1].title}"
            found = [(f"{place} {column}", positions.get((row, column), -1)) for column in columns]
            self.appendRow([self._cell(words, position) for words, position in found])
        self.setVerticalHeaderLabels(rows)
        self.setHorizontalHeaderLabels(columns)

    def _cell(self, place: str, position: int) -> QStandardItem:
        value = float(self._values[position]) if position >= 0 else float("nan")
        text = UNKNOWN if position < 0 else self._texts[position]
        item = QStandardItem(self._number(value) if value else "")
        item.setToolTip(f"{place}: {text}")
        item.setAccessibleText(f"{place}: {text}")
        item.setData(self._share(value), SHARE)
        item.setData(position, POSITION)
        return item

    def _number(self, value: float) -> str:
        unit = self._column.unit or NUMBER
        if not np.isfinite(value):
            return UNKNOWN
        if unit != NUMBER:
            return column_texts([Quantity(value, unit)], user_locale())[0].text
        # All cells with as many digits as the largest needs: colours say the rest, and hovering all of them.
        digits = max(DIGITS - 1 - floor(log10(self._top)), 0)
        return cell_number_texts([Quantity(value, unit)], digits, user_locale())[0].text

    def _share(self, value: float) -> float:
        if self._top <= 0 or np.isnan(value):
            return 0.5 if self.signed else 0.0
        # Counts span decades: on a straight scale all but the largest would look alike.
        return 0.5 + value / self._top / 2 if self.signed else log1p(value) / log1p(self._top)
