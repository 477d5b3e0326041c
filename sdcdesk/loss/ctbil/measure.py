"""CTBIL, contingency-table-based information loss: how far tables of counts moved."""

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb
from typing import Any, ClassVar

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure, Unpaired
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.counting.contingency_tables import PairedTables
from sdcdesk.loss.ctbil.findings import (
    CELLS_APART,
    DECLARES,
    DIMENSIONS,
    SUBSETS,
    ComparedTables,
    to_findings,
)
from sdcdesk.loss.ctbil.tables import LevelledVariable, Scaling, table_distance
from sdcdesk.loss.selection import with_categories

MOST_TABLES = 20_000
"""More tables than anybody looks at, and minutes for a million records."""

MOST_LISTED, FEWEST_LISTED, ALL_LISTED = 50, 1, 10_000
"""Cells that are listed of a table, at most and at least, and about how many of all tables together."""


class Ctbil(Measure):
    """How far the contingency tables of the masked file are from those of the original.

    For variables W and a dimension K, all tables of 1, 2, …, K variables of W are compared, cell by cell:

    CTBIL(F, G; W, K) = Σ over the non-empty subsets of W with at most K variables Σ over the cells of their
    table |x(F) − x(G)|,

    where x(F) is the number of records in that cell of the original file F, and x(G) that of the masked file
    G. *CTBIL per cell* is the sum divided by the number of cells of all these tables, *of the largest* the
    sum divided by what it would be if no cell had records in both files (0 % for equal tables, 100 % for
    tables that have nothing in common).

    The cells of a table are all combinations of the categories of either file, declared ones and those
    without records included. A missing value is a category of its own where it occurs. So one suppressed
    value gives 2 in dimension one: its category has a record less, and *missing* one more.

    If a variable was recoded, both files are compared after the recoding, so that only other changes count;
    this needs the recipe. Values that a recoding made missing stay apart from those that were missing before.
    Labels that local recoding gave to single records are categories of their own. A masked file that comes
    from no recipe is compared at the categories of either file.

    With *scaled*, counts of the masked file are multiplied by n/t, the records of the original over those of
    the masked file, so that a sample is compared with what it stands for. Sampling weights are not used.
    Without a released record nothing is defined. Records count equally, and their order and pairing do not
    matter: a file whose values were exchanged between records keeps its tables of dimension one.

    When to use: where users of the file tabulate it; after suppression, PRAM, swapping or sampling.

    When not: to judge single records (see the comparison of categories), or what a recoding costs (see EBIL).
    CTBIL grows with records, variables and dimension, and CTBIL per cell shrinks with cells that nobody is
    in; to compare files take the part of the largest.

    The table `dimensions` sums up the tables of each dimension, `tables` has a row for each table with its
    number of `cells`, `ctbil`, `ctbil_normalised` and `ctbil_share`, and `cells` the cells of each that
    differ most, at most 50 and fewer where there are more than 200 tables.

    Example
    -------
    One of four values is suppressed:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import Ctbil
    >>> original = Microdata(pd.DataFrame({"sex": ["f", "f", "m", "m"], "town": ["A", "B", "A", "A"]}))
    >>> masked = original.assign({"town": pd.Series(["A", None, "A", "A"])})
    >>> found = Ctbil(largest=2).assess(original, masked)
    >>> found.table("tables")[["variables", "cells", "ctbil"]].values.tolist()
    [['sex', 2, 0.0], ['town', 3, 2.0], ['sex, town', 6, 2.0]]
    >>> found.value("ctbil"), round(found.value("ctbil_normalised"), 4)
    (4.0, 0.3636)
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "ctbil"
    title: ClassVar[str] = "Contingency-table-based information loss (CTBIL)"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 4, "
        "expression (1)"
    )
    purpose: ClassVar[str] = "How far tables of counts are from those of the original."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (DIMENSIONS, SUBSETS, CELLS_APART)
    unpaired: ClassVar[Unpaired] = "beside"
    counts_values: ClassVar[bool] = True
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {"variables": ["school", "zip", "age"], "largest": 3, "scaled": False},
    )

    variables: tuple[str, ...] = parameter(
        (),
        "Variables (W)",
        "The variables to tabulate; none named: all that have categories in the original or, recoded, in the "
        "masked file, but identifiers and household numbers. Of a continuous variable that you name, each "
        "different value is a category.",
        FieldDisplay(empty="all nominal and ordinal ones"),
        accepts=Accepts(scales=tuple(Scale), roles=NOT_IDENTIFIERS),
    )
    largest: int = parameter(
        2,
        "Largest dimension (K)",
        "The most variables of a table.",
        FieldDisplay(unit="variables"),
        ge=1,
        le=20,
    )
    scaled: bool = parameter(
        True,
        "Scale a sample to the original",
        "Multiply the counts of the masked file by the records of the original over its own.",
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who: nothing, for tables are those of each whole file."""
        return ()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        variables, notes = self._levelled(original, masked, progress.part(0.0, 0.3))
        scaling = Scaling(len(original), len(masked)) if self.scaled and len(masked) else Scaling(1, 1)
        distances = []
        if variables:
            tables = PairedTables(*zip(*((one.before, one.after) for one in variables), strict=True))
            sizes = [one.size for one in variables]
            subsets = self._subsets(len(variables))
            listed = max(min(MOST_LISTED, ALL_LISTED // len(subsets)), FEWEST_LISTED)
            for subset, _ in progress.part(0.4, 1.0).over(subsets, self.title):
                distances.append(table_distance(tables, sizes, subset, scaling, listed))
        return to_findings(ComparedTables(original, masked, variables, distances, scaling), notes)

    def _levelled(
        self, original: Microdata, masked: Microdata, progress: Progress
    ) -> tuple[list[LevelledVariable], list[Sentence]]:
        """Return the variables at the level of the comparison, and sentences on those that cannot be."""
        names, notes = with_categories(self.variables, original, masked)
        found = []
        for name, _ in progress.over(names, "Categories"):
            try:
                found.append(LevelledVariable.from_files(original, masked, name))
            except DataError as error:
                if self.variables:
                    raise
                notes.append(sentence("Left out: {why}", why=error.message))
        if not found:
            notes.append(plain("No variable is in both files, so there is no table to compare."))
        return found, notes

    def _subsets(self, variables: int) -> Sequence[tuple[int, ...]]:
        """Return the places of the variables of each table, small tables first."""
        sizes = range(1, min(self.largest, variables) + 1)
        number = sum(comb(variables, size) for size in sizes)
        if number > MOST_TABLES:
            words = (
                "there would be {tables} tables, and at most {most} can be compared; name fewer variables, "
                "or take a smaller largest dimension."
            )
            raise DataError(sentence(words, tables=number, most=MOST_TABLES), "largest", title=self.title)
        return list(chain.from_iterable(combinations(range(variables), size) for size in sizes))
