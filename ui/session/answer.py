"""Answers of measures, and the states of everything that is computed: computing, ready, failed, stopped."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.release.measure_check import assessed_beside, known_assessment
from ui.look.locale import worded
from ui.session.jobs import Jobs

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Computing(Generic[T]):
    """Under way.

    Attributes
    ----------
    old
        What was found for an earlier question, to be shown as old; None: nothing yet.
    """

    old: T | None = None


@dataclass(frozen=True, slots=True)
class Ready(Generic[T]):
    """Found, and true of the project as it is.

    Attributes
    ----------
    value
        What was found.
    seconds
        How long it took; 0 where it was known already.
    """

    value: T
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Failed:
    """Could not be computed.

    Attributes
    ----------
    error
        Why.
    """

    error: SdcError


@dataclass(frozen=True, slots=True)
class Stopped:
    """Neither known nor under way.

    Attributes
    ----------
    by_user
        Whether the user stopped it; else nobody has asked yet.
    """

    by_user: bool = True


State = Computing[T] | Ready[T] | Failed | Stopped
Answer = State[Assessment]


AGAIN = "Compute again"
"""The way out of a failure or a stop."""

FAILED, STOPPED = "Could not be computed", "Stopped"
"""States without a result, in a word or two."""


def missing_and_why(state: State[T]) -> tuple[str, str]:
    """Return in a word or two that there is no result, and why; empty while there is one or one comes."""
    if isinstance(state, Failed):
        return FAILED, worded(state.error.message)
    return (STOPPED, "Nothing was computed for the project as it is now.") if state == Stopped() else ("", "")


def missing(state: State[T]) -> str:
    """Return the same as a sentence."""
    return ": ".join(filter(None, missing_and_why(state)))


@dataclass(frozen=True, eq=False)
class Files:
    """The files that measures look at.

    Attributes
    ----------
    original, masked
        Both files as they are now.
    known
        What the release check has assessed of them already.
    """

    original: Microdata
    masked: Microdata
    known: tuple[Assessment, ...] = ()

    def found(self, measure: Measure, masked: Microdata) -> Assessment | None:
        """Return what is known of a file by a measure with the same parameters."""
        return known_assessment(measure, self.original, masked, self.known)


@dataclass(frozen=True, slots=True)
class _Key:
    """A question: files go by identity, for they are never changed."""

    original: Microdata = field(repr=False)
    masked: Microdata = field(repr=False)
    measure: str
    version: int
    parameters: str


def _key(measure: Measure, original: Microdata, masked: Microdata) -> _Key:
    parameters = json.dumps(measure.parameters, sort_keys=True)
    return _Key(original, masked, measure.name, measure.version, parameters)


class Answers(QObject):
    """What measures say of the files as they are now.

    An answer is kept under its question: both files, the measure, its version and its parameters. So an
    answer is never shown for another file or for other parameters but as an old one.

    Parameters
    ----------
    jobs
        Where answers are computed.
    files
        Asked for the files as they are now, or the state of what makes them.
    """

    changed = Signal()
    """An answer came, or an earlier one no longer holds: a view that is seen asks again."""

    def __init__(self, jobs: Jobs, files: Callable[[], State[Files]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._files = jobs, files
        self._answers: dict[_Key, Answer] = {}
        self._last: dict[str, Assessment] = {}
        self._running: dict[str, _Key] = {}

    def of(self, measure: Measure, view: str = "") -> Answer:
        """Return the answer of a measure as it is now; nothing is started.

        Parameters
        ----------
        measure
            With its parameters.
        view
            Whose question it is, where two views show the same measure with different parameters.
        """
        files = self._files()
        place = view or measure.name
        if not isinstance(files, Ready):
            return Computing(self._last.get(place)) if isinstance(files, Computing) else files
        key = _key(measure, files.value.original, files.value.masked)
        if key not in self._answers:
            known = _known(measure, files.value)
            if known is None:
                return Stopped(by_user=False)
            self._keep(key, place, Ready(known))
        return self._answers[key]

    def ask(self, measure: Measure, view: str = "", *, again: bool = False) -> Answer:
        """Compute the answer of a measure in the background, unless it is known or under way.

        While the files themselves are being computed nothing is started: `changed` tells when it is time to
        ask. A newer question of a view takes the place of its older one.

        Parameters
        ----------
        measure, view
            As for `of`.
        again
            Compute also what failed or was stopped by the user.

        Returns
        -------
        Answer
            As it is now.
        """
        answer, files = self.of(measure, view), self._files()
        wanted = answer == Stopped(by_user=False) or (again and isinstance(answer, Failed | Stopped))
        if wanted and isinstance(files, Ready):
            return self._start(measure, view or measure.name, files.value)
        return answer

    def stop(self, view: str) -> None:
        """Stop what is computed for a view, which goes by the name of its measure if it gave none."""
        self._jobs.cancel(_kind(view))

    def follow(self) -> None:
        """Let go of answers about files that are no more; what is under way for them is dropped."""
        files = self._files()
        if isinstance(files, Ready):
            now = (files.value.original, files.value.masked)
            self._answers = {
                key: answer
                for key, answer in self._answers.items()
                if key.original is now[0] and key.masked is now[1]
            }
        for view, key in tuple(self._running.items()):
            if key not in self._answers or not isinstance(files, Ready):
                self._jobs.drop(_kind(view))
                del self._running[view]
                self._answers.pop(key, None)
        self.changed.emit()

    def forget(self) -> None:
        """Let go of everything: another file is open, or none."""
        for view in self._running:
            self._jobs.drop(_kind(view))
        self._answers, self._last, self._running = {}, {}, {}
        self.changed.emit()

    def _start(self, measure: Measure, view: str, files: Files) -> Answer:
        key = _key(measure, files.original, files.masked)
        older = self._running.pop(view, None)
        if older is not None:
            self._answers.pop(older, None)
        self._running[view] = key
        self._answers[key] = Computing(self._last.get(view))
        began = time.monotonic()

        def done(found: Assessment) -> None:
            self._settle(key, view, Ready(found, time.monotonic() - began))

        self._jobs.start(
            _kind(view),
            measure.title,
            lambda progress: assessed_beside(measure, files.original, files.masked, files.known, progress)[0],
            done,
            lambda error: self._settle(key, view, Failed(error)),
            lambda: self._settle(key, view, Stopped()),
        )
        return self._answers[key]

    def _settle(self, key: _Key, view: str, answer: Answer) -> None:
        self._running.pop(view, None)
        self._keep(key, view, answer)
        self.changed.emit()

    def _keep(self, key: _Key, view: str, answer: Answer) -> None:
        self._answers[key] = answer
        if isinstance(answer, Ready):
            self._last[view] = answer.value


def _kind(view: str) -> str:
    return f"answer {view}"


def _known(measure: Measure, files: Files) -> Assessment | None:
    """Return the answer as far as the release check has it; None: something is to be computed."""
    after = files.found(measure, files.masked)
    if after is None or not measure.of_original:
        return after
    before = files.found(measure, files.original)
    return None if before is None else after.with_before(before)
