"""Welcome page: start or continue."""

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.io.formats import FORMATS
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.rows import RowColumn, RowTable
from ui.pages.large_button import LargeButton
from ui.pages.stages import STAGES
from ui.session.settings import Recent
from ui.widgets.actions import Actions
from ui.widgets.badge import badge_size, paint_badge
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import IconLabel, hairline, label
from ui.widgets.layout import column, row, scrolled, widget_in
from ui.widgets.message_bar import MessageBar
from ui.widgets.painting import LEFT, RIGHT, Index, RowDelegate, paint_text
from ui.widgets.plain_list import PlainList

ROW = 50

GAP = 16
"""Pixels between name, date and verdict of a recent project."""

NARROW = 940
"""Pixels below which there is room for what to do only."""

WHAT = (
    "Open a file, see who could be recognised in it, mask it step by step, and leave with a safe file, a "
    "report for the disclosure board and a recipe that repeats both."
)

PROMISES = (
    (
        "lock",
        (
            "Nothing leaves this computer. SDCDesk opens no network connection and logs no value of your "
            "data. Until you save, a recovery file keeps your project: no records, but categories and the "
            "values in your steps. Only you can read it; it goes when you close the window."
        ),
    ),
    (
        "file",
        (
            "Your original file is never changed. Masking is a list of steps that you can edit, move, switch "
            "off and undo."
        ),
    ),
)


def _data_text() -> str:
    """Return which files can be opened."""
    titles = [form.title for form in FORMATS.readable]
    return sentence("{formats}. Or drop it here.", formats=joined(titles))


class RecentModel(RowTable[Recent]):
    """Recent projects; the user role gives a `Recent`."""

    declares = (
        RowColumn(
            "Project",
            lambda recent: recent.path.name,
            hint=lambda recent: ", ".join(filter(None, (str(recent.path), recent.gone, recent.data_changed))),
            accessible_text=lambda recent: ", ".join(
                filter(None, (recent.path.name, recent.verdict, recent.gone, recent.data_changed))
            ),
        ),
    )


class Welcome(QWidget):
    """What is seen while nothing is open."""

    recent_chosen = Signal(object)
    """A `Recent` should open, or be located where its file is gone."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.kept, self.message_bar = MessageBar(), MessageBar()
        self.data = LargeButton("Open a data file", _data_text(), "folder", filled=True)
        self.project = LargeButton("Open a project", "Continue where you stopped.", "file")
        self.sample = LargeButton(
            "Try it with the sample", "5,000 simulated hospital bills, ready masked. Two minutes.", "play"
        )
        self.finished = link("Assess a file that was masked elsewhere…")
        self.finished.setToolTip("Open its original, then the finished file: risk and loss without a recipe.")
        self.released = link("Assess a released file without its original…")
        self.released.setToolTip(
            "See what the released file says alone: k-anonymity, diversity, SUDA and others. Disclosure risk "
            "and loss need the original."
        )
        self.example = link("Open an example of tables…")
        self.example.setToolTip("Tables, areas and cells that papers show, each as a project to try.")
        for key, way in (
            ("open_data", self.data),
            ("open_project", self.project),
            ("open_sample", self.sample),
            ("assess_finished", self.finished),
            ("assess_released", self.released),
            ("open_example", self.example),
        ):
            actions.bind(way, key)
        self.model = RecentModel(self)
        self.recents = PlainList("Recent projects", self.model)
        self.recents.setItemDelegate(_RecentDelegate(self, QSize(200, ROW)))
        self.recents.activated.connect(self._choose)
        self.recents.clicked.connect(self._choose)
        self.card = Card("Recent projects", margin=0)
        self.card.help.hide()
        self.card.body.addWidget(self.recents)
        self._arrange()

    def set_recent(self, entries: list[Recent]) -> None:
        """Show the projects that were open before; what is shown already stays as it is."""
        if entries and self.model.rows == tuple(entries):
            return
        self.model.set_rows(entries)
        self.recents.setFixedHeight(ROW * min(max(len(entries), 1), 5) + 2)
        if entries:
            self.card.show_content()
        else:
            self.card.show_empty("Projects you save appear here")

    def _choose(self, index: QModelIndex) -> None:
        self.recent_chosen.emit(index.data(Qt.ItemDataRole.UserRole))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave out how a release comes about where it would be cut."""
        super().resizeEvent(event)
        self._aside.setVisible(self.width() >= NARROW)

    def _arrange(self) -> None:
        self.card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        holder = QWidget()
        holder.setMaximumWidth(760)
        column(
            label("Make confidential data safe to release", "welcome_title", wraps=True),
            label(WHAT, "body", "text2", wraps=True),
            12,
            row(self.data, self.project, self.sample, spacing=12),
            row(self.finished, self.released, ..., spacing=24),
            row(self.example, ...),
            12,
            self.card,
            12,
            _promises(),
            ...,
            inside=holder,
        )
        self._aside = widget_in(row(hairline(vertical=True), (_how_it_goes(), 1), spacing=40))
        middle = row(
            ...,
            (holder, 6),
            (self._aside, 3),
            ...,
            spacing=40,
            margins=(40, 72, 40, 24),
        )
        # A low window scrolls: no word on the page is cut.
        column(self.kept, self.message_bar, (scrolled(widget_in(middle)), 1), inside=self)


