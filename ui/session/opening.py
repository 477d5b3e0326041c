"""Opening of a data file, a project, the sample, or recovered work. Reading happens on a worker thread."""

from collections.abc import Callable
from pathlib import Path

from sdcdesk.core.errors import ProjectError, SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.core.shown import count_shown
from sdcdesk.document.data_changes import DataChanges, data_changes
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import load
from sdcdesk.document.unsaved_work import Recovered
from sdcdesk.io import FileOptions
from ui.look.locale import user_locale
from ui.session.session import Session

OPEN = "open"
"""Kind of the job that opens something."""


class Opening:
    """Opens things into a session.

    Parameters
    ----------
    session
        Takes over what was opened, and says what cannot be opened.
    ask
        Asks the user, in words, what to do about a data file that is gone or has changed: another file, the
        one that is given (none: it cannot be gone on with), or None.
    """

    def __init__(self, session: Session, ask: Callable[[str, Path | None], Path | None]) -> None:
        self._session, self._ask = session, ask

    def data(self, path: Path, options: FileOptions) -> None:
        """Open a data file as a new project."""
        self._start(f"Reading {path.name}", lambda progress: Opened.of_data(path, options, progress))

    def project(self, path: Path, data: Path | None = None) -> None:
        """Open a project; another data file may be named for the one it refers to."""

        def failed(error: SdcError) -> None:
            if not isinstance(error, ProjectError) or error.field != "data":
                self._session.failed.emit(error)
            elif data is None:
                self._compare(path, None, error)
            else:
                self._decide(path, error, self._ask(error.message, None), data)

        words = f"Opening {path.name}"
        self._start(words, lambda progress: Opened.of_project(path, data, progress), failed=failed)

    def _compare(self, path: Path, data: Path | None, error: SdcError) -> None:
        """Say what changed in a data file, and ask what to do."""

        def changed(found: tuple[Path, DataChanges]) -> None:
            file, changes = found
            words = "\n".join((error.message, *changes.told))
            self._decide(path, error, self._ask(words, file) if changes.told else file, file)

        def unread(why: SdcError) -> None:
            self._decide(path, error, self._ask(why.message if data else error.message, None), None)

        words = f"Comparing the data of {path.name}"
        self._session.jobs.start(OPEN, words, lambda p: _changes(path, data, p), changed, unread)

    def _decide(self, path: Path, error: SdcError, chosen: Path | None, seen: Path | None) -> None:
        """Go on with a file whose changes were seen; another one is compared first."""
        if chosen is None:
            self._session.failed.emit(error)
        elif chosen == seen:
            self.project(path, chosen)
        else:
            words = f"{chosen.name} is not the file that the project was saved with."
            self._compare(path, chosen, ProjectError(words, "data"))

    def recovered(self, work: Recovered, restored: Callable[[], None]) -> None:
        """Open work that a window left behind, and call back once it is open; it is not saved."""
        self._start("Restoring unsaved work", lambda progress: Opened.of_recovered(work, progress), restored)

    def _start(
        self,
        words: str,
        read: Callable[[Progress], Opened],
        then: Callable[[], None] = lambda: None,
        failed: Callable[[SdcError], None] | None = None,
    ) -> None:
        session = self._session

        def take(opened: Opened) -> None:
            session.open(opened.data, opened.project, opened.path, saved=opened.saved)
            session.done.emit(f"Read {count_shown(len(opened.data), user_locale())} records")
            then()

        session.jobs.start(OPEN, words, read, take, failed or session.failed.emit)


def _changes(path: Path, data_file: Path | None, progress: Progress) -> tuple[Path, DataChanges]:
    project = load(path)
    file = data_file or project.data.located(path)
    return file, data_changes(project, file, progress, user_locale())
