"""Column of a level: what it is called, how many labels it has, and the list of them."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.theme import theme
from ui.models.level_model import Cell, LevelModel
from ui.pages.hierarchies.level_list import LevelList
from ui.widgets.buttons import icon_button
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, row
from ui.widgets.rename_field import RenameField
from ui.widgets.widest_text import widest_text

HEADER = 60
NARROWEST, WIDEST = 120, 300
"""Pixels of the header, and the width that a column has at least, and wants at most."""

AROUND = 52
"""Pixels of a column beside the text and the records of an entry."""

MEASURED = 500
"""Entries whose texts decide how wide a column wants to be."""


TITLE = 125
"""Pixels that a title takes from other columns at most: where it is longer, it is cut."""


class LevelHeader(QWidget):
    """Title and size of a level; a click chooses the level, a double-click renames it."""

    clicked = Signal()
    """The level should be chosen."""

    titled = Signal(str)
    """The level should be called something else."""

    def __init__(self, *, renamable: bool) -> None:
        super().__init__()
        self._renamable, self._whole = renamable, ""
        self.is_chosen = False
        self.setFixedHeight(HEADER)
        self.title = ElidedLabel(style="card_title")
        self.note, self.rarest = (ElidedLabel(style="caption", tone="text2") for _ in range(2))
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.more: QToolButton = icon_button("more", "More", 16)
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.field: RenameField | None = None
        words = column(self.title, self.note, self.rarest, ..., spacing=0)
        row((words, 1), (self.more, Qt.AlignmentFlag.AlignTop), spacing=0, margins=(2, 5, 0, 4), inside=self)
        self.more.setVisible(renamable)

    def show_words(self, title: str, note: str, rarest: str, typed: str) -> None:
        """Show title and sizes; `typed` is the title that somebody gave, empty where it is our own."""
        self._whole = typed
        self.title.setText(title)
        self.note.setText(note)
        self.rarest.setText(rarest)
        self.more.setAccessibleName(sentence("More about: {title}", title=title))

    def choose(self, *, chosen: bool) -> None:
        """Mark the level whose recoding is shown."""
        self.is_chosen = chosen
        self.update()

    def rename(self) -> None:
        """Let the user type another title."""
        if not self._renamable or self.field is not None:
            return
        place = QRect(0, 2, self.width() - self.more.width(), 28)
        shown = self._whole or self.title.text()
        self.field = field = RenameField(self, place, shown, "Title of the level")
        field.ended.connect(lambda: setattr(self, "field", None))
        field.named.connect(self.titled)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose the level."""
        super().mousePressEvent(event)
        self.clicked.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Rename the level."""
        super().mouseDoubleClickEvent(event)
        self.rename()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw a line below the chosen level."""
        super().paintEvent(event)
        if self.is_chosen:
            line = QRect(0, self.height() - 2, self.width(), 2)
            QPainter(self).fillRect(line, theme().colour("accent"))


class LevelColumn(QWidget):
    """A level: its header above the list of its entries."""

    def __init__(self, model: LevelModel) -> None:
        super().__init__()
        self.entries = model
        self.header = LevelHeader(renamable=model.level > 0 and model.editable)
        self.list = LevelList(model)
        self.setMinimumWidth(NARROWEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        column(self.header, (self.list, 1), spacing=2, inside=self)

    def show_words(self, title: str, note: str, rarest: str = "", typed: str = "") -> None:
        """Say what the level is called, and how large it and its rarest label are."""
        self.header.show_words(title, note, rarest, typed)
        sizes = ", ".join(filter(None, (note, rarest)))
        self.list.setAccessibleName(sentence("{title}: {sizes}", title=title, sizes=sizes))

    def fit(self) -> None:
        """Take as much of the room as the entries need, in proportion to what other columns need."""
        around, model = self.parentWidget(), self.entries
        layout = around.layout() if around is not None else None
        texts = widest_text(model.texts[:MEASURED], "card_title")
        rows = range(min(len(model.texts), MEASURED))
        records = widest_text(str(model.index(row).data(Cell.RECORDS)) for row in rows)
        header = theme().metrics("card_title").horizontalAdvance(self.header.title.text()) - AROUND // 2
        if isinstance(layout, QBoxLayout):
            wanted = max(texts + records, min(header, TITLE)) + AROUND
            layout.setStretch(layout.indexOf(self), min(max(wanted, NARROWEST), WIDEST))
