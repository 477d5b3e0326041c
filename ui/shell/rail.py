"""The navigation rail: the stages with their state, and the release checklist."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QVBoxLayout, QWidget

from ui.look.theme import theme
from ui.shell.checklist import Checklist
from ui.shell.rail_delegate import RailDelegate
from ui.shell.rail_rows import RailModel, RailRow

WIDE = 184
NARROW = 64


class NavigationRail(QWidget):
    """A list of stages: click or arrow keys choose one.

    It is 184 pixels wide, or 64 in a narrow window, where the states move into tooltips.
    """

    chosen = Signal(str)
    """The key of the stage that the user chose."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = RailModel(self)
        self._delegate = RailDelegate(self)
        self.list = self._made_list()
        self.checklist = Checklist()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 10, 1, 8)
        rows.setSpacing(8)
        rows.addWidget(self.list, 1)
        below = QVBoxLayout()
        below.setContentsMargins(8, 0, 8, 0)
        below.addWidget(self.checklist)
        rows.addLayout(below)
        self._pace = QTimer(self, interval=60)
        self._pace.timeout.connect(self._turn)
        self.set_compact(compact=False)
        theme().changed.connect(self.list.viewport().update)

    @property
    def compact(self) -> bool:
        """Whether the rail is narrow."""
        return self._delegate.compact

    def set_compact(self, *, compact: bool) -> None:
        """Show the rail narrow or wide; narrow, the checklist is for the job bar to show."""
        self._delegate.compact = compact
        self.setFixedWidth(NARROW if compact else WIDE)
        self.checklist.setVisible(not compact)
        self.list.scheduleDelayedItemsLayout()

    def set_rows(self, rows: Sequence[RailRow]) -> None:
        """Show stages and their states; the chosen one stays chosen."""
        key = self.current()
        self._model.set_rows(rows)
        self.select(key)
        if any(row.mark == "arc" for row in rows) and theme().moves():
            self._pace.start()
        else:
            self._pace.stop()

    def current(self) -> str:
        """Return the key of the chosen stage; empty if none is."""
        index = self.list.currentIndex()
        return self._model.rows[index.row()].key if index.isValid() else ""

    def select(self, key: str) -> None:
        """Choose a stage without saying so; an unknown key chooses none."""
        if key == self.current():
            return
        with QSignalBlocker(self):
            self.list.setCurrentIndex(self._model.index(self._model.place(key)))

    def _made_list(self) -> QListView:
        view = QListView()
        view.setModel(self._model)
        view.setItemDelegate(self._delegate)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName("Stages")
        view.selectionModel().currentChanged.connect(self._on_current)
        return view

    def _on_current(self, index: QModelIndex, _previous: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._model.rows[index.row()].key)

    def _turn(self) -> None:
        self._delegate.turn = (self._delegate.turn + 20) % 360
        self.list.viewport().update()