def _promises() -> QGridLayout:
    grid, top = QGridLayout(), Qt.AlignmentFlag.AlignTop
    grid.setHorizontalSpacing(10)
    for place, (icon, words) in enumerate(PROMISES):
        grid.addWidget(IconLabel(icon, 18, "safe_text"), 0, 2 * place, top)
        grid.addWidget(label(words, "body", "text2", wraps=True), 0, 2 * place + 1, top)
        grid.setColumnStretch(2 * place + 1, 1)
    return grid


def _how_it_goes() -> QVBoxLayout:
    top = Qt.AlignmentFlag.AlignTop
    rows = []
    for stage in STAGES:
        words = label(stage.welcome, "body", "text2", wraps=True)
        both = column(label(stage.title, "card_title"), words, spacing=0)
        rows.append(row((IconLabel(stage.key, 20), top), (both, 1), spacing=12))
    return column(label("How a release comes about", "card_title"), *rows, ..., spacing=14)


class _RecentDelegate(RowDelegate):
    """Draws name and folder, when it was open, and the last verdict."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one row."""
        entry: Recent = index.data(Qt.ItemDataRole.UserRole)
        there = entry.exists
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme().colour("accent_soft"))
        painter.drawPixmap(rect.left() + 14, rect.top() + 14, pixmap("file", 18, "text2"))
        font = QFont(theme().font("card_title"))
        font.setStrikeOut(not there)
        half = rect.height() // 2
        opened = QDateTime.fromSecsSinceEpoch(int(entry.opened.timestamp()))
        when = QLocale().toString(opened, QLocale.FormatType.ShortFormat)
        recents = (
            index.model().index(at, 0).data(Qt.ItemDataRole.UserRole)
            for at in range(index.model().rowCount())
        )
        wide = max(badge_size(recent.verdict).width() for recent in recents)  # dates stand below one another
        badge = QRect(rect.right() - wide - 16, rect.top(), wide, rect.height())
        dated = theme().metrics("body").horizontalAdvance(when) + 1
        date = QRect(badge.left() - GAP - dated, rect.top(), dated, rect.height())
        rest = date.left() - GAP - rect.right()
        name = rect.adjusted(46, 6, rest, -half)
        middle = Qt.TextElideMode.ElideMiddle  # years stand at the ends of names
        paint_text(painter, name, entry.path.name, font, "text" if there else "text3", LEFT, middle)
        changed = entry.data_changed
        folder = (changed or str(entry.path.parent)) if there else "Not there any more: Locate…"
        tone = "risk_text" if changed or not there else "text3"
        paint_text(painter, rect.adjusted(46, half, rest, -4), folder, "caption", tone, LEFT, middle)
        paint_text(painter, date, when, tone="text2", side=RIGHT)
        paint_badge(painter, badge, entry.verdict)
