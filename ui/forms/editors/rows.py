"""Row editors: a list to which rows are added and from which they are removed."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.forms.editor import Editor
from ui.widgets.buttons import icon_button, link
from ui.widgets.layout import column, discard
from ui.widgets.reason import mark_invalid


class EditedRow(QWidget):
    """One row, with a button that removes it.

    Parameters
    ----------
    words
        What that button says.
    """

    edited = Signal()
    """The user changed something."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.remove = icon_button("close", words, 14)

    def read(self) -> Any:
        """Return what the row says. Raises `ValueError` if it cannot be."""
        raise NotImplementedError

    def show_problem(self, *, invalid: bool) -> None:
        """Mark what is typed if it cannot be."""
        wrong = ""
        try:
            if invalid:
                self.read()
        except ValueError as error:
            wrong = str(error)
        mark_invalid(self.field, wrong)


Row = TypeVar("Row", bound=EditedRow)


class RowsEditor(Editor, Generic[Row]):
    """A row for each part of a value; an empty one where there is none.

    Parameters
    ----------
    words
        What the button below the rows says, which adds one.
    """

    wide = True

    def __init__(self, words: str) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._list = column(spacing=4)
        self.add = link(words)
        self.add.clicked.connect(self.add_row)
        self.lines = column(self._list, (self.add, Qt.AlignmentFlag.AlignLeft), spacing=4, inside=self)
        self.setFocusProxy(self.add)

    @abstractmethod
    def new_row(self, part: Any) -> Row:
        """Return the row of a part of the value; None: an empty one."""

    def show_parts(self, parts: Iterable[Any]) -> None:
        """Show a row for each part, in place of those that are there."""
        for one in list(self.rows):
            self._take_out(one)
        for part in tuple(parts) or (None,):
            self.added(part)

    def value_text(self, value: Any) -> str:
        """Return nothing: rows are too long for a note."""
        return ""

    def controls(self) -> Sequence[QWidget]:
        """Return nothing: every row names and frames its own."""
        return ()

    def set_name(self, name: str, explanation: str) -> None:
        """Name what is edited; every row names its own controls."""
        super().set_name(name, explanation)
        self.add.setAccessibleName(f"{name}: {self.add.text()}")

    def set_invalid(self, *, invalid: bool) -> None:
        """Mark what cannot be."""
        for one in self.rows:
            one.show_problem(invalid=invalid)

    def add_row(self) -> None:
        """Add an empty row, and give it the keyboard."""
        self.added(None).setFocus()
        self.changed()

    def changed(self) -> None:
        """Say that there are other rows."""
        self.edited.emit()

    def added(self, part: Any) -> Row:
        """Add the row of a part of the value, and return it; None: an empty one."""
        one = self.new_row(part)
        one.edited.connect(self.edited)
        one.remove.clicked.connect(lambda: self._remove(one))
        self.rows.append(one)
        self._list.addWidget(one)
        return one

    def _remove(self, one: Row) -> None:
        self._take_out(one)
        self.changed()

    def _take_out(self, one: Row) -> None:
        self.rows.remove(one)
        discard(one)
