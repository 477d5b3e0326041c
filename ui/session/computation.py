"""Computation in the background, in one of four states: computing, ready, failed, stopped."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from ui.look.locale import in_user_locale
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
    seconds: float = field(default=0.0, compare=False)


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

AGAIN = "Compute again"
"""The way out of a failure or a stop."""

FAILED, STOPPED = "Could not be computed", "Stopped"
"""States without a result, in a word or two."""


ABOVE = "Compute again at the top of the page, or with F5."
"""Said where the result of the whole project is missing: one place offers the way out, the others name it."""


def missing_and_why(state: State[T]) -> tuple[str, str]:
    """Return in a word or two that there is no result, and why; empty while there is one or one comes."""
    if isinstance(state, Failed):
        return FAILED, in_user_locale(state.error.message)
    return (STOPPED, "Nothing was computed for the project as it is now.") if state == Stopped() else ("", "")


def missing(state: State[T]) -> str:
    """Return the same as a sentence."""
    return ": ".join(filter(None, missing_and_why(state)))


class Computation(QObject, Generic[T]):
    """What is computed for one view: `state` is what it shows; the newest question wins.

    Parameters
    ----------
    jobs, kind
        Where it is computed, and the kind of its jobs.
    """

    changed = Signal()
    """The state is another."""

    def __init__(self, jobs: Jobs, kind: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._kind = jobs, kind
        self._again: Callable[[], None] = lambda: None
        self.state: State[T] = Stopped(by_user=False)

    @property
    def last(self) -> T | None:
        """What was found last, old while it is computed again; None after a failure or a stop."""
        if isinstance(self.state, Ready):
            return self.state.value
        return self.state.old if isinstance(self.state, Computing) else None

    def start(self, words: str, work: Callable[[Progress], T], *, refines: bool = False) -> None:
        """Compute something.

        Parameters
        ----------
        words, work
            As for `Jobs.start`.
        refines
            Whether what was found holds until something better is.
        """
        began = time.monotonic()

        def take(found: T) -> None:
            self._again = lambda: None  # what was asked holds whole files
            self.become(Ready(found, time.monotonic() - began))

        self._again = partial(self.start, words, work)
        if not refines:
            self.become(Computing(self.last))
        self._jobs.start(
            self._kind,
            words,
            work,
            take,
            lambda error: self.become(Failed(error)),
            lambda: self.become(Stopped()),
        )

    def again(self) -> None:
        """Compute once more what failed or was stopped."""
        self._again()

    def become(self, state: State[T]) -> None:
        """Be in another state."""
        self.state = state
        if isValid(self):  # the view that asked may be gone, with a job that has just ended
            self.changed.emit()

    def stop(self) -> None:
        """Stop as the user does."""
        self._jobs.cancel(self._kind)

    def drop(self) -> None:
        """Let go of what is under way; no answer comes any more."""
        self._jobs.drop(self._kind)
