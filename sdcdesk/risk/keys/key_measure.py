"""Key measures: which keys are compared, and what a missing key value means."""

from typing import ClassVar, Literal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.measure import Concern, Measure
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.findings import Findings, Note
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.keys.missing_keys import lacks_some

Missing = Literal["category", "wildcard"]
"""What a missing key value is compatible with: only another missing value, or every value."""

MISSING_NOTES = {
    "category": "A missing key value counts as a value of its own: it equals only another missing value.",
    "wildcard": (
        "A missing key value is compatible with every value, so records are counted by the records "
        "compatible with them; these do not form groups."
    ),
}


NONE_MISSING = (
    "A missing key value would be compatible with every value, but no released one is missing: released "
    "records form groups."
)
"""What is said where a missing key value would match every value, and there is none."""


class IntruderMeasure(Measure):
    """A measure of what an intruder can do who knows some variables."""

    concern: ClassVar[Concern] = Concern.RISK
    of_original: ClassVar[bool] = True

    keys: tuple[str, ...] = parameter(
        (),
        "Key variables",
        "The variables that an intruder could know. Left empty: all variables with the role key.",
        FieldDisplay(empty="all with the role key"),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )

    def key_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the key variables, or raise `DataError` if there are none.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        tuple[str, ...]
            Those given, else all variables with the role key.

        Raises
        ------
        DataError
            None is given, and no variable has the role key.
        """
        names = self.keys or original.named(Role.KEY)
        if not names:
            raise DataError(
                sentence(
                    "{title} needs to know the key variables, and no variable has the role key; give "
                    "that role to the variables that an intruder could know.",
                    title=self.title,
                ),
                "keys",
            )
        return names

    def compared_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the key variables; see `Measure.compared_names`."""
        return self.key_names(original)

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess the masked file alone by those keys of the original that it has."""
        if self.unpaired == "beside":
            return super()._assess_unpaired(original, masked, progress)
        names = self.key_names(original)
        released = tuple(name for name in names if name in masked)
        if not released:
            raise DataError(
                sentence("{title}: the masked file has none of the key variables.", title=self.title), "keys"
            )
        found = super(IntruderMeasure, self.changed(keys=released))._assess_unpaired(
            original, masked, progress
        )
        if released == names:
            return found
        gone = ", ".join(name for name in names if name not in masked)
        words = "Not in the masked file, so that nothing is told apart by it: {names}."
        return found.noted(Note(sentence(words, names=gone)))


class KeyMeasure(IntruderMeasure):
    """A measure that counts records by their key values."""

    missing: Missing = parameter(
        "category",
        "Missing key values",
        "Whether a missing key value is a value like any other, or could be any value (the convention after "
        "cells have been suppressed).",
        FieldDisplay(choices={"category": "are a value of their own", "wildcard": "match every value"}),
    )

    def key_notes(self, names: tuple[str, ...], masked: Microdata) -> tuple[str, ...]:
        """Return remarks on the keys, which stand beside the figures.

        Parameters
        ----------
        names
            Names of the keys.
        masked
            The masked file.

        Returns
        -------
        tuple[str, ...]
            One sentence each.
        """
        matters = self.missing == "category" or lacks_some(masked, names)
        notes = [MISSING_NOTES[self.missing] if matters else NONE_MISSING]
        dropped = [name for name in names if name not in masked.names]
        if dropped:
            notes.append(
                sentence(
                    "Not in the masked file: {dropped}. The released records are compared by the "
                    "other keys, the initial records by all.",
                    dropped=", ".join(dropped),
                )
            )
        return tuple(notes)
