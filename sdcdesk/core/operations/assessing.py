"""Assessing: operations that find something, which they declare before anything is computed."""

from enum import StrEnum
from typing import Any, ClassVar

from sdcdesk.core.operations.operation import Operation, Subject


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
        Its figures: each is always among the findings, with a value or the reason why there is none.
    version
        Rises when a definition changes, so that old and new results are told apart.
    """

    concern: ClassVar[Concern]
    purpose: ClassVar[str] = ""
    version: ClassVar[int] = 1


AnyAssessing = Assessing[Any]
"""An operation that finds something, whatever it looks at."""
