"""Change: a kind of change that a search may make, with the steps that make it and why one would."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sdcdesk.core.operations.method import Method
from sdcdesk.core.text.sentence import Sentence
from sdcdesk.records.step_changes import StepChanges
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile


@dataclass(frozen=True, slots=True)
class TriedStep:
    """A step of a recipe that was tried.

    Attributes
    ----------
    slot
        Where it stands.
    method
        The step.
    changes
        What it did to values and records.
    """

    slot: Slot
    method: Method
    changes: StepChanges


class Change(ABC):
    """A kind of change.

    Attributes
    ----------
    name
        How allowed changes name it.
    title
        How people call it, where the variable is named already.
    of_records
        Whether it is about records, not about variables.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    of_records: ClassVar[bool] = False

    @abstractmethod
    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield the places in a recipe that such steps have.

        Parameters
        ----------
        file
            The file that is searched.
        names
            The variables that may be changed so.

        Yields
        ------
        Slot
            With steps that fit the file; none where nothing can be changed so.
        """

    @abstractmethod
    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return why a step is there.

        Parameters
        ----------
        file
            The file that is searched.
        step
            The step, and what it did.

        Returns
        -------
        Sentence
            One whole sentence, of facts of this file.
        """

    def fits(self, file: SearchedFile, name: str) -> bool:
        """Return whether a variable can be changed so.

        Parameters
        ----------
        file
            The file that is searched.
        name
            The variable; of no matter where the change is of records.

        Returns
        -------
        bool
            Whether there is a step for it.
        """
        return next(self.slots(file, (name,)), None) is not None
