"""Tables of confidential values in groups: by criterion, by variable, and group by group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import GROUPS, NUMBER, RECORDS, SHARE, VALUES, Quantity, Reason, Unit, Why
from sdcdesk.core.results.column import Bar, Cells, Column, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.results.findings import Declared, Section
from sdcdesk.core.text.sentence import Sentence, joined, plain, sentence
from sdcdesk.risk.declared import NO_GROUPS, NOTHING_RELEASED
from sdcdesk.risk.diversity.criteria import ConfidentialGroups
from sdcdesk.risk.diversity.figures import INFINITE
from sdcdesk.risk.keys.key_values import key_columns
from sdcdesk.risk.record_risks.listed_records import strongest

LISTED = 1000
"""Groups that are listed; the others are counted."""

NO_VALUES = Reason(Why.NO_RECORDS, "No released record has a value.")


@dataclass(frozen=True, eq=False)
class ValuesInGroups:
    """Confidential values in the groups of a masked file.

    Attributes
    ----------
    masked
        The masked file.
    keys
        Names of the keys.
    confidential
        Its confidential variables in all groups.
    """

    masked: Microdata = field(repr=False)
    keys: Sequence[str]
    confidential: ConfidentialGroups

    @cached_property
    def broken(self) -> list[np.ndarray]:
        """For each criterion bool (t,), the records that break it."""
        return [self.confidential.records(criterion) for criterion in self.confidential.criteria]

    @property
    def kept(self) -> list[str]:
        """Whether every group keeps each criterion."""
        if not self.confidential.around.records:
            return ["–"] * len(self.broken)
        return ["no" if records.any() else "yes" for records in self.broken]

    @property
    def groups_broken(self) -> Sequence[int | None]:
        """Groups that break each criterion; None where records do not form groups."""
        if not self.confidential.around.grouped:
            return [None] * len(self.confidential.criteria)
        around = self.confidential.around
        return [
            around.group_number(self.confidential.groups(criterion))
            for criterion in self.confidential.criteria
        ]

    @property
    def records_broken(self) -> list[int]:
        """Records that break each criterion."""
        return [self.confidential.around.record_number(records) for records in self.broken]

    def rows_of(self, place: int) -> np.ndarray:
        """Return the records that a confidential variable does not protect.

        Parameters
        ----------
        place
            Place of the variable.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        one = self.confidential.variables[place]
        broken = self.confidential.any_broken(place)[self.confidential.around.labels] & one.known
        rows: np.ndarray = self.masked.rows[broken]
        return rows


Computed = TypeVar("Computed", bound=ValuesInGroups)


CRITERIA = DeclaredTable[ValuesInGroups](
    name="criteria",
    title="What is asked of every group",
    about=plain(
        "A record breaks a criterion if its group does, by the values of any confidential variable of "
        "which it has a value itself."
    ),
    columns=(
        public_key("criterion", "Criterion").cells(
            lambda values: [one.title for one in values.confidential.criteria]
        ),
        Column("asked", "Asked", None, "What every group must have.", secrecy=Secrecy.PUBLIC).cells(
            lambda values: [one.requirement for one in values.confidential.criteria]
        ),
        Column("kept", "Kept", None, "Whether every group has it.", secrecy=Secrecy.PUBLIC).cells(
            lambda values: values.kept
        ),
        Column("records", "Records", RECORDS, "Released records that break it, with any variable.").cells(
            lambda values: values.records_broken
        ),
        Column("share", "Of released", SHARE, "These records ÷ released records.", bar="risk").cells(
            lambda values: [
                records / (values.confidential.around.records or np.nan) for records in values.records_broken
            ],
            undefined=Reason(Why.NO_RECORDS, NOTHING_RELEASED),
        ),
        Column("groups", "Groups", GROUPS, "Groups that break it, with any variable.").cells(
            lambda values: values.groups_broken, undefined=Reason(Why.NOT_APPLICABLE, NO_GROUPS)
        ),
    ),
    rows=lambda values, at: values.masked.rows[values.broken[at]],
    row_title=lambda values, at: sentence(
        "not {criterion}", criterion=values.confidential.criteria[at].title
    ),
)


