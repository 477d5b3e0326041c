"""State of a search for recipes: what was tried, as JSON, so that it goes on where it ended."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Literal, Self

from pydantic import Field

from sdcdesk.core.numbers.saved_quantity import read_quantity, saved_quantity
from sdcdesk.core.results.limit import Judgement, Verdict
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.document.limits import limited_figure
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.records.step_changes import StepChanges, VariableChange
from sdcdesk.search.alternatives.identity import PARTS, data_identity
from sdcdesk.search.codings.safe_coding import project_hierarchies
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.assessed import Assessed, Judged
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point, Space

OTHER_BASIS = (
    "What was found before is of other data, limits, measures or allowed changes; begin the search anew."
)
"""What is said of a state that does not belong to a project."""


class SearchState(Model):
    """What a search has tried. It is as confidential as the project, whose seed it holds.

    Attributes
    ----------
    format
        Number of its form.
    basis
        Digest of data, scenarios, measures, hierarchies and descriptions.
    allowed
        What may change.
    seed
        Of the order of the search.
    recipe_seed
        Of the random numbers of the recipes.
    tried
        What became of each recipe, in order.
    """

    format: Literal[1] = 1
    basis: str
    allowed: Allowed
    seed: int = Field(ge=0)
    recipe_seed: int = Field(ge=0, repr=False)
    tried: tuple[dict[str, Any], ...] = Field(default=(), repr=False)

    @classmethod
    def from_search(
        cls, file: SearchedFile, allowed: Allowed, seed: int, tried: Iterable[tuple[Point, Assessed | None]]
    ) -> Self:
        """Return the state of a search.

        Parameters
        ----------
        file
            The file that is searched.
        allowed, seed
            See the attributes.
        tried
            Recipes and what became of them, in order.

        Returns
        -------
        Self
            As JSON with `model_dump_json`.
        """
        written = tuple(
            {"point": list(point), **({} if one is None else _written(one))} for point, one in tried
        )
        return cls(
            basis=basis(file),
            allowed=allowed,
            seed=seed,
            recipe_seed=file.project.recipe.seed,
            tried=written,
        )

    def require_basis(self, file: SearchedFile, allowed: Allowed, seed: int) -> None:
        """Refuse a state of another search.

        Parameters
        ----------
        file, allowed, seed
            With which the search is to go on.

        Raises
        ------
        ParameterError
            It began with others.
        """
        mine = self.basis, self.allowed, self.seed, self.recipe_seed
        if mine != (basis(file), allowed, seed, file.project.recipe.seed):
            raise ParameterError(OTHER_BASIS, "state")

    def known(self, file: SearchedFile, space: Space) -> dict[Point, Assessed | None]:
        """Return what became of the recipes that were tried.

        Parameters
        ----------
        file, space
            The file that is searched, and its recipes.

        Returns
        -------
        dict[tuple[int, ...], Assessed or None]
            In their order.

        Raises
        ------
        ParameterError
            An entry is none.
        """
        try:
            return {tuple(entry["point"]): _read(entry, file, space) for entry in self.tried}
        except (KeyError, TypeError, ValueError, IndexError):
            raise ParameterError(OTHER_BASIS, "state") from None


def basis(file: SearchedFile) -> str:
    """Return a digest of all on which the figures of recipes hang but the seed, which no digest tells.

    Parameters
    ----------
    file
        The project with its data.

    Returns
    -------
    str
        Hexadecimal SHA-256.
    """
    parts = file.project.model_dump(mode="json", include={*PARTS, "axes"})
    parts["data"] = data_identity(file.data)
    parts["versions"] = {measure.name: measure.version for measure in MEASURES}
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def search_holds(file: SearchedFile, project: Project) -> bool:
    """Return whether what was found in a file is still true of a project with the same data.

    Parameters
    ----------
    file
        What was searched.
    project
        The project as it is now; a recipe that was found may have become its own, with the hierarchies that
        it uses.

    Returns
    -------
    bool
        False where something that a figure hangs on has changed.
    """
    mine, others = (_judging(one) for one in (file.project, project))
    now = project_hierarchies(project, file.keys)
    return mine == others and all(held == file.hierarchy(name) for name, held in now.items())


def _judging(project: Project) -> tuple[object, ...]:
    """Return the parts of a project that figures hang on, but the hierarchies."""
    parts = (getattr(project, name) for name in sorted({*PARTS, "axes"} - {"hierarchies"}))
    return (*parts, project.recipe.seed)


def _written(one: Assessed) -> dict[str, Any]:
    return {
        "verdict": str(one.verdict),
        "loss": saved_quantity(one.loss),
        "judged": [
            {
                "found": None if (found := judged.judgement.quantity) is None else saved_quantity(found),
                "why": str(judged.judgement.why),
            }
            for judged in one.judged
        ],
        "changes": [_written_changes(changes) for changes in one.changes],
        "released": one.released,
    }


def _written_changes(changes: StepChanges) -> dict[str, Any]:
    return {
        "records": changes.records,
        "left_out": changes.left_out,
        "unpaired": changes.unpaired,
        "variables": [
            {
                "name": one.name,
                "values": one.values,
                "blanked": one.blanked,
                "filled": one.filled,
                "changed": one.changed,
                "merged": None if one.merged is None else list(one.merged),
                "dropped": one.dropped,
            }
            for one in changes.variables
        ],
    }


def _read(entry: dict[str, Any], file: SearchedFile, space: Space) -> Assessed | None:
    point = tuple(entry["point"])
    if "verdict" not in entry:
        return None
    axis = file.project.loss_axis
    declared = MEASURES[axis.measure].declared(axis.figure)
    if declared is None:
        raise ValueError(OTHER_BASIS)
    judged = []
    for (scenario, limit), written in zip(file.limits, entry["judged"], strict=True):
        figure = limited_figure(limit)
        found = written["found"]
        quantity = None if found is None or figure is None else read_quantity(found, figure.unit)
        judged.append(Judged(scenario.name, Judgement(limit, quantity, written["why"])))
    return Assessed(
        point,
        space.recipe(point, file.project.recipe.seed),
        tuple(judged),
        Verdict(entry["verdict"]),
        axis,
        read_quantity(entry["loss"], declared.unit),
        tuple(_changes(changes) for changes in entry["changes"]),
        entry["released"],
    )


def _changes(written: dict[str, Any]) -> StepChanges:
    variables = (
        VariableChange(**{**one, "merged": None if one["merged"] is None else tuple(one["merged"])})
        for one in written["variables"]
    )
    return StepChanges(written["records"], written["left_out"], tuple(variables), written["unpaired"])
