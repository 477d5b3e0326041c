"""Report a problem: all that a user may send of problems of the program, to be read, copied or saved."""

from pathlib import Path

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QWidget

from sdcdesk.core.files.atomic import write_atomically
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from ui.dialogs.frame import AROUND, Dialog
from ui.widgets.buttons import button
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, widget_in

ABOUT = (
    "Nothing is sent by SDCDesk. Below stands all that a report holds: the version, the system, and where in "
    "the program something failed. No data, no names of variables or files."
)


class ProblemDialog(Dialog):
    """Shows a report, word for word as it is copied and saved.

    Parameters
    ----------
    report
        Its text.
    parent
        The window.
    """

    def __init__(self, report: str, parent: QWidget | None) -> None:
        super().__init__("Report a problem", "Save as…", parent)
        self.text = QPlainTextEdit(report)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName("The report")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.copy = button("Copy")
        self.copy.clicked.connect(self._copy)
        self.cancel.setText("Close")
        content = column(label(ABOUT, tone="text2", wraps=True), (self.text, 1), margins=AROUND)
        self.lay_out(widget_in(content), other=self.copy)
        resize_within_screen(self, 720, 520)

    def act(self) -> None:
        """Let the user choose a file, and write the report into it."""
        kinds = "Text (*.txt)"
        name, _ = QFileDialog.getSaveFileName(self, "Save the report", "sdcdesk-problem.txt", kinds)
        if not name:
            return
        content = self.text.toPlainText().encode()
        try:
            warning = write_atomically(Path(name), lambda file: file.write(content), overwrite=True)
        except SdcError as error:
            self.message_bar.show_error(error.message)
        else:
            self.show_text(". ".join((sentence("Saved {name}", name=Path(name).name), *warning)))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.show_text("Copied")
