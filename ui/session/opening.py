"""Opening of a data file, a project, the sample, or recovered work. Reading happens on a worker thread."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sdcdesk.core.running.errors import ProjectError, SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.examples.example import Example
from sdcdesk.document.opened import Opened
from sdcdesk.document.project import Project
from sdcdesk.document.sample import examples_folder
from sdcdesk.document.unsaved_work import Recovered
from sdcdesk.io import FileOptions
from sdcdesk.io.large_file import large_file_text
from ui.look.locale import in_user_locale, user_locale
from ui.session.job_words import JobWords, opening_words, reading_words
from ui.session.session import Session

LOCATE = "Locate…"

OPEN = "open"
"""Kind of the job that opens something."""


Look = Callable[[Project, Path, Path | None], None]
"""Looks at a project, its file and the data file named for it, before the data are read."""


class _Work(NamedTuple):
    """What is read, in words; how, of the data file that is named; and who looks at the project before."""

    words: JobWords
    read: Callable[[Path | None, Look, Progress], Opened]
    look: Look


class _LargeDataError(SdcError):
    """Data take more than half the free memory, and nobody was asked yet."""


def _large_data_text(project: Project, path: Path, file: Path | None) -> str:
    """Return what is said of large data of a project; empty where they fit."""
    there = file or project.data.located(path)
    return large_file_text(there, project.data.reading(there))


def _refuse_large(project: Project, path: Path, file: Path | None) -> None:
    """Raise `_LargeDataError` where nobody has agreed to large data yet."""
    if said := _large_data_text(project, path, file):
        raise _LargeDataError(said)


def _agree(_project: Project, _path: Path, _file: Path | None) -> None:
    """Read data of any size."""


class Opening:
    """Opens things into a session.

    Parameters
    ----------
    session
        Takes over what was opened, and says what cannot be opened.
    ask
        Asks the user, in words, what to do about a data file that is gone or has changed: another file, the
        one that is given (none: it cannot be gone on with), or None.
    locate
        Asks the user where the data file is; None: they do not say.
    agree
        Asks the user, in words, whether data are read that take more than half the free memory.
    """

    def __init__(
        self,
        session: Session,
        ask: Callable[[str, Path | None], Path | None],
        locate: Callable[[], Path | None],
        agree: Callable[[str], bool] = lambda _words: True,
    ) -> None:
        self._session, self._ask, self._locate, self._agree = session, ask, locate, agree

    def data(
        self,
        path: Path,
        options: FileOptions,
        then: Callable[[], None] = lambda: None,
        *,
        released: bool = False,
    ) -> None:
        """Open a data file as a new project, or a released file alone, and call back once it is open."""
        session = self._session
        read = partial(Opened.from_data, path, options, released=released)
        take = partial(self._take, then=then)
        self._start(reading_words(path.name), read, take, session.failed.emit)

    def project(self, path: Path, data: Path | None = None) -> None:
        """Open a project; another data file may be named for the one it refers to."""

        def read(file: Path | None, look: Look, progress: Progress) -> Opened:
            return Opened.from_project(
                path, file, progress, user_locale(), lambda project: look(project, path, file)
            )

        self._start_with(_Work(opening_words(path.name), read, _refuse_large), data)

    def example(self, example: Example, then: Callable[[], None]) -> None:
        """Open an example as work that was never saved, and call back once it is open."""
        session = self._session

        def read(progress: Progress) -> Opened:
            return example.open(examples_folder(), progress, user_locale())

        words = JobWords("Opening an example", "Stopped: opening an example")
        self._start(words, read, partial(self._take, then=then), session.failed.emit)

    def all_records(self) -> None:
        """Open the project of the session with all records of its file; the file of the project stays."""
        session = self._session
        if session.project is None:
            return
        reference, path = session.project.data, session.path
        options = reference.options.changed(sample=None, sample_seed=None)
        whole = session.project.changed(data=reference.changed(options=options))
        digest = session.saved_digest
        large = _large_data_text(whole, path or Path(), None)
        if large and not self._agree(in_user_locale(large)):
            return

        def read(progress: Progress) -> Opened:
            opened = Opened.from_description(whole, path or Path(), progress, user_locale())
            return replace(opened, path=path, saved=False, saved_digest=digest)

        self._start(reading_words(reference.name), read, self._take, session.failed.emit)

    def recovered(self, work: Recovered, restored: Callable[[], None]) -> None:
        """Open work that a window left behind, and call back once it is open; it is not saved."""

        def read(file: Path | None, look: Look, progress: Progress) -> Opened:
            look(work.project, work.file, file)
            return Opened.from_recovered(work, file, progress, user_locale())

        words = JobWords("Restoring unsaved work", "Stopped: restoring unsaved work")
        self._start_with(_Work(words, read, _refuse_large), then=restored)

    def _start_with(
        self, work: _Work, data: Path | None = None, then: Callable[[], None] = lambda: None
    ) -> None:
        """Read a project with its data; where those are large, gone or have changed, ask what to do."""
        session = self._session

        def again(file: Path | None, why: SdcError) -> None:
            if file is None:
                session.failed.emit(why)
                session.helped.emit(LOCATE, lambda: again(self._locate(), why))
            else:
                self._start_with(work, file, then)

        def failed(error: SdcError) -> None:
            if isinstance(error, _LargeDataError):
                self._ask_of_large(error, work, data, then)
            elif isinstance(error, ProjectError) and error.field == "data":
                again(self._ask(in_user_locale(error.message), None), error)
            else:  # another data file mends no damaged project
                session.failed.emit(error)

        def check_opened(opened: Opened) -> None:
            file = opened.project.data.located(opened.path or Path())
            why = ProjectError(
                sentence("{name} is not the file that the project was saved with.", name=file.name), "data"
            )
            chosen = (
                self._ask(
                    "\n".join((in_user_locale(why.message), *map(in_user_locale, opened.changes))), file
                )
                if opened.changes
                else file
            )
            if chosen == file:
                self._take(opened, then)
            else:
                again(chosen, why)

        self._start(work.words, partial(work.read, data, work.look), check_opened, failed)

    def _ask_of_large(
        self, error: _LargeDataError, work: _Work, data: Path | None, then: Callable[[], None]
    ) -> None:
        """Read large data only where the user agrees."""
        if self._agree(in_user_locale(error.message)):
            self._start_with(work._replace(look=_agree), data, then)
        else:
            self._session.done.emit(work.words.stopped)

    def _start(
        self,
        words: JobWords,
        read: Callable[[Progress], Opened],
        ready: Callable[[Opened], None],
        failed: Callable[[SdcError], None],
    ) -> None:
        """Read on a worker thread; where the user stops that, what was open stays open."""
        session = self._session
        session.jobs.start(OPEN, words.running, read, ready, failed, lambda: session.done.emit(words.stopped))

    def _take(self, opened: Opened, then: Callable[[], None] = lambda: None) -> None:
        session = self._session
        session.open(
            opened.data, opened.project, opened.path, saved=opened.saved, saved_digest=opened.saved_digest
        )
        read = sentence("Read {n} record", "Read {n} records", "n", n=len(opened.data))
        session.done.emit(in_user_locale(read))
        then()  # remarks stand on the page to which that leads
        for remark in opened.remarks:
            session.notified.emit(in_user_locale(remark))
