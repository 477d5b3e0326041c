"""Answers of measures about the files as they are now."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.measure_check import assessed_beside, known_assessment
from ui.session.computation import Computation, Computing, Failed, Ready, State, Stopped
from ui.session.jobs import Jobs

Answer = State[Assessment]


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

    def assessment(self, measure: Measure, masked: Microdata) -> Assessment | None:
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

    @property
    def files(self) -> tuple[Microdata, Microdata]:
        """Both files."""
        return self.original, self.masked


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
    """An answer came, or will not come. That earlier ones no longer hold is what the session says."""

    def __init__(self, jobs: Jobs, files: Callable[[], State[Files]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._files = jobs, files
        self._views: dict[str, Computation[Assessment]] = {}
        self._questions: dict[str, _Key] = {}
        self._answers: dict[_Key, Answer] = {}

    def current(self, measure: Measure, view: str = "") -> Answer:
        """Return the answer of a measure as it is now; nothing is started.

        Parameters
        ----------
        measure
            With its parameters.
        view
            Whose question it is, where two views show the same measure with different parameters.
        """
        files, place = self._files(), view or measure.name
        computation = self._computation(place)
        if not isinstance(files, Ready):
            return Computing(computation.last) if isinstance(files, Computing) else files
        key = _key(measure, files.value.original, files.value.masked)
        if self._questions.get(place) == key:
            return computation.state
        if key not in self._answers:
            known = _known(measure, files.value)
            if known is None:
                return Stopped(by_user=False)
            self._answers[key] = Ready(known)
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
        answer, files, place = self.current(measure, view), self._files(), view or measure.name
        if not isinstance(files, Ready):
            return answer
        computation = self._computation(place)
        if answer == Stopped(by_user=False) or (again and isinstance(answer, Failed | Stopped)):
            self._start(computation, measure, place, files.value)
            return computation.state
        if place not in self._questions:
            computation.state = answer
        return answer

    def stop(self, view: str) -> None:
        """Stop what is computed for a view, which goes by the name of its measure if it gave none."""
        self._computation(view).stop()

    def follow(self) -> None:
        """Let go of answers about files that are no more; what is under way for them is dropped."""
        files = self._files()
        now = (files.value.original, files.value.masked) if isinstance(files, Ready) else None
        if now is not None:
            self._answers = {key: answer for key, answer in self._answers.items() if key.files == now}
        for view, key in tuple(self._questions.items()):
            if key.files != now:
                self._views[view].drop()
                del self._questions[view]

    def forget(self) -> None:
        """Let go of everything: another file is open, or none."""
        for computation in self._views.values():
            computation.drop()
            computation.deleteLater()
        self._views, self._questions, self._answers = {}, {}, {}

    def _computation(self, view: str) -> Computation[Assessment]:
        if view not in self._views:
            computation = self._views[view] = Computation(
                self._jobs, sentence("answer {view}", view=view), self
            )
            computation.changed.connect(partial(self._on_changed, view))
        return self._views[view]

    def _start(self, computation: Computation[Assessment], measure: Measure, view: str, files: Files) -> None:
        self._questions[view] = _key(measure, files.original, files.masked)
        computation.start(
            measure.title,
            lambda progress: assessed_beside(measure, files.original, files.masked, files.known, progress)[0],
        )

    def _on_changed(self, view: str) -> None:
        """Keep an answer that came, or that none came."""
        state = self._views[view].state
        if not isinstance(state, Computing):
            self._answers[self._questions.pop(view)] = state
            self.changed.emit()


def _known(measure: Measure, files: Files) -> Assessment | None:
    """Return the answer as far as the release check has it; None: something is to be computed."""
    after = files.assessment(measure, files.masked)
    if after is None or not measure.also_for_original:
        return after
    before = files.assessment(measure, files.original)
    return None if before is None else after.with_before(before, measure.unreleased_quantity)
