"""Key measures: which keys are compared, and what a missing key value means."""

from dataclasses import replace
from typing import ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.complements import mark_complements
from sdcdesk.core.results.findings import Block, Figure, Findings, Note
from sdcdesk.core.results.original_counts import counting_values
from sdcdesk.core.results.small_counts import mark_small_counts
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.missing_keys import Missing, lacks_some
from sdcdesk.counting.questions import CountedFile, Counting
from sdcdesk.counting.smallest_count import smallest_count

MISSING_NOTES = {
    "category": "A missing key value counts as a value of its own: it equals only another missing value.",
    "wildcard": (
        "A missing key value is compatible with every value, so records are counted by the records "
        "compatible with them; these do not form groups."
    ),
}


NOT_LISTED = (
    "The records were counted where they are, and are not in memory: groups and records are not listed."
)
"""What is said where another engine counts."""

NONE_MISSING = (
    "A missing key value would be compatible with every value, but no released one is missing: released "
    "records form groups."
)
"""What is said where a missing key value would match every value, and there is none."""


class IntruderMeasure(Measure):
    """A measure of what an intruder can do who knows some variables."""

    concern = Concern.RISK
    also_for_original = True

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
            words = (
                "{title} needs to know the key variables, and no variable has the role key; give that role "
                "to the variables that an intruder could know."
            )
            raise DataError(sentence(words, title=self.title), "keys")
        return names

    def compared_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the key variables; see `Measure.compared_names`."""
        return self.key_names(original)

    def _marked(self, found: Findings, original: Microdata, masked: Microdata) -> Findings:
        """Return findings that say, too, that shares are added up from counts of records by size of group."""
        counting = InMemory(original, masked, self.key_names(original), self._missing_keys())
        paired = masked.lineage.pairing_with(original.lineage).is_known
        marked = super()._marked(found, original, masked)
        return mark_small_counts(marked, len(masked), lambda: smallest_count(counting, paired=paired))

    def _missing_keys(self) -> Missing:
        """Return what a missing key value matches."""
        return "category"

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess the masked file alone by those keys of the original that it has."""
        if self.unpaired == "beside":
            return super()._assess_unpaired(original, masked, progress)
        names = self.key_names(original)
        released = tuple(name for name in names if name in masked)
        if not released:
            raise DataError(
                sentence("the masked file has none of the key variables."), "keys", title=self.title
            )
        found = super(IntruderMeasure, self.changed(keys=released))._assess_unpaired(
            original, masked, progress
        )
        if released == names:
            return found
        absent = ", ".join(name for name in names if name not in masked)
        words = "Not in the masked file, so that nothing is told apart by it: {names}."
        return found.noted(Note(sentence(words, names=absent)))


def needs_memory(measure: Measure) -> Sentence:
    """Return for what a measure needs the records in memory.

    Parameters
    ----------
    measure
        Which cannot be counted.

    Returns
    -------
    Sentence
        Of a measure that is counted else, when it is not.
    """
    unless = measure.counted_unless if isinstance(measure, KeyMeasure) else ""
    return sentence(unless or "{title} needs the records in memory.", title=measure.title)


class KeyMeasure(IntruderMeasure):
    """A measure that counts records by their key values.

    Attributes
    ----------
    is_counted
        Whether it does without the records in memory, so that another engine can count them.
    counted_unless
        When it needs them all the same, in a sentence about its `title`; empty: never.
    """

    is_counted: ClassVar[bool] = False
    counted_unless: ClassVar[str] = ""

    missing: Missing = parameter(
        "category",
        "Missing key values",
        "Whether a missing key value is a value like any other, or could be any value (the convention after "
        "cells have been suppressed).",
        FieldDisplay(choices={"category": "are a value of their own", "wildcard": "match every value"}),
    )

    def unreleased_quantity(
        self, quantity: Quantity, original: Microdata, altered: frozenset[str]
    ) -> Quantity:
        """Return a figure of the original as documents may tell it; see `Measure.unreleased_quantity`.

        Where keys were blanked, exchanged or drawn anew, what is counted of the groups that they formed names
        beside the released file the group from which a single record is missing.
        """
        found = super().unreleased_quantity(quantity, original, altered)
        if altered.isdisjoint(self.compared_names(original)):
            return found
        return counting_values(found, len(original), original.fingerprint, none=True)

    @property
    def needs_records(self) -> bool:
        """Whether it needs the records in memory, with these parameters."""
        return not self.is_counted

    def assess_counted(self, file: CountedFile, progress: Progress = SILENT) -> Assessment:
        """Assess a file that another engine counts, as far as that does not need its records in memory.

        Parameters
        ----------
        file
            The file, as `sdcdesk.io.counted_file` gives it.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Assessment
            The same figures as of a file in memory; records and groups are not listed.

        Raises
        ------
        ParameterError
            The measure needs the records in memory.
        DataError
            It does not fit the file.
        Cancelled
            The user asked to stop.
        """
        if self.needs_records:
            raise self._needs_memory()
        self.check(file.described)
        progress.at(0.0, self.title)
        counting = file.counting(self.key_names(file.described), self.missing)
        return self.assessed_by(counting, progress).noted(Note(plain(NOT_LISTED)))

    def assessed_by(self, counting: Counting, progress: Progress = SILENT) -> Assessment:
        """Assess what is counted by the keys of the measure; see `assess_counted`.

        Parameters
        ----------
        counting
            Counts the file by these keys.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Assessment
            Without records.

        Raises
        ------
        ParameterError, DataError, Cancelled
            As `assess_counted`.
        """
        found = mark_complements(
            self._count(counting, progress), counting.released_records, counting.initial_records
        )
        # Counted here, for later the engine is closed.
        smallest = smallest_count(counting, progress)
        found = mark_small_counts(found, counting.released_records, lambda: smallest)
        progress.at(1.0, self.title)
        return Assessment(
            measure=self.name,
            title=self.title,
            source=self.source,
            version=self.version,
            parameters=self.parameters,
            original=counting.original,
            masked=counting.masked,
            counted=(counting.initial_records, counting.released_records),
            sections=found.mapped(_without_rows),
        )

    def _missing_keys(self) -> Missing:
        """Return what a missing key value matches."""
        return self.missing

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess files in memory."""
        counting = InMemory(original, masked, self.key_names(original), self.missing, progress)
        return self._count(counting, progress)

    def _count(self, counting: Counting, progress: Progress) -> Findings:
        """Assess what is counted."""
        raise self._needs_memory()

    def _needs_memory(self) -> ParameterError:
        return ParameterError(joined([needs_memory(self), "Leave the engine out."], " "), "engine")

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
        dropped = [name for name in names if name not in masked]
        if dropped:
            words = (
                "Not in the masked file: {dropped}. The released records are compared by the other keys, the "
                "initial records by all."
            )
            notes.append(sentence(words, dropped=", ".join(dropped)))
        return tuple(notes)


def _without_rows(block: Block) -> Block:
    """Return a figure or table that cannot show its records, which are not in memory."""
    return replace(block, rows=None) if isinstance(block, Figure | Table) else block
