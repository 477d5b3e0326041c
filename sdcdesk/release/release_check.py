"""Release check: every scenario before and after masking, the loss, and one verdict."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import Audience, Edition
from sdcdesk.core.results.limit import Limits, Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.memory import give_back, give_back_after
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.display import Displayed
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.document.limits import separating_limits
from sdcdesk.document.project import Project
from sdcdesk.io.csv.formulas import formulas
from sdcdesk.io.record_order import RandomUnits
from sdcdesk.masking import RandomOrder
from sdcdesk.release.file_beside import given_away_sentence
from sdcdesk.release.measure_check import Entry, check_measure, named
from sdcdesk.release.pipeline import Run
from sdcdesk.release.published_table import table_json
from sdcdesk.release.recomputation import reusable_findings
from sdcdesk.release.release_json import SCHEMA, axes_json, data_json, scenario_json, step_json, without_seed
from sdcdesk.release.residual_risk import Kind, ResidualRisk, qualified_verdict_text, still_open
from sdcdesk.release.residual_risk_search import find_residual_risks
from sdcdesk.release.risk_loss_path import PathPoint, risk_loss_path
from sdcdesk.release.scenario_check import Checked, CheckedScenarios, check_scenario
from sdcdesk.release.suppression_semantics import with_suppression_notes
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables
from sdcdesk.release.verdict import judgement_text, vanished

SAFE, UNSAFE, NOT_ASSESSED = Verdict.SAFE, Verdict.UNSAFE, Verdict.NOT_ASSESSED


@dataclass(frozen=True, repr=False)
class Release(CheckedScenarios, Displayed):
    """What a disclosure board needs to know of a masked file.

    Attributes
    ----------
    project, run
        What was applied, and what became of it.
    scenarios
        Every scenario of the project.
    entries
        The project's other measures, of the masked file.
    path
        Risk and loss after every step; empty where nobody followed them.
    formulas
        Cells of the masked file that a spreadsheet would take for formulas, by variable of text.
    residual_risks
        What leaves beside the keys, identifiers among it.
    tables
        What became of the tables of the project; empty where it has none, or nobody computed them.
    order
        What leaves in a random order; None: the records leave in that of the masked file.
    """

    project: Project
    run: Run
    scenarios: tuple[Checked, ...]
    entries: tuple[Entry, ...] = ()
    path: tuple[PathPoint, ...] = ()
    formulas: Mapping[str, int] = field(default_factory=dict)
    residual_risks: tuple[ResidualRisk, ...] = ()
    tables: tuple[TableResult, ...] = ()
    order: RandomUnits | None = None

    def __repr__(self) -> str:
        scenarios = ", ".join(f"{checked.scenario.name} {checked.verdict}" for checked in self.scenarios)
        return f"Release({self.verdict}: {scenarios or 'no scenarios'})"

    @property
    def measures(self) -> tuple[Assessment, ...]:
        """What the project's other measures found."""
        return tuple(entry.after for entry in self.entries if entry.after is not None)

    @property
    def unassessed(self) -> tuple[Entry, ...]:
        """Those of the project's other measures that failed, with their errors."""
        return tuple(entry for entry in self.entries if entry.error is not None)

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """All that was assessed, before and after masking."""
        entries = [entry for checked in self.scenarios for entry in checked.entries]
        return tuple(found for entry in (*entries, *self.entries) for found in entry.assessments)

    @property
    def given_away(self) -> tuple[Sentence, ...]:
        """What the masked file gives away of tables of the project that leave, a sentence a table."""
        told = map(given_away_sentence, self.tables)
        return tuple(one for one in told if one is not None)

    def leaves(self, kept: Iterable[str] = ()) -> tuple[ResidualRisk, ...]:
        """Return what leaves beside the keys, accepted or not.

        Parameters
        ----------
        kept
            Identifiers that leave too.

        Returns
        -------
        tuple[ResidualRisk, ...]
            In file order.
        """
        kept = set(kept)
        return tuple(
            one
            for one in self.residual_risks
            if (one.kind is not Kind.IDENTIFIER or one.variable in kept)
            and (one.kind is not Kind.ORDER or self.order is None)
        )

    def ordered(self, progress: Progress = SILENT) -> Microdata:
        """Return the masked file with its records in the order in which they leave.

        Parameters
        ----------
        progress
            Stops the work where the user asked to.

        Returns
        -------
        Microdata
            In that which a random order as another step of the recipe would give.

        Raises
        ------
        DataError
            Households are put into a random order, and no variable or more than one says what they are.
        """
        if self.order is None:
            return self.run.masked
        recipe = self.project.recipe.then(RandomOrder(units=self.order))
        return recipe.steps[-1].mask(self.run.masked, recipe.seed, progress).data

    def open(self, kept: Iterable[str] = ()) -> tuple[ResidualRisk, ...]:
        """Return what leaves and is not accepted; see `leaves`.

        Parameters
        ----------
        kept
            Identifiers that leave too.

        Returns
        -------
        tuple[ResidualRisk, ...]
            While there is any, the file is called safe in its scenarios only.
        """
        return still_open(self.leaves(kept), self.project)

    def verdict_text(self, verdict: Verdict | None = None, kept: Iterable[str] = ()) -> str:
        """Return the verdict, or that of one scenario, in words.

        Parameters
        ----------
        verdict
            Verdict of one scenario; None: of the release.
        kept
            Identifiers that leave too.

        Returns
        -------
        str
            In small letters; see `qualified_verdict_text`.
        """
        return qualified_verdict_text(self.verdict if verdict is None else verdict, self.open(kept))

    @property
    def errors(self) -> tuple[SdcError, ...]:
        """Why scenarios and measures could not be assessed."""
        failed = [error for checked in self.scenarios for error in checked.errors]
        return (*failed, *(entry.error for entry in self.entries if entry.error is not None))

    @property
    def vanished(self) -> tuple[str, ...]:
        """Limits on figures that no measure has (any more), each as a sentence."""
        return tuple(
            f"{checked.scenario.name}: {judgement_text(judgement)}"
            for checked in self.scenarios
            for judgement in vanished(checked.judgements)
        )

    @property
    def blanks(self) -> tuple[Sentence, ...]:
        """Which scenarios count blanks as a category that were left to match every value, a sentence each."""
        blanks = [(checked.scenario.name, checked.blanks) for checked in self.scenarios if checked.blanks]
        return tuple(sentence("{scenario}: {words}", scenario=name, words=words) for name, words in blanks)

    def with_limits(self, project: Project) -> "Release | None":
        """Return the same findings judged by a changed project; nothing is computed.

        Parameters
        ----------
        project
            The same data and recipe; limits, names and texts may differ, and it may ask for less.

        Returns
        -------
        Release or None
            A new check with the same findings; None: the project asks for more, so compute it.
        """
        names = reusable_findings(self.project, project)
        if names is None:
            return None
        known = {checked.scenario.name: checked for checked in self.scenarios}
        scenarios = []
        for scenario in project.scenarios:
            checked = known[names[scenario.name]]
            if checked.errors and checked.scenario.name != scenario.name:
                return None  # its errors name the scenario
            scenarios.append(checked.with_limits(scenario))
        path = tuple(point.with_limits(project, names) for point in self.path)
        return replace(self, project=project, scenarios=tuple(scenarios), path=path)

    def with_tables(self, progress: Progress = SILENT, before: Sequence[TableResult] = ()) -> "Release":
        """Return the release with the tables of the project, built, protected and audited where nobody has.

        Parameters
        ----------
        progress
            Receives how far the work is.
        before
            Earlier results; what of them is still the same is not computed again.

        Returns
        -------
        Release
            The same object where the project has no tables, or all are there as it wants them.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        compared = all(one.file_beside is not None for one in self.tables)
        if compared and self.project.tables == tuple(one.planned for one in self.tables):
            return self
        original, masked = self.run.original, self.run.masked
        key = self.project.recipe.seed
        known = (*before, *self.tables)
        found = compute_tables(self.project.tables, original, masked, key, known, progress)
        return replace(self, tables=found)

    def followed(self, progress: Progress = SILENT, known: Iterable[Assessment] = ()) -> "Release":
        """Return the release with risk and loss after every step; they are computed where nobody has.

        Parameters
        ----------
        progress
            Receives how far the work is.
        known
            What was assessed after steps already, besides what the release check found.

        Returns
        -------
        Release
            The same object where it knows them.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        if self.path:
            return self
        done = (*known, *self.assessments)
        path = risk_loss_path(self.project, self.run, done, progress)
        give_back()
        return replace(self, path=path)

    def require(self) -> "Release":
        """Return the release, or raise the error of the first scenario or measure that does not fit.

        Returns
        -------
        Release
            The same object.

        Raises
        ------
        SdcError
            A scenario or measure could not be assessed.
        """
        if self.errors:
            raise self.errors[0]
        return self

    def edition(self, *, internal: bool = False) -> Edition:
        """Return whom a document is for, with what the project keeps secret of values and of steps.

        Parameters
        ----------
        internal
            Whether it holds values of the data.

        Returns
        -------
        Edition
            What the documents of this release are written for.
        """
        audience = Audience.INTERNAL if internal else Audience.PUBLIC
        project = self.project
        return Edition(
            audience,
            values=internal,
            threshold=project.threshold,
            dominance=project.dominance,
            secret=self.run.secret,
            key=str(project.recipe.seed),
        )

    def limits_on(self, measure: str) -> Limits:
        """Return the limits of all scenarios that figures of a measure are told from.

        Parameters
        ----------
        measure
            Name of the measure.

        Returns
        -------
        Limits
            By name of the figure.
        """
        limits = (limit for checked in self.scenarios for limit in checked.scenario.limits)
        return separating_limits(limits, measure)

    def to_json(self, kept: Iterable[str] = ()) -> dict[str, Any]:
        """Return everything as plain JSON values at full precision.

        Parameters
        ----------
        kept
            Identifiers that leave too.

        Returns
        -------
        dict[str, Any]
            What the file of figures holds, for anybody: without values of the data, without the seed, and
            without hashes by which a guess at the seed could be proved.
        """
        edition, kept = self.edition(), tuple(kept)
        return {
            "schema": SCHEMA,
            "title": self.project.title,
            "verdict": str(self.verdict),
            "verdict_in_words": self.verdict_text(kept=kept),
            "leaves": [
                one.to_json(edition, accepted=one.name in self.project.accepted) for one in self.leaves(kept)
            ],
            "worst": self.worst.scenario.name if self.worst else None,
            "data": data_json(self.project),
            "records": {"original": len(self.run.original), "released": len(self.run.masked)},
            "sample": self.run.original.sample.to_json() if self.run.original.sample else None,
            "random_order": self.order,
            "axes": axes_json(self.project),
            "path": [point.to_json(edition) for point in self.path],
            "steps": [
                step_json(number, stage, edition) for number, stage in enumerate(self.run.stages, start=1)
            ],
            "scenarios": [scenario_json(self.project, checked, edition) for checked in self.scenarios],
            "measures": [
                without_seed(assessment.to_json(edition, self.limits_on(assessment.measure)))
                for assessment in self.measures
            ],
            "tables": [table_json(one) for one in self.tables],
            "vanished_limits": list(self.vanished),
            "unassessed": [without_seed(entry.to_json()) for entry in self.unassessed],
        }