def worst_of_group(name: str, figure: Declared, bar: Bar = "") -> DeclaredColumn[ValuesInGroups]:
    """Return the column with the worst group of each confidential variable, as a figure tells it of all.

    Parameters
    ----------
    name
        Name of the column, and of an amount of the groups.
    figure
        The figure; the less the worse where more is better.
    bar
        See `Bar`.

    Returns
    -------
    DeclaredColumn[ValuesInGroups]
        An infinite one is a quantity without a value.
    """

    def cells(values: ValuesInGroups) -> list[float | Quantity | None]:
        amounts = (one.worst(name, least=figure.better == "more") for one in values.confidential.variables)
        endless = Quantity(None, figure.unit, reason=INFINITE)
        return [endless if amount == np.inf and figure.unit == NUMBER else amount for amount in amounts]

    return Column(name, figure.title, figure.unit, figure.meaning, secrecy=figure.secrecy, bar=bar).cells(
        cells, undefined=NO_VALUES
    )


def confidential_variables(
    *columns: DeclaredColumn[Computed] | ColumnForEach[Computed],
) -> DeclaredTable[Computed]:
    """Return the table of what is found of each confidential variable, as a measure declares it.

    Parameters
    ----------
    *columns
        What is shown of each variable.

    Returns
    -------
    DeclaredTable[Computed]
        One row for each confidential variable that is released.
    """
    return DeclaredTable(
        name="variables",
        title="Confidential variables",
        about=plain("The worst group of each confidential variable, and the records that it gives away."),
        columns=(
            public_key("variable", "Variable").cells(
                lambda values: [one.variable for one in values.confidential.variables]
            ),
            Column("known", "Records", RECORDS, "Released records with a value.").cells(
                lambda values: [one.records for one in values.confidential.variables]
            ),
            Column(
                "values", "Values", VALUES, "Different values that are released.", secrecy=Secrecy.PUBLIC
            ).cells(lambda values: [one.values for one in values.confidential.variables]),
            *columns,
        ),
        empty="No confidential variable is released.",
        rows=lambda values, at: values.rows_of(at),
        row_title=lambda values, at: sentence(
            "not protected in {name}", name=values.confidential.variables[at].variable
        ),
    )


def _breaking(values: ValuesInGroups) -> Iterator[tuple[Column, Cells]]:
    """Yield for each criterion how many records break it with each confidential variable."""
    for one in values.confidential.criteria:
        meaning = sentence("Released records that are not {criterion}.", criterion=one.title)
        column = Column(
            f"not_{one.name}", one.title, RECORDS, meaning, over="Records that are not", undefined=NO_VALUES
        )
        places = range(len(values.confidential.variables))
        number = values.confidential.around.record_number
        yield column, [number(values.confidential.records(one, place)) for place in places]


BREAKING = ColumnForEach[ValuesInGroups]("criterion", _breaking)
"""Of tables of confidential variables: how many records break each criterion."""


