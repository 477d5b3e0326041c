"""Row of a form: label, editor, quiet note, and the sentence that says what is wrong or missing."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ui.forms.editor import Editor
from ui.widgets.label import label
from ui.widgets.layout import column, row, show_or_hide, widget_in

LABELS = 118
"""Width of the column of labels."""

FORM = 320
"""Width of a label that stands above its editor."""

BESIDE, ROOMY = 226, 440
"""Pixels of an editor beside its label, in the side of a dialog and where a form has a whole dialog."""


def caption_grid(spacing: int = 8, inside: QWidget | None = None) -> QGridLayout:
    """Return a grid of captions and, beside them, what they name."""
    grid = QGridLayout(inside) if inside else QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(spacing)
    grid.setColumnMinimumWidth(0, LABELS)
    grid.setColumnStretch(1, 1)
    return grid


class FormRow:
    """The widgets of one parameter in the grid of a form.

    Parameters
    ----------
    grid
        Layout of the form; the row is added at its end.
    editor
        In which the parameter is edited.
    name, explanation
        What the parameter is called, and what it means.
    room
        Pixels of the editor beside its label.
    """

    def __init__(
        self, grid: QGridLayout, editor: Editor, name: str, explanation: str, room: int = BESIDE
    ) -> None:
        self.editor, long = editor, editor.long or editor.needed > room
        self.label = label("" if editor.titled else name, wraps=True)
        self.label.setBuddy(editor)
        self.label.setFixedWidth(FORM if long else LABELS)
        self.label.setMinimumHeight(28)
        self.label.setToolTip(explanation)
        self.note = label(style="caption", tone="text3", wraps=True)
        self.lack = label(style="caption", tone="text3", wraps=True)
        self.error = label(tone="risk_text", wraps=True)
        for words in (self.note, self.lack, self.error):
            words.hide()
        editor.set_name(name, explanation)
        beside = (editor, self.note) if editor.wide else (row(editor, (self.note, 1)),)
        self.place = widget_in(column(*beside, self.lack, self.error, spacing=2))
        line, top = grid.rowCount(), Qt.AlignmentFlag.AlignTop
        if long:
            grid.addLayout(column((self.label, top), (self.place, top), spacing=0), line, 0, 1, 2)
        else:
            grid.addWidget(self.label, line, 0, top)
            grid.addWidget(self.place, line, 1, top)

    @property
    def is_included(self) -> bool:
        """Whether the row is part of the form now."""
        return not self.place.isHidden()

    def set_included(self, *, included: bool) -> None:
        """Show the row, or take it out of the form."""
        for part in (self.label, self.place):
            show_or_hide(part, shown=included)

    def keep_place(self) -> None:
        """Leave the room of the row empty while it is hidden: nothing moves when it comes and goes."""
        for part in (self.label, self.place):
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)

    def set_note(self, words: str) -> None:
        """Show unit, range or what the value was."""
        self.note.setText(words)
        show_or_hide(self.note, shown=bool(words))

    def show_problem(self, sentence: str, lack: str = "") -> None:
        """Say what is wrong with the value, or quietly what it lacks; nothing takes it back."""
        for place, words in ((self.error, sentence), (self.lack, lack)):
            place.setText(words)
            show_or_hide(place, shown=bool(words))
        self.editor.set_invalid(invalid=bool(sentence))


def show_problem(rows: Mapping[str, FormRow], beside: QLabel, field: str, sentence: str) -> None:
    """Show a sentence below its row, or in a label where it belongs to none that is seen; empty: nowhere."""
    for name, each in rows.items():
        each.show_problem(sentence if name == field and each.is_included else "")
    lost = field not in rows or not rows[field].is_included
    beside.setText(sentence if lost else "")
    beside.setVisible(bool(sentence) and lost)
