"""The release check: every scenario before and after masking, the loss, and one verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sdcdesk.core.assessment import Assessment, plain
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.pipeline import Run, Stage
from sdcdesk.project import Project
from sdcdesk.scenario import Scenario

SAFE, UNSAFE, NOT_ASSESSED = "safe", "unsafe", "not assessed"


@dataclass(frozen=True)
class Checked:
    """One scenario, assessed before and after masking."""

    scenario: Scenario
    before: Assessment
    after: Assessment


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
    """

    project: Project
    run: Run
    scenarios: tuple[Checked, ...]
    measures: tuple[Assessment, ...]

    @property
    def verdict(self) -> str:
        """Safe only if every scenario with a limit is safe; see `worst`."""
        return worst([*(checked.after for checked in self.scenarios), *self.measures])

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
                    "before": checked.before.to_json(),
                    "after": checked.after.to_json(),
                }
                for checked in self.scenarios
            ],
            "measures": [assessment.to_json() for assessment in self.measures],
        }


def check_release(project: Project, run: Run, progress: Progress = SILENT) -> Release:
    """Assess a masked file in every scenario and by every measure of its project.

    Raises
    ------
    SdcError
        A step failed, a weight matrix does not fit what the recipe does, or a measure does not fit the
        data.
    Cancelled
        The user asked to stop.
    """
    original, masked = run.original, run.masked
    scenarios = []
    for scenario, share in progress.part(0.0, 0.7).over(project.scenarios):
        measure = scenario.measure(project.weights[scenario.weights])
        before = measure.assess(original, original, share.part(0.0, 0.5))
        scenarios.append(Checked(scenario, before, measure.assess(original, masked, share.part(0.5, 1.0))))
    measures = [
        measure.assess(original, masked, share)
        for measure, share in progress.part(0.7, 1.0).over(project.measures)
    ]
    return Release(project, run, tuple(scenarios), tuple(measures))


def worst(assessments: Iterable[Assessment]) -> str:
    """Return the verdict over several assessments: unsafe if one is, safe if one is and none is unsafe."""
    verdicts = {str(a.value("verdict")) for a in assessments if "verdict" in a.figures}
    return next((verdict for verdict in (UNSAFE, SAFE) if verdict in verdicts), NOT_ASSESSED)


def _step(number: int, stage: Stage) -> dict[str, Any]:
    masked = stage.masked
    return {
        "number": number,
        "summary": stage.step.method.summary(),
        "on": stage.step.on,
        "method": stage.step.method.name,
        "parameters": stage.step.method.parameters,
        "figures": {name: plain(value) for name, value in masked.figures.items()} if masked else {},
        "notes": list(masked.notes) if masked else [],
    }
