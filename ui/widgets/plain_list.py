"""Plain list: the look of the window's lists of rows."""

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView

from ui.look.theme import theme


class PlainList(QListView):
    """Rows that a delegate draws: no frame, the row under the mouse is known, only the height scrolls.

    Parameters
    ----------
    name
        Accessible name.
    model
        The rows.
    """

    def __init__(self, name: str, model: QAbstractItemModel) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        theme().changed.connect(self.viewport().update)
