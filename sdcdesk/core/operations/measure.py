"""Measures of disclosure risk and information loss: they look at both files and change neither."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import SAME_ORDER, UNPAIRED
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED, single_value_contributions
from sdcdesk.core.numbers.quantity import Quantity, Reason
from sdcdesk.core.operations.assessing import Assessing, Concern
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.complements import mark_complements
from sdcdesk.core.results.findings import Findings, Note
from sdcdesk.core.results.limit import Limits
from sdcdesk.core.results.original_counts import counting_values, mark_original_counts
from sdcdesk.core.results.revealed_masking import with_revealed_masking
from sdcdesk.core.results.without_original import GENERAL, undefined_findings, without_original
from sdcdesk.core.results.without_pairing import without_pairing
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import plain

Unpaired = Literal["alone", "beside"]
"""What is assessed of a masked file of which nothing says who is who: it alone, or it beside the original."""


@dataclass(frozen=True, slots=True)
class RecordRisk:
    """What says how risky each record is.

    Attributes
    ----------
    series
        Name of a per-record series: the larger, the riskier; NaN where there is nothing to find.
    figure
        Name of a declared figure that is not defined where the series says nothing.
    nothing
        Reasons for that which say that there is nothing to find of any record, so that none is risky; with
        any other the risk is not known.
    """

    series: str
    figure: str
    nothing: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Lead:
    """Figures of the measure that stands for its concern where no limit names another.

    Attributes
    ----------
    figure
        Name of the figure that stands for it.
    overview
        Figures of all scenarios beside one another; the one that stands for it among them.
    summary
        Those that the first page of a report tells.
    companions
        Those that a preview shows below the first one.
    """

    figure: str
    overview: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()


class Measure(Assessing[Microdata]):
    """A measure of disclosure risk or information loss: looks at both files, changes neither.

    Attributes
    ----------
    also_for_original
        Whether the same figures of the original file say where the masking began. They are then shown
        beside those of the masked file.
    needs_original
        Why it, or what `comparing` names, says nothing of a released file whose original is not known;
        empty: it looks at the released file only.
    unpaired
        What is assessed of a masked file of which nothing says who is who, so that only what `by_record`
        does not name is found: "alone" itself, without the original; or it "beside" the original.
    uses_confidential_values
        Whether its figures of the original follow from confidential values or weights of it: a public
        document then tells about one digit of them.
    counts_values
        Whether its figures count what original values are or were, one by one: a public document then
        rounds them to some records.
    compares_all
        Whether it compares masked with original values of any variable, whatever `compared_names` says.
    record_risk
        What says how risky each record is, for steps that keep a limit on it; None: nothing does.
    shared_tab
        Name of the measure whose tab in the window shows it beside others; empty: it has a tab of its own.
    lead
        Its figures that stand for its concern where no limit names others; None: those of another measure do.
        One measure of each concern has it.
    """

    also_for_original: ClassVar[bool] = False
    needs_original: ClassVar[str] = GENERAL
    unpaired: ClassVar[Unpaired] = "alone"
    uses_confidential_values: ClassVar[bool] = False
    counts_values: ClassVar[bool] = False
    compares_all: ClassVar[bool] = False
    record_risk: ClassVar[RecordRisk | None] = None
    shared_tab: ClassVar[str] = ""
    lead: ClassVar[Lead | None] = None

    @property
    def comparing(self) -> tuple[str, ...] | None:
        """Names of the figures, states, tables, columns and series that need the original; None: all do."""
        return None

    @property
    def by_record(self) -> tuple[str, ...] | None:
        """Names of the figures, states, tables, columns and series that need to know who is who; None: all.

        Who is who is not known of two files of which nothing says which records belong together. All else
        must stay as it is in whatever order the masked records stand.
        """
        return None

    def compared_names(self, original: Microdata) -> tuple[str, ...]:
        """Return the variables of which the measure compares masked with original values.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        tuple[str, ...]
            Those that its parameters name; where they name none, all.
        """
        return tuple(name for _, name, _ in self.chosen()) or original.names

    def looked_at(self, original: Microdata) -> tuple[str, ...]:
        """Return the variables whose values its figures follow from.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        tuple[str, ...]
            Those that it compares and, where it looks at more, these too.
        """
        return original.names if self.compares_all else self.compared_names(original)

    def counts_original_values(self, original: Microdata) -> bool:
        """Return whether its figures count values of a file that strangers do not know.

        Parameters
        ----------
        original
            The initial file.

        Returns
        -------
        bool
            See `counts_values`; other measures do where a variable that they compare is confidential.
        """
        confidential = original.named(Role.CONFIDENTIAL)
        return self.counts_values or not set(confidential).isdisjoint(self.compared_names(original))

    def finds_the_same(self, original: Microdata, one: Microdata, other: Microdata) -> bool:
        """Return whether the measure is known to find the same in two masked files of an original.

        Parameters
        ----------
        original
            The initial file.
        one, other
            Two masked files, which may differ in what the measure does not look at.

        Returns
        -------
        bool
            False: it has to be assessed to be known.
        """
        return one is other

    def unreleased_quantity(
        self, quantity: Quantity, original: Microdata, altered: frozenset[str]
    ) -> Quantity:
        """Return a figure of a file that nobody gets, as a document may tell it beside the released one.

        How often categories stood before PRAM, and how often they stand after it, give its matrix away; what
        groups shared of confidential values gives these away.

        Parameters
        ----------
        quantity
            A figure of this measure, of the original or of the file between two steps.
        original
            The initial file.
        altered
            See `Lineage.altered`, of the released file.

        Returns
        -------
        Quantity
            The same number, with what it tells of masking and of values.
        """
        if quantity.value is None:
            return quantity
        masking = quantity.masking | frozenset(self.looked_at(original))
        behind = quantity.contributions
        if self.uses_confidential_values and behind is None:
            behind = single_value_contributions(len(original), quantity.value)
        counts = self.counts_original_values(original)
        if counts and not self.counts_values:
            # Groups by a confidential variable: a smallest or largest one moves by more than a count does.
            behind = NEVER_PUBLISHED
        unreleased = replace(quantity, masking=masking, contributions=behind)
        return counting_values(unreleased, len(original), original.fingerprint) if counts else unreleased

    @classmethod
    def caveat(cls, assessment: Assessment, limits: Limits, locale: Locale = NEUTRAL) -> str:
        """Return what limits that are kept say nothing of, though a reader of the verdict should know it.

        Parameters
        ----------
        assessment
            What was found in the masked file.
        limits
            The limits on figures of the measure.
        locale
            How numbers are written.

        Returns
        -------
        str
            Without a full stop; empty where there is nothing of the kind.
        """
        return ""

    def assess(
        self,
        original: Microdata | None,
        masked: Microdata,
        progress: Progress = SILENT,
        *,
        same_order: bool = False,
    ) -> Assessment:
        """Assess masked against original microdata.

        Parameters
        ----------
        original
            The whole initial file; None: it is not known, and what compares with it is not defined.
        masked
            The masked file; its rows name records of the original.
        progress
            Receives the share that is done, and stops the work where the user asked to.
        same_order
            Your word that the records of both files stand in the same order, where neither steps nor an
            identifier say who is who; without it nothing is found that needs to know.

        Returns
        -------
        Assessment
            Every declared figure, with a value or the reason why there is none.

        Raises
        ------
        DataError
            The original holds no records or is not the whole initial file, the measure does not fit the
            data, a masked record names an initial record that does not exist, or the files differ in length
            and nothing tells which records belong together.
        Cancelled
            The user asked to stop.
        """
        for data in (masked,) if original is None else (original, masked):
            require_microdata(data)
        if original is None:
            original = masked = masked.as_released()
        if len(original) == 0:
            raise DataError("The original file holds no records, so there is nothing to assess.")
        if not np.array_equal(original.rows, np.arange(len(original))):
            raise DataError(
                "The original must be the whole initial file, in its own order; some of it was left out."
            )
        if len(masked) and not 0 <= masked.rows.min() <= masked.rows.max() < len(original):
            raise DataError(
                "The masked records do not come from this original file; choose the matching one."
            )
        if same_order:
            masked = masked.with_lineage(masked.lineage.with_stated_order(original.lineage))
        pairing = masked.lineage.pairing_with(original.lineage)
        self.check(original)
        progress.at(0.0, self.title)
        find = self._assess_known if pairing.is_known else self._assess_without_pairing
        found = find(original, masked, progress)
        found = self._marked(found, original, masked)
        progress.at(1.0, self.title)
        note = {"order": SAME_ORDER, "nothing": UNPAIRED}.get(pairing.by)
        if note:
            found = found.noted(Note(plain(note), "warning"))
        if original.sample is not None:
            found = found.noted(Note(original.sample.public_text(), "warning"))
        return Assessment(
            measure=self.name,
            title=self.title,
            source=self.source,
            version=self.version,
            parameters=self.parameters,
            original=original,
            masked=masked,
            sections=found.sections,
            records=found.records,
        )

    def _marked(self, findings: Findings, original: Microdata, masked: Microdata) -> Findings:
        """Return findings that say what else their numbers tell, for documents to leave it out."""
        if self.needs_original and masked is not original:
            compared = None if self.concern is Concern.LOSS else self.by_record
            findings = with_revealed_masking(findings, self.looked_at(original), compared)
            if self.counts_original_values(original):
                findings = mark_original_counts(
                    findings, compared, len(masked), original.fingerprint, masked.lineage.random
                )
        return mark_complements(findings, len(masked), len(original))

    def _assess_known(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess data that fit, as far as the original is known."""
        why, comparing = self.needs_original, self.comparing
        if not original.is_released or not why:
            return self._assess(original, masked, progress)
        if comparing is None:
            return undefined_findings(self.name, self.declares, why)
        return without_original(self._assess(original, masked, progress), comparing, why)

    def _assess_without_pairing(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess data that fit, as far as nobody needs to know who is who."""
        by_record = self.by_record
        if by_record is None:
            return undefined_findings(self.name, self.declares, UNPAIRED)
        found = self._assess_unpaired(original, masked, progress)
        return without_pairing(found, by_record, self.needs_original, sides=self.unpaired == "alone")

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess data that fit and of which nothing says who is who."""
        if self.unpaired == "beside":
            return self._assess(original, masked, progress)
        alone = masked.as_released()
        return self._assess(alone, alone, progress)

    @abstractmethod
    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess data that fit."""
