"""Scenario check: the measures of one scenario before and after masking, and what limits make of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import EVERYTHING, Edition
from sdcdesk.core.results.limit import Judgement, Limits, Verdict, by_figure
from sdcdesk.core.results.limit import verdict as verdict_of
from sdcdesk.core.results.withholding import withheld_judgement
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import SILENT as NOTHING
from sdcdesk.core.text.sentence import Sentence, capital, localised, sentence
from sdcdesk.document.limits import separating_limits
from sdcdesk.document.measures import lead, leading_measure
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.measure_check import Entry, check_measure, named
from sdcdesk.release.pipeline import Stage
from sdcdesk.release.verdict import deciding, judgements, overall, verdict_text


@dataclass(frozen=True)
class Checked:
    """One scenario, assessed before and after masking.

    Attributes
    ----------
    scenario
        The scenario; its limits judge.
    entries
        Its measures, the leading one of risk first.
    shared
        The project's measures, on which limits may stand too.
    blanks
        That it counts blanks as a category which were left to match every value; silent where it does not.
    stages
        What became of the steps, on whose figures limits may stand too.
    """

    scenario: Scenario
    entries: tuple[Entry, ...] = ()
    shared: tuple[Entry, ...] = field(default=(), repr=False)
    blanks: Sentence = NOTHING
    stages: tuple[Stage, ...] = field(default=(), repr=False)

    @property
    def after(self) -> Assessment | None:
        """What the leading measure of risk found in the masked file; None where it failed."""
        return self.find_assessment(leading_measure(Concern.RISK).name)

    @property
    def before(self) -> Assessment | None:
        """What the leading measure of risk found in the original; None where it failed or nobody asked."""
        entry = self.entry(leading_measure(Concern.RISK).name)
        return entry.before if entry else None

    @property
    def error(self) -> SdcError | None:
        """Why the leading measure of risk failed."""
        entry = self.entry(leading_measure(Concern.RISK).name)
        return entry.error if entry else None

    @property
    def problem(self) -> str:
        """The same as a sentence without the name of the scenario; empty where it did not fail."""
        if self.error is None:
            return ""
        begun = sentence("Scenario {name}", name=self.scenario.name)
        return capital(self.error.beside(begun))

    @property
    def errors(self) -> tuple[SdcError, ...]:
        """Why measures failed."""
        return tuple(entry.error for entry in self.entries if entry.error is not None)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What the limits make of what was found, in their order."""
        found: dict[str, Assessment | SdcError | None] = {m.name: None for m in self.scenario.wanted()}
        # Of several measures of one name the project's first one counts, and the scenario's own before it.
        for entry in (*reversed(self.shared), *self.entries):
            found[entry.measure.name] = entry.error or entry.after
        return judgements(self.scenario.limits, found, self.stages)

    @property
    def verdict(self) -> Verdict:
        """Unsafe if a limit is broken or not shown to be kept; safe if there are limits and all are kept.

        A scenario whose leading measure of risk cannot be assessed is not safe, whatever its limits stand on.
        """
        found = verdict_of(judgement.standing for judgement in self.judgements)
        return Verdict.NOT_ASSESSED if found is Verdict.SAFE and self.after is None else found

    @property
    def deciding(self) -> Judgement | None:
        """The judgement that the verdict rests on; None without limits."""
        return deciding(self.judgements)

    @property
    def severity(self) -> tuple[int, float, float]:
        """How bad the scenario is, to sort by.

        Unsafe ones come last, before them those without a limit or that cannot be assessed, for nobody knows
        that they are safe; among equals those that have come furthest to a limit, then those with the highest
        figure of the leading measure.
        """
        rank = {Verdict.UNSAFE: 2, Verdict.NOT_ASSESSED: 1, Verdict.SAFE: 0}[self.verdict]
        if self.after is None:
            return rank, 0.0, 0.0
        room = max((judgement.room for judgement in self.judgements), default=0.0)
        risk = self.after.value(lead(Concern.RISK).figure)
        return rank, room, float(risk) if isinstance(risk, float | int) else 0.0

    def entry(self, measure: str) -> Entry | None:
        """Return what became of one of its measures; None: it is none of them.

        Parameters
        ----------
        measure
            Name of the measure.

        Returns
        -------
        Entry or None
            With its parameters in this scenario.
        """
        return next((entry for entry in self.entries if entry.measure.name == measure), None)

    def limits_on(self, measure: str) -> Limits:
        """Return the limits of the scenario that figures of a measure are told from.

        Parameters
        ----------
        measure
            Name of the measure.

        Returns
        -------
        Limits
            By name of the figure, in the order of the scenario.
        """
        return separating_limits(self.scenario.limits, measure)

    def find_assessment(self, measure: str) -> Assessment | None:
        """Return what a measure found in the masked file; a limit may stand on it.

        Parameters
        ----------
        measure
            Name of one of its own measures, or of the project's.

        Returns
        -------
        Assessment or None
            None where it failed, or is none of them.
        """
        entries = (*self.entries, *self.shared)
        return next((entry.after for entry in entries if entry.measure.name == measure and entry.after), None)

    def with_limits(self, scenario: Scenario) -> "Checked":
        """Return the same findings judged by a changed scenario, as far as it asks; nothing is computed.

        Parameters
        ----------
        scenario
            The same knowledge; limits may differ.

        Returns
        -------
        Checked
            A new check with the same findings of the measures that the scenario asks for.
        """
        names = {measure.name for measure in scenario.wanted()}
        entries = tuple(entry for entry in self.entries if entry.measure.name in names)
        return replace(self, scenario=scenario, entries=entries)

    def with_after(self, after: Assessment, before: Assessment | None = None) -> "Checked":
        """Return the check with other findings of the leading measure of risk in the place of its own.

        Parameters
        ----------
        after
            Findings in the masked file.
        before
            Findings in the original.

        Returns
        -------
        Checked
            The other measures stay.
        """

        def with_both(entry: Entry) -> Entry:
            beside = after if before is None else after.with_before(before, entry.measure.unreleased_quantity)
            return replace(entry, after=beside, before=before, error=None)

        entries = tuple(
            with_both(entry) if entry.measure.name == leading_measure(Concern.RISK).name else entry
            for entry in self.entries
        )
        return replace(self, entries=entries)

    def sentence(self, locale: Locale = NEUTRAL, edition: Edition = EVERYTHING) -> str:
        """Return what stands beside the verdict: the number and the limit that decide, or why none does.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.
        edition
            Whom it is for.

        Returns
        -------
        str
            Without a full stop.
        """
        if self.after is None and self.verdict is not Verdict.UNSAFE:
            return localised(self.error.message, locale) if self.error else "Not computed yet"
        if self.after is not None and not self.after.released_records and self.judgements:
            return "No record is released"
        return verdict_text([withheld_judgement(one, edition) for one in self.judgements], locale)

    def caveat(self, locale: Locale = NEUTRAL) -> str:
        """Return what a safe verdict keeps silent about; see `Measure.caveat`.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            "144 people in groups below 3, link risk 7.07 %"; empty where nothing contradicts the verdict, or
            it is not safe.
        """
        if self.after is None or self.verdict is not Verdict.SAFE:
            return ""
        kind = leading_measure(Concern.RISK)
        own = by_figure(limit for limit in self.scenario.limits if limit.measure == kind.name)
        return kind.caveat(self.after, own, locale)