@dataclass(frozen=True, slots=True, eq=False)
class WorstGroups:
    """Groups whose values break a criterion, each with the variable whose values do; the worst first.

    Attributes
    ----------
    values
        The confidential values in all groups.
    variable, group
        int64 (m,), places of the variable and of the group; at most `LISTED`.
    total
        All of them, listed or not.
    """

    values: ValuesInGroups
    variable: np.ndarray
    group: np.ndarray
    total: int

    @property
    def things(self) -> str:
        """What they are called, where a missing value matches every value too."""
        return "groups" if self.values.confidential.around.grouped else "different keys"

    @property
    def names(self) -> list[str]:
        """Names of the variables."""
        return [self.values.confidential.variables[place].variable for place in self.variable.tolist()]

    def amounts(self, name: str) -> np.ndarray:
        """Return an amount of each group, of its variable.

        Parameters
        ----------
        name
            Name of the amount.

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        amounts = np.full(len(self.group), np.nan)
        for place, one in enumerate(self.values.confidential.variables):
            mine = self.variable == place
            if mine.any():
                amounts[mine] = one.amounts[name][self.group[mine]]
        return amounts

    def key_columns(self) -> Iterator[tuple[Column, pd.Series]]:
        """Yield the key values of the groups.

        Yields
        ------
        tuple[Column, pd.Series]
            All are values of the data.
        """
        masked = self.values.masked
        names = [name for name in self.values.keys if name in masked]
        return key_columns(masked, names, self.values.confidential.around.first[self.group])

    def rows(self, at: int) -> np.ndarray:
        """Return the records of a group.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the original.
        """
        rows: np.ndarray = self.values.masked.rows[self.values.confidential.around.labels == self.group[at]]
        return rows


def worst_groups(values: ValuesInGroups, amount: str) -> WorstGroups:
    """Return the groups whose values break a criterion, those with the largest amount of a kind first.

    Groups that are only too small are not listed; k-anonymity does.

    Parameters
    ----------
    values
        The confidential values in all groups.
    amount
        Name of the amount that they are ordered by.

    Returns
    -------
    WorstGroups
        Equal ones in the order of the file.
    """
    confidential = values.confidential
    # In the order of the file, so that the first of equal ones are listed.
    order = np.argsort(confidential.around.first)
    broken = [confidential.any_broken(place)[order] for place in range(len(confidential.variables))]
    badness = [
        np.where(mine, one.amounts[amount][order], 0.0) if one.records else np.zeros(len(order))
        for one, mine in zip(confidential.variables, broken, strict=True)
    ]
    chosen = strongest(np.concatenate([np.empty(0), *badness]), LISTED)
    variable, place = np.divmod(chosen, max(len(order), 1))
    return WorstGroups(values, variable, order[place], sum(int(mine.sum()) for mine in broken))


def amount_of_group(
    name: str, title: str, unit: Unit, meaning: str, *, bar: Bar = "", endless: Reason | None = None
) -> DeclaredColumn[WorstGroups]:
    """Return the column with an amount of each of the worst groups.

    Parameters
    ----------
    name
        Name of the column, and of the amount.
    title, unit, meaning, bar
        As of any column.
    endless
        Why an amount that is not finite has no number.

    Returns
    -------
    DeclaredColumn[WorstGroups]
        Of the group's own variable.
    """
    return Column(name, title, unit, meaning, bar=bar).cells(
        lambda groups: groups.amounts(name), undefined=endless
    )


def listed_groups(
    *columns: DeclaredColumn[WorstGroups],
    title: str = "Groups where values break a criterion",
    empty: str = "The values of every group keep all criteria, or there are none.",
) -> DeclaredTable[WorstGroups]:
    """Return the table of the worst groups, as a measure declares it.

    Parameters
    ----------
    *columns
        What is told of each group.
    title, empty
        As of any table.

    Returns
    -------
    DeclaredTable[WorstGroups]
        One row for each group and variable.
    """
    return DeclaredTable(
        name="groups",
        title=title,
        columns=(
            public_key("variable", "Variable").cells(lambda groups: groups.names),
            ColumnForEach("key variable", lambda groups: groups.key_columns()),
            Column(
                "size", "Size", RECORDS, "Released records that share these key values, or fit them."
            ).cells(lambda groups: groups.values.confidential.around.sizes[groups.group]),
            *columns,
        ),
        empty=empty,
        rows=lambda groups, at: groups.rows(at),
        row_title=lambda _groups, _at: "with these key values",
    )


def groups_section(
    declared: DeclaredTable[WorstGroups], values: ValuesInGroups, amount: str, title: str
) -> tuple[Section, ...]:
    """Return the section of the worst groups; there is none where records were counted and are not in memory.

    Parameters
    ----------
    declared
        The table of the groups, as the measure declares it.
    values
        The confidential variables in all groups.
    amount
        Name of the amount by which groups are the worst.
    title
        Title of the section.

    Returns
    -------
    tuple[Section, ...]
        At most one. Where a missing value matches every value, records have different keys, and form no
        groups.
    """
    if values.confidential.around.weights is not None:
        return ()
    groups, called = worst_groups(values, amount), declared.title
    if groups.things != "groups":
        called = called.replace("Groups", "Different keys")
    table = declared.table(groups, title=called, about=_listed(groups))
    return (Section(name="groups", title=title, blocks=(table,)),)


def _listed(groups: WorstGroups) -> Sentence:
    first = plain(
        "Released records by their key values, for each confidential variable: the worst first, equal ones "
        "in the order of the file."
    )
    if len(groups.group) == groups.total:
        return first
    words = {
        "groups": "Listed are {shown} of {total} groups.",
        "different keys": "Listed are {shown} of {total} different keys.",
    }
    return joined([first, sentence(words[groups.things], shown=len(groups.group), total=groups.total)], " ")
