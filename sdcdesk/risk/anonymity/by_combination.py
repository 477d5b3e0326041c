"""Measure of k by combination: a group size of its own for single keys, for pairs, for three together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import (
    GROUPS,
    RECORDS,
    SHARE,
    VARIABLES,
    Quantity,
    Reason,
    Why,
    count_unit,
    share,
    undefined,
)
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Figure, Findings, Note, Section
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.keys.key_measure import KeyMeasure

SOURCE = (
    "Hundepool et al. 2012, Statistical Disclosure Control, section 3.2 (unsafe combinations); an own k for "
    "each number of keys: Templ, Kowarik and Meindl 2015, section 4.2"
)

COMBINATIONS = count_unit("combination")

risk_figure = partial(Declared, better="less", source=SOURCE)

RECORDS_BELOW = risk_figure("records_below_own_k", "Records below k by some", RECORDS).means(
    "Released records that are, by some combination of keys, in a group smaller than the k of combinations "
    "of so many keys."
)

SHARE_BELOW = risk_figure("share_below_own_k", "Share below k by some", SHARE).means(
    "The same records, divided by the released records."
)

COMBINATIONS_BELOW = risk_figure(
    "combinations_below_own_k", "Unsafe combinations of keys", COMBINATIONS
).means(
    "Combinations of key variables by which some group is smaller than the k of combinations of so many keys."
)

GROUPS_BELOW = risk_figure("groups_below_own_k", "Groups below their k", GROUPS).means(
    "Combinations of key values that occur and are those of fewer records than the k of combinations of so "
    "many keys, over all combinations of key variables."
)


@dataclass(frozen=True, slots=True, eq=False)
class KeySet:
    """Groups by some of the keys.

    Attributes
    ----------
    names
        The keys.
    k
        Wanted size of a group by so many keys.
    smallest
        Records of the smallest group; None where none is released.
    below
        bool (t,), records in groups below k.
    groups
        Groups below k; None where records do not form groups.
    """

    names: tuple[str, ...]
    k: int
    smallest: int | None
    below: np.ndarray
    groups: int | None

    @property
    def records(self) -> int:
        """Records in groups below k."""
        return int(np.count_nonzero(self.below))


@dataclass(frozen=True, slots=True, eq=False)
class KeySets:
    """Groups by all combinations of keys for which a size is asked.

    Attributes
    ----------
    masked
        The masked file.
    sets
        Those that leave most records below their k first.
    """

    masked: Microdata
    sets: tuple[KeySet, ...]

    @property
    def below(self) -> np.ndarray:
        """Bool (t,), records below k by some combination."""
        return _any(self.masked, self.sets)

    @property
    def sizes(self) -> list[tuple[KeySet, ...]]:
        """Combinations of each number of keys, ascending."""
        numbers = sorted({len(one.names) for one in self.sets})
        return [tuple(one for one in self.sets if len(one.names) == number) for number in numbers]

    def groups(self, some: Sequence[KeySet]) -> int | None:
        """Return the groups below k by some of the combinations.

        Parameters
        ----------
        some
            Combinations of keys.

        Returns
        -------
        int or None
            None where records do not form groups by one of them.
        """
        numbers = [one.groups for one in some]
        return None if None in numbers else sum(number for number in numbers if number is not None)


def _any(masked: Microdata, some: Sequence[KeySet]) -> np.ndarray:
    """Return bool (t,), records below k by any of some combinations."""
    below: np.ndarray = np.logical_or.reduce(
        [np.zeros(len(masked), dtype=bool), *(one.below for one in some)]
    )
    return below


UNDEFINED_GROUPS = Reason(Why.NOT_APPLICABLE, NO_GROUPS)

BY_NUMBER = DeclaredTable[KeySets](
    name="sizes",
    title="By number of keys",
    about=plain("Combinations of as many keys, with the group size that is asked of them."),
    columns=(
        public_key("number", "Keys known", VARIABLES).cells(
            lambda found: [len(some[0].names) for some in found.sizes]
        ),
        Column("k", "Wanted k", RECORDS, "Asked of every group.", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [some[0].k for some in found.sizes]
        ),
        Column(
            "combinations", "Combinations", COMBINATIONS, "Of so many keys.", secrecy=Secrecy.PUBLIC
        ).cells(lambda found: [len(some) for some in found.sizes]),
        Column("unsafe", "Unsafe", COMBINATIONS, "Those by which some group is below k.").cells(
            lambda found: [sum(one.records > 0 for one in some) for some in found.sizes]
        ),
        Column("records", "Records below k", RECORDS, "By some combination of so many keys.").cells(
            lambda found: [int(_any(found.masked, some).sum()) for some in found.sizes]
        ),
        Column("groups", "Groups below k", GROUPS, "Over all combinations of so many keys.").cells(
            lambda found: pd.array([found.groups(some) for some in found.sizes], dtype="Int64"),
            undefined=UNDEFINED_GROUPS,
        ),
    ),
    rows=lambda found, at: found.masked.rows[_any(found.masked, found.sizes[at])],
    row_title=lambda found, at: sentence("below {k} by some combination", k=found.sizes[at][0].k),
)

BY_COMBINATION = DeclaredTable[KeySets](
    name="combinations",
    title="By combination of keys",
    about=plain("Groups of released records that are alike in some of the keys, the least safe first."),
    columns=(
        public_key("variables", "Known keys").cells(
            lambda found: [", ".join(one.names) for one in found.sets]
        ),
        public_key("number", "Their number", VARIABLES).cells(
            lambda found: [len(one.names) for one in found.sets]
        ),
        Column("k", "Wanted k", RECORDS, "Asked of every group.", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [one.k for one in found.sets]
        ),
        Column("smallest", "Smallest group", RECORDS, "Records that share the rarest values.").cells(
            lambda found: pd.array([one.smallest for one in found.sets], dtype="Int64")
        ),
        Column("records", "Records below k", RECORDS, "Released records in groups below k.").cells(
            lambda found: [one.records for one in found.sets]
        ),
        Column("share", "Of all", SHARE, "The same, divided by the released records.", bar="risk").cells(
            lambda found: [one.records / (len(found.masked) or np.nan) for one in found.sets],
            undefined=Reason(Why.NO_RECORDS, NOTHING_RELEASED),
        ),
    ),
    rows=lambda found, at: found.masked.rows[found.sets[at].below],
    row_title=lambda found, at: sentence(
        "in groups below {k} by {names}", k=found.sets[at].k, names=", ".join(found.sets[at].names)
    ),
)


class KByCombination(KeyMeasure):
    """Records in groups that are too small by one key, by two, by three, with a size for each number of keys.

    Who knows one variable of a person should find many people who look alike, and who knows three may find
    fewer: the less is known, the easier it is to know. So a group size is asked of all combinations of one
    key, another one of all pairs, and so on: with 10, 5, 3 every value of every key must be that of ten
    released records, every pair of values of two keys that of five, and every three values that of three. A
    record counts if some combination leaves it in a group below its size.

    The first number is asked of single keys, the second of pairs, and so on; of combinations of more keys
    than there are numbers, and where a number is 1, nothing is asked. Numbers for more keys than there are
    ask nothing either, which a note says. A key that is not released tells nobody apart.

    When to use it: where no intruder knows all keys at once, as in files with many variables, and to find
    which combinations are unsafe. Local suppression makes them safe. When not: where somebody may know all
    keys: then every number that is asked of fewer of them says nothing of that; look at k-anonymity beside.

    With missing values as a value of their own, groups of equal keys are counted; where a missing value
    matches every value, the records compatible with each record, which form no groups.

    Examples
    --------
    Nobody is alone by one variable; by both, two people are:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 30, 50, 50, 50], "sex": list("FFMMF")}))
    >>> found = sdc.risk.KByCombination(keys=["age", "sex"], sizes=[2, 2]).assess(people, people)
    >>> found.table("sizes")["records"].tolist(), found.value("records_below_own_k")
    ([0, 1], 1)
    """

    name = "k_by_combination"
    title = "k for combinations of keys"
    source = SOURCE
    purpose = "Whether enough people look alike to who knows one key, two or three."
    declares = (RECORDS_BELOW, SHARE_BELOW, COMBINATIONS_BELOW, GROUPS_BELOW)
    tables = (BY_NUMBER, BY_COMBINATION)
    needs_original = ""
    examples = (
        {},
        {"keys": ["age", "zip"], "missing": "wildcard", "sizes": [12, 2]},
    )

    sizes: tuple[Annotated[int, Field(ge=1)], ...] = parameter(
        (10, 5, 3),
        "Wanted group sizes k",
        "The size of a group by one key, by two, by three, and so on; 1 asks nothing.",
        FieldDisplay(unit="records"),
        min_length=1,
        max_length=10,
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for it looks at the masked file only."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        keys = self.key_names(original)
        released = tuple(name for name in keys if name in masked)
        found = _key_sets(masked, released, self.sizes, self.missing, progress)
        notes = list(self.key_notes(keys, masked))
        if len(self.sizes) > len(released):
            notes.append("There are fewer keys than numbers; the last numbers ask nothing.")
        headline = Section(
            name="by_combination",
            about=_verdict(found),
            blocks=(*_figures(found), BY_NUMBER.table(found)),
            notes=tuple(Note(plain(note)) for note in notes),
        )
        return Findings(sections=(headline, BY_COMBINATION.section(found, title="By combination of keys")))


def _key_sets(
    masked: Microdata, keys: tuple[str, ...], sizes: Sequence[int], missing: Missing, progress: Progress
) -> KeySets:
    """Return the groups by every combination of keys for which a size is asked."""
    asked = [
        (names, k) for number, k in enumerate(sizes, start=1) if k > 1 for names in combinations(keys, number)
    ]
    sets = []
    for (names, k), share_of_work in progress.over(asked, "Combinations of keys"):
        found = InMemory(masked, masked, names, missing, share_of_work).after
        groups = None if found.groups is None else int((found.groups.sizes < k).sum())
        sets.append(KeySet(names, k, found.smallest, found.sizes < k, groups))
    return KeySets(masked, tuple(sorted(sets, key=lambda one: (-one.records, len(one.names)))))


def _verdict(found: KeySets) -> Sentence:
    if not len(found.masked):
        return plain(NOTHING_RELEASED)
    unsafe = sum(one.records > 0 for one in found.sets)
    if not unsafe:
        return plain("By every combination of keys all groups are as large as wanted.")
    return sentence(
        "By {unsafe} of {combinations} combinations of keys some groups are too small.",
        unsafe=str(unsafe),
        combinations=str(len(found.sets)),
    )


def _figures(found: KeySets) -> tuple[Figure, ...]:
    below = found.below
    number, unsafe = int(below.sum()), sum(one.records > 0 for one in found.sets)
    groups = found.groups(found.sets)
    by_groups = undefined(GROUPS, Why.NOT_APPLICABLE, NO_GROUPS)
    if groups is not None:
        by_groups = Quantity(groups, GROUPS, people=(number,))

    def rows() -> np.ndarray:
        positions: np.ndarray = found.masked.rows[below]
        return positions

    look = partial(Declared.figure, rows=rows, row_title="below k by some combination")
    return (
        look(RECORDS_BELOW, Quantity(number, RECORDS)),
        look(SHARE_BELOW, share(number, len(found.masked), empty=NOTHING_RELEASED)),
        COMBINATIONS_BELOW.figure(Quantity(unsafe, COMBINATIONS)),
        GROUPS_BELOW.figure(by_groups),
    )
