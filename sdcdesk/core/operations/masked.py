"""Masked file as a method returns it, with what the method reports of itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.column import Column, DeclaredColumn, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Block, Declared, Figure, Findings, Section
from sdcdesk.core.results.original_counts import (
    COUNTED,
    counting_values,
    sentence_counting_values,
    table_counting_values,
)
from sdcdesk.core.results.table import Table

ByVariable = Mapping[str, Mapping[Declared, Quantity]]
"""What was found of each variable, by its name; not all numbers need be found of all variables."""


@dataclass(frozen=True, slots=True)
class Masked:
    """What a method returns.

    Attributes
    ----------
    data
        The masked microdata.
    reported
        Its figures: numbers by the declaration of each.
    notes
        Sentences the user should read.
    tables
        Tables beside these figures, of what was found of each variable.
    sections
        What it reports besides in tables and plots, as measures do.
    kept
        bool (n,), which records keep their old values for edit rules; None: the method was not asked to.
    """

    data: Microdata
    reported: Mapping[Declared, Quantity] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    sections: tuple[Section, ...] = ()
    kept: np.ndarray | None = None

    def counting_values(self, before: Microdata) -> "Masked":
        """Return the same, with figures and tables that say that they count values before the step.

        Parameters
        ----------
        before
            The file before the step.

        Returns
        -------
        Masked
            What it counts is told in steps of some records, in its notes too; but not what everybody sees, as
            the records left.
        """
        reported = {
            one: counting_values(quantity, len(before), before.fingerprint)
            if quantity.unit in COUNTED
            else quantity
            for one, quantity in self.reported.items()
        }
        tables = tuple(table_counting_values(table, before) for table in self.tables)
        notes = tuple(sentence_counting_values(note, before) for note in self.notes)
        return replace(self, reported=reported, tables=tables, notes=notes)

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures by name."""
        return {one.name: one.figure(quantity) for one, quantity in self.reported.items()}

    @property
    def findings(self) -> Findings:
        """Figures, tables and plots as measures give them; the figures stand in the first section."""
        blocks: tuple[Block, ...] = (*self.figures.values(), *filter(len, self.tables))
        first = (Section(name="report", blocks=blocks, sums=True),) if blocks else ()
        return Findings(sections=(*first, *self.sections))


def by_variable(
    *columns: Declared, name: str = "variables", title: str = "By variable"
) -> DeclaredTable[ByVariable]:
    """Return the table of what a method reports of each variable.

    Parameters
    ----------
    *columns
        The numbers, declared as figures are; a column that has none is not shown.
    name, title
        Name and title of the table.

    Returns
    -------
    DeclaredTable[ByVariable]
        A row for each variable of which something was found.
    """

    def cells(one: Declared) -> DeclaredColumn[ByVariable]:
        return Column(one.name, one.title, one.unit, one.meaning, secrecy=one.secrecy).cells(
            lambda found: [numbers.get(one) for numbers in found.values() if numbers],
            when=lambda found: any(one in numbers for numbers in found.values()),
        )

    return DeclaredTable(
        name=name,
        title=title,
        columns=(
            Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC).cells(
                lambda found: [name for name, numbers in found.items() if numbers]
            ),
            *map(cells, columns),
        ),
    )
