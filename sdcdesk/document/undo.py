"""Undo history: the states before and after every change, without limit."""

from dataclasses import dataclass
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class _Change(Generic[State]):
    label: str
    before: State
    after: State


class History(Generic[State]):
    """A line of changes with the place where the user stands in it.

    States are immutable values, so that undo is the previous one. Fields hand over what was typed when it
    is finished, so that typing in one field is one change.
    """

    def __init__(self) -> None:
        self._done: list[_Change[State]] = []
        self._undone: list[_Change[State]] = []

    def add(self, label: str, before: State, after: State) -> None:
        """Add a change; what was undone is forgotten.

        Parameters
        ----------
        label
            What was changed ("Zip is a key").
        before, after
            The states.
        """
        self._done.append(_Change(label, before, after))
        self._undone.clear()

    @property
    def undo_label(self) -> str | None:
        """What undo would take back; None: nothing."""
        return self._done[-1].label if self._done else None

    @property
    def redo_label(self) -> str | None:
        """What redo would do again; None: nothing."""
        return self._undone[-1].label if self._undone else None

    def undo(self) -> State | None:
        """Step back and return the state before the last change.

        Returns
        -------
        State or None
            None: nothing is left to take back.
        """
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1].before

    def redo(self) -> State | None:
        """Step forward and return the state after the change.

        Returns
        -------
        State or None
            None: nothing was taken back.
        """
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1].after

    def clear(self) -> None:
        """Forget everything."""
        self._done, self._undone = [], []
