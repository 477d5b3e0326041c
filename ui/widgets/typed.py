"""Search by typing: what fits the typed words, and how well."""

import re
from collections.abc import Callable
from functools import cache


def fit(typed: str, title: str, *others: str) -> int | None:
    """Return how well something fits what was typed: 0 best; None: it does not.

    Parameters
    ----------
    typed
        Words, or beginnings or parts of them, in any order and case; none: all fits alike.
    title
        What it is called, which fits better than the other names do.
    others
        Other names, symbols, and what it is for.
    """
    wanted, title = typed.casefold().split(), title.casefold()
    whole = " ".join((title, *others, *map(_initials, (title, *others)))).casefold()
    if not all(_any_number(word, whole.__contains__) for word in wanted):
        return None
    if title == typed.casefold().strip():
        return 0
    for rank, text in ((1, title), (4, whole)):
        words = re.split(r"[\s_\-(),:…]+", text)
        if all(_any_number(word, words.__contains__) for word in wanted):
            return rank
        begun = all(
            _any_number(word, lambda part, words=words: any(one.startswith(part) for one in words))  # type: ignore[misc]
            for word in wanted
        )
        if begun:
            return rank + (1 if _any_number(wanted[0], text.startswith) else 2)
    return 7


def _any_number(word: str, holds: Callable[[str], bool]) -> bool:
    """Return whether something holds of a word, or of its singular: who types the plural means the same."""
    return holds(word) or holds(word.removesuffix("s"))


@cache  # every letter that is typed asks for those of all that can be found
def _initials(title: str) -> str:
    """Return the initials of a title of several words: what it is called for short."""
    words = re.findall(r"\w+", title)
    return "".join(word[0] for word in words) if len(words) > 2 else ""
