"""Combo box whose entries are given all at once: thousands of them cost little."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, QStringListModel
from PySide6.QtGui import QFontMetricsF, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QToolTip,
)

from ui.widgets.combo import ENTRY, PADDING, ElidedCombo
from ui.widgets.symbols import SymbolCell
from ui.widgets.widest_text import MANY, longest


class EntriesCombo(ElidedCombo):
    """A combo box for `fill` and `append`; entries may have a name, which is their tooltip.

    The words are Qt's own, who asks for all of them whenever the list opens: to answer in Python ten
    thousand times would take a tenth of a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._entries = QStringListModel()
        self._words: list[str] = []
        self.names: list[str] = []
        self.longest: Sequence[str] = ()
        self.setModel(self._entries)
        self.setItemDelegate(_Entry(self))
        view = self.view()
        # Qt measures every entry whenever the font changes, and finds them all as high as the first.
        if isinstance(view, QListView):
            view.setUniformItemSizes(True)

    def fill(self, words: Sequence[str], names: Sequence[str]) -> None:
        """Show other entries, of which the first is chosen; those that are shown already cost nothing.

        Parameters
        ----------
        words
            What the entries are called.
        names
            What each is told by beside its words; an empty name is none.
        """
        if (self._words, self.names) != ([*words], [*names]):
            self._words, self.names, self.longest = [*words], [*names], longest(words)
            self._entries.setStringList(self._words)
        self.setCurrentIndex(0 if words else -1)

    @property
    def name(self) -> str:
        """Name of the chosen entry; empty: it has none, or nothing is chosen."""
        place = self.currentIndex()
        return self.names[place] if place >= 0 else ""

    def place(self, name: str) -> int:
        """Return the place of the entry with a name, which `findData` asks for one by one; -1: none."""
        return self.names.index(name) if name in self.names else -1

    def append(self, words: str, name: str) -> None:
        """Show one more entry; what is chosen stays so."""
        place = self.currentIndex()
        self.fill([*self._words, words], [*self.names, name])
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


class _Entry(SymbolCell):
    """Draws an entry of the list, and tells its name where the pointer rests."""

    def __init__(self, combo: EntriesCombo) -> None:
        super().__init__(combo, ENTRY)
        self._combo = combo

    def helpEvent(  # noqa: N802 - Qt's name
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Show the name of an entry."""
        if event.type() != QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), self._combo.names[index.row()], view, option.rect)
        return True
