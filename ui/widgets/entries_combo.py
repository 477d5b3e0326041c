"""Combo box whose entries are given all at once: thousands of them cost little."""

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, QStringListModel, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionComboBox

from ui.widgets.combo import PADDING, ElidedCombo
from ui.widgets.widest_text import MANY, longest


class _Entries(QStringListModel):
    """Words of the entries, which Qt itself keeps and counts; the names below them are in the tooltips."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.words: list[str] = []
        self.longest: list[str] = []

    def fill(self, words: Sequence[str], names: Sequence[str]) -> None:
        """Show other entries; those that are shown already cost nothing."""
        if (self.words, self.names) != ([*words], [*names]):
            self.words, self.names, self.longest = [*words], [*names], longest(words)
            self.setStringList(self.words)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the words of an entry, or its name, which may be empty."""
        if role == Qt.ItemDataRole.UserRole:
            return self.names[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.names[index.row()] or None
        return super().data(index, role)


class EntriesCombo(ElidedCombo):
    """A combo box for `fill` and `append`; entries may have a name, which is their data and their tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self._entries = _Entries()
        self.setModel(self._entries)
        view = self.view()
        # Qt measures every entry whenever the font changes, and finds them all as high as the first.
        if isinstance(view, QListView):
            view.setUniformItemSizes(True)

    def fill(self, words: Sequence[str], names: Sequence[str]) -> None:
        """Show other entries, of which the first is chosen; an empty name is none."""
        self._entries.fill(words, names)
        self.setCurrentIndex(0 if words else -1)

    @property
    def longest(self) -> Sequence[str]:
        """The words among which the widest are looked for."""
        return self._entries.longest

    def place(self, name: str) -> int:
        """Return the place of the entry with a name, which `findData` asks for one by one; -1: none."""
        return self._entries.names.index(name) if name in self._entries.names else -1

    def append(self, words: str, name: str) -> None:
        """Show one more entry; what is chosen stays so."""
        place = self.currentIndex()
        self.fill([*self._entries.words, words], [*self._entries.names, name])
        self.setCurrentIndex(max(place, 0))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the longest text."""
        if self.count() <= MANY:
            return super().sizeHint()
        metrics, option = self.fontMetrics(), QStyleOptionComboBox()
        self.initStyleOption(option)
        widest = math.ceil(max(map(QFontMetricsF(metrics).horizontalAdvance, self.longest)))
        inside = QSize(widest + PADDING, max(metrics.height(), 14) + 2)
        return self.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, inside, self)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few letters."""
        if self.count() <= MANY:
            return super().minimumSizeHint()
        hint = self.sizeHint()
        return QSize(min(hint.width(), self.fewest()), hint.height())
