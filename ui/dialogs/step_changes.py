"""Changes by a step, figure by figure: now, an arrow, and then."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.step_comparison import FigureChange
from ui.widgets.badge import VerdictBadge
from ui.widgets.figure import FigureValue, plain
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.painting import RIGHT

HEIGHT = 27
NOW, ARROW, THEN, BADGE = 90, 32, 80, 120
SHORT_ARROW = 24
"""Pixels of the arrow where room is short, and numbers take what they need."""

WIDE = 380
"""Narrower than this, the verdict has a line of its own above the figures."""


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
            grid.addWidget(widget, 2 * line + 1, column, side)
        grid.addWidget(hairline(), 2 * line + 2, 0, 1, 5)
        grid.setRowMinimumHeight(2 * line + 1, HEIGHT)

    def show(self, change: FigureChange) -> None:
        """Show a figure."""
        self.name.setText(change.name)
        self.now.setText(change.now)
        self.then.set_value(change.then)
        self.then.set_tone("loss_text" if change.is_loss else "text")
        self.then.setAccessibleName(
            sentence(
                "{name}: now {now}, with this change {then}",
                name=plain(change.name),
                now=change.now,
                then=change.then,
            )
        )


class ChangeTable(QWidget):
    """Rows of figures with an arrow between now and then, and the verdict beside the first one or above."""

    requested = Signal(int, QWidget)
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
        self._is_wide = False
        self._arrange(wide=True)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for names and numbers, as narrow as they can be."""
        parts = [(row.name, row.now, row.then) for row in self._rows]
        widths = (
            max((one.minimumSizeHint().width() for one in column), default=0)
            for column in zip(*parts, strict=True)
        )
        return QSize(sum(widths) + SHORT_ARROW, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Find the place of the verdict."""
        super().resizeEvent(event)
        self._arrange(wide=self.width() >= WIDE)

    def show_changes(self, changes: Sequence[FigureChange]) -> None:
        """Show figures, the first of them with the verdict; there are always as many."""
        while len(self._rows) < len(changes):
            line = len(self._rows)
            row = _Row(self._grid, line)
            row.then.requested.connect(lambda line=line, anchor=row.then: self.requested.emit(line, anchor))
            self._rows.append(row)
        for row, change in zip(self._rows, changes, strict=True):
            row.show(change)

    def _arrange(self, *, wide: bool) -> None:
        if wide == self._is_wide:
            return
        self._is_wide = wide
        widths = (NOW, ARROW, THEN, BADGE) if wide else (0, SHORT_ARROW, 0, 0)
        for column, width in enumerate(widths, 1):
            self._grid.setColumnMinimumWidth(column, width)
        self._grid.addWidget(self.badge, int(wide), 4 if wide else 0, 1, 1 if wide else 5, RIGHT)
        # While the table is given its place nobody would ask for another arrangement.
        self._grid.activate()

    def texts(self) -> list[tuple[str, str, str]]:
        """Return what is shown, row by row."""
        return [(plain(row.name.text()), row.now.text(), row.then.text()) for row in self._rows]
