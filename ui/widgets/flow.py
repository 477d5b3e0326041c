"""Flow layout: lines are filled from left to right, and a new one begins where there is no more room."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets beside one another at their own size, as words in a paragraph.

    Parameters
    ----------
    gap
        Pixels between two widgets, and between two lines.
    centred
        Whether what is lower than its line stands in the middle of it; else at its top.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 8, *, centred: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._centred = centred
        self.setSpacing(gap)
        self.setContentsMargins(QMargins())

    def insert(self, place: int, widget: QWidget) -> None:
        """Insert a widget before others."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802 - Qt's name
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Return an item; None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Take an item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """Return none: it takes what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Return True: narrow means more lines."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height that the lines need."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put the widgets in their places."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for one line of all."""
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        gaps = self.spacing() * max(len(sizes) - 1, 0)
        height = max((size.height() for size in sizes), default=0)
        return QSize(sum(size.width() for size in sizes) + gaps, height)

    def minimumSize(self) -> QSize:  # noqa: N802
        """Return the room for the widest."""
        found = QSize()
        for item in self._items:
            found = found.expandedTo(item.minimumSize())
        return found

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        y = rect.top()
        for line in self._lines(rect.width()):
            x, height = rect.left(), max(size.height() for _, size in line)
            for item, size in line if move else ():
                lower = (height - size.height()) // 2 if self._centred else 0
                item.setGeometry(QRect(QPoint(x, y + lower), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()
        return max(y - self.spacing() - rect.top(), 0)

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return what stands in each line, with its size."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        left = 0
        for item in (item for item in self._items if not item.isEmpty()):
            size = item.sizeHint().boundedTo(QSize(max(room, 1), 10_000))
            if not lines or size.width() > left:
                lines.append([])
                left = room
            lines[-1].append((item, size))
            left -= size.width() + self.spacing()
        return lines
