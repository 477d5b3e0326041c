"""Tables of the categories of variables: their shares in both files, and what became of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why
from sdcdesk.core.results.column import Column, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Section
from sdcdesk.core.text.sentence import plain
from sdcdesk.loss.coarser_labels import CoarserLabels
from sdcdesk.loss.comparison import Comparison
from sdcdesk.loss.ctbil.tables import LevelledVariable

MOST_LISTED = 200
"""Categories, or pairs of them, that are listed of a variable."""

NO_RECORD = Reason(Why.NO_RECORDS, "No record is released.")

NOTHING = "missing"
"""What the category of missing values is called."""

CHANGES = ("same", "coarser", "changed", "blanked", "filled")
"""What became of a value, in words."""


@dataclass(frozen=True, eq=False)
class ComparedCategories:
    """A variable whose categories were compared.

    Attributes
    ----------
    original, masked
        Both files.
    name
        The variable.
    compared
        Its pairs of original and masked category.
    labels
        What the masked category says of the original one, for each pair.
    """

    original: Microdata
    masked: Microdata
    name: str
    compared: Comparison
    labels: CoarserLabels

    @cached_property
    def shares(self) -> list["ShareOfCategory"]:
        """Categories of the level with their records in either file, those that moved most where many."""
        found = LevelledVariable.from_files(self.original, self.masked, self.name)
        size = len(found.categories) + 2
        # The code of a missing value counts from the end.
        before, after = (np.bincount(codes % size, minlength=size) for codes in (found.before, found.after))
        there = np.flatnonzero((before > 0) | (after > 0) | (np.arange(size) < len(found.categories)))
        gaps = np.abs(before * max(len(self.masked), 1) - after * len(self.original))[there]
        listed = np.sort(there[np.argsort(-gaps, kind="stable")[:MOST_LISTED]])
        return [
            ShareOfCategory(
                self,
                found.text(int(code) if code < size - 1 else MISSING),
                int(before[code]),
                int(after[code]),
            )
            for code in listed
        ]

    @cached_property
    def changes(self) -> np.ndarray:
        """For each pair the place in `CHANGES` of what became of its values, int64 (pairs,)."""
        found = self.compared
        kinds = np.zeros(len(found.after), dtype=np.int64)
        kinds[self.labels.coarser] = 1
        kinds[found.changed & ~self.labels.kept] = 2
        kinds[found.blanked] = 3
        kinds[found.filled] = 4
        return kinds

    @cached_property
    def crossed(self) -> list[int]:
        """Places of the pairs that are listed; where there are many, those of the most records that moved."""
        order = np.lexsort((-self.compared.counts, self.changes == 0))[:MOST_LISTED]
        return [int(at) for at in np.sort(order)]

    @cached_property
    def initial_records(self) -> np.ndarray:
        """For each pair the masked records with its original category, int64 (pairs,)."""
        codes = self.compared.initial + 1
        records: np.ndarray = np.bincount(codes, self.compared.counts)[codes].astype(np.int64)
        return records

    def text(self, code: int, *, masked: bool) -> str:
        """Return what a category of a pair is called.

        Parameters
        ----------
        code
            Its position; `MISSING` for a missing value.
        masked
            Whether it is the masked one.

        Returns
        -------
        str
            A value of the data, or the word for a missing one.
        """
        categories = self.compared.level if masked else self.original.coding(self.name).categories
        variable = (self.masked if masked else self.original).variable(self.name)
        return NOTHING if code < 0 else variable.text(categories[code])


@dataclass(frozen=True, slots=True, eq=False)
class ShareOfCategory:
    """A category with its records.

    Attributes
    ----------
    variable
        The variable.
    text
        What it is called.
    before, after
        Records that have it in the original, recoded as the masked file is, and in the masked file.
    """

    variable: ComparedCategories
    text: str
    before: int
    after: int

    @property
    def shares(self) -> tuple[float, float | None]:
        """Shares of the records of either file; None where it holds none."""
        before, after = len(self.variable.original), len(self.variable.masked)
        return self.before / before, self.after / after if after else None


Variables = Sequence[ComparedCategories]


def _shares(variables: Variables) -> list[ShareOfCategory]:
    return [one for variable in variables for one in variable.shares]


def _pairs(variables: Variables) -> Iterator[tuple[ComparedCategories, int]]:
    return ((variable, at) for variable in variables for at in variable.crossed)


SHARES = DeclaredTable[Variables](
    name="shares",
    title="Shares of categories",
    about=plain("In each whole file; where a variable was recoded, in the recoded categories."),
    columns=(
        public_key("variable", "Variable").cells(lambda found: [one.variable.name for one in _shares(found)]),
        Column("category", "Category", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [one.text for one in _shares(found)]
        ),
        Column("before", "Records", RECORDS, "", "before", over="Original").cells(
            lambda found: [one.before for one in _shares(found)]
        ),
        Column("share_before", "Share", SHARE, "", "before", over="Original").cells(
            lambda found: [one.shares[0] for one in _shares(found)]
        ),
        Column("after", "Records", RECORDS, "", "after", over="Masked").cells(
            lambda found: [one.after for one in _shares(found)]
        ),
        Column("share_after", "Share", SHARE, "", "after", over="Masked").cells(
            lambda found: [one.shares[1] for one in _shares(found)], undefined=NO_RECORD
        ),
    ),
    empty="No variable has categories in both files.",
)

CROSSED = DeclaredTable[Variables](
    name="crossed",
    title="Original by masked category",
    about=plain("How many masked records of each original category have which masked one."),
    columns=(
        public_key("variable", "Variable").cells(lambda found: [one.name for one, _ in _pairs(found)]),
        Column("before", "Original category", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [one.text(int(one.compared.initial[at]), masked=False) for one, at in _pairs(found)]
        ),
        Column("after", "Masked category", None, "", "key", Secrecy.RECORD).cells(
            lambda found: [one.text(int(one.compared.after[at]), masked=True) for one, at in _pairs(found)]
        ),
        Column("what", "What became of it", None, secrecy=Secrecy.PUBLIC).cells(
            lambda found: [CHANGES[one.changes[at]] for one, at in _pairs(found)]
        ),
        Column("records", "Records", RECORDS, "Masked records with both.").cells(
            lambda found: [int(one.compared.counts[at]) for one, at in _pairs(found)]
        ),
        Column("share", "Share", SHARE, "Of the masked records with the original category.").cells(
            lambda found: [
                float(one.compared.counts[at] / one.initial_records[at]) for one, at in _pairs(found)
            ]
        ),
    ),
    empty="No record is released, or no variable has categories in both files.",
    rows=lambda found, at: _records(*list(_pairs(found))[at]),
    row_title=lambda _found, _at: "with these two categories",
)


def category_sections(variables: Variables) -> tuple[Section, Section]:
    """Return the tables of categories, each a section.

    Parameters
    ----------
    variables
        Those that were compared.

    Returns
    -------
    tuple[Section, Section]
        Shares in both files, and original by masked category.
    """
    return SHARES.section(variables), CROSSED.section(variables)


def _records(variable: ComparedCategories, at: int) -> np.ndarray:
    """Return the records of a pair of categories, positions in the original."""
    compared, rows = variable.compared, variable.masked.rows
    initial = variable.original.coding(variable.name).codes[rows]
    levelled = LevelledVariable.from_files(variable.original, variable.masked, variable.name)
    both = (initial == compared.initial[at]) & (levelled.after == compared.after[at])
    return np.sort(rows[both])
