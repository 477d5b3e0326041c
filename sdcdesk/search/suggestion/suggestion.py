"""Suggestion: recipes that were assessed, which of them keep all limits, and why their steps are there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sdcdesk.core.operations.display_names import (
    display_names,
    operation_with_display_names,
    sentence_with_display_names,
)
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.published_parameters import published_parameters
from sdcdesk.core.running.progress import SILENT as SILENT_PROGRESS
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import SILENT, Sentence, counted, joined, sentence
from sdcdesk.release.verdict import judgement_text
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.assessed import Assessed, recipe_front
from sdcdesk.search.suggestion.changes import BY_NAME
from sdcdesk.search.suggestion.changes.change import TriedStep
from sdcdesk.search.suggestion.repair import changed_numbers, repaired
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point, Space
from sdcdesk.search.suggestion.state import SearchState

SCHEMA = 1
"""Number of the form of the JSON; it rises when names in it change."""

INTERNAL = (
    "Suggestion of recipes. Internal: it tells with all digits how files stand that are not released. Keep "
    "it where the project is kept."
)
"""What a saved suggestion says of itself."""

RESTORED = "{names}: the steps before changed means and covariances; this one restores those of the original."
"""Why a repairing step is there."""

NO_STEP = "The file as it is"
"""A recipe without steps, in words."""


@dataclass(frozen=True, eq=False, repr=False)
class Suggestion:
    """What a search for a safe recipe has found so far.

    Attributes
    ----------
    file, space
        The project with its data, and the recipes that are allowed.
    allowed, seed
        What may change, and the seed of the order of the search.
    tried
        Every recipe that was tried, with what became of it; None: a step did not fit.
    complete
        Whether every recipe that is allowed was tried, so that the best one is proved to be the best.
    restored
        Recipes with a last step that restores means and covariances; no search goes on from them.
    """

    file: SearchedFile
    space: Space
    allowed: Allowed
    seed: int
    tried: tuple[tuple[Point, Assessed | None], ...] = ()
    complete: bool = False
    restored: tuple[Assessed, ...] = ()

    def __repr__(self) -> str:
        safe, tried = counted(len(self.safe), "safe recipe"), len(self.tried)
        return sentence("Suggestion({safe} of {n} tried)", safe=safe, n=tried)

    @cached_property
    def found(self) -> tuple[Assessed, ...]:
        """The recipes that were assessed, in the order in which they were tried, the restored ones last."""
        return (*(one for _, one in self.tried if one is not None), *self.restored)

    @cached_property
    def safe(self) -> tuple[Assessed, ...]:
        """Those that keep all limits, least loss first; of equal loss the one with less risk."""
        kept = (one for one in self.found if one.keeps)
        return tuple(sorted(kept, key=lambda one: (one.cost, one.risk, len(one.changes))))

    @cached_property
    def front(self) -> tuple[Assessed, ...]:
        """Those that no other one beats in loss and in the tightest limit; by ascending loss."""
        return recipe_front(self.found)

    @cached_property
    def offered(self) -> tuple[Assessed, ...]:
        """Those that keep all limits and that no other one beats, least loss first."""
        return recipe_front(self.safe)

    @property
    def risks(self) -> tuple[FigureAddress, ...]:
        """The limited figures, each of which can stand for the risk; see `front_by`."""
        return tuple(dict.fromkeys(limit.address for _, limit in self.file.limits))

    def front_by(self, address: FigureAddress) -> tuple[Assessed, ...]:
        """Return the front in which one limited figure stands for the risk.

        Parameters
        ----------
        address
            One of `risks`.

        Returns
        -------
        tuple[Assessed, ...]
            By ascending loss.
        """
        return recipe_front(self.found, address)

    @property
    def nearest(self) -> Assessed | None:
        """The recipe that comes nearest to the limits, where none keeps all; None: nothing was assessed."""
        return min(self.found, key=lambda one: one.order, default=None)

    @property
    def obstacle(self) -> str:
        """What stands in the way where no recipe keeps all limits; empty where one does.

        A sentence.
        """
        if self.safe:
            return ""
        nearest = self.nearest
        if nearest is None:
            return "No recipe could be assessed yet; give the search more time."
        missed = max((one for one in nearest.judged), key=lambda one: one.use)
        words = (
            "None of the {n} recipes tried keeps every limit; the nearest one, {words}, leaves this in "
            "scenario {scenario}: {judgement}."
        )
        if self.complete:
            words = (
                "None of the {n} recipes that are allowed keeps every limit; the nearest one, {words}, "
                "leaves this in scenario {scenario}: {judgement}. Allow more changes, or other limits."
            )
        return sentence(
            words,
            n=len(self.tried),
            words=self.words(nearest),
            scenario=missed.scenario,
            judgement=judgement_text(missed.judgement),
        )

    def repairable(self, one: Assessed) -> bool:
        """Return whether a recipe changes numbers, so that their means and covariances may be restored.

        Parameters
        ----------
        one
            A recipe that was found.

        Returns
        -------
        bool
            False for those in which they are restored already.
        """
        return not one.restored and bool(changed_numbers(self.file, self.space, one))

    def with_restored(self, one: Assessed) -> "Suggestion":
        """Return this with one more recipe in which means and covariances are restored.

        Parameters
        ----------
        one
            What `repaired` has returned.

        Returns
        -------
        Suggestion
            In which it is found, and safe where it keeps all limits.
        """
        others = (held for held in self.restored if held.key != one.key)
        return replace(self, restored=(*others, one))

    def repaired(self, one: Assessed, progress: Progress = SILENT_PROGRESS) -> Assessed:
        """Return a recipe with a last step that restores means and covariances; see `repair.repaired`.

        Parameters
        ----------
        one
            A recipe that was found.
        progress
            Receives how far the work is, and stops it where the user asked to.

        Returns
        -------
        Assessed
            With figures of its own; it raises no risk.

        Raises
        ------
        NotRepairedError
            That cannot be done, or would raise a risk; the message says why.
        Cancelled
            The user asked to stop.
        """
        return repaired(self.file, self.space, one, progress)

    def words(self, one: Assessed) -> str:
        """Return a recipe in words: "Age into 10-year bands · Zip to 3 characters".

        Parameters
        ----------
        one
            A recipe that was found.

        Returns
        -------
        str
            Its steps, without a full stop.
        """
        steps = [
            operation_with_display_names(step.method, self._called).summary() for step in one.recipe.steps
        ]
        return joined(steps, " · ") if steps else NO_STEP

    def reason(self, one: Assessed, step: int) -> Sentence:
        """Return why a step is there.

        Parameters
        ----------
        one
            A recipe that was found.
        step
            Its step, from 0.

        Returns
        -------
        Sentence
            One whole sentence, of facts of this file.
        """
        places = self.space.places(one.point)
        if step >= len(places):
            names = joined(one.recipe.steps[step].variables)
            return sentence_with_display_names(sentence(RESTORED, names=names), self._called)
        slot = self.space.slots[places[step]]
        tried = TriedStep(slot, one.recipe.steps[step].method, one.changes[step])
        return sentence_with_display_names(BY_NAME[slot.kind].reason(self.file, tried), self._called)

    @cached_property
    def _called(self) -> dict[str, str]:
        return display_names(self.file.data.variables)

    def reasons(self, one: Assessed) -> tuple[Sentence, ...]:
        """Return why each step of a recipe is there.

        Parameters
        ----------
        one
            A recipe that was found.

        Returns
        -------
        tuple[Sentence, ...]
            One for each step.
        """
        return tuple(self.reason(one, step) for step in range(len(one.recipe.steps)))

    def without(self, one: Assessed, step: int) -> Sentence:
        """Return what would become of the limits without a step, as far as that was tried.

        Parameters
        ----------
        one
            A recipe that was found.
        step
            Its step, from 0.

        Returns
        -------
        Sentence
            One whole sentence; silent where the recipe without the step was not tried.
        """
        if one.restored:
            return SILENT  # the recipe without the step was tried with other numbers
        place = self.space.places(one.point)[step]
        less = self._by_point.get(self.space.with_rung(one.point, place, 0))
        if less is None or not less.judged:
            return SILENT
        tightest = max(less.judged, key=lambda judged: judged.use)
        words = "Without this step scenario {scenario} is not safe: {judgement}."
        if less.keeps:
            words = (
                "Without this step every limit is kept, too; the tightest is one of scenario {scenario}: "
                "{judgement}."
            )
        return sentence(words, scenario=tightest.scenario, judgement=judgement_text(tightest.judgement))

    @cached_property
    def _by_point(self) -> dict[Point, Assessed | None]:
        return dict(self.tried)

    @property
    def state(self) -> SearchState:
        """What lets the search go on later; as confidential as the project."""
        return SearchState.from_search(self.file, self.allowed, self.seed, self.tried)

    def to_json(self) -> dict[str, Any]:
        """Return the recipes that keep all limits, and the front, as JSON values of an internal document.

        Returns
        -------
        dict[str, Any]
            Without the seed of the recipes; hierarchies are named by their levels. "offered" and "restored"
            are places in "safe".
        """
        numbers = {one.key: number for number, one in enumerate(self.safe)}
        return {
            "schema": SCHEMA,
            "document": INTERNAL,
            "tried": len(self.tried),
            "assessed": len(self.found),
            "complete": self.complete,
            "allowed": self.allowed.model_dump(mode="json"),
            "axis": str(self.file.project.loss_axis),
            "obstacle": self.obstacle,
            "safe": self._written(self.safe),
            "offered": [numbers[one.key] for one in self.offered],
            "restored": [numbers[one.key] for one in self.restored if one.keeps],
            "front": self._written(self.front),
        }

    def _written(self, recipes: Sequence[Assessed]) -> list[dict[str, Any]]:
        return [
            {
                "words": self.words(one),
                "verdict": str(one.verdict),
                "loss": one.loss.to_json(),
                "records_released": one.released,
                "limits": [
                    {"scenario": judged.scenario, **judged.judgement.to_json()} for judged in one.judged
                ],
                "steps": [
                    {
                        "method": step.method.name,
                        "parameters": published_parameters(step.method.parameters),
                        "words": step.method.summary(),
                        "reason": self.reason(one, place),
                        "without": self.without(one, place),
                    }
                    for place, step in enumerate(one.recipe.steps)
                ],
            }
            for one in recipes
        ]
