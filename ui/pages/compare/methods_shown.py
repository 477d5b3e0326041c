"""Methods shown: the kinds of alternatives as switches, in their shapes and colours."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.theme import theme
from ui.plots.series_mark import MOST, mark_icon
from ui.widgets.label import label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.numbers import count
from ui.widgets.reason import allow

ICON, BESIDE = 14, 48
"""Pixels of a mark, and of box and mark beside the words."""

FULL = "Six methods are shown: no more shapes and colours can be told apart. Switch another one off first."


class KindBox(QCheckBox):
    """A box whose words are cut at the end where room is short.

    Parameters
    ----------
    words
        What it says.
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self._whole = words
        self.setIconSize(QSize(ICON, ICON))
        self.setToolTip(words)
        self.setAccessibleName(sentence("Show {title}", title=words))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few letters."""
        return QSize(BESIDE + 6 * self.fontMetrics().averageCharWidth(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Be cut elsewhere, or not at all."""
        super().resizeEvent(event)
        room = self.width() - BESIDE
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


class MethodsShown(QWidget):
    """A box with its mark and its number of alternatives for each kind, and one for those within the limit.

    Kinds beyond the sixth are switched off at first.
    """

    switched = Signal()
    """Others are to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.boxes: dict[int, KindBox] = {}
        self.marks: dict[int, int] = {}
        self._counts: dict[int, QLabel] = {}
        self._titles: tuple[str, ...] = ()
        self._rows: list[QWidget] = []
        self._list = column(spacing=2)
        self.kept = QCheckBox("Only within the limit")
        self.kept.clicked.connect(lambda _on: self.switched.emit())
        self._kept_count = label("", tone="text2")
        head = label("Methods shown", "caption", "text2")
        column(head, self._list, row((self.kept, 1), self._kept_count), spacing=4, inside=self)
        theme().changed.connect(self._show_marks)

    def show_kinds(self, titles: Sequence[str], counts: Mapping[int, int], kept: int, why: str) -> None:
        """Show kinds.

        Parameters
        ----------
        titles
            What they are called, in their order.
        counts
            How many alternatives of each are done.
        kept
            How many alternatives are within the limit.
        why
            Why those cannot be told; empty where they can.
        """
        if tuple(titles) != self._titles:
            self._make(titles)
        for kind, words in self._counts.items():
            words.setText(count(counts.get(kind, 0)))
        self._kept_count.setText("" if why else count(kept))
        if why:
            self.kept.setChecked(False)
        allow(self.kept, why)

    def _make(self, titles: Sequence[str]) -> None:
        discard(*self._rows)
        self._titles, self._rows, self.boxes, self._counts = tuple(titles), [], {}, {}
        self.marks = {kind: kind for kind in range(min(len(titles), MOST))}
        for kind, title in enumerate(titles):
            box, words = KindBox(title), label("", tone="text2")
            box.setChecked(kind in self.marks)
            box.clicked.connect(lambda on, kind=kind: self._switch(kind, on=on))
            self.boxes[kind], self._counts[kind] = box, words
            self._rows.append(widget_in(row((box, 1), words)))
            self._list.addWidget(self._rows[-1])
        self._show_marks()

    def _switch(self, kind: int, *, on: bool) -> None:
        """Give a kind a mark of its own, or take it back."""
        if on:
            self.marks[kind] = next(mark for mark in range(MOST) if mark not in self.marks.values())
        else:
            del self.marks[kind]
        self._show_marks()
        self.switched.emit()

    def _show_marks(self) -> None:
        full = len(self.marks) == MOST
        for kind, box in self.boxes.items():
            box.setIcon(mark_icon(self.marks[kind], ICON) if kind in self.marks else QIcon())
            allow(box, FULL if full and kind not in self.marks else "")
