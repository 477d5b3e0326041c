"""Secret seed: who knows it draws all random numbers again, and takes them off what was released."""

import secrets
from datetime import UTC, datetime

from sdcdesk.core.text.sentence import plain

BITS = 63
"""Random bits of a seed that is drawn."""

TRIED = 2**32
"""A program tries all smaller seeds on a released file within hours."""

SHORTEST = 12
"""Digits of a seed that is shown whole."""

CONFIDENTIAL = plain(
    "Seed and project are as confidential as the data: with the seed, anybody takes noise off the released "
    "values again, and undoes swaps and random order. So does anybody who gets two files that were masked "
    "with one seed, with other parameters or of other data: their difference tells what was drawn. Draw a "
    "new seed before a second file leaves."
)
"""What whoever keeps a seed must know."""

DRAWN_AS_BEFORE = plain(
    "The steps draw the same random numbers for this file as for the one before: if both leave, their "
    "difference takes noise off. Draw a new seed then."
)
"""What is said where another file is masked with the seed of a project."""

MARKED = plain(
    "Public documents hold no seed, and none of the parameters of a step that is marked to keep them secret, "
    "as may be right for a variance of noise or for a transition matrix."
)
"""What public documents keep back."""

_SMALL = plain(
    "The seed is easy to guess: a program tries all seeds below 2^32 on the released file, finds this one, "
    "and undoes what was drawn. Draw a new seed."
)
_DATED = plain(
    "The seed is easy to guess: it reads as a date. A program tries all dates on the released file, finds "
    "this one, and undoes what was drawn. Draw a new seed."
)

_DATES = ("%Y%m%d", "%d%m%Y", "%m%d%Y")
_TIMES = {12: "%H%M", 14: "%H%M%S", 17: "%H%M%S"}
"""By the number of all digits how the time follows a date; without one, digits are below `TRIED`."""

_MOMENT = 14
"""Digits of date and time; further ones are parts of a second."""

_FIRST_YEAR, _LAST_YEAR = 1900, 2199

_CLOCKS = (10**3, 10**6)
"""Parts of a second in which computers count time; counted in finer parts, it looks like any other seed."""


def drawn_seed() -> int:
    """Return a seed that nobody can guess.

    Returns
    -------
    int
        63 bits of the operating system's generator.
    """
    seed = secrets.randbits(BITS)
    while guessable(seed):
        seed = secrets.randbits(BITS)
    return seed


def guessable(seed: int) -> str:
    """Return why a seed is no secret: it is small, or a date.

    Parameters
    ----------
    seed
        Seed of a recipe, 0…2⁶³−1.

    Returns
    -------
    str
        What follows of it and what to do, in whole sentences; empty: nothing speaks against it.
    """
    if seed < TRIED:
        return _SMALL
    return _DATED if _is_date(str(seed)) or _is_moment(seed) else ""


def shortened(seed: int) -> str:
    """Return the ends of a seed, as it stands where others may look.

    Parameters
    ----------
    seed
        Seed of a recipe.

    Returns
    -------
    str
        "6203…7411"; a short one whole.
    """
    digits = str(seed)
    return digits if len(digits) <= SHORTEST else f"{digits[:4]}…{digits[-4:]}"


def _is_date(digits: str) -> bool:
    """Return whether digits are a date and a time, as people write them into names of files."""
    time = _TIMES.get(len(digits))
    return time is not None and any(_is_written(digits[:_MOMENT], date + time) for date in _DATES)


def _is_written(digits: str, form: str) -> bool:
    try:
        return _FIRST_YEAR <= datetime.strptime(digits, form).replace(tzinfo=UTC).year <= _LAST_YEAR
    except ValueError:
        return False


def _is_moment(seed: int) -> bool:
    """Return whether a number counts the time since 1970, as computers do."""
    first, last = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (1980, 2100))
    return any(first <= seed / parts <= last for parts in _CLOCKS)
