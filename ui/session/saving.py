"""Saving of the project, and of unsaved work through a crash.

What is kept is the project alone, never records, in the user's own data folder: with the categories of its
variables and what was typed into steps, which may be values of the data. So only its user may read it, and it
goes with the end of the window.
"""

from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QDeadlineTimer, QLockFile, QObject, QTimer, Signal

from sdcdesk.core.files.atomic import write_atomically, write_error_text
from sdcdesk.core.files.opening import is_ordinary
from sdcdesk.core.files.owned_file import sweep
from sdcdesk.core.files.user_folder import user_folder
from sdcdesk.core.running.errors import SdcError, WriteError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import is_at
from sdcdesk.document.sample import writable
from sdcdesk.document.unsaved_work import Recovered, kept, recovered
from ui.session.session import Session

PAUSE = 1000
"""Milliseconds after a change until unsaved work is kept."""

PRIVATE_FOLDER = 0o700
"""Permissions of the folder of unsaved work."""

LATEST = 5000
"""Milliseconds after which it is kept although one change follows the other."""


class Autosave:
    """One file for each running window, removed when there is nothing unsaved.

    Parameters
    ----------
    folder
        Where the files are kept; the user's data folder where not given.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or user_folder("autosave")
        self._file = self.folder / f"{uuid4().hex}.json"
        self._lock = _lock(self._file)

    def keep(self, project: Project, data: Path, saved_as: Path | None, saved_digest: str = "") -> None:
        """Write the project as it is now; the file belongs to this window while the window lives.

        Raises
        ------
        WriteError
            The folder cannot be made, or the file cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(PRIVATE_FOLDER)
        except OSError as error:
            why = write_error_text(error)
            raise WriteError(
                sentence("The folder of unsaved work cannot be made: {why}.", why=why), why=why
            ) from None
        self._lock.tryLock(0)
        work = kept(project, data, saved_as, saved_digest)
        write_atomically(self._file, lambda file: file.write(work), overwrite=True, private=True)

    def forget(self) -> None:
        """Remove the file: there is nothing unsaved."""
        _remove(self._file)
        self._lock.unlock()

    def recovered(self) -> list[Recovered]:
        """Return the work that windows left behind which are gone, the newest first, and sweep the rest."""
        sweep(self.folder)
        try:
            files = list(self.folder.glob("*.json"))
        except OSError:
            return []
        found = [work for path in files if (work := _left_behind(path))]
        return sorted(found, key=lambda work: work.when, reverse=True)

    def discard(self, work: Recovered) -> None:
        """Throw recovered work away."""
        _remove(work.file)


def _remove(file: Path) -> None:
    """Remove a file; one that cannot be removed is offered again, which loses nothing."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def _lock(file: Path) -> QLockFile:
    lock = QLockFile(str(file.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # a lock is stale only when its window is gone, however old it is
    return lock


def _left_behind(file: Path) -> Recovered | None:
    """Read a file that no living window owns; one that cannot be read is not offered."""
    lock = _lock(file)
    if not file.is_file() or not lock.tryLock(0):
        return None
    lock.unlock()
    return recovered(file)


class Saving(QObject):
    """Writes the session's project where the user wants it, and meanwhile where a crash leaves it.

    Parameters
    ----------
    session
        What is saved.
    autosave
        Keeps unsaved work.

    Attributes
    ----------
    settled
        The work as it is now stands in a file, or the user wants none of it: older copies are not needed.
    """

    settled = Signal()

    def __init__(self, session: Session, autosave: Autosave, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._autosave = session, autosave
        self._last_message = ""
        self._refused = ""  # why the project could not be saved last
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.keep)
        self._latest = QDeadlineTimer()
        session.changed.connect(self._wait)
        session.opened.connect(self._unsay)

    @property
    def overtaken(self) -> bool:
        """Whether the project's file holds something else than what was read or saved here."""
        path = self._session.path
        return path is not None and is_ordinary(path) and not is_at(path, self._session.saved_digest)

    def save(self, path: Path) -> bool:
        """Write the project to a file; the data are referred to from there. Return whether it worked."""
        session = self._session
        project, data = session.project, session.data_file
        if project is None or data is None:
            return False
        moved = project.changed(data=project.data.relative_to(data, path))
        try:
            if path != writable(path):
                raise WriteError("The sample stays as it is: save the project in another folder.")
            # Who saves over a file that was changed meanwhile was asked, and so was who emptied the journal.
            warning = moved.save(path, forget_answers=True)
        except SdcError as error:
            self._refused = error.message
            session.failed.emit(error)
            return False
        if self._refused:
            session.mended.emit(self._refused)
            self._refused = ""
        session.saved(path, moved)
        self._autosave.forget()
        self._unsay()
        self.settled.emit()
        session.done.emit(sentence("Saved {name}", name=path.name))
        for line in warning:
            session.notified.emit(line)
        return True

    def keep(self) -> None:
        """Keep unsaved work now."""
        self._timer.stop()  # what is kept now need not be kept again in a moment
        session = self._session
        if session.project is None or session.data_file is None or session.is_saved:
            self._autosave.forget()
            self._unsay()
            self.settled.emit()
            return
        try:
            self._autosave.keep(session.project, session.data_file, session.path, session.saved_digest)
        except SdcError as error:
            # Its file is not the user's, who cannot choose another place for it.
            why = (error.why if isinstance(error, WriteError) else "") or "its file cannot be written"
            words = sentence("Unsaved work is not kept for a crash ({why}); save the project often.", why=why)
            if words != self._last_message:  # once, not after every change
                session.failed.emit(SdcError(words))
            self._last_message = words
        else:
            if self._last_message:
                session.done.emit("Unsaved work is kept again")
            self._unsay()
            self.settled.emit()

    def _unsay(self) -> None:
        """Take back that unsaved work is not kept."""
        if self._last_message:
            self._session.mended.emit(self._last_message)
        self._last_message = ""

    def _wait(self) -> None:
        """Wait for the end of a series of changes, but not for ever."""
        if not self._timer.isActive():
            self._latest.setRemainingTime(LATEST)
        self._timer.start(min(PAUSE, self._latest.remainingTime()))

    def discard(self) -> None:
        """Forget unsaved work, because the user said so."""
        self._timer.stop()
        self._autosave.forget()
        self._unsay()
        self.settled.emit()
