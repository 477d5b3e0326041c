"""Shared steps: recipes that begin alike are applied to one file, and what they share is applied once."""

from collections import Counter
from collections.abc import Iterable
from threading import Lock

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.release.pipeline import Run, Stage, applied

Beginning = tuple[tuple[int, int], ...]
"""The first steps of a recipe: of each the identity of its method, and its stream."""


class SharedSteps:
    """Applies each of several recipes once; the result of steps that they share is kept while one needs it.

    Any number of threads may apply recipes at a time.

    Parameters
    ----------
    original
        The file that every recipe starts from.
    recipes
        All that will be applied, with one seed. Steps are the same where their method is one object.
    """

    def __init__(self, original: Microdata, recipes: Iterable[Recipe]) -> None:
        self.original = original
        self._kept = tuple(recipes)  # identities of methods hold as long as these live
        self._uses = Counter(beginning for recipe in self._kept for beginning in _beginnings(recipe.active))
        self._locks = {beginning: Lock() for beginning, uses in self._uses.items() if uses > 1}
        self._stages: dict[Beginning, Stage] = {}
        self._counting = Lock()

    def run(self, recipe: Recipe, progress: Progress = SILENT) -> Run:
        """Apply one of the recipes; each is applied once.

        Parameters
        ----------
        recipe
            One of those that were named.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Run
            What every step made of the file, and the error of the one that failed.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        active = recipe.active
        beginnings = _beginnings(active)
        done: dict[int, Stage] = {}
        data = self.original
        try:
            for (step, beginning), share in progress.over(list(zip(active, beginnings, strict=True))):
                stage = self._stage(step, beginning, data, recipe.seed, share)
                done[step.stream] = Stage(step, stage.masked, stage.error)
                if stage.masked is None:
                    break
                data = stage.masked.data
        finally:
            self._release(beginnings)
        return Run(self.original, tuple(done.get(step.stream, Stage(step)) for step in recipe.steps))

    def _stage(self, step: Step, beginning: Beginning, data: Microdata, seed: int, share: Progress) -> Stage:
        """Return what becomes of a step, computed once where other recipes begin with the same steps."""
        if beginning not in self._locks:
            return applied(step, data, seed, share)
        with self._locks[beginning]:
            if beginning not in self._stages:
                self._stages[beginning] = applied(step, data, seed, share)
            return self._stages[beginning]

    def _release(self, beginnings: Iterable[Beginning]) -> None:
        """Forget the results that no recipe needs any more."""
        with self._counting:
            for beginning in beginnings:
                self._uses[beginning] -= 1
                if not self._uses[beginning]:
                    self._stages.pop(beginning, None)


def _beginnings(steps: Iterable[Step]) -> list[Beginning]:
    """Return the first step, the first two, and so on."""
    found: list[Beginning] = []
    for step in steps:
        found.append((*(found[-1] if found else ()), (id(step.method), step.stream)))
    return found
