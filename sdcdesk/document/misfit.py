"""Misfit of recipe and weight matrix: which steps make records that the matrix has no place for."""

from collections.abc import Collection, Sequence

from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.recipe import Recipe
from sdcdesk.risk import Structure

LEAVE_OUT = (Purpose.LEAVE_OUT, Purpose.SAMPLE)


def misfit_text(structure: Structure, recipe: Recipe, keys: Collection[str]) -> str:
    """Return why a matrix of one direction does not fit a recipe; empty where the recipe does not tell.

    Parameters
    ----------
    structure
        Structure of the matrix.
    recipe
        What was done to the file.
    keys
        The variables that the intruder knows.

    Returns
    -------
    str
        A clause that names the steps.
    """
    steps = [(place, step.method) for place, step in enumerate(recipe.steps, start=1) if step.on]
    if structure == "sampling":
        merging = [
            place
            for place, method in steps
            if method.purpose is Purpose.LESS_DETAIL and any(name in keys for _, name, _ in method.chosen())
        ]
        merge = "merges" if len(merging) == 1 else "merge"
        return (
            sentence(
                "{steps} {merge} groups; this matrix counts sampling only.",
                steps=_steps(merging),
                merge=merge,
            )
            if merging
            else ""
        )
    if structure == "merging":
        leaving = [place for place, method in steps if method.purpose in LEAVE_OUT]
        leave = "leaves" if len(leaving) == 1 else "leave"
        message = sentence(
            "{steps} {leave} out records, so that groups shrink; this matrix counts merging only.",
            steps=_steps(leaving),
            leave=leave,
        )
        return message if leaving else ""
    return ""


def _steps(places: Sequence[int]) -> str:
    if len(places) == 1:
        return sentence("Step {places}", places=str(places[0]))
    return sentence("Steps {map} and {places}", map=", ".join(map(str, places[:-1])), places=str(places[-1]))
