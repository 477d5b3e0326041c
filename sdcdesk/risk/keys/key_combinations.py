"""Key combinations: how many records each singles out, in the order in which they are worth reading."""

from collections.abc import Mapping, Sequence

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.risk.keys.key_uniqueness import key_uniqueness, unique_records

MINE, OFFERED, SUGGESTED = "your keys", "all suggested", "suggested"
"""Marks of the combination of all keys, of all keys with all suggestions, and of others with a suggestion."""

_ABOUT = plain(
    "A record stands out if no other has the same values in all variables of a combination: whoever knows "
    "these of a person finds the person's record for certain. A missing value equals only another missing "
    "one. Counted are all combinations of up to three keys, and all keys together."
)

_COLUMNS = (
    Column("variables", "Variables", role="key"),
    Column("alone", "Alone", RECORDS, "Records that nobody else shares these values with."),
    Column(
        "share",
        "Of all",
        SHARE,
        "These records as a share of all.",
        bar="risk",
        undefined=Reason(Why.NO_RECORDS, "There are no records."),
    ),
    Column("mark", "Which", meaning="All your keys, or what is only suggested as a key."),
)


def key_combinations(
    data: Microdata, keys: Sequence[str], suggested: Sequence[str], progress: Progress = SILENT
) -> Table:
    """Return who stands out: all keys first, then with all suggestions, then what singles out most.

    Parameters
    ----------
    data
        The records; all of them are counted.
    keys, suggested
        Variables that are keys, and those that could be.
    progress
        Receives how far the work is.

    Returns
    -------
    Table
        One row for each combination of `key_uniqueness`; the frame holds its columns, too.

    Raises
    ------
    DataError
        There is no such variable, or the values of an ordinal one do not fit its order.
    Cancelled
        The user asked to stop.
    """
    mine = set(keys)
    every = {*mine, *suggested}

    def mark(names: tuple[str, ...]) -> str:
        whole = {frozenset(every): OFFERED, frozenset(mine): MINE}.get(frozenset(names))
        return whole or ("" if mine.issuperset(names) else SUGGESTED)

    found = key_uniqueness(data, [name for name in data.names if name in every], progress=progress)
    found["mark"] = pd.Series([mark(names) for names in found["keys"]], dtype=object)
    found["variables"] = pd.Series([", ".join(names) for names in found["keys"]], dtype=object)
    first = found["mark"].map({MINE: 0, OFFERED: 1}).fillna(2)
    found = found.iloc[first.argsort(kind="stable")].reset_index(drop=True)
    return Table(
        name="key_combinations",
        title="Who stands out",
        columns=_COLUMNS,
        frame=found,
        about=_ABOUT,
        rows=lambda row: unique_records(data, found["keys"].tolist()[row]),
        row_title=lambda row: sentence("alone in {found}", found=", ".join(found["keys"].tolist()[row])),
    )


def summary(table: Table, locale: Locale = NEUTRAL, called: Mapping[str, str] | None = None) -> str:
    """Return which two keys single out most, as a sentence; empty where there are no two.

    Parameters
    ----------
    table
        As `key_combinations` returns it.
    locale
        Signs of the point and of groups of digits.
    called
        What people call the variables, by name; None: by their names.

    Returns
    -------
    str
        For people, with what helps.
    """
    columns = (table.frame[name].tolist() for name in ("keys", "alone", "mark"))
    pairs = [
        (alone, keys)
        for keys, alone, mark in zip(*columns, strict=True)
        if len(keys) == 2 and mark in ("", MINE)
    ]
    if not pairs:
        return ""
    alone, (first, second) = max(pairs, key=lambda pair: pair[0])
    if not alone:
        return "No two of your keys single anybody out."
    shown = called or {}
    one, many = (
        "{first} and {second} together single out {n} record. Coarser values of either help.",
        "{first} and {second} together single out {n} records. Coarser values of either help.",
    )
    if len(pairs) > 1:
        one, many = (
            (
                "{first} and {second} together single out {n} record, more than any other two keys. Coarser "
                "values of either help."
            ),
            (
                "{first} and {second} together single out {n} records, more than any other two keys. Coarser "
                "values of either help."
            ),
        )
    named = {"first": shown.get(first, str(first)), "second": shown.get(second, str(second))}
    return sentence(one, many, "n", **named, n=alone).written(locale)


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
