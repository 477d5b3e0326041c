"""Computation in the background, in one of the four states; the newest question wins."""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.progress import Progress
from ui.session.answer import Computing, Failed, Ready, State, Stopped
from ui.session.jobs import Jobs

T = TypeVar("T")


class Computation(QObject, Generic[T]):
    """What is computed for one view: `state` is what it shows.

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
        self.state: State[T] = Stopped(by_user=False)

    @property
    def found(self) -> T | None:
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
        if not refines:
            self.become(Computing(self.found))
        self._jobs.start(
            self._kind,
            words,
            work,
            lambda found: self.become(Ready(found)),
            lambda error: self.become(Failed(error)),
            lambda: self.become(Stopped()),
        )

    def become(self, state: State[T]) -> None:
        """Be in another state."""
        self.state = state
        self.changed.emit()

    def stop(self) -> None:
        """Stop as the user does."""
        self._jobs.cancel(self._kind)

    def drop(self) -> None:
        """Let go of what is under way; no answer comes any more."""
        self._jobs.drop(self._kind)
