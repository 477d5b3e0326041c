"""Trials: recipes are applied and assessed, and what several begin with is applied once."""

from collections import OrderedDict
from itertools import pairwise

from sdcdesk.core.files.problems import log_problem
from sdcdesk.core.running.errors import lacks_memory
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.records.step_changes import step_changes
from sdcdesk.release.pipeline import Run, Stage
from sdcdesk.release.recipe_trial import RecipeTrial, try_recipe
from sdcdesk.release.step_edits import data_before
from sdcdesk.release.verdict import overall
from sdcdesk.search.suggestion.assessed import Assessed, Judged
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point, Space

KEPT_CELLS = 20_000_000
"""Values of files after some steps that are kept for other recipes that begin with these steps."""

Beginning = tuple[tuple[int, int], ...]
"""The first steps of a recipe: slots and rungs."""


class Trials:
    """Applies and assesses recipes of a space.

    Parameters
    ----------
    file
        The file that is searched.
    space
        Its recipes.
    """

    def __init__(self, file: SearchedFile, space: Space) -> None:
        self.file = file
        self.space = space
        limited = {scenario.name for scenario in file.scenarios}
        scenarios = tuple(one for one in file.project.scenarios if one.name in limited)
        self.project: Project = file.project.changed(scenarios=scenarios)
        self._stages: OrderedDict[Beginning, Stage] = OrderedDict()

    def assess(self, point: Point, progress: Progress) -> Assessed | None:
        """Apply a recipe and assess the file.

        Parameters
        ----------
        point
            The recipe.
        progress
            Asked whether to stop.

        Returns
        -------
        Assessed or None
            None where a step does not fit the file as it is then, or the loss cannot be computed.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        try:
            return self._assess(point, progress)
        except Exception as error:
            # A defect of one method does not end the search of all others.
            if isinstance(error, Cancelled) or lacks_memory(error):
                raise
            log_problem(error)
            return None

    def _assess(self, point: Point, progress: Progress) -> Assessed | None:
        recipe = self.space.recipe(point, self.project.recipe.seed)
        places = self.space.places(point)
        beginnings = [tuple((at, point[at]) for at in places[:n]) for n in range(1, len(places) + 1)]
        known: list[Stage] = []
        for beginning in beginnings:
            if beginning not in self._stages:
                break
            self._stages.move_to_end(beginning)
            known.append(self._stages[beginning])
        run = Run(self.file.data, tuple(known))
        trial = try_recipe(self.project, run, recipe, len(known), progress)
        if trial is None:
            return None
        stages = (*known, *trial.stages)
        self._keep(beginnings, stages)
        return self._assessed(point, recipe, Run(self.file.data, stages), trial)

    def _keep(self, beginnings: list[Beginning], stages: tuple[Stage, ...]) -> None:
        """Keep the file after each step; where they are too many, the least recently used ones go."""
        for beginning, stage in zip(beginnings, stages, strict=True):
            self._stages[beginning] = stage
        cells = max(len(self.file.data) * len(self.file.data.names), 1)
        while len(self._stages) > max(KEPT_CELLS // cells, 2):
            self._stages.popitem(last=False)

    def assess_recipe(self, point: Point, recipe: Recipe, progress: Progress) -> Assessed | None:
        """Apply and assess a recipe that has more steps than its place in the space says.

        Parameters
        ----------
        point
            Its place.
        recipe
            The steps of this place, and more behind them.
        progress
            Receives how far the work is, and stops it where the user asked to.

        Returns
        -------
        Assessed or None
            None where a step does not fit, or the loss cannot be computed.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        trial = try_recipe(self.project, Run(self.file.data, ()), recipe, 0, progress)
        if trial is None:
            return None
        return self._assessed(point, recipe, Run(self.file.data, trial.stages), trial)

    def _assessed(self, point: Point, recipe: Recipe, run: Run, trial: RecipeTrial) -> Assessed:
        files = [data_before(run, position) for position in range(len(run.stages) + 1)]
        changes = tuple(step_changes(before, after) for before, after in pairwise(files))
        checked = trial.point.checked
        judged = tuple(
            Judged(one.scenario.name, judgement) for one in checked for judgement in one.judgements
        )
        return Assessed(
            point,
            recipe,
            judged,
            overall(one.verdict for one in checked),
            self.project.loss_axis,
            trial.point.loss,
            changes,
            len(files[-1]),
        )
