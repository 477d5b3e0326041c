"""Changes by a step, figure by figure: now, an arrow, and then."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from sdcdesk.release.step_look import FigureChange
from ui.widgets.badge import VerdictBadge
from ui.widgets.figure import FigureValue, plain
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.painting import RIGHT

HEIGHT = 27
NOW, ARROW, THEN, BADGE = 90, 32, 80, 120


class _Row:
    """The widgets of one figure."""

    def __init__(self, grid: QGridLayout, line: int) -> None:
        self.name = rich_label(wraps=True)
        self.now = label(tone="text2")
        self.arrow = label("→", tone="text3")
        self.then = FigureValue("")
        middle = Qt.AlignmentFlag.AlignCenter
        for column, widget in enumerate((self.name, self.now, self.arrow, self.then)):
            side = RIGHT if column in (1, 3) else middle if column == 2 else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(widget, 2 * line, column, side)
        grid.addWidget(hairline(), 2 * line + 1, 0, 1, 5)
        grid.setRowMinimumHeight(2 * line, HEIGHT)

    def show(self, change: FigureChange) -> None:
        """Show a figure."""
        self.name.setText(change.name)
        self.now.setText(change.now)
        self.then.set_value(change.then)
        self.then.set_tone("loss_text" if change.explained == "loss" else "text")
        self.then.setAccessibleName(f"{plain(change.name)}: now {change.now}, with this change {change.then}")


class ChangeTable(QWidget):
    """Rows of figures with an arrow between now and then, and the verdict beside the first one."""

    asked = Signal(int, QWidget)
    """The row whose figure is to be explained, and beside what."""

    def __init__(self) -> None:
        super().__init__()
        self.badge = VerdictBadge()
        self._rows: list[_Row] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        for column, width in ((1, NOW), (2, ARROW), (3, THEN), (4, BADGE)):
            self._grid.setColumnMinimumWidth(column, width)
        self._grid.addWidget(self.badge, 0, 4, RIGHT)

    def show_changes(self, changes: Sequence[FigureChange]) -> None:
        """Show figures, the first of them with the verdict; there are always as many."""
        while len(self._rows) < len(changes):
            line = len(self._rows)
            row = _Row(self._grid, line)
            row.then.asked.connect(lambda line=line, anchor=row.then: self.asked.emit(line, anchor))
            self._rows.append(row)
        for row, change in zip(self._rows, changes, strict=True):
            row.show(change)

    def texts(self) -> list[tuple[str, str, str]]:
        """Return what is shown, row by row."""
        return [(plain(row.name.text()), row.now.text(), row.then.text()) for row in self._rows]
