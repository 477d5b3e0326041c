"""Dialog that asks which tables are published together."""

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QWidget

from sdcdesk.document.planned_table import PlannedTable
from ui.dialogs.frame import AROUND, Dialog
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HEIGHT = 480, 420

WHAT = (
    "Tables that are published together are protected and audited as one, so that none of them gives "
    "another one away. They get the protection of the first one."
)

ALONE = "Choose two tables at least, or none."


class TogetherDialog(Dialog):
    """Asks which tables are published together; none: each is published for itself.

    Parameters
    ----------
    tables
        All tables of the project.
    """

    def __init__(self, tables: Sequence[PlannedTable], parent: QWidget | None = None) -> None:
        super().__init__("Published together", "Publish together", parent)
        self.boxes: list[QCheckBox] = []
        for table in tables:
            box = QCheckBox(table.name.replace("&", "&&"))
            box.setChecked(table.together)
            box.toggled.connect(lambda _on: self._judge())
            self.boxes.append(box)
        self._tables = tuple(tables)
        content = column(label(WHAT, tone="text2", wraps=True), *self.boxes, ..., spacing=8, margins=AROUND)
        self.lay_out(scrolled(widget_in(content)))
        resize_within_screen(self, WIDTH, HEIGHT)
        self._judge()

    def names(self) -> list[str]:
        """Return the names of the chosen tables."""
        return [table.name for table, box in zip(self._tables, self.boxes, strict=True) if box.isChecked()]

    def _judge(self) -> None:
        self.allow(ALONE if len(self.names()) == 1 else "")
