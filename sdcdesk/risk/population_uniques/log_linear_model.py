"""Log-linear model of the keys: which of them are taken to hang together."""

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from sdcdesk.core.errors import DataError
from sdcdesk.core.legible import brief
from sdcdesk.core.sentence import Sentence, joined, plain, sentence

Model = Literal["main", "two_way", "named"]

MODELS: dict[Model, str] = {
    "main": "main effects: no key says anything of another",
    "two_way": "all two-way interactions",
    "named": "main effects and these interactions",
}

Term = tuple[int, ...]
"""Places of the keys of an interaction, ascending."""


def model_terms(model: Model, interactions: Sequence[str], names: Sequence[str]) -> list[Term]:
    """Return the interactions of a model.

    Parameters
    ----------
    model
        Which ones.
    interactions
        Those that were named: key variables joined by × or by *.
    names
        The keys.

    Returns
    -------
    list[Term]
        An interaction holds those of all its parts.

    Raises
    ------
    DataError
        A named interaction is not one of two or more different keys.
    """
    if model == "main":
        return []
    if model == "two_way":
        return list(combinations(range(len(names)), 2))
    return [_term(text, names) for text in interactions]


def model_words(terms: Sequence[Term], names: Sequence[str]) -> Sentence:
    """Return a model in a few words.

    Parameters
    ----------
    terms
        Its interactions.
    names
        The keys.

    Returns
    -------
    Sentence
        "main effects", "all two-way interactions", or the interactions.
    """
    if not terms:
        return plain("main effects")
    if set(terms) == set(combinations(range(len(names)), 2)):
        return plain("all two-way interactions")
    return sentence("main effects and {terms}", terms=joined([_words(term, names) for term in terms]))


def _words(term: Term, names: Sequence[str]) -> str:
    return " × ".join(names[place] for place in term)


def _term(text: str, names: Sequence[str]) -> Term:
    # The longest names first: one may begin with another, or hold the sign itself.
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    part = re.compile(rf"\s*({known})\s*([×*]|$)")
    places, at, sign = [], 0, "×"
    while sign and (found := part.match(text, at)) is not None:
        places.append(list(names).index(found[1]))
        at, sign = found.end(), found[2]
    if at < len(text) or sign or len(set(places)) < max(len(places), 2):
        raise DataError(
            sentence(
                "{text} is no interaction of key variables; join two or more of {names} by ×, each once.",
                text=brief(text),
                names=", ".join(names),
            ),
            "interactions",
        )
    return tuple(sorted(places))
