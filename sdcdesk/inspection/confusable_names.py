"""Confusable names: variables whose names look alike to a reader."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence


def confusable_names(names: Sequence[str]) -> dict[str, str]:
    """Say of names that look alike which these are, and of what characters.

    Parameters
    ----------
    names
        Names of all variables, in file order.

    Returns
    -------
    dict[str, str]
        A finding by name, only of those that look like another: "é" as one character, and as "e" with an
        accent behind it.
    """
    alike = defaultdict(list)
    for place, name in enumerate(names, start=1):
        alike[unicodedata.normalize("NFKC", name)].append((place, name))
    return {
        name: sentence(
            "its name looks like that of variable {others}; it is spelt {spelt}",
            others=_others(place, same),
            spelt=_spelt(name),
        )
        for same in alike.values()
        if len(same) > 1
        for place, name in same
    }


def _others(place: int, same: Sequence[tuple[int, str]]) -> str:
    return short(", ".join(str(other) for other, _ in same if other != place))


def _spelt(name: str) -> str:
    return short(name.encode("unicode_escape").decode("ascii"))
