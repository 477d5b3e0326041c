"""Counts that findings tell of original values: of two editions, they would say how one person's stood."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import pairwise

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL, counted_values
from sdcdesk.core.numbers.quantity import (
    CATEGORIES,
    CELLS,
    COUNT,
    HOUSEHOLDS,
    NUMBER,
    RECORDS,
    VALUES,
    VARIABLES,
    Quantity,
)
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.findings import Block, Figure, Findings, Section
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Argument, Sentence

_FILE_UNITS = (VARIABLES, CATEGORIES)
"""Units of what no record more or less moves."""

COUNTED = (RECORDS, VALUES, CELLS, HOUSEHOLDS)
"""Units of what one record more or less moves by one."""


def mark_original_counts(
    findings: Findings,
    figures: Collection[str] | None,
    records: int,
    secret: Callable[[], str],
    random: frozenset[str],
) -> Findings:
    """Return findings whose numbers say that they count what original values are.

    Who holds two editions that differ by one person, or knows all others, learns by a count of changed values
    whether that person's was changed, and by counts of values in intervals how near it was.

    Parameters
    ----------
    findings
        Findings of a measure that compares original with masked values.
    figures
        Names of the figures that do; None: all. All tables do, and the sentences of a section in which one
        does.
    records
        Records of the masked file, over which means are taken.
    secret
        Original values; see `Contributions.secret`.
    random
        Variables of which values were drawn at random. That none of these stayed, or none changed, nobody
        knows, and 0 would be exact; of others it follows from the recipe.

    Returns
    -------
    Findings
        The same numbers, which a public document writes in steps of some records.
    """

    def block(one: Block) -> Block:
        if isinstance(one, Figure) and (figures is None or one.name in figures):
            counted = partial(
                counting_values, records=records, secret=secret, none=bool(one.quantity.masking & random)
            )
            steps = (
                (words, row if isinstance(row, str) or row.unit not in (*COUNTED, one.unit) else counted(row))
                for words, row in one.computation
            )
            return replace(one, quantity=counted(one.quantity), computation=tuple(steps))
        if isinstance(one, Table):
            named = replace(one, columns=tuple(map(_not_named_by_sizes, one.columns)))
            return _counted(named, records, secret, random)
        return one

    def sentences(section: Section) -> Section:
        names = {one.name for one in section.blocks if isinstance(one, Figure)}
        if not names or not (figures is None or names.intersection(figures)):
            return section
        notes = (replace(note, text=_sentence(note.text, records, secret)) for note in section.notes)
        return replace(section, about=_sentence(section.about, records, secret), notes=tuple(notes))

    return replace(findings, sections=tuple(map(sentences, findings.mapped(block))))


def _sentence(text: Sentence, records: int, secret: Callable[[], str]) -> Sentence:
    """Return a sentence whose counts say that they are of original values."""
    arguments: dict[str, Argument] = {}
    for name, argument in text.arguments.items():
        if isinstance(argument, Sentence):
            arguments[name] = _sentence(argument, records, secret)
        elif name in text.counts and isinstance(argument, int):
            arguments[name] = counting_values(Quantity(argument, COUNT), records, secret)
    return text.with_arguments({**text.arguments, **arguments}) if arguments else text


def _counted(table: Table, records: int, secret: Callable[[], str], random: frozenset[str]) -> Table:
    """Return a table whose counts are of original values; 0 too, of each variable that a row names."""
    columns = [column for column in table.columns if column.is_aggregate]
    named = [frozenset[object]()] * len(table) if table.joint else table.names_of_rows(table.masking)
    drawn = [bool((names or table.masking) & random) for names in named]
    cells = {
        column.name: pd.Series(
            [
                counting_values(quantity, records, secret, none=none, parts=parts)
                for quantity, none, parts in zip(
                    table.quantities(column), drawn, _parts(table, column), strict=True
                )
            ],
            table.frame.index,
            dtype=object,
        )
        for column in columns
        if column.name in table.frame
    }
    return replace(table, frame=table.frame.assign(**cells)) if cells else table


def _parts(table: Table, column: Column) -> list[tuple[float, ...]]:
    """Return for each row what its count is added up from, where it includes those of other rows."""
    if table.cumulative is None:
        return [()] * len(table)
    values = [float(quantity.value or 0) for quantity in table.quantities(column)]
    levels = sorted({0.0, *values})
    between = [after - before for before, after in pairwise(levels)]
    return [tuple(between[: levels.index(value)]) for value in values]


def counting_values(
    quantity: Quantity,
    records: int,
    secret: Callable[[], str],
    *,
    none: bool = False,
    parts: tuple[float, ...] = (),
) -> Quantity:
    """Return a number with what one record has to do with it, where it counts what original values are.

    Parameters
    ----------
    quantity
        A count, or a share, mean or score over records; any other stays as it is.
    records
        Records that a mean is taken over.
    secret
        Original values; see `Contributions.secret`.
    none
        Whether nobody knows that it is 0, where it is.
    parts
        See `Contributions.parts`.

    Returns
    -------
    Quantity
        The same object where nobody is counted.
    """
    one = _record_effect(quantity, records)
    if (
        quantity.value is None
        or not (quantity.value or none)
        or not one
        or quantity.contributions is KNOWN_TO_ALL
    ):
        return quantity
    behind = counted_values(records, one, secret, quantity.contributions, parts)
    return replace(quantity, contributions=behind)


def table_counting_values(table: Table, data: Microdata) -> Table:
    """Return a table of a step whose counts say that they are of values before the step.

    Parameters
    ----------
    table
        With a row for each variable, say.
    data
        The file before the step.

    Returns
    -------
    Table
        The same numbers, which a public document writes in steps of some values.
    """

    def counted(quantity: Quantity) -> Quantity:
        return counting_values(quantity, len(data), data.fingerprint)

    counts = [column for column in table.columns if column.is_aggregate and column.unit in COUNTED]
    return table.with_quantities(counted, counts)


def column_counting_values(table: Table, name: str, data: Microdata) -> Table:
    """Return a table with a column of counts that say that they are of original values, those of 0 too.

    Parameters
    ----------
    table
        Any table.
    name
        The column.
    data
        The original.

    Returns
    -------
    Table
        The same numbers, which a public document writes in steps of some records.
    """

    def counted(quantity: Quantity) -> Quantity:
        return counting_values(quantity, len(data), data.fingerprint, none=True)

    return table.with_quantities(counted, [table.column(name)])


def values_counted(count: int, data: Microdata) -> Quantity:
    """Return how many values a step changed, or left as they were; everybody sees only what they are now.

    Parameters
    ----------
    count
        How many.
    data
        The file before the step.

    Returns
    -------
    Quantity
        Which a public document writes in steps of some values.
    """
    return counting_values(Quantity(count, VALUES), len(data), data.fingerprint)


def sentence_counting_values(text: str, data: Microdata) -> str:
    """Return a sentence of a step whose counts say that they are of values before the step.

    Parameters
    ----------
    text
        A sentence with its numbers; a text without any stays as it is.
    data
        The file before the step.

    Returns
    -------
    str
        The same numbers, which a public document writes in steps of some records.
    """
    if not isinstance(text, Sentence):
        return text
    return _sentence(text, len(data), data.fingerprint)


def _record_effect(quantity: Quantity, records: int) -> float:
    """Return how far a number moves as one record counts or does not; 0 where none does."""
    unit, whole = quantity.unit, quantity.whole or records
    if unit.kind == "count":
        return 0.0 if unit in _FILE_UNITS else 1.0
    return 1 / max(whole, 1) if unit == NUMBER else unit.record_effect(whole)


def _not_named_by_sizes(column: Column) -> Column:
    """Return a column that is told nobody where it names rows by sizes: which ones occur is exact."""
    by_size = column.role == "key" and column.unit == RECORDS and column.secrecy is Secrecy.AGGREGATE
    return replace(column, secrecy=Secrecy.DERIVED) if by_size else column
