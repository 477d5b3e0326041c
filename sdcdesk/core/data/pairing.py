"""Pairing: what says which initial record each masked record came from."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """How the records of a masked file were traced to those of an initial file.

    Attributes
    ----------
    initial
        Stands for the initial file; None: the rows were stated, for whatever file they fit.
    by
        "steps": the file was made from the initial one, step by step; "identity": its rows were stated, or
        found by a variable that names the record; "order": the user states that the records of both files
        stand in the same order; "nothing": both files have equally many records, which says nothing of which
        belong together.
    recoded_only
        The user states that the file was only recoded, coarsened, suppressed or sampled.
    """

    initial: object | None
    by: Literal["steps", "identity", "order", "nothing"] = "steps"
    recoded_only: bool = False

    @property
    def steps_are_known(self) -> bool:
        """Whether all that was done to the values is known, by the steps or by the user's word."""
        return self.by == "steps" or self.recoded_only

    @property
    def is_known(self) -> bool:
        """Whether it is known which initial record each masked one came from: equal length is no evidence."""
        return self.by != "nothing"


STATED = Pairing(None, "identity")
"""The rows were given by the caller."""

UNPAIRED = (
    "The records of the two files are paired by nothing but their order; state that the order is the same, "
    "or name an identifier."
)
"""Why nothing is said that needs to know who is who."""

SAME_ORDER = (
    "The user stated that the records of both files stand in the same order; everything that compares a "
    "record with itself rests on that."
)
"""Stands first among the findings where the user's word is what pairs the records."""
