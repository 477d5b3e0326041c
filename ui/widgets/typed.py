"""Search by typing: what fits the typed words, and how well."""

import re
from functools import cache

_SEPARATORS = str.maketrans(dict.fromkeys("_-(),:…", " "))
"""What stands between words, as blanks of any kind do."""


class Typed:
    """What was typed, compared with what can be found.

    Parameters
    ----------
    text
        Words, or beginnings or parts of them, in any order and case; none: all fits alike. The plural of a
        word means the same as the word.
    """

    def __init__(self, text: str) -> None:
        self._text = text.casefold().strip()
        wanted = text.casefold().split()
        self._singular = [word.removesuffix("s") or word for word in wanted]
        self._beginnings = [f" {word}" for word in self._singular]
        self._words = [(f" {word} ", f" {one} ") for word, one in zip(wanted, self._singular, strict=True)]

    def fit(self, title: str, *others: str) -> int | None:
        """Return how well something fits: 0 best; None: it does not.

        Parameters
        ----------
        title
            What it is called, which fits better than the other names do.
        others
            Other names, symbols, and what it is for.
        """
        whole = _whole(title, *others)
        for word in self._singular:
            if word not in whole:
                return None
        if title.casefold() == self._text:
            return 0
        in_title, in_whole = _spaced(title.casefold()), _spaced(whole)
        for rank, text in ((1, in_title), (4, in_whole)):
            if all(word in text or one in text for word, one in self._words):
                return rank
            if all(beginning in text for beginning in self._beginnings):
                return rank + (1 if text.startswith(self._beginnings[0]) else 2)
        return 7


@cache  # every letter that is typed asks for all that can be found
def _whole(title: str, *others: str) -> str:
    """Return all names and initials."""
    initials = filter(None, map(_initials, (title, *others)))
    return " ".join((title, *others, *initials)).casefold()


@cache
def _spaced(text: str) -> str:
    """Return the words of a text, each between blanks."""
    return f" {' '.join(text.translate(_SEPARATORS).split())} "


def _initials(title: str) -> str:
    """Return the initials of a title of several words: what it is called for short."""
    if title.count(" ") < 2:  # as in names of variables, of which there may be thousands
        return ""
    words = re.findall(r"\w+", title)
    return "".join(word[0] for word in words) if len(words) > 2 else ""
