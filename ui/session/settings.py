"""Settings that the window remembers between sessions: recent projects, sizes, appearance. Never data."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QByteArray, QFileSystemWatcher, QObject, QSettings, Signal

from sdcdesk.core.files.owned_file import PRIVATE
from sdcdesk.core.running.errors import SdcError
from ui.look.theme import SCHEMES, Scheme

LONGEST_LIST = 10
"""Recent projects that are kept."""

UNKNOWN = "not assessed"
"""Verdict of a project that was saved before it was computed."""


@dataclass(frozen=True, slots=True)
class Recent:
    """A project file that was opened or saved before: when, the verdict on it, and its data file then."""

    path: Path
    opened: datetime
    verdict: str
    data: Path | None = None
    data_written: float | None = None

    @property
    def exists(self) -> bool:
        """Whether the file is still there."""
        return self.path.is_file()

    @property
    def gone(self) -> str:
        """That it is not, in words; empty where it is."""
        return "" if self.exists else "the file is gone"

    @property
    def data_changed(self) -> str:
        """That its data file is gone or was written since, in words; empty where nothing is known of it."""
        if self.data is None or self.data_written is None or not self.exists:
            return ""
        written = _written(self.data)
        if written is None:
            return "The data file is not there any more"
        return "" if written == self.data_written else "The data file has changed since"


def _written(path: Path) -> float | None:
    """Return when a file was written, in seconds; None: it is not there."""
    try:
        return path.stat().st_mtime
    except OSError:
        return None


class Settings(QObject):
    """Settings in the place where the system keeps them; what is damaged there is as it usually is.

    Parameters
    ----------
    store
        Another store, for tests.
    """

    failed = Signal(object)
    """A `SdcError`: they cannot be written; said once."""

    rewritten = Signal()
    """This window or another one wrote settings."""

    def __init__(self, store: QSettings | None = None) -> None:
        super().__init__()
        self._store = store or QSettings("SDCDesk", "SDCDesk")
        self._reported = False
        # Their folder, for whoever writes them puts another file in the place of the old one.
        self._watcher = QFileSystemWatcher([str(Path(self._store.fileName()).parent)], self)
        self._watcher.directoryChanged.connect(lambda _folder: self.rewritten.emit())

    @property
    def scheme(self) -> Scheme:
        """Appearance."""
        kept = str(self._store.value("scheme", "system"))
        return next((scheme for scheme in SCHEMES if scheme == kept), "system")

    @scheme.setter
    def scheme(self, value: Scheme) -> None:
        self._keep("scheme", value)

    @property
    def reported_crash(self) -> str:
        """Name of the latest report of a crash of which the user was told."""
        return str(self._store.value("crash_told", ""))

    @reported_crash.setter
    def reported_crash(self, value: str) -> None:
        self._keep("crash_told", value)

    def recent(self) -> list[Recent]:
        """Return the projects opened or saved last, by any window, the newest first."""
        self._store.sync()
        found = []
        for position in range(min(self._store.beginReadArray("recent"), LONGEST_LIST)):
            self._store.setArrayIndex(position)
            with suppress(ValueError, OverflowError):  # not a time of this world: the entry is damaged
                opened = datetime.fromisoformat(str(self._store.value("opened"))).astimezone(UTC)
                path = Path(str(self._store.value("path")))
                data, written = (str(self._store.value(name) or "") for name in ("data", "data_written"))
                verdict = str(self._store.value("verdict"))
                known = (Path(data), float(written)) if data and written else (None, None)
                found.append(Recent(path, opened, verdict, *known))
        self._store.endArray()
        return found

    def remember(self, path: Path, verdict: str = "", data: Path | None = None) -> None:
        """Put a project and its data file at the top; without a verdict it keeps the one it had."""
        path, before = path.resolve(), self.recent()
        had = next((entry.verdict for entry in before if entry.path == path), UNKNOWN)
        written = None if data is None else _written(data)
        entries = [Recent(path, datetime.now(UTC), verdict or had, data, written)]
        entries += [entry for entry in before if entry.path != path]
        self._store.beginWriteArray("recent")
        for position, entry in enumerate(entries[:LONGEST_LIST]):
            self._store.setArrayIndex(position)
            self._store.setValue("path", str(entry.path))
            self._store.setValue("opened", entry.opened.isoformat())
            self._store.setValue("verdict", entry.verdict)
            self._store.setValue("data", str(entry.data or ""))
            self._store.setValue(
                "data_written", "" if entry.data_written is None else repr(entry.data_written)
            )
        self._store.endArray()
        self._check()

    def layout(self, name: str) -> QByteArray | None:
        """Return the remembered sizes of a window or splitter."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else None

    def keep_layout(self, name: str, state: QByteArray) -> None:
        """Remember the sizes of a window or splitter."""
        self._keep(f"layout/{name}", state)

    def _keep(self, name: str, value: object) -> None:
        self._store.setValue(name, value)
        self._check()

    def _check(self) -> None:
        self._store.sync()
        with suppress(OSError):  # the registry of Windows is private by itself
            Path(self._store.fileName()).chmod(PRIVATE)  # names of projects are nobody else's business
        if self._store.status() != QSettings.Status.NoError and not self._reported:
            self._reported = True
            self.failed.emit(
                SdcError("The settings of the window cannot be kept: their file is not writable.")
            )
