"""The release check: every scenario before and after masking, the loss, and one verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.core.table import plain_value
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.pipeline import Run, Stage
from sdcdesk.risk.weights.matrix_files import violations_in_words

SAFE, UNSAFE, NOT_ASSESSED = "safe", "unsafe", "not assessed"


@dataclass(frozen=True)
class Checked:
    """One scenario, assessed before and after masking.

    Attributes
    ----------
    scenario
        The scenario.
    before, after
        The assessments; None where the scenario cannot be assessed.
    error
        Why it cannot be assessed: its keys or weight matrix do not fit the data or the recipe, or its
        weights break a rule.
    """

    scenario: Scenario
    before: Assessment | None = None
    after: Assessment | None = None
    error: SdcError | None = None

    @property
    def verdict(self) -> str:
        """Safe or unsafe under the scenario's limits, else not assessed."""
        return NOT_ASSESSED if self.after is None else str(self.after.value("verdict"))


@dataclass(frozen=True)
class Unassessed:
    """A measure that does not fit the file.

    Attributes
    ----------
    measure
        The measure.
    error
        Why it does not fit, beginning with its title.
    """

    measure: Measure
    error: SdcError


@dataclass(frozen=True)
class Release:
    """What a disclosure board needs to know of a masked file.

    Attributes
    ----------
    project, run
        What was applied, and what became of it.
    scenarios
        Every scenario of the project.
    measures
        The project's other measures, of the masked file.
    unassessed
        Those of them that do not fit.
    """

    project: Project
    run: Run
    scenarios: tuple[Checked, ...]
    measures: tuple[Assessment, ...]
    unassessed: tuple[Unassessed, ...] = ()

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """All that was assessed, before and after masking."""
        scenarios = (found for checked in self.scenarios for found in (checked.before, checked.after))
        return (*(found for found in scenarios if found is not None), *self.measures)

    @property
    def verdict(self) -> str:
        """Unsafe if a scenario or a measure with limits is; safe only if all scenarios are."""
        limited = (measured for measured in self.measures if "verdict" in measured.states)
        if any(measured.value("verdict") == UNSAFE for measured in limited):
            return UNSAFE
        return overall(checked.verdict for checked in self.scenarios)

    def require(self) -> "Release":
        """Return the release, or raise the error of the first scenario or measure that does not fit."""
        errors = [checked.error for checked in self.scenarios if checked.error]
        errors += [failed.error for failed in self.unassessed]
        if errors:
            raise errors[0]
        return self

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values at full precision."""
        return {
            "title": self.project.title,
            "verdict": self.verdict,
            "data": self.project.data.model_dump(mode="json"),
            "records": {"original": len(self.run.original), "released": len(self.run.masked)},
            "seed": self.project.recipe.seed,
            "steps": [_step(number, stage) for number, stage in enumerate(self.run.stages, start=1)],
            "scenarios": [
                {
                    "name": checked.scenario.name,
                    "knows": checked.scenario.knows,
                    "weights": checked.scenario.weights,
                    "broken_rules": violations_in_words(self.project.weights[checked.scenario.weights]),
                    "verdict": checked.verdict,
                    "before": checked.before.to_json() if checked.before else None,
                    "after": checked.after.to_json() if checked.after else None,
                    "error": checked.error.message if checked.error else None,
                }
                for checked in self.scenarios
            ],
            "measures": [assessment.to_json() for assessment in self.measures],
            "unassessed": [
                {
                    "measure": failed.measure.name,
                    "parameters": failed.measure.parameters,
                    "error": failed.error.message,
                }
                for failed in self.unassessed
            ],
        }


def check_release(project: Project, run: Run, progress: Progress = SILENT) -> Release:
    """Assess a masked file in every scenario and by every measure of its project.

    A scenario or measure that does not fit the data or the recipe, or whose weights break a rule, is reported
    beside the others, not raised.

    Raises
    ------
    SdcError
        A step failed.
    Cancelled
        The user asked to stop.
    """
    original, masked = run.original, run.masked
    scenarios = [
        _checked(project, scenario, original, masked, share)
        for scenario, share in progress.part(0.0, 0.7).over(project.scenarios)
    ]
    measures = [
        _measured(measure, original, masked, share)
        for measure, share in progress.part(0.7, 1.0).over(project.measures)
    ]
    assessed = tuple(found for found in measures if isinstance(found, Assessment))
    failed = tuple(found for found in measures if isinstance(found, Unassessed))
    return Release(project, run, tuple(scenarios), assessed, failed)


def overall(verdicts: Iterable[str]) -> str:
    """Return one verdict for several: unsafe if one is, safe only if all are."""
    found = set(verdicts)
    if UNSAFE in found:
        return UNSAFE
    return SAFE if found == {SAFE} else NOT_ASSESSED


def _checked(
    project: Project, scenario: Scenario, original: Microdata, masked: Microdata, progress: Progress
) -> Checked:
    try:
        measure = scenario.measure(project.weights[scenario.weights])
        before = measure.assess(original, original, progress.part(0.0, 0.5))
        return Checked(scenario, before, measure.assess(original, masked, progress.part(0.5, 1.0)))
    except SdcError as error:
        named = type(error)(f"Scenario {scenario.name}: {error.message}", error.field)
        return Checked(scenario, error=named)


def _measured(
    measure: Measure, original: Microdata, masked: Microdata, progress: Progress
) -> Assessment | Unassessed:
    try:
        return measure.assess(original, masked, progress)
    except SdcError as error:
        # Some sentences name their measure already.
        title = "" if error.message.startswith(measure.title) else f"{measure.title}: "
        return Unassessed(measure, type(error)(f"{title}{error.message}", error.field))


def _step(number: int, stage: Stage) -> dict[str, Any]:
    masked = stage.masked
    return {
        "number": number,
        "summary": stage.step.method.summary(),
        "on": stage.step.on,
        "method": stage.step.method.name,
        "parameters": stage.step.method.parameters,
        "figures": {name: plain_value(value) for name, value in masked.figures.items()} if masked else {},
        "notes": list(masked.notes) if masked else [],
    }
