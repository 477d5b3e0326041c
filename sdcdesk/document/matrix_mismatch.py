"""Misfit of recipe and weight matrix: which steps make records that the matrix has no place for."""

from collections.abc import Collection

from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.document.recipe import Recipe
from sdcdesk.risk import Structure


def mismatch_text(structure: Structure, recipe: Recipe, keys: Collection[str]) -> str:
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
        if not merging:
            return ""
        return sentence(
            "Step {steps} merges groups; this matrix counts sampling only.",
            "Steps {steps} merge groups; this matrix counts sampling only.",
            "n",
            n=len(merging),
            steps=joined_by_and([str(place) for place in merging]),
        )
    if structure == "merging":
        leaving = [place for place, method in steps if method.leaves_records_out()]
        if not leaving:
            return ""
        return sentence(
            "Step {steps} leaves out records, so that groups shrink; this matrix counts merging only.",
            "Steps {steps} leave out records, so that groups shrink; this matrix counts merging only.",
            "n",
            n=len(leaving),
            steps=joined_by_and([str(place) for place in leaving]),
        )
    return ""
