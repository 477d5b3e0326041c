"""Search by typing: what fits the typed words, and how well."""

import re
from functools import cache

_SEPARATORS = str.maketrans(dict.fromkeys("_-(),:…", " "))
"""What stands between words, as blanks of any kind do."""


def fit(typed: str, title: str, *others: str) -> int | None:
    """Return how well something fits what was typed: 0 best; None: it does not.

    Parameters
    ----------
    typed
        Words, or beginnings or parts of them, in any order and case; none: all fits alike. The plural of a
        word means the same as the word.
    title
        What it is called, which fits better than the other names do.
    others
        Other names, symbols, and what it is for.
    """
    wanted, (whole, in_title, in_whole) = typed.casefold().split(), _searched(title, *others)
    singular = [word.removesuffix("s") or word for word in wanted]
    if not all(word in whole for word in singular):
        return None
    if title.casefold() == typed.casefold().strip():
        return 0
    for rank, text in ((1, in_title), (4, in_whole)):
        if all(f" {word} " in text or f" {one} " in text for word, one in zip(wanted, singular, strict=True)):
            return rank
        if all(f" {one}" in text for one in singular):
            return rank + (1 if text.startswith(f" {singular[0]}") else 2)
    return 7


@cache  # every letter that is typed asks for all that can be found
def _searched(title: str, *others: str) -> tuple[str, str, str]:
    """Return all names and initials, and the words of the title, and of all, each between blanks."""
    whole = " ".join((title, *others, *map(_initials, (title, *others)))).casefold()
    return whole, _spaced(title.casefold()), _spaced(whole)


def _spaced(text: str) -> str:
    """Return the words of a text, each between blanks."""
    return f" {' '.join(text.translate(_SEPARATORS).split())} "


def _initials(title: str) -> str:
    """Return the initials of a title of several words: what it is called for short."""
    if len(title.split()) < 3:  # as names of variables, of which there may be thousands
        return ""
    words = re.findall(r"\w+", title)
    return "".join(word[0] for word in words) if len(words) > 2 else ""
