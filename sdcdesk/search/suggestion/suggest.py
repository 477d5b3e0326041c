"""Suggest: search for recipes that keep all limits and lose least, within a budget of time."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.document.project import Project
from sdcdesk.search.opened_project import opened_project
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.budget import Budget
from sdcdesk.search.suggestion.search_order import ENUMERATED, SearchOrder
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point
from sdcdesk.search.suggestion.starts import starts
from sdcdesk.search.suggestion.state import SearchState
from sdcdesk.search.suggestion.suggestion import Suggestion
from sdcdesk.search.suggestion.trials import Trials


def suggest(
    project: Project | Path | str,
    data: Microdata | None = None,
    allowed: Allowed | None = None,
    *,
    seconds: float | None = None,
    trials: int | None = None,
    seed: int | None = None,
    state: SearchState | None = None,
    so_far: Callable[[Suggestion], None] | None = None,
    progress: Progress = SILENT,
) -> Suggestion:
    """Search for recipes that keep every limit of a project and lose least.

    Every recipe is applied and assessed as the release check does it, with the random numbers that it will
    have. Which one is tried next hangs on the file, the limits, what is allowed and the seed: the budget says
    only where the search ends.

    Parameters
    ----------
    project
        The limits of its scenarios must all be kept; its loss axis says what is lost. A recipe that is found
        takes the place of its own. Or the project file.
    data
        The original, described by the project; a project file names its data itself.
    allowed
        What may change; None: as `Allowed.of` proposes.
    seconds
        Time for the search; None: 60, where no number of trials is given.
    trials
        Recipes that are tried at most, besides those of an earlier search.
    seed
        Seed of the order in which recipes are tried, 0…2⁶³−1; None: that of the state, or 0.
    state
        What an earlier search has found, which goes on where it ended.
    so_far
        Told what was found after each trial.
    progress
        Receives the share of the budget that is used, and stops the work where the user asked to.

    Returns
    -------
    Suggestion
        What was found; also where no recipe keeps the limits, which it says.

    Raises
    ------
    ParameterError
        There is no limit, nothing may change, the budget is 0 or less, the seed is none, or the state is of
        another search.
    ProjectError
        The project file or its data cannot be read.
    Cancelled
        The user asked to stop; what was found by then `so_far` was told.
    """
    # How far the search is, is told of its budget alone.
    project, data = opened_project(project, data, Progress(cancelled=progress.cancelled))
    file = _searched(project, data)
    budget = Budget.checked(seconds, trials, progress)
    if allowed is None:
        allowed = Allowed.of(project, data) if state is None else state.allowed
    if seed is None:
        seed = 0 if state is None else state.seed
    seed = int(Draws(seed).seed)
    space = allowed.space(file)
    known: dict[Point, Assessed | None] = {}
    if state is not None:
        state.require_basis(file, allowed, seed)
        known = state.known(file, space)
    found = Suggestion(file, space, allowed, seed)
    order = SearchOrder(space, starts(file, space, budget.watching()), seed)
    tries = Trials(file, space)
    try:
        while len(order.tried) < len(known) or not budget.is_spent:
            point = order.next()
            if point is None:
                return replace(found, complete=space.size <= ENUMERATED)
            if point not in known:
                budget.report(_words(found))
            order.learn(point, known[point] if point in known else tries.assess(point, budget.watching()))
            found = replace(found, tried=tuple(order.tried.items()))
            if point not in known:
                budget.used += 1
                if so_far is not None:
                    so_far(found)
    except Cancelled:
        # The user asked to, or the time is over within a trial, which then counts as not begun.
        progress.check()
    return found


def _searched(project: Project, data: Microdata) -> SearchedFile:
    """Return what is known before anything is tried, of a project that says what is too much."""
    if data.is_released:
        raise ParameterError(ASSESSED_ONLY, "data")
    file = SearchedFile(project, data)
    if not project.scenarios:
        wrong = "There is no scenario yet, so nobody has said which risk is too high; add one with a limit."
        raise ParameterError(wrong, "project")
    if not file.limits:
        wrong = "No scenario has a limit, so nobody has said which risk is too high; set one."
        raise ParameterError(wrong, "project")
    return file


def _words(found: Suggestion) -> Sentence:
    """Return how far a search is, in a few words."""
    if not found.safe:
        return sentence(
            "{n} recipe tried, none of them safe yet",
            "{n} recipes tried, none of them safe yet",
            "n",
            n=len(found.tried),
        )
    loss = quantity_text(found.safe[0].loss, noun=False).text
    return sentence(
        "{n} recipe tried, least loss so far {loss}",
        "{n} recipes tried, least loss so far {loss}",
        "n",
        n=len(found.tried),
        loss=loss,
    )
