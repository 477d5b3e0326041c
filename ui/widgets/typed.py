"""Search by typing: what fits the typed words, and how well."""

import re


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
    # Who types the plural means the same.
    wanted = [word if word in whole else word.removesuffix("s") for word in wanted]
    if not all(word in whole for word in wanted):
        return None
    if title == typed.casefold().strip():
        return 0
    if wanted and title.startswith(wanted[0]) and all(word in title for word in wanted):
        return 1
    words = re.split(r"[\s_\-(,:]+", whole)
    if all(any(each.startswith(word) for each in words) for word in wanted):
        return 2 if all(word in title for word in wanted) else 3
    return 4


def _initials(title: str) -> str:
    """Return the initials of a title of several words: what it is called for short."""
    words = re.findall(r"\w+", title)
    return "".join(word[0] for word in words) if len(words) > 2 else ""
