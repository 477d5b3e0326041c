"""Answers to interval queries: which step of a recipe is asked, and what the file was before it."""

from sdcdesk.core.errors import DataError, ParameterError
from sdcdesk.core.findings import Findings
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import joined
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.masking import Camouflage, IntervalQuery, Journal
from sdcdesk.release.pipeline import Run

NONE = "The recipe has no step that camouflages values; add one to ask for intervals."


def can_be_asked(step: Step) -> bool:
    """Return whether interval queries can be put to a step.

    Parameters
    ----------
    step
        A step of a recipe.

    Returns
    -------
    bool
        Also where it is switched off.
    """
    return isinstance(step.method, Camouflage)


def asked_step(recipe: Recipe, number: int | None = None) -> int:
    """Return the position of the step that is asked.

    Parameters
    ----------
    recipe
        The recipe.
    number
        The step as people count, from 1; None: the only one that can be asked.

    Returns
    -------
    int
        From 0.

    Raises
    ------
    ParameterError
        There is no such step, it is switched off, or it is not clear which one is meant.
    """
    possible = [place for place, step in enumerate(recipe.steps) if step.on and can_be_asked(step)]
    if number is None and len(possible) == 1:
        return possible[0]
    if number is not None and number - 1 in possible:
        return number - 1
    if not possible:
        raise ParameterError(NONE, "step")
    steps = ", ".join(str(place + 1) for place in possible)
    raise ParameterError(joined(["Say which step is asked: ", steps, "."], ""), "step")


def data_asked(recipe: Recipe, run: Run | None, position: int) -> Microdata:
    """Return the file before a step, of which queries to it are answered.

    Parameters
    ----------
    recipe, run
        The recipe as it is, and what became of it as it was last computed; None: it never was.
    position
        The step, from 0.

    Returns
    -------
    Microdata
        The original where no step before it is switched on.

    Raises
    ------
    DataError
        A step before it failed, or the recipe has changed since: an answer would be about another file.
    """
    stages = run.stages[:position] if run else ()
    computed = [
        step == stage.step and (stage.masked is not None or not step.on)
        for step, stage in zip(recipe.steps, stages, strict=False)
    ]
    if run is None or len(computed) < position or not all(computed):
        raise DataError("The steps before are not computed for the recipe as it is; compute it first.")
    return Run(run.original, stages).last


def answer(
    recipe: Recipe, position: int, data: Microdata, query: IntervalQuery, journal: Journal
) -> Findings:
    """Return the answer of a step to a query, which is noted in the journal.

    Parameters
    ----------
    recipe, position
        The recipe, and which of its steps is asked, from 0.
    data
        The file before that step.
    query
        What is asked.
    journal
        The answers given before, those of the project.

    Returns
    -------
    Findings
        See `IntervalQuery.answered`.

    Raises
    ------
    DataError
        The query does not fit the step or the data, or is not answered beside the answers given.
    ParameterError
        The step does not camouflage values.
    """
    step = recipe.steps[position]
    if not isinstance(step.method, Camouflage):
        raise ParameterError(NONE, "step")
    _require_last(recipe, position, query)
    return query.answered(step.method, data, Draws(recipe.seed, step.stream), journal)


def _require_last(recipe: Recipe, position: int, query: IntervalQuery) -> None:
    """Refuse conditions by variables that later steps may coarsen: they are not released as they are here."""
    compared = set(query.where.variables) if query.where else set()
    for number, step in enumerate(recipe.steps[position + 1 :], start=position + 2):
        if step.on and compared & {name for _, name, _ in step.method.chosen()}:
            raise DataError(
                f"Step {number} comes after the camouflage and uses a variable of the condition, which may "
                "be released otherwise than it is here; move the camouflage behind it, or leave the variable "
                "out.",
                "where",
            )
