"""Bar of what was exported last: files, hashes, their folder; it stays until it is closed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from sdcdesk.core.text.sentence import sentence
from ui.session.session import Session
from ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from sdcdesk.report.export import Export


class WrittenBar(MessageBar):
    """Says which files were written, on all pages, and when the project is no longer as it was then.

    Parameters
    ----------
    session
        It is told of the files, and knows whether they are up to date.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._export: Export | None = None
        self._current = True
        self.closed.connect(self._forget)
        session.wrote.connect(self._on_wrote)
        session.changed.connect(self._on_changed)
        session.opened.connect(self._forget)

    def _on_wrote(self, export: "Export") -> None:
        self._export, self._current = export, True
        self._show_export(export)

    def _on_changed(self) -> None:
        if self._export is not None and self._current != self._session.exported:
            self._current = self._session.exported
            self._show_export(self._export)

    def _show_export(self, export: "Export") -> None:
        folder = QUrl.fromLocalFile(str(export.files[0].path.parent))
        lines = [
            sentence("Wrote {name}.", name=", ".join(file.path.name for file in export.files)),
            *export.messages,
        ]
        if not self._current:
            lines.append("Outdated: the project has changed since; export it again.")
        hashes = "\n".join(f"{file.path.name}: SHA-256 {file.sha256}" for file in export.files)
        self.show_note(" ".join(lines), "Open folder", hashes, lambda: QDesktopServices.openUrl(folder))

    def _forget(self) -> None:
        self._export = None
        self.hide()
