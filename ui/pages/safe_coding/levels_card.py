"""Levels card: the hierarchy of one key, a column for each level, with the records of every label."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.search.codings.first_labels import FirstLabels
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.pages.safe_coding.search import LABELS
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.layout import column
from ui.widgets.numbers import count
from ui.widgets.painting import LEFT, RIGHT, paint_frame, paint_text
from ui.widgets.what_is_this import explain

ROW, GAP, COLUMN, HEAD = 24, 8, 84, 40
"""Pixels of a label, between columns, of a column at least, and of the titles above."""

ABOUT = Explanation(
    "Hierarchy",
    "Each column is a level: at the left the values as they are, to the right ever wider labels. A number is "
    "the records that have the label in the file as the recipe leaves it. The first labels of each level are "
    "shown; the tab Hierarchies shows and edits them all.",
)


class LevelColumns(QWidget):
    """Draws levels beside one another; what has no room at the right is counted in the last title."""

    def __init__(self) -> None:
        super().__init__()
        self._levels: Sequence[FirstLabels] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_levels(self, levels: Sequence[FirstLabels]) -> None:
        """Show other levels."""
        self._levels = levels
        said = (
            sentence(
                "{title}: {labels}", title=level.title, labels=in_user_locale(counted(level.whole, "label"))
            )
            for level in levels
        )
        self.setAccessibleName("Levels of the hierarchy")
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the first labels."""
        return QSize(4 * COLUMN, HEAD + LABELS * (ROW + 4) + theme().metrics("caption").height() + 4)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for two levels."""
        return QSize(2 * COLUMN + GAP, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the levels that have room: the finest and the coarsest at least."""
        painter = QPainter(self)
        fit = max((self.width() + GAP) // (COLUMN + GAP), 1)
        levels = self._levels
        if len(levels) > fit:
            levels = [*levels[: fit - 1], levels[-1]] if fit > 1 else levels[:1]
        if not levels:
            return
        width = (self.width() + GAP) // len(levels) - GAP
        for place, level in enumerate(levels):
            self._paint_level(painter, QRect(place * (width + GAP), 0, width, self.height()), level)

    def _paint_level(self, painter: QPainter, place: QRect, level: FirstLabels) -> None:
        title = QRect(place.left(), 0, place.width(), HEAD // 2)
        paint_text(painter, title, in_user_locale(level.title), "table_header", "text", LEFT)
        whole = in_user_locale(counted(level.whole, "label"))
        paint_text(painter, title.translated(0, HEAD // 2 - 3), whole, "caption", "text3", LEFT)
        top = HEAD
        for words, records in level.labels:
            box = QRect(place.left(), top, place.width(), ROW)
            paint_frame(painter, box.adjusted(0, 0, -1, -1), theme().colour("border"))
            inside = box.adjusted(7, 0, -7, 0)
            used = paint_text(painter, inside, count(records), "caption", "text3", RIGHT)
            words_place = inside.adjusted(0, 0, -used - 5, 0)
            paint_text(painter, words_place, words, "caption", "text", LEFT, Qt.TextElideMode.ElideMiddle)
            top += ROW + 4
        if level.whole > len(level.labels):
            more = in_user_locale(sentence("and {n} more", n=level.whole - len(level.labels)))
            line = QRect(
                place.left() + 8, top - 2, place.width() - 8, theme().metrics("caption").height() + 2
            )
            paint_text(painter, line, more, "caption", "text3", LEFT)


class LevelsCard(Card):
    """The hierarchy of the chosen key, and the way to its editor."""

    edit_wanted = Signal(str)
    """The hierarchy of a variable is to be edited, by the name of the variable."""

    def __init__(self) -> None:
        super().__init__("Hierarchy")
        self.variable = ElidedCombo()
        self.variable.setAccessibleName("Variable whose hierarchy is shown")
        self.variable.setMaximumWidth(180)
        self.columns = LevelColumns()
        self._levels: Mapping[str, Sequence[FirstLabels]] = {}
        self.add_to_header(self.variable)
        self.edit = self.add_action("Edit")
        self.body.addLayout(column(self.columns, ...))
        self.variable.activated.connect(lambda _at: self._show())
        self.edit.clicked.connect(lambda: self.edit_wanted.emit(self.name))
        self.requested.connect(lambda: explain(self.help, ABOUT))

    @property
    def name(self) -> str:
        """The variable whose hierarchy is shown."""
        return self.variable.currentData() or ""

    def show_hierarchies(
        self, levels: Mapping[str, Sequence[FirstLabels]], called: Mapping[str, str]
    ) -> None:
        """Show the levels of keys, by their names; the chosen one stays."""
        chosen = self.name
        self._levels = levels
        self.variable.clear()
        for name in levels:
            self.variable.addItem(called.get(name, name), name)
        self.variable.setCurrentIndex(max(self.variable.findData(chosen), 0))
        self._show()

    def show_variable(self, name: str) -> None:
        """Choose a key."""
        if (place := self.variable.findData(name)) >= 0:
            self.variable.setCurrentIndex(place)
            self._show()

    def _show(self) -> None:
        title = sentence("Hierarchy of {name}", name=self.variable.currentText())
        self.set_title(title if self.name else "Hierarchy")
        self.columns.show_levels(self._levels.get(self.name, ()))
        self.edit.setAccessibleName(
            sentence("Edit the hierarchy of {name}", name=self.variable.currentText())
        )
