"""Scenario check: the measures of one scenario before and after masking, and what limits make of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import DefectError, SdcError
from sdcdesk.core.limit import UNLIMITED, Judgement, Limits, Verdict, by_figure
from sdcdesk.core.limit import verdict as verdict_of
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.core.progress import SILENT, Cancelled, Progress
from sdcdesk.core.secrecy import EVERYTHING, WITHHELD, Edition, withheld_judgement
from sdcdesk.core.shown import NEUTRAL, Locale
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.verdict import deciding, judged, verdict_text
from sdcdesk.risk import DisclosureRisk


@dataclass(frozen=True)
class Entry:
    """One measure, and what became of it.

    Attributes
    ----------
    measure
        With the parameters that it was assessed with.
    after
        The assessment of the masked file, each figure with that of the original beside it where that says
        something; None where it failed.
    before
        The assessment of the original by itself; None where it says nothing, was not asked for, or failed.
    error
        Why it failed: it does not fit the data or the recipe, or has a defect.
    """

    measure: Measure
    after: Assessment | None = None
    before: Assessment | None = None
    error: SdcError | None = None

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """What was found, before and after masking."""
        return tuple(found for found in (self.before, self.after) if found is not None)

    def to_json(self, edition: Edition = WITHHELD, limits: Limits = UNLIMITED) -> dict[str, Any]:
        """Return the assessment or, where it failed, measure, parameters and error as plain JSON values.

        Parameters
        ----------
        edition
            Whom the file is for.
        limits
            By name of the figure; see `findings_json`.

        Returns
        -------
        dict[str, Any]
            "error" is a sentence without values of the data.
        """
        if self.after is not None:
            return self.after.to_json(edition, limits)
        return {
            "measure": self.measure.name,
            "parameters": self.measure.parameters,
            "error": self.error.message if self.error else None,
        }


@dataclass(frozen=True)
class Checked:
    """One scenario, assessed before and after masking.

    Attributes
    ----------
    scenario
        The scenario; its limits judge.
    entries
        Its measures, the disclosure risk first.
    shared
        The project's measures, on which limits may stand too.
    """

    scenario: Scenario
    entries: tuple[Entry, ...] = ()
    shared: tuple[Entry, ...] = field(default=(), repr=False)

    @property
    def after(self) -> Assessment | None:
        """The disclosure risk of the masked file; None where it failed."""
        return self.found(DisclosureRisk.name)

    @property
    def before(self) -> Assessment | None:
        """The disclosure risk of the original; None where it failed or was not asked for."""
        entry = self.entry(DisclosureRisk.name)
        return entry.before if entry else None

    @property
    def error(self) -> SdcError | None:
        """Why the disclosure risk failed."""
        entry = self.entry(DisclosureRisk.name)
        return entry.error if entry else None

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
        return judged(self.scenario.limits, found)

    @property
    def verdict(self) -> Verdict:
        """Unsafe if a limit is broken or not shown to be kept; safe if there are limits and all are kept.

        A scenario whose disclosure risk cannot be assessed is not safe, whatever its limits stand on.
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
        DR_W.
        """
        rank = {Verdict.UNSAFE: 2, Verdict.NOT_ASSESSED: 1, Verdict.SAFE: 0}[self.verdict]
        if self.after is None:
            return rank, 0.0, 0.0
        room = max((judgement.room for judgement in self.judgements), default=0.0)
        risk = self.after.value("dr_weighted")
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
        """Return the limits of the scenario on one measure.

        Parameters
        ----------
        measure
            Name of the measure.

        Returns
        -------
        Limits
            By name of the figure, in the order of the scenario.
        """
        return by_figure(limit for limit in self.scenario.limits if limit.measure == measure)

    def found(self, measure: str) -> Assessment | None:
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

    def under(self, scenario: Scenario) -> "Checked":
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
        """Return the check with another disclosure risk in the place of its own.

        Parameters
        ----------
        after
            Disclosure risk of the masked file.
        before
            Disclosure risk of the original.

        Returns
        -------
        Checked
            The other measures stay.
        """
        beside = after.with_before(before) if before is not None else after
        entries = tuple(
            replace(entry, after=beside, before=before, error=None)
            if entry.measure.name == DisclosureRisk.name
            else entry
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
            return self.error.message if self.error else "Not computed yet"
        if self.after is not None and not len(self.after.masked) and self.judgements:
            return "No record is released"
        return verdict_text([withheld_judgement(one, edition) for one in self.judgements], locale)


def check_scenario(
    project: Project,
    scenario: Scenario,
    original: Microdata,
    masked: Microdata,
    shared: tuple[Entry, ...] = (),
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    *,
    brief: bool = False,
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
    brief
        Assess only the disclosure risk and what limits stand on, and not the original.

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
    for wanted, share in progress.over(scenario.wanted(only_limited=brief)):
        title = "" if wanted.name == DisclosureRisk.name else f"{wanted.title}: "
        try:
            measure = scenario.informed(wanted, matrix)
        except SdcError as error:
            entry = Entry(wanted, error=error)
        else:
            entry = check_measure(measure, original, masked, known, share, with_before=not brief)
        entries.append(named(entry, f"Scenario {scenario.name}: {title}"))
    return Checked(scenario, tuple(entries), shared)


def check_measure(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
    *,
    with_before: bool = True,
) -> Entry:
    """Assess a masked file, and where that says something the original, by one measure.

    Parameters and raised errors are those of `check_scenario`; a measure that fails is an entry with its
    error, also where the measure has a defect: the sentence names the kind of the defect and no value.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        Assessments that need not be made again.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    with_before
        Whether the original is assessed too.

    Returns
    -------
    Entry
        An assessment, or the error.
    """
    known = tuple(known)
    try:
        if not with_before:
            return Entry(measure, assessed(measure, original, masked, known, progress))
        after, before = assessed_beside(measure, original, masked, known, progress)
    except SdcError as error:
        return Entry(measure, error=error)
    except (Cancelled, MemoryError):
        raise
    except Exception as error:
        kind = type(error).__name__
        words = f"It could not be computed: a defect of the measure ({kind})."
        return Entry(measure, error=DefectError(words))
    return Entry(measure, after, before)


def assessed_beside(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
) -> tuple[Assessment, Assessment | None]:
    """Assess a masked file and, where that says something, the original beside it.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        Assessments that need not be made again.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Assessment, Assessment or None
        That of the masked file, its figures with those of the original; and that of the original, None where
        it says nothing.

    Raises
    ------
    SdcError
        The measure does not fit.
    Cancelled
        The user asked to stop.
    """
    known = tuple(known)
    if not measure.of_original:
        return assessed(measure, original, masked, known, progress), None
    before = assessed(measure, original, original, known, progress.part(0.0, 0.5))
    after = assessed(measure, original, masked, (*known, before), progress.part(0.5, 1.0))
    return after.with_before(before), before


def assessed(
    measure: Measure,
    original: Microdata,
    masked: Microdata,
    known: Iterable[Assessment] = (),
    progress: Progress = SILENT,
) -> Assessment:
    """Return an assessment, the known one where the same measure has assessed the same files.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        Assessments that need not be made again.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Assessment
        An assessment of exactly these files and parameters.

    Raises
    ------
    SdcError
        The measure does not fit.
    Cancelled
        The user asked to stop.
    """
    found = known_assessment(measure, original, masked, known)
    return measure.assess(original, masked, progress) if found is None else found


def known_assessment(
    measure: Measure, original: Microdata, masked: Microdata, known: Iterable[Assessment]
) -> Assessment | None:
    """Return what is known of these files by the same measure with the same parameters.

    Parameters
    ----------
    measure
        With its parameters.
    original
        The initial file.
    masked
        The masked file.
    known
        What was assessed already.

    Returns
    -------
    Assessment or None
        None: it was not assessed yet.
    """
    same = [
        found
        for found in known
        if (found.measure, found.version) == (measure.name, measure.version)
        and found.original is original
        and found.masked is masked
    ]
    parameters: Mapping[str, Any] = measure.parameters if same else {}
    return next((found for found in same if found.parameters == parameters), None)


def named(entry: Entry, prefix: str) -> Entry:
    """Return an entry whose error begins with what failed.

    Parameters
    ----------
    entry
        A measure and what became of it.
    prefix
        What failed, with its colon.

    Returns
    -------
    Entry
        The same entry where it has no error.
    """
    if entry.error is None or entry.error.message.startswith(prefix):
        return entry
    error = type(entry.error)(f"{prefix}{entry.error.message}", entry.error.field)
    return replace(entry, error=error)
