"""Example dialog: what papers show of tables, each to be opened as work that was never saved."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from sdcdesk.document.examples.catalogue import EXAMPLES
from sdcdesk.document.examples.example import Example
from ui.dialogs.frame import AROUND, Dialog
from ui.models.rows import RowColumn, RowTable
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, widget_in
from ui.widgets.painting import Index, RowDelegate, paint_text
from ui.widgets.plain_list import PlainList

SIZE, ROW = (720, 680), 28

CAPTION = "The data are made up, and what is open is kept until you have said what becomes of it"


class ExampleModel(RowTable[Example]):
    """Examples by what they show; the user role gives an `Example`."""

    declares = (RowColumn("Example", lambda example: example.title, hint=lambda example: example.source),)


class ExampleDialog(Dialog):
    """Lists the examples, says what is to be seen in the chosen one, and where it is from."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Open an example", "Open example", parent)
        self.model = ExampleModel(self)
        self.model.set_rows(EXAMPLES)
        self.list = PlainList("Examples", self.model)
        self.list.setItemDelegate(_ExampleDelegate(self, QSize(200, ROW)))
        self.about = label("", tone="text2", wraps=True)
        self.source = label("", "caption", "text3", wraps=True)
        self.list.selectionModel().currentChanged.connect(lambda _new, _old: self._show())
        self.list.activated.connect(lambda _index: self.act())
        self.lay_out(
            widget_in(column((self.list, 1), self.about, self.source, spacing=8, margins=AROUND)), CAPTION
        )
        self.list.setCurrentIndex(self.model.index(0, 0))
        self.list.setFocus()
        resize_within_screen(self, *SIZE)

    @property
    def example(self) -> Example:
        """The chosen one."""
        return EXAMPLES[max(self.list.currentIndex().row(), 0)]

    def choose(self, name: str) -> None:
        """Choose an example by its name."""
        place = [one.name for one in EXAMPLES].index(name)
        self.list.setCurrentIndex(self.model.index(place, 0))

    def _show(self) -> None:
        self.about.setText(self.example.about)
        self.source.setText(self.example.source)


class _ExampleDelegate(RowDelegate):
    """Draws what an example shows."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw one row."""
        paint_text(painter, rect.adjusted(8, 0, -8, 0), index.data())
