"""Key combinations: how many records each singles out, in the order in which they are worth reading."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import pandas as pd

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.shown import NEUTRAL, UNDEFINED, Locale, count_shown, share_shown

MINE = "your keys"
"""Mark of the combination of all keys."""


@dataclass(frozen=True, slots=True)
class KeyCombination:
    """One combination of variables.

    Attributes
    ----------
    keys
        Its variables.
    alone, share
        Records that nobody else shares, and their share of all (0…1; NaN without records).
    mark
        "your keys", "with the suggestions", or nothing.
    suggested
        Whether it needs a variable that is only suggested.
    """

    keys: tuple[str, ...]
    alone: int
    share: float
    mark: str = ""
    suggested: bool = False

    @property
    def text(self) -> str:
        """Its variables as they are read."""
        return ", ".join(self.keys)

    def share_text(self, locale: Locale = NEUTRAL) -> str:
        """Return the share as text.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            In percent, or the sign for "not defined".
        """
        return share_shown(self.share, locale) if isfinite(self.share) else UNDEFINED

    def records(self, locale: Locale = NEUTRAL) -> str:
        """Return the number of records as text.

        Parameters
        ----------
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            With the noun ("1 record").
        """
        return f"{count_shown(self.alone, locale)} {'record' if self.alone == 1 else 'records'}"


def arranged(
    table: pd.DataFrame, keys: Sequence[str], suggested: Sequence[str]
) -> tuple[KeyCombination, ...]:
    """Return the combinations: all keys first, then with all suggestions, then those that single out most.

    Parameters
    ----------
    table
        As `key_uniqueness` returns it.
    keys, suggested
        Variables that are keys, and those that could be.

    Returns
    -------
    tuple[KeyCombination, ...]
        One entry for each combination of the table.
    """
    mine, all_of_them = set(keys), {*keys, *suggested}
    offered = "with the suggestion" if len(suggested) == 1 else "with the suggestions"
    marks = {frozenset(all_of_them): offered, frozenset(mine): MINE}
    columns = (table[name].tolist() for name in ("keys", "alone", "share"))
    rows = [
        KeyCombination(names, alone, share, marks.get(frozenset(names), ""), not mine.issuperset(names))
        for names, alone, share in zip(*columns, strict=True)
    ]
    first = {MINE: 0, offered: 1}
    return tuple(sorted(rows, key=lambda row: first.get(row.mark, 2)))


def summary(rows: Sequence[KeyCombination], locale: Locale = NEUTRAL) -> str:
    """Return which two keys single out most, as a sentence; empty where there are no two.

    Parameters
    ----------
    rows
        As `arranged` returns them.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        For people, with what helps.
    """
    pairs = [row for row in rows if len(row.keys) == 2 and not row.suggested]
    if not pairs:
        return ""
    most = max(pairs, key=lambda row: row.alone)
    if not most.alone:
        return "No two of your keys single anybody out."
    first, second = most.keys
    only = "" if len(pairs) == 1 else ", more than any other two keys"
    records = most.records(locale)
    return f"{first} and {second} together single out {records}{only}. Coarser values of either help."


def groupings(data: Microdata, names: Sequence[str]) -> tuple[object, ...]:
    """Return the parts of the descriptions that decide which values are equal.

    Parameters
    ----------
    data
        A file.
    names
        Names of variables.

    Returns
    -------
    tuple[object, ...]
        Equal for two files whose descriptions group values in the same way.
    """
    variables = [data.variable(name) for name in names]
    return tuple((one.missing, one.categories, one.scale) for one in variables)
