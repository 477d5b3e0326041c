"""Alternatives card: all alternatives as rows, the lowest score first, and how risk and loss are weighed."""

from collections.abc import Mapping

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.quantity_text import share_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import leading_figure
from sdcdesk.document.project import Project
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternative_texts import AlternativeTexts
from sdcdesk.search.alternatives.alternatives_table import FAILED, alternatives_table, score_hindrance
from sdcdesk.search.alternatives.comparison import Comparison
from ui.look.icons import pixmap
from ui.look.locale import in_user_locale, user_locale
from ui.models.alternatives_model import KIND, AlternativesModel
from ui.plots.export import Exporter
from ui.plots.series_mark import paint_mark
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import row, widget_in
from ui.widgets.painting import LEFT, Index, RowDelegate, paint_focus, paint_text
from ui.widgets.plain_table import ROW, PlainTable
from ui.widgets.reason import allow
from ui.widgets.verdict_cell import VerdictCell
from ui.widgets.what_is_this import explain
from ui.widgets.wheel import WheelSafeSlider
from ui.widgets.widest_text import widest_text

RANK, WORDS = range(2)
"""Columns that stand first, whatever figures follow."""

ROWS = 8
"""Rows that are seen at least."""

SIDE, MARK, LEAST = 12, 10, 220
"""Pixels beside a text, of a mark, and of the words at least."""

STEPS = 20
"""Stops of the slider."""

LOOKED_AT = 60
"""Rows whose texts decide how wide a column is."""

ABOUT = (
    "Each alternative as it would be released. The score is the mean of the figure of risk and that of loss, "
    "each on a scale of 0 to 100, weighed as the slider says: the lowest is the best. It is a help to look "
    "at likely ones first; whether a file is safe says the verdict alone. Alternatives that could not be "
    "applied stand last."
)


