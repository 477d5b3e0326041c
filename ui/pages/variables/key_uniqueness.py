"""Key uniqueness: the card *Who stands out*, the records that nobody else shares, by combination."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from sdcdesk.core.shown import count_shown
from sdcdesk.risk.key_combinations import MINE, KeyCombination, arranged, groupings, summary
from sdcdesk.risk.key_uniqueness import key_uniqueness, unique_records
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.models.rows import Index, RowList
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.painting import (
    CENTRE,
    RIGHT,
    RowDelegate,
    clicked,
    paint_box,
    paint_focus,
    paint_share,
    paint_text,
)
from ui.widgets.plain_list import PlainList
from ui.widgets.what_is_this import Explanation, explain

JOB, JOB_RECORDS = "key_uniqueness", "unique_records"
"""Kinds of the jobs that count the records and that find them."""

HEIGHT = 48
PAD = 12
BAR = 8
SHOW = "Show"
COMBINATION = Qt.ItemDataRole.UserRole

_PARAGRAPH = (
    "A record stands out if no other has the same values in all variables of a combination: whoever knows "
    "these of a person finds the person's record for certain. A missing value equals only another missing "
    "one. Counted are all combinations of up to three keys, and all keys together."
)


class KeyUniquenessCard(Card):
    """Counts anew whenever the keys or their descriptions change; what stood there stays until then.

    Parameters
    ----------
    session
        Whose original records are counted.
    """

    records_found = Signal(object, str)
    """Positions of records (int64) that stand alone, and in what."""

    def __init__(self, session: Session) -> None:
        super().__init__("Who stands out", margin=0)
        self.set_note("records that nobody else shares")
        self._session = session
        self._question: object = None
        self.model = KeyUniquenessModel()
        self.list = KeyUniquenessList(self.model)
        self.list.records_asked.connect(self._find)
        self.summary = label(tone="text2", wraps=True)
        self.summary.setContentsMargins(12, 0, 12, 10)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.summary)
        self.menu().addAction("Copy", self._copy)
        self.asked.connect(self._explain)

    def show_keys(self, keys: Sequence[str], suggested: Sequence[str]) -> None:
        """Count for these key variables, and as if those suggested were key variables too."""
        data = self._session.data
        if data is None or not (keys or suggested):
            self._question = None
            self._session.jobs.drop(JOB)
            self.set_loading(loading=False)
            self.show_empty("No key variables yet", "Give the role key to what an intruder could know.")
            return
        names = [name for name in data.names if name in {*keys, *suggested}]
        question = (tuple(keys), tuple(suggested), groupings(data, names))
        if question == self._question:
            return
        self._question = question
        if not self.model.rows:
            self.summary.setText("Counting groups…")
        self.compute(
            self._session.jobs,
            JOB,
            "Counting who stands out",
            lambda progress: arranged(key_uniqueness(data, names, progress=progress), keys, suggested),
            self._on_counted,
        )

    def clear(self) -> None:
        """Forget what was counted in a file that is no longer open."""
        self._session.jobs.drop(JOB)
        self._session.jobs.drop(JOB_RECORDS)
        self._question = None
        self.model.set_rows(())
        self.summary.setText("")

    def _on_counted(self, rows: tuple[KeyCombination, ...]) -> None:
        self.model.set_rows(rows)
        self.summary.setText(summary(rows, user_locale()))

    def _find(self, row: KeyCombination) -> None:
        data = self._session.data
        if data is None:
            return
        self._session.jobs.start(
            JOB_RECORDS,
            "Finding the records",
            lambda _progress: unique_records(data, row.keys),
            lambda found: self.records_found.emit(found, f"alone in {row.text}"),
            self._session.failed.emit,
        )

    def _copy(self) -> None:
        lines = [f"{row.text}\t{row.alone}\t{row.share!r}" for row in self.model.rows]
        QGuiApplication.clipboard().setText("\n".join(["Variables\tRecords alone\tShare", *lines]))

    def _explain(self) -> None:
        locale = user_locale()
        shown = [(row.mark.capitalize(), row.records(locale)) for row in self.model.rows if row.mark]
        records = len(self._session.data) if self._session.data is not None else 0
        rows = (("Records", count_shown(records, locale)), *shown)
        explain(self.help, Explanation("Who stands out", _PARAGRAPH, rows))


class KeyUniquenessModel(RowList[KeyCombination]):
    """The combinations."""

    def answers(self, row: KeyCombination) -> Mapping[int, Any]:
        """Return a combination, and its words."""
        locale = user_locale()
        marked = f", {row.mark}" if row.mark else ""
        share = row.share_text(locale).replace(locale.percent, " percent")
        return {
            COMBINATION: row,
            Qt.ItemDataRole.DisplayRole: row.text,
            Qt.ItemDataRole.ToolTipRole: row.text,
            Qt.ItemDataRole.AccessibleTextRole: f"{row.text}{marked}: {share}, {row.records(locale)} alone",
        }


class KeyUniquenessList(PlainList):
    """Shows `KeyUniquenessModel`; *Show*, Enter or a double-click asks for the records."""

    records_asked = Signal(object)
    """The `KeyCombination` whose records should be shown."""

    def __init__(self, model: KeyUniquenessModel) -> None:
        super().__init__("Combinations of key variables", model)
        self.setUniformItemSizes(True)
        cell = _CombinationDelegate(self, QSize(200, HEIGHT))
        cell.acted.connect(self._ask)
        self.setItemDelegate(cell)
        self.doubleClicked.connect(lambda index: self._ask(index.data(COMBINATION)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Show the records with Enter."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._ask(self.currentIndex().data(COMBINATION))
        else:
            super().keyPressEvent(event)

    def _ask(self, row: KeyCombination) -> None:
        if row.alone:
            self.records_asked.emit(row)


class _CombinationDelegate(RowDelegate):
    """Two lines: the words with share and records, the bar with *Show*."""

    acted = Signal(object)
    """*Show* of this `KeyCombination` was clicked."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw a row."""
        row: KeyCombination = index.data(COMBINATION)
        inner = rect.adjusted(PAD, 0, -PAD, 0)
        line = QRect(inner.left(), rect.top() + 6, inner.width(), 20)
        width = paint_text(painter, line, f" {row.records(user_locale())}", tone="text2", side=RIGHT)
        share = row.share_text(user_locale())
        width += paint_text(painter, line.adjusted(0, 0, -width, 0), share, "card_title", side=RIGHT)
        _paint_words(painter, line.adjusted(0, 0, -width - 8, 0), row)
        place = _show_rect(inner)
        bar = QRectF(inner.left(), place.center().y() - BAR / 2 + 1, place.left() - inner.left() - 10, BAR)
        painter.setOpacity(0.55 if row.suggested else 1)
        paint_share(painter, bar, row.share, "risk")
        painter.setOpacity(1)
        if row.alone:
            paint_text(painter, place, SHOW, "caption", "accent", RIGHT)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect.adjusted(2, 1, -2, -1))

    def editorEvent(  # noqa: N802
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Act on a click at *Show*."""
        place = _show_rect(QRect(option.rect).adjusted(PAD, 0, -PAD, 0)).adjusted(-4, -3, PAD, 3)
        if clicked(event, place):
            self.acted.emit(index.data(COMBINATION))
            return True
        return super().editorEvent(event, model, option, index)


def _show_rect(inner: QRect) -> QRect:
    width = QFontMetrics(theme().font("caption")).horizontalAdvance(SHOW)
    return QRect(inner.right() - width, inner.top() + 25, width + 1, 18)


def _paint_words(painter: QPainter, line: QRect, row: KeyCombination) -> None:
    """Draw the variables, and the mark beside them."""
    room = QFontMetrics(theme().font("caption")).horizontalAdvance(row.mark) + 16 if row.mark else 0
    words = line.adjusted(0, 0, -room - 8 if room else 0, 0)
    width = paint_text(painter, words, row.text, "card_title" if row.mark == MINE else "body")
    if row.mark:
        pill = QRect(line.left() + width + 8, line.center().y() - 8, room, 18)
        ground, ink = ("note_soft", "note_text") if row.suggested else ("sunken", "text2")
        paint_box(painter, pill, ground)
        paint_text(painter, pill, row.mark, "caption", ink, CENTRE)
