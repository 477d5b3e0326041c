"""Suggested scales of measurement, from the values of variables."""

from sdcdesk.core.data.role_vocabulary import ALL
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.data.variable_names import matching_word
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.value_counts import ValueCounts

FEW = 20
"""Up to so many different whole numbers are more often codes than quantities."""

_PLACES = ("zip", "zipcode", "postcode", "postal", "plz", "code")

_COUNTS = ("n", "nb", "num", "number")

_BAND = r"[<>≤≥]?=? ?[0-9]+( ?[-–] ?[0-9]+|\+)?"


def suggested_scale(counted: ValueCounts, role: Role) -> tuple[Scale, str]:
    """Return the scale that a variable probably has, with the reason in one clause.

    Parameters
    ----------
    counted
        The variable.
    role
        Its suggested role.

    Returns
    -------
    tuple[Scale, str]
        A scale and a clause without a full stop.
    """
    if counted.variable.categories:
        return counted.variable.scale, "its categories are declared"
    if counted.variable.scale is Scale.ORDINAL:
        return Scale.ORDINAL, "its description says that its values have an order"
    if not counted.present:
        return Scale.NOMINAL, "it holds no values"
    if not counted.numeric:
        return _text_scale(counted)
    if not counted.whole:
        return Scale.CONTINUOUS, "it holds numbers with decimals"
    if role in (Role.IDENTIFIER, Role.HOUSEHOLD) or set(_PLACES) & set(counted.words):
        return Scale.NOMINAL, "its whole numbers are names rather than quantities"
    if counted.distinct == 1 and role is not Role.WEIGHT:
        return Scale.NOMINAL, "it holds one and the same whole number"
    if counted.distinct <= FEW and role is not Role.WEIGHT:
        words = "only {n} different whole numbers, probably codes"
        return Scale.NOMINAL, sentence(words, n=counted.distinct)
    if role not in (Role.CONFIDENTIAL, Role.WEIGHT) and _places(counted):
        return Scale.NOMINAL, "codes of places by its name, and none is negative"
    one, many = "it holds one and the same whole number", "it holds {n} different whole numbers"
    return Scale.CONTINUOUS, sentence(one, many, "n", n=counted.distinct)


def _places(counted: ValueCounts) -> bool:
    """Return whether whole numbers are codes of places: by the name, which speaks of no amount, and no sign.

    A name that begins with a number counts places (`number_of_towns`); elsewhere it numbers them.
    """
    first, *_ = counted.words or ("",)
    counts = first in _COUNTS or matching_word(counted.words, ALL.amounts, ALL.amount_stems)
    named = matching_word(counted.words, ALL.places, ALL.place_stems)
    return bool(named and not counts and counted.numbers[0] >= 0)


def _text_scale(counted: ValueCounts) -> tuple[Scale, str]:
    bands = counted.matching(_BAND)
    plain = counted.matching("[0-9]+")
    if bands.all() and not plain.all():
        return Scale.ORDINAL, "its values are bands of numbers, which have an order"
    return Scale.NOMINAL, "it holds text"
