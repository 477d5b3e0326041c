"""Manual page of an operation, in a window of its own."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser

from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.text.sentence import sentence
from sdcdesk.report.manual import page, page_html
from ui.look.theme import theme
from ui.widgets.label import label
from ui.widgets.layout import bring_up, column, resize_within_screen
from ui.widgets.toolbar_search import SearchField

STYLE = """
    h1 {{ font-size: large; font-weight: 600; margin-bottom: 8px; }}
    h2 {{ font-size: medium; font-weight: 600; margin-top: 16px; margin-bottom: 4px; }}
    p, li {{ color: {text}; margin-top: 0; margin-bottom: 8px; }}
    p.term {{ font-weight: 600; margin-bottom: 0; }}
    p.words {{ color: {text2}; margin-left: 16px; }}
    pre {{ color: {text2}; white-space: pre-wrap; }}
    code, i {{ color: {text}; }}
"""


class ManualDialog(QDialog):
    """Shows one manual page at a time; Ctrl+F finds, Enter goes on, Escape closes."""

    def __init__(self) -> None:
        super().__init__()
        self.kind: type[AnyOperation] | None = None
        self.setWindowTitle("Manual")
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.search = SearchField("Find on this page", "Ctrl+F")
        self.text = QTextBrowser()
        self.text.setAccessibleName("Manual page")
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.lost = label("", "caption", "text3")
        self.lost.hide()
        column(self.search, self.lost, (self.text, 1), margins=(20, 16, 20, 16), inside=self)
        resize_within_screen(self, 640, 720)
        self.search.textEdited.connect(lambda words: self._find(words, again=False))
        self.search.returnPressed.connect(lambda: self._find(self.search.text(), again=True))
        QShortcut(QKeySequence.StandardKey.Find, self).activated.connect(self.search.begin)
        theme().changed.connect(self._dress)

    def show_page(self, kind: type[AnyOperation]) -> None:
        """Show the page of a method or measure from its beginning."""
        self.kind = kind
        self.setWindowTitle(sentence("Manual: {title}", title=kind.title))
        self._dress()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Forget what was searched."""
        self.search.clear()
        super().closeEvent(event)

    def _dress(self) -> None:
        if self.kind is None:
            return
        tokens = theme().tokens
        self.text.document().setDefaultStyleSheet(STYLE.format(text=tokens.text, text2=tokens.text2))
        self.text.setHtml(page_html(page(self.kind, code=False)))

    def _find(self, words: str, *, again: bool) -> None:
        """Find the next place from here on, and from the top after the last one."""
        cursor = self.text.textCursor()
        if not again:
            cursor.setPosition(cursor.selectionStart())
            self.text.setTextCursor(cursor)
        found = not words or self.text.find(words)
        if not found:
            self.text.moveCursor(QTextCursor.MoveOperation.Start)
            found = self.text.find(words, QTextDocument.FindFlag(0))
        self.lost.setText(sentence("Not on this page: {words}", words=words))
        self.lost.setVisible(not found)


_open_dialogs: list[ManualDialog] = []
"""The one manual window, kept although it has no parent: no dialog in front of the main window blocks it."""


def show_manual(kind: type[AnyOperation]) -> ManualDialog:
    """Show the manual page of a method or measure, beside whatever is open."""
    if not _open_dialogs:
        _open_dialogs.append(ManualDialog())
    dialog = _open_dialogs[0]
    dialog.show_page(kind)
    bring_up(dialog)
    return dialog
