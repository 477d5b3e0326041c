"""The risk–loss path of a recipe: risk and loss after every step."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import ParameterError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Measure
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.document.project import Project
from sdcdesk.loss import HeadlineLoss
from sdcdesk.release.pipeline import Run


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Where the file stands after a step.

    Attributes
    ----------
    step
        Number of the step, from 1; 0 is the original.
    risks
        DR_W, 0…1, by name of the scenario; None where the scenario cannot be assessed there.
    loss
        Headline loss, 0…100; all parts alike where the project weighs one that the file lacks.
    """

    step: int
    risks: dict[str, float | None]
    loss: float


def risk_loss_path(
    project: Project, run: Run, done: Collection[Assessment] = (), progress: Progress = SILENT
) -> tuple[PathPoint, ...]:
    """Return the points of the original and of every step that was applied, in order.

    Parameters
    ----------
    project, run
        What was applied, and what became of it.
    done
        What was assessed of these files already, as the release check has assessed the first and the last
        one; it is not assessed again.
    progress
        Told how far the work is.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    files = [(0, run.original)]
    files += [
        (number, stage.masked.data)
        for number, stage in enumerate(run.stages, start=1)
        if stage.masked is not None
    ]
    loss = next((m for m in project.measures if isinstance(m, HeadlineLoss)), HeadlineLoss())
    points = []
    for (number, data), share in progress.over(files, "Following the steps"):
        known = [found for found in done if found.original is run.original and found.masked is data]
        risks = _risks(project, run.original, data, known, share)
        points.append(PathPoint(number, risks, _lost(loss, run.original, data, known)))
    return tuple(points)


def _lost(loss: HeadlineLoss, original: Microdata, data: Microdata, known: Sequence[Assessment]) -> float:
    try:
        found = _assessed(loss, original, data, known, SILENT)
    except ParameterError:
        # Its weights name parts that the file lacks, as the release check says; all parts count alike then.
        found = HeadlineLoss().assess(original, data)
    value = found.value("loss")
    return float(value) if value is not None else 0.0


def _risks(
    project: Project, original: Microdata, data: Microdata, known: Sequence[Assessment], progress: Progress
) -> dict[str, float | None]:
    risks: dict[str, float | None] = {}
    for scenario, share in progress.over(project.scenarios):
        try:
            measure = scenario.measure(project.weights[scenario.weights])
            value = _assessed(measure, original, data, known, share).value("dr_weighted")
        except SdcError:
            value = None
        risks[scenario.name] = value if isinstance(value, float) else None
    return risks


def _assessed(
    measure: Measure, original: Microdata, data: Microdata, known: Sequence[Assessment], progress: Progress
) -> Assessment:
    """Assess a file, unless the same measure with the same parameters has done so."""
    same = [found for found in known if found.measure == measure.name]
    parameters = measure.parameters if same else {}
    for found in same:
        if found.parameters == parameters:
            return found
    return measure.assess(original, data, progress)
