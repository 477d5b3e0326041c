"""Trial of a recipe: where the file would stand if some of its last steps were others, or more."""

from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.records.step_changes import StepChanges, step_changes
from sdcdesk.release.pipeline import Run, Stage
from sdcdesk.release.risk_loss_path import PathPoint, path_point
from sdcdesk.release.step_edits import data_before


@dataclass(frozen=True, slots=True)
class RecipeTrial:
    """What became of steps that were tried, and where the file would stand after them.

    Attributes
    ----------
    before
        The file before the first of them.
    stages
        What became of each.
    point
        Where the file would stand after the last one.
    """

    before: Microdata
    stages: tuple[Stage, ...]
    point: PathPoint

    def changes(self, steps: int) -> StepChanges:
        """Return what the first steps together do to values and records.

        Parameters
        ----------
        steps
            How many of those that were tried.

        Returns
        -------
        StepChanges
            Of the file before them; steps that are off do nothing.
        """
        after = self.before
        for stage in self.stages[:steps]:
            after = stage.masked.data if stage.masked is not None else after
        return step_changes(self.before, after).calling(display_names(self.before.variables))


def try_recipe(
    project: Project, run: Run, recipe: Recipe, first: int, progress: Progress
) -> RecipeTrial | None:
    """Apply the last steps of a recipe, and assess the file after them.

    Parameters
    ----------
    project, run
        The project, and what became of its recipe.
    recipe
        The same recipe up to the first step that is tried.
    first
        That step, from 0.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    RecipeTrial or None
        With the random numbers that the steps will have in the recipe; None where a step or the measure of
        the loss cannot be applied.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    before = masked = data_before(run, first)
    tried: list[Stage] = []
    for step, share in progress.part(0.0, 0.5).over(recipe.steps[first:]):
        if not step.on:
            tried.append(Stage(step))
            continue
        try:
            done = step.mask(masked, recipe.seed, share)
        except SdcError:
            return None
        tried.append(Stage(step, done))
        masked = done.data
    stages, number, share = (*run.stages[:first], *tried), len(recipe.steps), progress.part(0.5, 1.0)
    point = path_point(project, run.original, number, masked, (), share, stages)
    return RecipeTrial(before, tuple(tried), point) if point is not None else None
