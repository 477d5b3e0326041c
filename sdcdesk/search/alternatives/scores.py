"""Overall scores of alternatives: weighted means of figures of risk and loss, each on 0–100."""

from collections.abc import Mapping

from sdcdesk.core.numbers.quantity import SCORE, Quantity, Why, undefined
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import MEASURES
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.outcome import Outcome, more_is_better

SCALES = {"share": 100.0, "score": 1.0}
"""What a figure is multiplied by to be on 0–100, by kind of its unit; others have no such scale."""


def on_scale(outcome: Outcome, axis: Address) -> float | None:
    """Return a figure on 0–100, where less is better.

    Parameters
    ----------
    outcome
        Outcome of an alternative.
    axis
        A share or a score; one of which more is better counts as 100 less it.

    Returns
    -------
    float or None
        None where it was not found, or is not defined.
    """
    quantity = outcome.quantity(axis)
    if quantity is None or quantity.value is None:
        return None
    value = SCALES[quantity.unit.kind] * quantity.value
    return 100 - value if more_is_better(axis) else value


def has_scale(axis: Address) -> bool:
    """Return whether a figure is on 0–100 and can be better or worse.

    Parameters
    ----------
    axis
        Scenario, measure and figure.

    Returns
    -------
    bool
        True of shares and scores.
    """
    declared = MEASURES[axis.measure].declared(axis.figure)
    return declared is not None and declared.unit.kind in SCALES and bool(declared.better)


def require_scale(axis: Address) -> None:
    """Refuse a figure that has no scale of 0–100.

    Parameters
    ----------
    axis
        Scenario, measure and figure.

    Raises
    ------
    ParameterError
        There is no such figure, or it is no share and no score, or neither more nor less of it is better.
    """
    if not has_scale(axis):
        declared = MEASURES[axis.measure].declared(axis.figure)
        name = axis_name(FigureAddress(axis.measure, axis.figure)) if declared else short(axis.figure)
        wrong = "{name} is no share and no score, and so no part of an overall score; choose another figure."
        raise ParameterError(sentence(wrong, name=name), "weights")


def score(outcome: Outcome, weights: Mapping[Address, float]) -> Quantity:
    """Return the overall score of an alternative: the weighted mean of its figures on 0–100.

    Parameters
    ----------
    outcome
        Outcome of the alternative.
    weights
        How much each figure counts; not negative, and not all 0.

    Returns
    -------
    Quantity
        Not defined where a figure that counts is not.
    """
    total = sum(weights.values())
    parts = [(weight, on_scale(outcome, axis)) for axis, weight in weights.items() if weight]
    if any(part is None for _, part in parts):
        return undefined(SCORE, Why.NOT_APPLICABLE, "A figure of the score is not defined.")
    return Quantity(sum(weight * (part or 0.0) for weight, part in parts) / total, SCORE)
