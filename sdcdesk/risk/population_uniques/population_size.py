"""Population size: how many people there are of whom the original is a sample."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.role_variable import known_variable
from sdcdesk.core.data.sampling_weights import sampling_weights
from sdcdesk.core.data.variable import Role
from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence

CLOSE = 1e-9
"""A sum of weights may fall below the number of records by so much of it, which is rounding."""

MOST = 10**15
"""People at most; far beyond all of mankind, weights are wrong."""

UNKNOWN = Reason(
    Why.NOT_APPLICABLE,
    "Nothing says how many people the file was drawn from: no population size is given, and no variable has "
    "the role weight.",
)


def population_size(given: int | None, weight: str | None, original: Microdata) -> int | None:
    """Return how many people the original was drawn from.

    Parameters
    ----------
    given
        The size, where it was given.
    weight
        The variable with the sampling weights, where one was named.
    original
        The initial file; all of its weights together stand for the population.

    Returns
    -------
    int or None
        N: the given size, else the sum of the weights, rounded; None where nothing says it.

    Raises
    ------
    DataError
        It is smaller than the file, several variables have the role weight, or weights are missing, zero or
        negative, or sum to an impossible number of people.
    """
    if given is not None:
        if given < len(original):
            words = (
                "A population of {given} people cannot have {records} records of the original; correct the "
                "population size."
            )
            raise DataError(sentence(words, given=given, records=len(original)), "population_size")
        return given
    name = known_variable(Role.WEIGHT, weight, original)
    if name is None:
        return None
    everyone = Microdata(original.frame, original.variables)
    weights = sampling_weights(original, everyone, name)
    with np.errstate(over="ignore"):
        people = float(weights.sum())
    if not len(original) * (1 - CLOSE) <= people <= MOST:
        words = (
            "{name}: the weights of {records} records sum to fewer people than records, or to more than "
            "{most}; give each record the number of people that it stands for."
        )
        raise DataError(sentence(words, name=name, records=len(original), most=MOST), "weight")
    return max(round(people), len(original))