def check_release(
    project: Project,
    run: Run,
    progress: Progress = SILENT,
    known: Iterable[Assessment] = (),
    *,
    with_records: bool = True,
) -> Release:
    """Assess a masked file in every scenario and by every measure of its project.

    A scenario or measure that does not fit the data or the recipe, or whose weights break a rule, is reported
    beside the others, not raised.

    Parameters
    ----------
    project, run
        What was applied, and what became of it.
    progress
        Receives how far the work is.
    known
        What was assessed of these files already, for instance before a limit changed; it is not assessed
        again.
    with_records
        Whether findings have series of single records; see `check_measure`.

    Returns
    -------
    Release
        Findings and judgements of every scenario, and the other measures.

    Raises
    ------
    SdcError
        A step failed.
    Cancelled
        The user asked to stop.
    """
    original, masked, known = run.original, run.masked, tuple(known)
    shared = tuple(
        named(
            check_measure(measure, original, masked, known, share, with_records=with_records), measure.title
        )
        for measure, share in progress.part(0.0, 0.3).over(project.measures)
    )
    scenarios = tuple(
        with_suppression_notes(
            check_scenario(
                project,
                scenario,
                original,
                masked,
                shared,
                known,
                share,
                stages=run.stages,
                with_records=with_records,
            ),
            run,
        )
        for scenario, share in progress.part(0.3, 0.9).over(project.scenarios)
    )
    steps = [stage.step.method for stage in run.stages if stage.masked is not None]
    keys = {key for each in project.scenarios for key in each.known_keys(original)}
    found = find_residual_risks(original, masked, steps, keys, progress.part(0.9, 0.95))
    give_back_after(len(masked))
    cells = formulas(masked, progress.part(0.95, 1.0))
    give_back()
    return Release(project, run, scenarios, shared, formulas=cells, residual_risks=found)
