"""Key sets: the smallest sets of variables that tell 1 %, 5 % and 20 % of the records apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pandas as pd

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, VARIABLES, Bound, Quantity, Reason, Why
from sdcdesk.core.results.findings import Figure, Section
from sdcdesk.core.results.table import Column, Secrecy, Table
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.kernels.minimal_uniques import Columns
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.key_finder.declared import REACHED, TARGETS
from sdcdesk.risk.key_finder.found_keys import FoundKeys

MOST = 10
"""Sets that are listed for each target."""

BY_ROLE = "suggested scenario: all have the role key"
BY_NAME = "suggested scenario: others know them, by role or by name"

COLUMNS = (
    Column("target", "To single out", SHARE, "Of the released records.", "key", Secrecy.PUBLIC),
    Column("variables", "Variables", None, "A set that does.", "key"),
    Column(
        "size",
        "Number of variables",
        VARIABLES,
        "No smaller set does, of all or of what others know.",
        secrecy=Secrecy.PUBLIC,
    ),
    Column("unique", "Unique records", RECORDS, "Records that the set tells apart."),
    Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk"),
    Column("known", "What others know", None, "Whether the set suggests itself as a scenario."),
)


@dataclass(frozen=True, slots=True)
class Reaching:
    """Sets that reach a target.

    Attributes
    ----------
    percent
        The target.
    sets
        The smallest ones, with most unique records first; none where no counted set reaches it.
    suggested
        The smallest ones of variables that others know, by role or by name, in the same order.
    """

    percent: int
    sets: tuple[Columns, ...]
    suggested: tuple[Columns, ...]

    @property
    def listed(self) -> tuple[Columns, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.sets, *self.suggested)))


def reaching(keys: FoundKeys) -> tuple[Reaching, ...]:
    """Return the smallest counted sets that reach each target.

    Parameters
    ----------
    keys
        Whom the variables tell apart.

    Returns
    -------
    tuple[Reaching, ...]
        One for each target.
    """
    every = list(keys.uniqueness.unique)
    others_know = {at for at in range(len(keys.names)) if keys.known((at,))}
    known = [some for some in every if others_know.issuperset(some)]
    return tuple(
        Reaching(percent, _smallest(keys, every, percent), _smallest(keys, known, percent))
        for percent in TARGETS
    )


def _smallest(keys: FoundKeys, sets: Sequence[Columns], percent: int) -> tuple[Columns, ...]:
    """Return the smallest of some sets that reach a target, those with most unique records first."""
    unique = keys.uniqueness.unique
    enough = [some for some in sets if reaches(keys, unique[some], percent)]
    least = min(map(len, enough), default=0)
    smallest = [some for some in enough if len(some) == least]
    return tuple(sorted(smallest, key=lambda some: (-unique[some], some))[:MOST])


def reaches(keys: FoundKeys, unique: int, percent: int) -> bool:
    """Return whether so many unique records reach a target.

    Parameters
    ----------
    keys
        Whom the variables tell apart.
    unique
        Records.
    percent
        The target.

    Returns
    -------
    bool
        Counted in whole numbers; never without records.
    """
    return 0 < keys.records * percent <= unique * 100


def reached_figures(keys: FoundKeys, targets: tuple[Reaching, ...]) -> tuple[Figure, ...]:
    """Return how few variables reach each target.

    Parameters
    ----------
    keys
        Whom the variables tell apart.
    targets
        The sets that reach them.

    Returns
    -------
    tuple[Figure, ...]
        At least one more than were counted, where no counted set does but all variables together do.
    """
    return tuple(
        declared.figure(
            _fewest(keys, target),
            computation=_steps(keys, target),
            rows=partial(keys.rows, target.sets[0]) if target.sets else None,
            row_title=f"told apart by {', '.join(keys.named(target.sets[0]))}" if target.sets else "",
        )
        for declared, target in zip(REACHED, targets, strict=True)
    )


def _fewest(keys: FoundKeys, target: Reaching) -> Quantity:
    if target.sets:
        return Quantity(len(target.sets[0]), VARIABLES)
    if not keys.records:
        return Quantity(None, VARIABLES, reason=Reason(Why.NO_RECORDS, NOTHING_RELEASED))
    if reaches(keys, int(keys.uniqueness.whole.sum()), target.percent):
        return Quantity(keys.uniqueness.counted + 1, VARIABLES, Bound.AT_LEAST)
    words = "Not even all variables together tell so many records apart."
    return Quantity(None, VARIABLES, reason=Reason(Why.NONE_SUFFICES, words))


def _steps(keys: FoundKeys, target: Reaching) -> tuple[tuple[str, Quantity | str], ...]:
    if not target.sets:
        return ()
    best = target.sets[0]
    return (
        ("Variables", ", ".join(keys.named(best))),
        ("Records that they tell apart", Quantity(keys.uniqueness.unique[best], RECORDS)),
        ("Released records", Quantity(keys.records, RECORDS)),
    )


def _known(keys: FoundKeys, some: Columns) -> str:
    """Return why a set suggests itself as a scenario; empty where it does not."""
    return (BY_ROLE if keys.by_role(some) else BY_NAME) if keys.known(some) else ""


def key_sets_section(keys: FoundKeys, targets: tuple[Reaching, ...]) -> Section:
    """Return the section with the smallest sets that reach each target.

    Parameters
    ----------
    keys
        Whom the variables tell apart.
    targets
        The sets that reach them.

    Returns
    -------
    Section
        A table.
    """
    listed = [(target.percent, some) for target in targets for some in target.listed]
    unique = [keys.uniqueness.unique[some] for _, some in listed]
    frame = pd.DataFrame(
        {
            "target": pd.Series([percent / 100 for percent, _ in listed], dtype=float),
            "variables": pd.Series([", ".join(keys.named(some)) for _, some in listed], dtype=object),
            "size": pd.Series([len(some) for _, some in listed], dtype="int64"),
            "unique": pd.Series(unique, dtype="int64"),
            "share": pd.Series([number / keys.records for number in unique], dtype=float),
            "known": pd.Series([_known(keys, some) for _, some in listed], dtype=object),
        }
    )
    table = Table(
        name="key_sets",
        title="Smallest sets",
        about=sentence(
            "The smallest sets that single out 1 %, 5 % and 20 % of the released records, those that single "
            "out most first, at most {most} each; then the smallest of variables that others know."
            " These are the keys, and variables of no role whose names say so.",
            most=MOST,
        ),
        columns=COLUMNS,
        frame=frame,
        empty="No set that was counted singles out 1 % of the released records.",
        rows=lambda at: keys.rows(listed[at][1]),
        row_title=lambda at: f"told apart by {', '.join(keys.named(listed[at][1]))}",
        known=lambda at: keys.named(listed[at][1]) if keys.known(listed[at][1]) else (),
    )
    about = plain("Whoever knows these few variables of a person finds the person's record for certain.")
    return Section(name="key_sets", title="Sets that single out many", about=about, blocks=(table,))
