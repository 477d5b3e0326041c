"""Progress of a job, and the way to cancel it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")


class Cancelled(Exception):  # noqa: N818 - to cancel is a wish of the user, not an error
    """The user asked the running job to stop."""


def _ignore(_fraction: float, _words: str) -> None:
    pass


def _never() -> bool:
    return False


def _overlook(_best: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a job reports how far it is, and learns that it should stop.

    A job gets one `Progress` for its whole range 0…1 and hands parts of it on, so that nobody needs to
    know what share of the whole a piece of work is.

    Parameters
    ----------
    listener
        Called with the fraction done (0…1 of the whole job) and a few words, often from a worker thread.
    cancelled
        Asked at every report; True stops the job.
    start, span
        Where this part begins, and how much of the whole job it is, 0…1 each.
    viewer
        Called with the best that a search has so far, often from a worker thread.
    """

    listener: Callable[[float, str], None] = _ignore
    cancelled: Callable[[], bool] = _never
    start: float = 0.0
    span: float = 1.0
    viewer: Callable[[Any], None] = _overlook

    def at(self, fraction: float, words: str = "") -> None:
        """Report that `fraction` of this part is done; raise `Cancelled` if the job should stop.

        Parameters
        ----------
        fraction
            0…1 of this part.
        words
            What is being done, in a few words.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        self.check()
        self.listener(self.start + self.span * fraction, words)

    def check(self) -> None:
        """Raise `Cancelled` if the job should stop; nothing is reported.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        if self.cancelled():
            raise Cancelled

    def show(self, best: object) -> None:
        """Show the best so far, which may be looked at and is not the result.

        Parameters
        ----------
        best
            One of what the job is known to search for.
        """
        self.viewer(best)

    def part(self, start: float, end: float) -> "Progress":
        """Return the progress of a piece of work that takes this part from `start` to `end`.

        Parameters
        ----------
        start
            Where the piece begins, 0…1 of this part.
        end
            Where it ends, 0…1 of this part.

        Returns
        -------
        Progress
            Its own 0…1 fills that stretch of the job.
        """
        return replace(self, start=self.start + self.span * start, span=self.span * (end - start))

    def over(self, items: Sequence[T], words: str = "") -> Iterator[tuple[T, "Progress"]]:
        """Walk through `items`, each with the progress of its own equal share.

        Parameters
        ----------
        items
            What is worked through, in order.
        words
            What is done with each, in a few words.

        Yields
        ------
        tuple[T, 'Progress']
            An item, and the progress of its 1/len(items) of this part.
        """
        for position, item in enumerate(items):
            share = self.part(position / len(items), (position + 1) / len(items))
            share.at(0.0, words)
            yield item, share


SILENT = Progress()
"""Nobody listens and nobody cancels."""
