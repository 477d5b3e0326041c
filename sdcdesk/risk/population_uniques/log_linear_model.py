"""Log-linear model of the keys: which of them are taken to hang together."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

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
    return " × ".join(names[place] for place in term)


def _term(text: str, names: Sequence[str]) -> Term:
    # Names as they are come first; forms and files of options leave out blanks at the ends.
    found = _readings(text, names) or _readings(text, [name.strip() for name in names])
    if not found:
        words = "{text} is no interaction of key variables; join two or more of {names} by ×, each once."
        raise DataError(sentence(words, text=short(text), names=", ".join(names)), "interactions")
    if len(found) > 1:
        one, other = sorted(found)[:2]
        raise DataError(
            sentence(
                "{text} can be read as {one} and as {other}, for the name of a key holds ×, * or a blank at "
                "its end; give that variable another name.",
                text=short(text),
                one=_quoted(one, names),
                other=_quoted(other, names),
            ),
            "interactions",
        )
    return found.pop()


def _readings(text: str, names: Sequence[str]) -> set[Term]:
    """Return the interactions of two or more different keys that a text can stand for: up to two."""
    parts = [re.compile(rf"\s*{re.escape(name)}\s*([×*]|$)") for name in names]

    def after(at: int, places: tuple[int, ...]) -> Iterator[Term]:
        for place, part in enumerate(parts):
            if place in places or (found := part.match(text, at)) is None:
                continue
            if found[1]:
                yield from after(found.end(), (*places, place))
            elif places:
                yield tuple(sorted((*places, place)))

    readings: set[Term] = set()
    for term in after(0, ()):
        readings.add(term)
        if len(readings) > 1:
            break
    return readings


def _quoted(term: Term, names: Sequence[str]) -> str:
    return " × ".join(f"“{names[place]}”" for place in term)
