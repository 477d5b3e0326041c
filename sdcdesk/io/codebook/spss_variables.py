"""Variables of which SPSS syntax speaks: which ones it means, and what it has said of each of them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})")
_MOST = 100_000
"""Variables that a list from one numbered name to another makes."""


class NoOrderError(Exception):
    """The order of the variables does not tell which ones are meant."""


class SpssVariables:
    """What is said of variables, whose names are the same in capital and small letters.

    Parameters
    ----------
    names
        Variables of the data file in their order, where they are known; else the syntax tells the order where
        it reads the data.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._known = bool(names)
        self._exact = frozenset(names)
        self._order: list[str] = []
        self._places: dict[str, int] = {}
        self._said: dict[str, tuple[dict[str, Any], int]] = {}
        self._spelled: dict[str, str] = {}
        self._set(names)

    def _set(self, names: Iterable[str]) -> None:
        self._order = list(names)
        self._places = {}
        for place, name in enumerate(self._order):
            self._places.setdefault(name.casefold(), place)

    def ordered(self, names: Iterable[str]) -> None:
        """Take the order from the syntax, unless that of the file is known.

        Parameters
        ----------
        names
            Variables that it reads.
        """
        if not self._known:
            self._set(names)

    def meant(self, words: Sequence[str]) -> list[str]:
        """Return the variables that a list means.

        Parameters
        ----------
        words
            Names, and the keywords TO and ALL.

        Returns
        -------
        list[str]
            Their names as the file spells them.

        Raises
        ------
        NoOrderError
            TO and ALL mean variables, and it is not known which.
        ValueError
            TO stands at an end of the list.
        """
        found: list[str] = []
        place = 0
        while place < len(words):
            word = words[place]
            if word.upper() == "ALL":
                if not self._order:
                    raise NoOrderError
                found += self._order
            elif word.upper() == "TO":
                if not found or place + 1 == len(words):
                    raise ValueError(word)
                place += 1
                found += self._between(words[place - 2], words[place])
            else:
                found.append(self._name(word))
            place += 1
        return list(dict.fromkeys(found))

    def _between(self, first: str, last: str) -> list[str]:
        """Return the variables behind the first one up to the last."""
        start, end = (self._places.get(name.casefold(), -1) for name in (first, last))
        if min(start, end) < 0 or end < start:
            raise NoOrderError
        return self._order[start + 1 : end + 1]

    def _name(self, word: str) -> str:
        """Return a name as the file spells it, or as the syntax did at first."""
        if word in self._exact:
            return word
        folded = word.casefold()
        if folded in self._places:
            return self._order[self._places[folded]]
        return self._spelled.setdefault(folded, word)

    def said(self, name: str) -> dict[str, Any]:
        """Return what has been said of a variable.

        Parameters
        ----------
        name
            One of those that are meant.

        Returns
        -------
        dict[str, Any]
            Fields of `Variable`.
        """
        return self._said[name][0] if name in self._said else {}

    def say(self, name: str, line: int, **fields: Any) -> None:
        """Take what is said of a variable, in the place of what was said before.

        Parameters
        ----------
        name
            One of those that are meant.
        line
            Where it is said.
        **fields
            Fields of `Variable`; empty ones are not said.
        """
        kept = {**self.said(name), **fields}
        self._said[name] = {field: value for field, value in kept.items() if value not in ((), "")}, line

    @property
    def described(self) -> list[tuple[str, dict[str, Any], int]]:
        """Names, what is said of them, and the line on which the last of it is."""
        return [(name, fields, line) for name, (fields, line) in self._said.items()]


def listed_variables(words: Sequence[str]) -> list[str]:
    """Return the variables that a list makes, where numbered names stand from one to another.

    Parameters
    ----------
    words
        Names, and the keyword TO.

    Returns
    -------
    list[str]
        Without those of a list that is none: its ends differ in more than their number.
    """
    found: list[str] = []
    for place, word in enumerate(words):
        if word.upper() != "TO":
            found.append(word)
            continue
        ends = [_NUMBERED.fullmatch(one) for one in words[max(place - 1, 0) : place + 2 : 2]]
        if len(ends) < 2 or ends[0] is None or ends[1] is None:
            continue
        stem, first, last = ends[0][1], int(ends[0][2]), int(ends[1][2])
        if stem.casefold() == ends[1][1].casefold() and last - first < _MOST:
            found += [stem + str(number).zfill(len(ends[0][2])) for number in range(first + 1, last)]
    return found
