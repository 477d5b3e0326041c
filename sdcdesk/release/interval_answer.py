"""Answers to interval queries: which step of a recipe is asked, and what the file was before it."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.masking import Camouflage, IntervalQuery, Journal
from sdcdesk.masking.condition import Condition
from sdcdesk.release.pipeline import Run

NOT_COMPUTED = "The steps are not computed for the recipe as it is; compute it first."

LEFT_OUT = (
    "A later step leaves records out, and the answers beside the released file would tell of them; put the "
    "steps that leave records out before the one that is asked."
)

NONE = "The recipe has no step that camouflages values; add one to ask for intervals."


def answers_queries(step: Step) -> bool:
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


def query_step(recipe: Recipe, number: int | None = None) -> int:
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
    possible = [place for place, step in enumerate(recipe.steps) if step.on and answers_queries(step)]
    if number is None and len(possible) == 1:
        return possible[0]
    if number is not None and number - 1 in possible:
        return number - 1
    if not possible:
        raise ParameterError(NONE, "step")
    steps = ", ".join(str(place + 1) for place in possible)
    raise ParameterError(sentence("Say which step is asked: {steps}.", steps=steps), "step")


def queried_data(recipe: Recipe, run: Run | None, position: int) -> Microdata:
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
        The recipe has changed since: an answer would be about another file.
    SdcError
        A step before it failed.
    """
    stages = run.stages[:position] if run else ()
    steps = tuple(stage.step for stage in stages)
    if run is None or steps != recipe.steps[:position]:
        raise DataError(NOT_COMPUTED)
    return Run(run.original, stages).masked


def answer(
    recipe: Recipe, run: Run | None, position: int, query: IntervalQuery, journal: Journal
) -> Findings:
    """Return the answer of a step to a query, which is noted in the journal.

    Parameters
    ----------
    recipe, run
        The recipe as it is, and what became of it as it was last computed; None: it never was.
    position
        Which of the steps is asked, from 0.
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
        The query does not fit the step or the data, compares what later steps change, or is not answered
        beside the answers given; later steps leave records out; or the recipe has changed since it was
        computed.
    ParameterError
        The step does not camouflage values.
    """
    step, data = recipe.steps[position], queried_data(recipe, run, position)
    if not isinstance(step.method, Camouflage):
        raise ParameterError(NONE, "step")
    later = recipe.steps[position + 1 :]
    if any(one.on for one in later):
        if run is None or tuple(stage.step for stage in run.stages) != recipe.steps:
            raise DataError(NOT_COMPUTED)
        if not np.isin(data.rows, run.masked.rows).all():
            # The released file tells the sums of all others, and what is left of an answer is theirs.
            raise DataError(LEFT_OUT)
        if query.where is not None:
            _require_released(query.where, data, run.masked)
    return query.answered(step.method, data, Draws(recipe.seed, step.stream), journal)


def _require_released(where: Condition, data: Microdata, released: Microdata) -> None:
    """Refuse conditions by variables that are not released as they are here: they are public otherwise."""
    order = np.argsort(data.rows)
    same = data.take(order[np.searchsorted(data.rows, released.rows, sorter=order)])
    for name in where.variables:
        if name in data and not (name in released and same.column(name).equals(released.column(name))):
            raise DataError(
                sentence(
                    "A later step changes {name}, so that everybody knows it otherwise than it is here; move "
                    "the camouflage behind that step, or leave {name} out.",
                    name=short(name),
                ),
                "where",
            )
