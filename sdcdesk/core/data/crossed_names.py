"""Crossed names: variables that a text joins by ×, as interactions of a model and tables do."""

import re
from collections.abc import Iterator, Sequence

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

BETWEEN = " × "
"""Between names, as people read them."""


def crossed_places(text: str, names: Sequence[str], unknown: DataError, *, least: int = 1) -> tuple[int, ...]:
    """Return which variables a text crosses.

    Parameters
    ----------
    text
        Names joined by × or by *.
    names
        Those that there are.
    unknown
        What is raised where the text is nothing of the kind; it says which parameter holds it.
    least
        Fewest variables.

    Returns
    -------
    tuple[int, ...]
        Places among the names, ascending, each once.

    Raises
    ------
    DataError
        The text names no such variables, one of them twice, or can be read in several ways.
    """
    # Names as they are come first; forms and files of options leave out blanks at the ends.
    found = _readings(text, names, least) or _readings(text, [name.strip() for name in names], least)
    if not found:
        raise unknown
    if len(found) > 1:
        one, other = sorted(found)[:2]
        raise DataError(
            sentence(
                "{text} can be read as {one} and as {other}, for the name of a variable holds ×, * or a "
                "blank at its end; give that variable another name.",
                text=short(text),
                one=_quoted(one, names),
                other=_quoted(other, names),
            ),
            unknown.field,
        )
    return found.pop()


def _readings(text: str, names: Sequence[str], least: int) -> set[tuple[int, ...]]:
    """Return the sets of so many different variables that a text can stand for: up to two."""
    parts = [re.compile(rf"\s*{re.escape(name)}\s*([×*]|$)") for name in names]

    def after(at: int, places: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, part in enumerate(parts):
            if place in places or (found := part.match(text, at)) is None:
                continue
            if found[1]:
                yield from after(found.end(), (*places, place))
            elif len(places) + 1 >= least:
                yield tuple(sorted((*places, place)))

    readings: set[tuple[int, ...]] = set()
    for term in after(0, ()):
        readings.add(term)
        if len(readings) > 1:
            break
    return readings


def _quoted(places: Sequence[int], names: Sequence[str]) -> str:
    return BETWEEN.join(f"“{names[place]}”" for place in places)
