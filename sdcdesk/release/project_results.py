"""Results of a project: what became of its recipe, its release check, and its risk–loss path."""

from collections.abc import Iterable
from dataclasses import dataclass

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.release.recomputation import reusable_findings
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.release.risk_loss_path import PathPoint, risk_loss_path


@dataclass(frozen=True, slots=True)
class ProjectResults:
    """Everything that was computed from one project and its data.

    Attributes
    ----------
    project
        The project it belongs to.
    run, release, path
        What became of the recipe, the release check (None where a step failed), risk and loss after
        every step.
    """

    project: Project
    run: Run
    release: Release | None
    path: tuple[PathPoint, ...]

    @property
    def failed_step(self) -> int:
        """Number of the step that failed, from 1; 0: none."""
        return next((n for n, stage in enumerate(self.run.stages, start=1) if stage.error), 0)

    @property
    def failure(self) -> str:
        """Why there is no masked file; empty: there is one."""
        if not self.failed_step:
            return ""
        return sentence("Step {number} failed, so there is no masked file", number=str(self.failed_step))

    @property
    def errors(self) -> tuple[SdcError, ...]:
        """Why a step failed, or scenarios and measures could not be assessed."""
        failed = [stage.error for stage in self.run.stages if stage.error is not None]
        entries = self.release.entries if self.release else ()
        return (*failed, *(entry.error for entry in entries if entry.error is not None))

    @property
    def loss(self) -> Assessment | None:
        """What the measure of the loss axis found in the masked file; None where it is not assessed."""
        lost = self.path[-1].lost if self.path else None
        return lost if lost is not None and not self.failed_step and lost.masked is self.run.last else None

    @property
    def assessments(self) -> tuple[Assessment, ...]:
        """All that was assessed, after every step."""
        checked = self.release.assessments if self.release else ()
        return (*checked, *(found for point in self.path for found in point.assessments))

    def with_limits(self, project: Project) -> "ProjectResults | None":
        """Return the same, judged by a changed project; nothing is computed.

        Parameters
        ----------
        project
            The changed project.

        Returns
        -------
        ProjectResults or None
            None: something is to be computed.
        """
        names = reusable_findings(self.project, project)
        release = self.release.with_limits(project) if self.release else None
        if names is None or (self.release and not release):
            return None
        path = release.path if release else tuple(point.with_limits(project, names) for point in self.path)
        return ProjectResults(project, self.run, release, path)


def compute(
    project: Project, pipeline: Pipeline, known: Iterable[Assessment] = (), progress: Progress = SILENT
) -> ProjectResults:
    """Apply the recipe of a project, check the release, and follow risk and loss after every step.

    Parameters
    ----------
    project
        The project.
    pipeline
        Applies its recipe to the original.
    known
        What was assessed of the same files already; it is not assessed again.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    ProjectResults
        Without a release check where a step failed.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    run, known = pipeline.run(project.recipe, progress.part(0.0, 0.5)), tuple(known)
    if any(stage.error for stage in run.stages):
        return ProjectResults(
            project, run, None, risk_loss_path(project, run, known, progress.part(0.5, 1.0))
        )
    release = check_release(project, run, progress.part(0.5, 0.8), known)
    release = release.followed(progress.part(0.8, 1.0), known)
    return ProjectResults(project, run, release, release.path)
