"""The trail of a recipe: risk and loss after every step."""

from dataclasses import dataclass

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.loss import HeadlineLoss
from sdcdesk.pipeline import Run
from sdcdesk.project import Project


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Where the file stands after a step.

    Attributes
    ----------
    step
        Number of the step, from 1; 0 is the original.
    risks
        DR_W, 0…1, by name of the scenario; None where the scenario cannot be assessed there.
    loss
        Headline loss, 0…100.
    """

    step: int
    risks: dict[str, float | None]
    loss: float


def trail(project: Project, run: Run, progress: Progress = SILENT) -> tuple[Waypoint, ...]:
    """Return the waypoints of the original and of every step that was applied, in order.

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
    return tuple(
        Waypoint(number, _risks(project, run.original, data, share), _loss(loss, run.original, data))
        for (number, data), share in progress.over(files, "Following the steps")
    )


def _risks(
    project: Project, original: Microdata, data: Microdata, progress: Progress
) -> dict[str, float | None]:
    risks: dict[str, float | None] = {}
    for scenario, share in progress.over(project.scenarios):
        measure = scenario.measure(project.weights[scenario.weights])
        try:
            value = measure.assess(original, data, share).value("dr_weighted")
        except SdcError:
            value = None
        risks[scenario.name] = value if isinstance(value, float) else None
    return risks


def _loss(measure: HeadlineLoss, original: Microdata, data: Microdata) -> float:
    value = measure.assess(original, data).value("loss")
    return float(value) if value is not None else 0.0
