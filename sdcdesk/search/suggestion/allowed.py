"""Allowed changes: which variables may change, and how; and what may become of records."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.display_names import display_names, operation_with_display_names
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.document.project import Project
from sdcdesk.search.suggestion.changes import BY_NAME
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Space

VariableKind = Literal[
    "levels", "rare", "top", "bottom", "round", "microaggregate", "noise", "swap", "pram", "suppress"
]
"""Kinds of changes of a variable."""

RecordKind = Literal["sample", "leave_out"]
"""Kinds of changes of records."""


UNCHANGEABLE = (Role.IDENTIFIER, Role.HOUSEHOLD, Role.WEIGHT)
"""Roles of variables that no search changes: they do not leave, or number and weigh records."""


class Allowed(Model):
    """What a search may change.

    Attributes
    ----------
    variables
        By name of a variable the kinds of changes that it may have; none, or no entry: it stays as it is.
    records
        What may become of records.
    farthest
        By variable and kind of change how many steps of its ladder may be used, from the weakest on: 2 of
        levels are those up to the second level. All where nothing is said.
    """

    variables: dict[str, tuple[VariableKind, ...]] = Field(default_factory=dict)
    records: tuple[RecordKind, ...] = ()
    farthest: dict[str, dict[VariableKind, Annotated[int, Field(ge=1)]]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        for field, kinds in (
            *(("variables", one) for one in self.variables.values()),
            ("records", self.records),
        ):
            if len(set(kinds)) < len(kinds):
                raise FieldError(field, "a kind of change is named twice; name each once")
        for name, kinds_there in self.farthest.items():
            if not set(kinds_there) <= set(self.variables.get(name, ())):
                wrong = "{name} has a farthest step of a change that it may not have; allow the change"
                raise FieldError("farthest", sentence(wrong, name=short(name)))
        return self

    @classmethod
    def of(cls, project: Project, data: Microdata) -> Self:
        """Return what a search may change where nobody has said so.

        Keys that somebody knows may get wider values, have their tails coded where they are numbers, and
        single cells may be hidden; all other variables and the records stay.

        Parameters
        ----------
        project, data
            The project with its data.

        Returns
        -------
        Self
            What fits; nothing where no scenario has a limit.
        """
        file = SearchedFile(project, data)
        variables: dict[str, tuple[VariableKind, ...]] = {}
        for name in file.keys:
            wanted: tuple[VariableKind, ...] = ("levels", "suppress")
            if data.variable(name).scale is Scale.CONTINUOUS:
                wanted = ("levels", "top", "suppress")
            variables[name] = tuple(kind for kind in wanted if BY_NAME[kind].fits(file, name))
        return cls(variables=variables)

    def space(self, file: SearchedFile) -> Space:
        """Return the recipes that are allowed.

        Parameters
        ----------
        file
            The file that is searched.

        Returns
        -------
        Space
            At least one slot.

        Raises
        ------
        ParameterError
            A variable does not exist, cannot be changed so, or nothing may change.
        """
        for name, kinds in self.variables.items():
            if name not in file.data:
                wrong = "There is no variable {name}; name those of the file that may change."
                raise ParameterError(sentence(wrong, name=short(name)), "variables")
            unfit = [BY_NAME[kind].title for kind in kinds if not BY_NAME[kind].fits(file, name)]
            if unfit:
                wrong = "{name} cannot be changed so: {kinds}; take that out of what it may change."
                raise ParameterError(sentence(wrong, name=short(name), kinds=joined(unfit)), "variables")
        every: Mapping[str, tuple[str, ...]] = self.variables
        farthest = {
            name: {str(kind): most for kind, most in kinds.items()} for name, kinds in self.farthest.items()
        }
        found = Space.from_changes(file, every, self.records, farthest)
        if not found.slots:
            wrong = "Nothing may change; allow at least one change of a variable or of the records."
            raise ParameterError(wrong, "variables")
        return found


def possible_steps(file: SearchedFile, name: str) -> dict[VariableKind, tuple[str, ...]]:
    """Return the kinds of changes that a variable can have, with the steps of each in words.

    Parameters
    ----------
    file
        The file that is searched.
    name
        One of its variables.

    Returns
    -------
    dict[str, tuple[str, ...]]
        By kind its steps from the weakest on, as `Allowed.farthest` counts them. None for identifiers, which
        do not leave, and for numbers of households and weights of records.
    """
    if file.data.variable(name).role in UNCHANGEABLE:
        return {}
    called = display_names(file.data.variables)
    kinds: tuple[VariableKind, ...] = get_args(VariableKind)
    found = {kind: tuple(BY_NAME[kind].slots(file, (name,))) for kind in kinds}
    return {kind: _words(slots, called) for kind, slots in found.items() if slots}


def _words(slots: Sequence[Slot], called: Mapping[str, str]) -> tuple[str, ...]:
    """Return what the steps of each number are, in words; slots of one kind can have others."""
    rungs = zip_longest(*(slot.ladder for slot in slots))
    summaries = (
        [operation_with_display_names(step, called).summary() for step in steps if step is not None]
        for steps in rungs
    )
    return tuple(joined(tuple(dict.fromkeys(words)), "; ") for words in summaries)
