"""Saving the project, and keeping unsaved work through a crash."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from sdcdesk.core.errors import SdcError
from ui.session.autosave import Autosave
from ui.session.session import Session

PAUSE = 1000
"""Milliseconds after a change until unsaved work is kept."""


class Saving(QObject):
    """Writes the session's project where the user wants it, and meanwhile where a crash leaves it.

    Parameters
    ----------
    session
        What is saved.
    autosave
        Keeps unsaved work.
    """

    def __init__(self, session: Session, autosave: Autosave, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._autosave = session, autosave
        self._told = False
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.keep)
        session.changed.connect(self._on_changed)

    def save(self, path: Path) -> bool:
        """Write the project to a file; the data are referred to from there. Return whether it worked."""
        session = self._session
        project, data = session.project, session.data_file
        if project is None or data is None:
            return False
        moved = project.changed(data=project.data.relative_to(data, path))
        try:
            moved.save(path)
        except SdcError as error:
            session.failed.emit(error)
            return False
        session.saved(path, moved)
        self._autosave.forget()
        session.done.emit(f"Saved {path.name}")
        return True

    def keep(self) -> None:
        """Keep unsaved work now."""
        session = self._session
        if session.project is None or session.data_file is None or session.is_saved:
            self._autosave.forget()
            return
        try:
            self._autosave.keep(session.project, session.data_file, session.path)
        except SdcError as error:
            if not self._told:  # once, not after every change
                words = f"Unsaved work is not kept for a crash; save the project often. {error.message}"
                session.failed.emit(SdcError(words))
            self._told = True
        else:
            self._told = False

    def discard(self) -> None:
        """Forget unsaved work, because the user said so."""
        self._timer.stop()
        self._autosave.forget()

    def _on_changed(self) -> None:
        self._timer.start()
