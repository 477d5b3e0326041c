"""Frame of dialogs: title, content, and a foot with a hint and buttons; sides for form and preview."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QDialog, QFrame, QPushButton, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.symbols import FORMULAS
from ui.forms.form import ModelForm, Shape
from ui.look.theme import theme
from ui.session.computation import Computation, Computing, Ready, State
from ui.widgets.busy import BusyBar, Veil
from ui.widgets.buttons import button, filled_button, help_button, link
from ui.widgets.focus import press_focused, walk
from ui.widgets.label import ElidedLabel, hairline, label, rich_label
from ui.widgets.layout import column, row, scrolled, widget_in
from ui.widgets.message_bar import MessageBar
from ui.widgets.painting import RIGHT, paint_box
from ui.widgets.reason import allow
from ui.widgets.symbols import with_symbols
from ui.widgets.what_is_this import explain

MARGIN = 20
AROUND = (MARGIN, 16, MARGIN, 16)
"""Pixels around a form."""

SIDE = 392
"""Width of the side for a form."""

LARGE = 1040, 700
"""Size of dialogs with a preview."""

PATIENCE = 200
"""Milliseconds before an old preview is dimmed."""

RADIUS = 6


class Dialog(QDialog):
    """A dialog that asks for something; Ctrl+Enter presses the filled button, Escape cancels.

    Parameters
    ----------
    title
        What is asked for.
    act
        Words of the filled button.
    parent
        The window.

    Attributes
    ----------
    stopped_first
        What closing stops while it is under way, and the dialog stays; None: it closes at once.
    """

    stopped_first: Computation[Any] | None = None

    def __init__(self, title: str, act: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setModal(True)
        self._words = ""
        self.message_bar = MessageBar()
        self.hint = label(style="caption", tone="text2", wraps=True)
        self.hint.setAlignment(RIGHT)
        self.cancel, self.filled = button("Cancel"), filled_button(act)
        self.cancel.clicked.connect(self.reject)
        self.filled.clicked.connect(self.act)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.press)

    def open(self) -> None:
        """Show the dialog over its window; closed, it is gone."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        super().open()

    def exec(self) -> int:
        """Show the dialog, wait, and return its result; it can be asked once more before it is gone."""
        result = super().exec()
        self.deleteLater()
        return result

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001, N802 - Qt's own
        """Go with Tab through what is seen as it is laid out."""
        return walk(self, 1 if forward else -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Press by Enter the button that has the keyboard rather than the filled one."""
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def act(self) -> None:
        """Do what the filled button says."""
        self.accept()

    def reject(self) -> None:
        """Stop what is under way, else close."""
        if self.stopped_first is not None and isinstance(self.stopped_first.state, Computing):
            self.stopped_first.stop()
        else:
            super().reject()

    def press(self) -> None:
        """Press the filled button; while it cannot be, show what is missing."""
        if self.filled.isEnabled():
            self.act()
        else:
            self.show_missing()

    def show_missing(self) -> None:
        """Lead to what is missing."""

    def allow(self, reason: str) -> None:
        """Enable the filled button, or say beside it why it cannot be pressed."""
        allow(self.filled, reason)
        self.hint.setText(reason or self._words)

    def show_text(self, words: str) -> None:
        """Say beside the filled button what it does, as long as it can be pressed."""
        self._words = words
        if self.filled.isEnabled():
            self.hint.setText(words)

    def read(self, form: ModelForm[Shape]) -> Shape | None:
        """Return what a form says; None: what is wrong is said below its field and at the button."""
        try:
            model = form.entered()
        except SdcError as error:
            self.allow(form.error_text(error))
            return None
        self.allow("")
        return model

    def lay_out(
        self,
        content: QWidget,
        caption: str = "",
        other: QWidget | None = None,
        below: QWidget | None = None,
    ) -> None:
        """Put the parts into their places.

        Parameters
        ----------
        content
            What takes the room between head and foot.
        caption
            A quiet line below the title; empty: none.
        other
            What stands at the left of the foot.
        below
            What stands between content and foot, in sight however far the content is scrolled.
        """
        around = (MARGIN, 12, MARGIN, 12)
        head = column(label(self.windowTitle(), "dialog_title"), spacing=2, margins=around)
        if caption:
            head.addWidget(ElidedLabel(caption, "caption", "text2", Qt.TextElideMode.ElideMiddle))
        others = (other,) if other is not None else ()
        foot = row(*others, (self.hint, 1), self.cancel, self.filled, margins=around)
        parts = (content, 1), *((below,) if below is not None else ()), hairline(), foot
        whole = column(head, hairline(), *parts, spacing=0, inside=self)
        # The keyboard begins with the content.
        whole.insertWidget(2, self.message_bar)
        for one in self.findChildren(QPushButton):
            # Enter in a field is for the filled button alone.
            one.setAutoDefault(False)
        self.filled.setDefault(True)


def beside(left: QWidget, right: QWidget) -> QWidget:
    """Return two parts with a line between; the right one takes the free room."""
    return widget_in(row(left, hairline(vertical=True), (right, 1), spacing=0))


class FormSide(QWidget):
    """The left side of a dialog: a form and below it what it is about; in a low dialog both scroll.

    Parameters
    ----------
    about
        What stands below.
    """

    def __init__(self, about: QWidget) -> None:
        super().__init__()
        self.setFixedWidth(SIDE)
        self._room = column(about, spacing=16, margins=AROUND)
        self._room.insertStretch(0, 0)  # where there is no form, this takes its room
        area = scrolled(widget_in(self._room))
        bar = area.verticalScrollBar()
        # The fields stay where they are when the scroll bar comes.
        bar.rangeChanged.connect(
            lambda _low, high: self._room.setContentsMargins(
                MARGIN, 16, MARGIN - (bar.width() if high else 0), 16
            )
        )
        column(area, inside=self)

    def set_form(self, form: QWidget) -> None:
        """Show a form."""
        self._room.insertWidget(0, form, 1)


class PreviewSide(QWidget):
    """The right side of a dialog: what comes of the form, dimmed while it does not belong to it.

    Parameters
    ----------
    content
        What is dimmed.
    head
        What stands beside the title and the note.
    explanation
        What "?" says; None: there is none.
    title
        What stands above it.
    """

    def __init__(
        self,
        content: QWidget,
        *head: QWidget,
        explanation: Explanation | None = None,
        title: str = "Preview",
    ) -> None:
        super().__init__()
        self.note = ElidedLabel(style="caption", tone="text3")
        self.is_stale = False
        self._bar, self._veil = BusyBar(self), Veil(content, patience=PATIENCE)
        help_link = help_button(title)
        help_link.clicked.connect(lambda: explanation and explain(help_link, explanation))
        line = row(label(title, "card_title"), help_link, (self.note, 1), *head, spacing=4)
        self.room = column(line, (scrolled(content, keeps_width=True), 1), margins=AROUND, inside=self)
        help_link.setVisible(explanation is not None)

    def show_state(self, state: State[Any], *, refined: bool = False) -> None:
        """Show how the content stands to the form; refined: it holds, and something better is on its way."""
        self.is_stale = not isinstance(state, Ready)
        self._bar.set_busy(busy=refined or isinstance(state, Computing))
        if isinstance(state, Computing):
            self._veil.dim_soon()
        else:
            self._veil.set_drawn(drawn=self.is_stale)

    def show_old(self, *, old: bool) -> None:
        """Draw the content as that of an earlier form, or as that of this one."""
        self.is_stale = old
        self._veil.set_drawn(drawn=old)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the bar at the upper edge."""
        super().resizeEvent(event)
        self._bar.setGeometry(0, 0, self.width(), self._bar.height())


class About(QFrame):
    """A few words below a form, and where there is more to read the way to it.

    Parameters
    ----------
    title, text
        What is said.
    more
        Words of the link; empty: none.
    """

    def __init__(self, title: str, text: str, more: str = "") -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.more = link(more)
        self.text = rich_label(with_symbols(text, FORMULAS), tone="text2", wraps=True)
        self.text.setAccessibleName(text)
        head = row((label(title, "card_title"), 1), self.more)
        column(head, self.text, spacing=2, margins=(14, 8, 14, 12), inside=self)
        self.more.setVisible(bool(more))
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the ground."""
        paint_box(QPainter(self), self.rect(), "window", RADIUS)