class CheckedScenarios:
    """Scenarios that were checked of one file, and what follows of all of them together.

    Attributes
    ----------
    scenarios
        Every one, in the order of the project.
    """

    scenarios: tuple[Checked, ...]

    @property
    def verdict(self) -> Verdict:
        """Unsafe if a scenario is; safe only if there are scenarios and all are."""
        return overall(checked.verdict for checked in self.scenarios)

    @property
    def worst(self) -> Checked | None:
        """The scenario that decides: unsafe, else not known to be safe, else nearest to a limit."""
        return max(self.scenarios, key=lambda checked: checked.severity, default=None)

    def scenario(self, name: str) -> Checked | None:
        """Return one scenario by its name.

        Parameters
        ----------
        name
            Its name.

        Returns
        -------
        Checked or None
            None: it was not checked.
        """
        return next((checked for checked in self.scenarios if checked.scenario.name == name), None)


def check_scenario(
    project: Project,
    scenario: Scenario,
    original: Microdata,
    masked: Microdata,
    shared: tuple[Entry, ...] = (),
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    *,
    stages: Sequence[Stage] = (),
    limited: bool = False,
    with_records: bool = True,
) -> Checked:
    """Assess a masked file by all measures of a scenario.

    Parameters
    ----------
    project
        Holds the scenario's weight matrix.
    scenario
        The scenario.
    original, masked
        Both files.
    shared
        What became of the project's measures, on which limits may stand.
    known
        What was assessed of these files already; it is not assessed again.
    progress
        Receives how far the work is.
    stages
        What became of the steps, on whose figures limits may stand.
    limited
        Assess only the leading measure of risk, what limits stand on and the risk axis, and not the original.
    with_records
        Whether findings have series of single records; see `check_measure`.

    Returns
    -------
    Checked
        A measure that fails is an entry with its error; the others stand.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    known, matrix, entries = tuple(known), project.weights[scenario.weights], []
    followed = (project.risk_axis(scenario).measure,)
    for wanted, share in progress.over(scenario.wanted(only_limited=limited, followed=followed)):
        leads = isinstance(wanted, leading_measure(Concern.RISK))
        words = "Scenario {name}" if leads else "Scenario {name}: {title}"
        try:
            measure = scenario.informed(wanted, matrix)
        except SdcError as error:
            entry = Entry(wanted, error=error)
        else:
            entry = check_measure(
                measure, original, masked, known, share, with_before=not limited, with_records=with_records
            )
        entries.append(named(entry, sentence(words, name=scenario.name, title=wanted.title)))
    return Checked(scenario, tuple(entries), shared, stages=tuple(stages))
