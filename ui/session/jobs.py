"""Jobs on a thread of their own: progress, cancel, and no answer that nobody wants any more."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Cancelled, Progress
from ui.session.defects import defect

T = TypeVar("T")

OFTEN = 0.05
"""Seconds between two reports that reach the window."""

THREADS = 2
"""Jobs that run at the same time."""


@dataclass(eq=False)
class Job:
    """One piece of work.

    Attributes
    ----------
    kind
        Of each kind only the newest matters.
    words
        What it does, for the job bar.
    fraction, detail
        How far it is.
    """

    kind: str
    words: str
    work: Callable[[Progress], Any] = field(repr=False)
    done: Callable[[Any], None] = field(repr=False)
    failed: Callable[[SdcError], None] = field(repr=False)
    cancelled: Callable[[], None] = field(repr=False)
    fraction: float = 0.0
    detail: str = ""
    started: float = field(default_factory=time.monotonic)
    stop: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def age(self) -> float:
        """Seconds since it started."""
        return time.monotonic() - self.started

    @property
    def seconds_left(self) -> float | None:
        """Seconds it will still take at the pace so far; None while that cannot be told."""
        spent = self.age
        return spent * (1 - self.fraction) / self.fraction if self.fraction > 0.05 and spent > 1 else None


class _Messenger(QObject):
    """Carries reports from the worker thread to the window's thread; jobs go by their number."""

    reported = Signal(int, float, str)
    finished = Signal(int, object, object)
    released = Signal(int)


def _run(number: int, hand_over: list[Job], messenger: _Messenger) -> None:
    """Do the work, on a worker thread.

    A job may hold widgets, which must not be the worker's to destroy: it says when it has let go of the
    job, and the window's thread keeps it until then.
    """
    job = hand_over.pop()
    answer, problem = _answer(number, job, messenger)
    messenger.finished.emit(number, answer, problem)
    del job, answer, problem
    messenger.released.emit(number)


def _answer(number: int, job: Job, messenger: _Messenger) -> tuple[Any, SdcError | Cancelled | None]:
    last = 0.0

    def report(fraction: float, words: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= OFTEN:
            last = now
            messenger.reported.emit(number, fraction, words)

    try:
        return job.work(Progress(listener=report, cancelled=job.stop.is_set)), None
    except (SdcError, Cancelled) as error:
        return None, error
    except Exception as error:  # a defect of ours must reach the user, not vanish
        return None, defect(error)


class Jobs(QObject):
    """All running jobs.

    A new job of a kind cancels the older one, whose answer is dropped even if it comes; so an answer
    always belongs to the newest question.
    """

    changed = Signal()
    """A job started, reported or ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: dict[str, Job] = {}
        self._kept_jobs: dict[int, Job] = {}
        self._count = 0
        self._closed = False
        # Python's threads, not Qt's: a QRunnable may be deleted by Qt while Python still holds it.
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="job")
        self._messenger = _Messenger()
        self._messenger.reported.connect(self._on_reported)
        self._messenger.finished.connect(self._on_finished)
        self._messenger.released.connect(self._on_released)

    @property
    def running(self) -> tuple[Job, ...]:
        """The jobs whose answers are still wanted, oldest first."""
        return tuple(self._jobs.values())

    def start(
        self,
        kind: str,
        words: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
        failed: Callable[[SdcError], None],
        cancelled: Callable[[], None] = lambda: None,
    ) -> None:
        """Start a job.

        Parameters
        ----------
        kind
            An older job of the same kind is cancelled.
        words
            What it does.
        work
            Runs on a worker thread; it must not touch the window.
        done, failed, cancelled
            One of them is called on the window's thread when the job ends, unless a newer job of its kind
            has taken its place. To stop is no failure: who shows that something is under way ends that in
            `cancelled`.
        """
        if self._closed:
            return
        self.drop(kind)
        job = Job(kind, words, work, done, failed, cancelled)
        self._jobs[kind] = job
        self._count += 1
        self._kept_jobs[self._count] = job
        self._pool.submit(_run, self._count, [job], self._messenger)
        self.changed.emit()

    def cancel(self, kind: str) -> None:
        """Ask a job to stop, as the user does; it does so at its next report."""
        if kind in self._jobs:
            self._jobs[kind].stop.set()

    def drop(self, *kinds: str) -> None:
        """Stop jobs whose answers nobody wants any more; none of them is delivered."""
        for kind in kinds:
            older = self._jobs.pop(kind, None)
            if older:
                older.stop.set()
                self.changed.emit()

    def close(self) -> None:
        """Stop everything and wait for the threads to end; no answer is delivered."""
        self._closed = True
        self.drop(*self._jobs)
        self._pool.shutdown(wait=True, cancel_futures=True)

    @Slot(int, float, str)
    def _on_reported(self, number: int, fraction: float, words: str) -> None:
        job = self._kept_jobs[number]
        job.fraction, job.detail = fraction, words
        if self._jobs.get(job.kind) is job:
            self.changed.emit()

    @Slot(int)
    def _on_released(self, number: int) -> None:
        del self._kept_jobs[number]

    @Slot(int, object, object)
    def _on_finished(self, number: int, answer: Any, problem: SdcError | Cancelled | None) -> None:
        job = self._kept_jobs[number]
        if self._jobs.get(job.kind) is not job:
            return
        del self._jobs[job.kind]
        self.changed.emit()  # before the answer, which may ask the user something first
        try:
            if problem is None:
                job.done(answer)
            elif isinstance(problem, SdcError):
                job.failed(problem)
            else:
                job.cancelled()
        except Exception as error:  # whoever asked must not wait for ever
            job.failed(defect(error))
