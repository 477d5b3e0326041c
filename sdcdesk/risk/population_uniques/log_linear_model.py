"""Log-linear model of the keys: which of them are taken to hang together."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from sdcdesk.core.data.crossed_names import BETWEEN, crossed_places
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence

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
        A named interaction is not one of two or more different keys, or can be read as several.
    """
    if model == "main":
        return []
    if model == "two_way":
        return list(combinations(range(len(names)), 2))
    return [_term(text, names) for text in interactions]


def model_text(terms: Sequence[Term], names: Sequence[str]) -> Sentence:
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
    return BETWEEN.join(names[place] for place in term)


def _term(text: str, names: Sequence[str]) -> Term:
    words = "{text} is no interaction of key variables; join two or more of {names} by ×, each once."
    unknown = DataError(sentence(words, text=short(text), names=", ".join(names)), "interactions")
    return crossed_places(text, names, unknown, least=2)
