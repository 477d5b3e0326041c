"""Assessing: operations that find something, which they declare before anything is computed."""

from enum import StrEnum
from typing import Any, ClassVar

from sdcdesk.core.operations.operation import Operation, Subject
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.figure import Declared


class Concern(StrEnum):
    """What a measure is about; its tab stands in the stage of the same name."""

    RISK = "risk"
    LOSS = "loss"


class Assessing(Operation[Subject]):
    """An operation that looks at its subject, changes nothing, and finds figures and tables.

    Attributes
    ----------
    concern
        Risk or loss.
    purpose
        What it answers, in a line below its title.
    declares
        Its figures, before anything is computed: each is always among the findings, with a value or the
        reason why there is none.
    tables
        Its tables, likewise; each that is found is one of them, though not all of them are always found.
    version
        Rises when a definition changes, so that old and new results are told apart.
    """

    concern: ClassVar[Concern]
    purpose: ClassVar[str] = ""
    declares: ClassVar[tuple[Declared, ...]] = ()
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = ()
    version: ClassVar[int] = 1

    @classmethod
    def declared(cls, figure: str) -> Declared | None:
        """Return a declared figure by its name; None: the measure has no such figure.

        Parameters
        ----------
        figure
            Name of a figure.

        Returns
        -------
        Declared or None
            Its words and unit, before anything is computed.
        """
        return next((declared for declared in cls.declares if declared.name == figure), None)


AnyAssessing = Assessing[Any]
"""An operation that finds something, whatever it looks at."""