class AlternativesView(PlainTable):
    """The rows; Enter or a double-click uses one, N notes something."""

    number_chosen = Signal(int)
    """An alternative was chosen, by its number."""

    number_used = Signal(int)
    """An alternative is to become the recipe, by its number."""

    note_wanted = Signal(int)
    """A note on an alternative is wanted, by its number."""

    menu_wanted = Signal(object)
    """The menu of the chosen alternative is wanted, at a place on the screen."""

    def __init__(self, model: AlternativesModel) -> None:
        super().__init__("Alternatives")
        self.alternatives = model
        self.setModel(model)
        self.setWordWrap(False)
        self.marks: Mapping[int, int] = {}
        self._columns: tuple[str, ...] = ()
        self._words, self._verdict = _WordsCell(self), VerdictCell(self)
        self.let_sort()
        model.modelReset.connect(self._fit)
        self.activated.connect(lambda index: self.number_used.emit(model.number(index.row())))
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self._fit()

    def choose(self, number: int) -> None:
        """Choose the row of an alternative without a signal; −1: none."""
        place = self.alternatives.find_number(number) if number >= 0 else -1
        with QSignalBlocker(self):
            flags = QItemSelectionModel.SelectionFlag
            if place < 0:
                self.selectionModel().clear()
            elif self.currentIndex().row() != place or not self.selectionModel().hasSelection():
                index = self.alternatives.index(place, WORDS)
                self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.viewport().update()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few rows."""
        return QSize(1, ROW * (ROWS + 1) + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Note with N."""
        index = self.currentIndex()
        if index.isValid() and event.key() == Qt.Key.Key_N and not event.modifiers():
            self.note_wanted.emit(self.alternatives.number(index.row()))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the menu of the chosen alternative."""
        if self.currentIndex().isValid():
            self.menu_wanted.emit(event.globalPos())

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and not self.signalsBlocked():
            self.number_chosen.emit(self.alternatives.number(index.row()))

    def _fit(self) -> None:
        """Give each column the room for what stands in it, and its words the rest."""
        model = self.alternatives
        names = tuple(column.name for column in model.table.columns)
        if names != self._columns:
            self._columns = names
            for place, name in enumerate(names):
                cell = {"alternative": self._words, "verdict": self._verdict}.get(name)
                self.setItemDelegateForColumn(place, cell)  # type: ignore[arg-type]  # None takes one away
        seen = range(min(model.rowCount(), LOOKED_AT))
        widths = {}
        for place in (place for place in range(len(names)) if place != WORDS):
            title = str(model.headerData(place, Qt.Orientation.Horizontal))
            texts = [str(model.data(model.index(at, place)) or "") for at in seen]
            badge = 40 if names[place] == "verdict" else 0
            widths[place] = max(widest_text([title], "table_header"), widest_text(texts) + badge) + 2 * SIDE
        self.set_widths(widths, WORDS, LEAST)


class AlternativesCard(Card):
    """The table with its slider, copy and export."""

    weighed = Signal(float)
    """Risk counts otherwise in the score, 0…1."""

    def __init__(self) -> None:
        super().__init__("Alternatives", margin=0)
        self.slider = WheelSafeSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setValue(STEPS // 2)
        self.slider.setPageStep(STEPS // 4)
        self.slider.setFixedWidth(120)
        self.slider.setAccessibleName("How much loss counts beside risk in the score")
        self.slider.valueChanged.connect(lambda _value: self.weighed.emit(self.weight))
        ends = [label(words, "caption", "text2") for words in ("Risk", "Loss")]
        self.add_to_header(widget_in(row(ends[0], self.slider, ends[1], spacing=6)))
        risk, loss = (Address("", *leading_figure(concern)) for concern in (Concern.RISK, Concern.LOSS))
        self.model = AlternativesModel(alternatives_table(None, (), risk, loss), self)
        self.view = AlternativesView(self.model)
        self.body.addWidget(self.view, 1)
        self.exporter = Exporter(self, lambda: "Alternatives")
        self.exporter.fill_rows(self.menu(), self.model.displayed_rows, self.model.at_full_precision)
        self.requested.connect(lambda: explain(self.help, Explanation("Alternatives", ABOUT)))

    @property
    def weight(self) -> float:
        """How much the risk counts in the score, 0…1."""
        return 1 - self.slider.value() / STEPS

    @property
    def best(self) -> int:
        """Number of the safe alternative of the best rank, else of any; −1: none has one."""
        frame = self.model.table.frame
        ranked = frame[frame["rank"].notna()]
        safe = ranked[ranked["verdict"] == str(Verdict.SAFE)]
        rows = safe if len(safe) else ranked
        return int(rows["number"].iloc[0]) if len(rows) else -1

    def show_alternatives(
        self,
        comparison: Comparison | None,
        project: Project,
        axes: tuple[Address, Address],
        marks: Mapping[int, int],
        texts: AlternativeTexts,
        chosen: int,
    ) -> None:
        """Show what became of alternatives.

        Parameters
        ----------
        comparison
            The alternatives; None: there are none.
        project
            Its limited figures have columns.
        axes
            The figures of risk and of loss.
        marks
            The number of its shape and colour, by kind; a kind that is not shown on the map has none.
        texts
            What alternatives do.
        chosen
            Number of the chosen alternative; −1: none.
        """
        self.view.marks = marks
        table = alternatives_table(comparison, project.scenarios, *axes, texts, self.weight)
        self.model.show_table(table)
        self.view.choose(chosen)
        hindrance = in_user_locale(score_hindrance(*axes))
        allow(self.slider, hindrance)
        self.set_note("sorted by loss" if hindrance else self._order_text())

    def _order_text(self) -> str:
        """Return how the score is made, in a few words."""
        if self.slider.value() * 2 == STEPS:
            return "sorted by score, half risk and half loss"
        parts = [share_text(part, user_locale()) for part in (self.weight, 1 - self.weight)]
        words = "sorted by score: risk counts {risk}, loss {loss}"
        return sentence(words, risk=parts[0], loss=parts[1])


class _WordsCell(RowDelegate):
    """Draws the mark of the kind before the words; a triangle where the alternative failed."""

    def __init__(self, view: AlternativesView) -> None:
        super().__init__(view)
        self._view = view

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one cell."""
        if self._view.hasFocus() and self._view.currentIndex().row() == index.row():
            paint_focus(painter, rect)
        top = rect.center().y() - MARK // 2 + 1
        model, kind = self._view.alternatives, index.data(KIND)
        failed = model.index(index.row(), model.columnCount() - 1).data() == FAILED
        if failed:
            painter.drawPixmap(rect.left() + 5, top - 2, pixmap("triangle", MARK + 4, "risk_text"))
        elif kind in self._view.marks:
            paint_mark(painter, QRectF(rect.left() + 7, top, MARK, MARK), self._view.marks[kind])
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        room = rect.adjusted(MARK + 2 * SIDE - 8, 0, -SIDE // 2, 0)
        style = "card_title" if chosen else "body"
        paint_text(painter, room, str(index.data() or ""), style, "risk_text" if failed else "text", LEFT)
