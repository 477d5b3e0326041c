"""Undo: the states before and after every change, without limit."""

from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class _Change(Generic[State]):
    label: str
    before: State
    after: State
    merge: str


class History(Generic[State]):
    """A line of changes with the place where the user stands in it.

    States are immutable values, so that undo is the previous one.
    """

    def __init__(self) -> None:
        self._changes: list[_Change[State]] = []
        self._position = 0
        self._closed = True

    def add(self, label: str, before: State, after: State, merge: str = "") -> None:
        """Add a change; what was undone is forgotten.

        Parameters
        ----------
        label
            What was changed ("Zip is a key").
        before, after
            The states.
        merge
            Changes of the same name that follow one another become one, until `close`; empty: never.
        """
        del self._changes[self._position :]
        last = self._changes[-1] if self._changes else None
        if last and merge and last.merge == merge and not self._closed:
            self._changes[-1] = _Change(label, last.before, after, merge)
        else:
            self._changes.append(_Change(label, before, after, merge))
        self._position = len(self._changes)
        self._closed = False

    def close(self) -> None:
        """End the merging of changes, for instance because the focus has left the field."""
        self._closed = True

    @property
    def undo_label(self) -> str | None:
        """What undo would take back; None: nothing."""
        return self._changes[self._position - 1].label if self._position else None

    @property
    def redo_label(self) -> str | None:
        """What redo would do again; None: nothing."""
        return self._changes[self._position].label if self._position < len(self._changes) else None

    def undo(self) -> State | None:
        """Step back and return the state before the last change."""
        if not self._position:
            return None
        self._position -= 1
        self._closed = True
        return self._changes[self._position].before

    def redo(self) -> State | None:
        """Step forward and return the state after the change."""
        if self._position == len(self._changes):
            return None
        self._position += 1
        self._closed = True
        return self._changes[self._position - 1].after

    def clear(self) -> None:
        """Forget everything."""
        self._changes.clear()
        self._position = 0
