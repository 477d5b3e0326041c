"""Names of variables: their words, and whether these say that others know a variable of a person."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from sdcdesk.core.data.role_vocabulary import ALL

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def unaccented(text: str) -> str:
    """Return a text in which letters have no accents: "Größe" is "Grosse".

    Parameters
    ----------
    text
        Any text.

    Returns
    -------
    str
        Letters of other scripts stay.
    """
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def name_words(name: str) -> tuple[str, ...]:
    """Return the words in the name of a variable: "Patient_No" has "patient" and "no".

    Parameters
    ----------
    name
        The name.

    Returns
    -------
    tuple[str, ...]
        In small letters, without accents.
    """
    return tuple(word.lower() for word in _WORDS.findall(unaccented(name)))


def matching_word(words: Iterable[str], among: Sequence[str], stems: tuple[str, ...] = ()) -> str:
    """Return the first word of a name that is one of some, or begins or ends with a stem.

    Parameters
    ----------
    words
        Words of a name.
    among
        Words that are looked for; they come before stems.
    stems
        With which a word may begin or end.

    Returns
    -------
    str
        A word or a stem; empty for none.
    """
    words = tuple(words)
    whole = next((word for word in words if word in among), "")
    # All stems in one call before each for itself, because a file may have thousands of names.
    if whole or not any(word.startswith(stems) or word.endswith(stems) for word in words):
        return whole
    return next(stem for word in words for stem in stems if word.startswith(stem) or word.endswith(stem))


def others_know(name: str) -> bool:
    """Return whether the name of a variable says that others know it of a person.

    Parameters
    ----------
    name
        Its name.

    Returns
    -------
    bool
        False also where the name speaks of what people keep to themselves.
    """
    words = name_words(name)
    kept = matching_word(words, ALL.confidential, ALL.confidential_stems)
    return not kept and bool(matching_word(words, ALL.key, ALL.key_stems))
