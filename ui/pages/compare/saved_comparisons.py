"""Saved comparisons: what became of alternatives as a file, written and opened again."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.saved_comparison import comparison_bytes, load_comparison
from ui.plots.export import Exporter
from ui.session.session import Session

FILES = "Comparisons (*.json);;All files (*)"

JOB = "open_comparison"
"""Kind of the job that reads one."""


class SavedComparisons:
    """Asks for files, and writes and reads them.

    Parameters
    ----------
    session
        Whose comparison it is.
    owner
        File dialogs lie above it.
    """

    def __init__(self, session: Session, owner: QWidget) -> None:
        self._session, self._owner = session, owner
        self.exporter = Exporter(owner, lambda: "comparison")
        self.exporter.report_to(session)

    def save(self, weight: float) -> None:
        """Ask where the comparison should be written, and write it; the weight is that of the risk."""
        found = self._session.comparing.found
        if found is not None:
            self.exporter.ask("json", self._content(found, weight))

    def choose(self) -> None:
        """Ask for a comparison that was saved, and show it."""
        name, _ = QFileDialog.getOpenFileName(self._owner, "Open a comparison", "", FILES)
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Show a comparison that was saved; it must belong to the project and the data that are open."""
        session, project, data = self._session, self._session.project, self._session.data
        if project is None or data is None:
            return

        def work(progress: Progress) -> Comparison:
            progress.check()
            return load_comparison(path, project, data)

        def take(found: Comparison) -> None:
            if session.project is project:
                session.comparing.show(found)
                session.done.emit(sentence("Opened {name}", name=path.name))

        def refuse(error: SdcError) -> None:
            session.failed.emit(error)

        session.jobs.start(JOB, "Opening a comparison", work, take, refuse)

    def _content(self, found: Comparison, weight: float) -> Callable[[], bytes]:
        return lambda: comparison_bytes(found, weight)
