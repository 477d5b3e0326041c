"""Suggestion map: where the recipes that were tried stand by one limited figure and by loss."""

from collections.abc import Callable, Collection

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternatives_map import Place
from sdcdesk.search.alternatives.axis_figures import strictest
from sdcdesk.search.suggestion.assessed import Assessed, recipe_front
from sdcdesk.search.suggestion.suggestion import Suggestion


def suggestion_places(
    found: Suggestion, figure: FigureAddress, words: Callable[[Assessed], str]
) -> tuple[Place, ...]:
    """Return where the recipes stand whose figure and loss are both defined.

    Parameters
    ----------
    found
        What was tried.
    figure
        The limited figure that stands upwards; of several scenarios that counts in which it uses most of its
        limit.
    words
        Returns a recipe in words.

    Returns
    -------
    tuple[Place, ...]
        In the order in which they were tried; the number is the place in `Suggestion.found`.
    """
    front = {one.key for one in found.front_by(figure)}
    places = []
    for number, one in enumerate(found.found):
        risk = figure_of(one, figure)
        if risk is None or not risk.defined or not one.loss.defined:
            continue
        places.append(
            Place(number, words(one), 0, "", risk, one.loss, front=one.key in front, kept=one.keeps)
        )
    return tuple(places)


def earlier_front(
    found: Suggestion, figure: FigureAddress, new: Collection[int]
) -> tuple[tuple[float, float], ...]:
    """Return the front as it was before some recipes were found.

    Parameters
    ----------
    found
        What was tried.
    figure
        The limited figure that stands upwards.
    new
        Numbers of the recipes that were not found then.

    Returns
    -------
    tuple[tuple[float, float], ...]
        Loss and risk of those that no other one beat, by ascending loss; none where nothing is new.
    """
    if not new:
        return ()
    earlier = (one for number, one in enumerate(found.found) if number not in new)
    points = []
    for one in recipe_front(earlier, figure):
        risk = figure_of(one, figure)
        if risk is not None and risk.value is not None and one.loss.value is not None:
            points.append((float(one.loss.value), float(risk.value)))
    return tuple(sorted(points))


def figure_of(one: Assessed, figure: FigureAddress) -> Quantity | None:
    """Return a limited figure of a recipe.

    Parameters
    ----------
    one
        A recipe that was assessed.
    figure
        The figure.

    Returns
    -------
    Quantity or None
        Of the scenario in which it uses most of its limit; None where none limits it, or it was not assessed.
    """
    limited = [judged for judged in one.judged if judged.address == figure]
    most = max(limited, key=lambda judged: judged.use, default=None)
    return None if most is None else most.judgement.quantity


def figure_limit(found: Suggestion, figure: FigureAddress) -> Limit | None:
    """Return the limit on a figure that leaves the least room.

    Parameters
    ----------
    found
        What was tried.
    figure
        The figure.

    Returns
    -------
    Limit or None
        None where no scenario limits it.
    """
    return strictest(limit for _, limit in found.file.limits if limit.address == figure)


def map_axes(found: Suggestion, figure: FigureAddress) -> tuple[Address, Address]:
    """Return what stands upwards and to the right.

    Parameters
    ----------
    found
        What was tried.
    figure
        The limited figure.

    Returns
    -------
    tuple[Address, Address]
        Of no scenario: the figures of all.
    """
    return Address("", *figure), Address("", *found.file.project.loss_axis)
