"""Withholding: what a document leaves out of findings, before any writer sees them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import is_not
from typing import TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import GROUPS, Quantity
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.edition import WITHHELD, Edition, number_in
from sdcdesk.core.results.findings import Block, Figure, Findings, Note, Section
from sdcdesk.core.results.hidden_rows import hidden_rows, published_rows, rows_below_minimum
from sdcdesk.core.results.limit import UNLIMITED, Judgement, Limit, Limits
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.small_counts import with_small_counts
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import Argument, Sentence, plain, sentence

Kept = TypeVar("Kept", bound=Findings)

COLUMNS_WITH_VALUES = (
    "{n} column is left out here: it holds values of the data.",
    "{n} columns are left out here: they hold values of the data.",
)
COLUMNS_REVEALING_VALUES = (
    "{n} column is left out here: values of single records could be computed from it.",
    "{n} columns are left out here: values of single records could be computed from them.",
)
FIGURES_WITH_VALUES = (
    "{n} figure is left out here: it holds values of the data.",
    "{n} figures are left out here: they hold values of the data.",
)
ROWS_BELOW_MINIMUM = "Rows that count fewer than {few} records are left out here."
ROWS_REVEALING_COUNTS = "More rows are left out here: how many the others count would follow from them."
"""Without how many: where a row is a group, that is how many groups are small."""

FIGURES_BELOW_MINIMUM = (
    "{n} figure is left out here: it counts fewer than {few} records.",
    "{n} figures are left out here: they count fewer than {few} records.",
)
TABLES_REVEALING_COUNTS = (
    "{n} table is left out here: a number of fewer than {few} records could be computed from it.",
    "{n} tables are left out here: a number of fewer than {few} records could be computed from them.",
)
PROVING = "What follows from the random numbers alone is left out: it would prove a guess at the seed."
MASKING_LEFT_OUT = "What tells how a variable was masked is left out: the parameters of that step are secret."
ROUNDED = (
    "Numbers with ≈ or ≤ are rounded to steps so wide that no value of a single record follows from them, "
    "nor from the same number of another file; many editions of nearly the same people would narrow it."
)

_WITHHELD = {
    Secrecy.INTERNAL: "Withheld: it tells how the file was masked.",
    Secrecy.DERIVED: "Withheld: values of single records could be computed from it.",
    Secrecy.RECORD: "Withheld: it is a value of the data.",
}
"""Why the number of a judgement is not told."""


def withheld(findings: Kept, edition: Edition = WITHHELD, limits: Limits = UNLIMITED) -> Kept:
    """Return findings as an edition shows them; each section says how much it left out.

    Columns that the edition does not show are taken from their tables and from the frames behind them, with
    everything that only the frame held; so are plots that draw them, tables that lose a part of what names
    their rows (numbers of nameless groups name them, beside the released file and another edition),
    per-record series and the records behind rows and figures. So are rows and figures that count fewer
    records than the threshold of the edition, and what follows such a figure; sentences say "fewer than" it.

    Parameters
    ----------
    findings
        Findings or an assessment; it stays as it is.
    edition
        Whom it is for.
    limits
        By name of the figure; a rounded number stands to its limits as the number itself.

    Returns
    -------
    Kept
        New findings of the same kind.
    """
    figures = findings.figures.values()
    few = frozenset(figure.name for figure in figures if edition.hides(figure.quantity))
    tables = [table for table in findings.tables.values() if _counts_groups(table)]
    if edition.threshold and any(hidden_rows(table, edition).any() for table in tables):
        # How many groups there are in all, beside the records in them, would solve the rows that are hidden.
        few |= {figure.name for figure in figures if figure.quantity.unit == GROUPS}
    sections = tuple(_section(section, few, edition, limits) for section in findings.sections)
    return replace(findings, sections=sections, records={})


def withheld_judgement(judgement: Judgement, edition: Edition) -> Judgement:
    """Return a judgement as an edition shows it: always how it stands, and the number where it may be told.

    Parameters
    ----------
    judgement
        A limit and what was found; it stays as it is.
    edition
        Whom it is for.

    Returns
    -------
    Judgement
        The same object where nothing is left out.
    """
    if judgement.quantity is None:
        return judgement
    if not edition.leaves_out(judgement.quantity, judgement.secrecy):
        published = edition.released(judgement.quantity, [judgement.limit])
        if published is judgement.quantity:
            return judgement
        why = published.reason.text if published.reason else ""
        told_or_none = published if published.defined else None
        return replace(judgement, quantity=told_or_none, why=why, withheld=judgement.standing)
    why = edition.why if edition.shows(judgement.secrecy) else _WITHHELD[judgement.secrecy]
    return replace(judgement, quantity=None, why=why, withheld=judgement.standing)


def _section(section: Section, few: frozenset[str], edition: Edition, limits: Limits) -> Section:
    hidden = {
        block.name: frozenset(column.name for column in block.columns if not edition.shows(column.secrecy))
        for block in section.blocks
        if isinstance(block, Table)
    }
    if section.sums:
        few |= _figures_below_minimum(section, edition)
    kept = [_block(block, hidden, few, edition, limits, sums=section.sums) for block in section.blocks]
    tables = {block.name for block in kept if isinstance(block, Table)}
    # A plot is read with the table that it is drawn over.
    shown = tuple(block for block in kept if block is not None and not _alone(block, tables))
    gone = {block.name for block in section.blocks} - {block.name for block in shown}
    # A note of a figure says how it was found, which tells of the number.
    said = (
        replace(note, text=withheld_sentence(note.text, edition))
        for note in section.notes
        if note.name not in gone
    )
    notes = (*said, *map(Note, _omissions(section, kept, few, edition)))
    return replace(section, about=withheld_sentence(section.about, edition), blocks=shown, notes=notes)


def _omissions(
    section: Section, kept: Sequence[Block | None], few: frozenset[str], edition: Edition
) -> Iterator[Sentence]:
    """Yield what an edition leaves out of a section, and what it rounds; each in a sentence."""
    tables = [block for block in section.blocks if isinstance(block, Table)]
    secret = Counter(column.secrecy for block in tables for column in block.columns)
    figures = [block for block in section.blocks if isinstance(block, Figure)]
    hidden = [block for block in figures if not edition.shows(block.secrecy)]
    of_data = sum(block.secrecy is not Secrecy.INTERNAL for block in hidden)
    left_out: tuple[tuple[tuple[str, str], int], ...] = (
        (COLUMNS_WITH_VALUES, 0 if edition.shows(Secrecy.RECORD) else secret[Secrecy.RECORD]),
        (COLUMNS_REVEALING_VALUES, 0 if edition.shows(Secrecy.DERIVED) else secret[Secrecy.DERIVED]),
        (FIGURES_WITH_VALUES, of_data),
        (
            FIGURES_BELOW_MINIMUM,
            len(figures) - sum(isinstance(block, Figure) for block in kept) - len(hidden),
        ),
        (TABLES_REVEALING_COUNTS, sum(block.follows in few or _solved(block, edition) for block in tables)),
    )
    for (one, many), count in left_out:
        if count:
            yield sentence(one, many, "n", n=count, few=edition.threshold)
    below = [rows_below_minimum(block, edition) for block in tables]
    if any(rows.any() for rows in below):
        yield sentence(ROWS_BELOW_MINIMUM, few=edition.threshold)
    if any((hidden_rows(block, edition) & ~rows).any() for block, rows in zip(tables, below, strict=True)):
        yield sentence(ROWS_REVEALING_COUNTS)
    proving = len(hidden) > of_data or secret[Secrecy.INTERNAL]
    if proving and not edition.shows(Secrecy.INTERNAL):
        yield plain(PROVING)
    if any(edition.keeps(block.masking) for block in tables):
        yield plain(MASKING_LEFT_OUT)
    if any(quantity.rounded_to is not None for block in kept for quantity in _numbers(block)):
        yield plain(ROUNDED)


def _numbers(block: Block | None) -> Iterator[Quantity]:
    """Walk through the quantities of a block that may have been rounded."""
    if isinstance(block, Figure):
        yield block.quantity
        yield from () if block.before is None else (block.before,)
    elif isinstance(block, Table):
        columns = (cells for _, cells in block.frame.items() if cells.dtype == object)
        yield from (cell for cells in columns for cell in cells if isinstance(cell, Quantity))


def _solved(table: Table, edition: Edition) -> bool:
    """Return whether counts that are too small to be told could be solved from the rows of a table."""
    return table.solves and edition.solves(table.small_counts)


def _counts_groups(table: Table) -> bool:
    return any(column.unit == GROUPS for column in table.columns)


def withheld_sentence(text: Sentence, edition: Edition) -> Sentence:
    """Return a sentence that says "fewer than" the threshold where it would count fewer records.

    Parameters
    ----------
    text
        A sentence with its arguments.
    edition
        Whom it is for.

    Returns
    -------
    Sentence
        Its numbers as the edition tells them.
    """
    few = {
        name: sentence("fewer than {n}", n=_counting(edition.threshold, argument))
        for name, argument in text.counts.items()
        if edition.hides(number_in(argument))
    }
    published = {
        name: edition.released(argument)
        for name, argument in text.arguments.items()
        if isinstance(argument, Quantity)
    }
    parts = {
        name: withheld_sentence(argument, edition)
        for name, argument in text.arguments.items()
        if isinstance(argument, Sentence)
    }
    arguments: dict[str, Argument] = {**text.arguments, **published, **parts, **few}
    if text.many and text.count_name in few:
        return Sentence(text.many, arguments=arguments)
    return text.with_arguments(arguments)


def _counting(number: int, argument: Argument) -> Argument:
    """Return a number of what an argument counts."""
    counted = number_in(argument)
    return Quantity(number, counted.unit) if isinstance(counted, Quantity) else number


def _alone(block: Block, tables: set[str]) -> bool:
    return isinstance(block, Plot) and block.table not in tables


def _figures_below_minimum(section: Section, edition: Edition) -> frozenset[str]:
    """Return the counts that are too small to be told, or would tell those beside a larger one, their sum."""
    found: set[str] = set()
    figures = [block for block in section.blocks if isinstance(block, Figure)]
    for unit in {figure.unit for figure in figures if figure.unit.noun}:
        counts = {one.name: int(one.value or 0) for one in figures if one.unit == unit}
        few = np.array([edition.hides(count) for count in counts.values()], dtype=bool)
        if not few.any():
            continue
        largest = max(counts.values())
        # Of a count that is the only one told, nothing can be taken off.
        parts = [count if count < largest else 0 for count in counts.values()]
        few |= edition.with_others(parts, few)
        found |= {name for name, one in zip(counts, few, strict=True) if one}
    return frozenset(found)


def _block(
    block: Block,
    hidden: dict[str, frozenset[str]],
    few: frozenset[str],
    edition: Edition,
    limits: Limits,
    *,
    sums: bool,
) -> Block | None:
    if isinstance(block, Figure | Table) and block.follows in few:
        return None
    if isinstance(block, Table) and _solved(block, edition):
        return None
    if isinstance(block, Figure) and block.name in few and (sums or block.quantity.unit == GROUPS):
        return None
    if isinstance(block, Table) and edition.keeps(block.masking):
        shown = _without_secret_rows(block, edition)
        return shown and _table(shown, hidden[block.name], edition)
    if isinstance(block, Figure):
        return _figure(block, edition, limits.get(block.name, ()))
    if isinstance(block, Table):
        return _table(block, hidden[block.name], edition)
    if isinstance(block, Plot):
        plot = _plot(block, hidden.get(block.table, frozenset()))
        return plot and replace(plot, about=withheld_sentence(plot.about, edition))
    return block


def _without_secret_rows(table: Table, edition: Edition) -> Table | None:
    """Return a table without the rows that tell of a secret masking; None: all do, or none names what."""
    named = table.names_of_rows(table.masking | edition.secret)
    if table.joint or not any(names & table.masking for names in named):
        return None
    published = np.array([not names & edition.secret for names in named], dtype=bool)
    return replace(table, frame=table.frame[published]) if published.any() else None


def _figure(figure: Figure, edition: Edition, limits: Sequence[Limit]) -> Figure | None:
    if edition.leaves_out(figure.quantity, figure.secrecy):
        return None
    counting = figure.secrecy is Secrecy.AGGREGATE
    told = [found for _, found in figure.computation]
    tells = any(edition.tells(one) if isinstance(one, str) else edition.hides(one) for one in told)
    before = None if counting and edition.hides(figure.before) else figure.before
    solved = edition.solves(figure.quantity.small_counts)
    quantity = edition.released(figure.quantity, limits)
    # Numbers that lead to one that is rounded or withheld, and their words, would tell all of its digits.
    leads = quantity is not figure.quantity or tells or solved or edition.keeps(figure.quantity.masking)
    return replace(
        figure,
        quantity=quantity,
        rows=None,
        row_title="",
        before=before and edition.released(before, limits),
        computation=() if leads else _steps(figure, edition, limits),
    )


def _steps(
    figure: Figure, edition: Edition, limits: Sequence[Limit]
) -> tuple[tuple[str, Quantity | str], ...]:
    """Return the steps of a computation that an edition tells, without the words of those that it keeps."""
    # Rows that have the unit of the figure are written apart from its limits, too.
    near = {figure.unit: limits}
    told = (
        (words, one, one if isinstance(one, str) else edition.released(one, near.get(one.unit, ())))
        for words, one in figure.computation
    )
    return tuple(
        (words, released)
        for words, one, released in told
        if isinstance(released, str) or released.defined or not isinstance(one, Quantity) or not one.defined
    )


def _table(table: Table, hidden: frozenset[str], edition: Edition) -> Table | None:
    columns = tuple(column for column in table.columns if column.name not in hidden)
    if not columns or any(column.role == "key" for column in table.columns if column.name in hidden):
        return None
    names = [column.name for column in columns if column.name in table.frame]
    frame = published_rows(_with_small_counts(table, edition), edition)
    if list(frame.columns) != names:
        frame = frame[names]
    return replace(
        table,
        columns=columns,
        frame=_frame_in_edition(frame, edition),
        about=withheld_sentence(table.about, edition),
        rows=None,
        row_title=None,
    )


def _with_small_counts(table: Table, edition: Edition) -> Table:
    """Return a table whose cells say which small counts they were added up from, where these are not told."""
    counts = table.small_counts
    if counts is None or not edition.solves(counts):
        return table
    added_up = [
        column
        for column in table.columns
        if column.is_aggregate and column.unit is not None and column.unit.record_effect(1)
    ]
    return table.with_quantities(partial(with_small_counts, counts), added_up)


def _frame_in_edition(frame: pd.DataFrame, edition: Edition) -> pd.DataFrame:
    """Return a frame with the quantities in its cells as an edition tells them."""
    changed = {}
    for name, kind in frame.dtypes.items():
        cells = frame[name].tolist() if pd.api.types.is_object_dtype(kind) else []
        published = [_cell(cell, edition) for cell in cells]
        if any(map(is_not, published, cells)):
            changed[str(name)] = pd.Series(published, frame.index, dtype=object)
    return frame.assign(**changed) if changed else frame


def _cell(cell: object, edition: Edition) -> object:
    if isinstance(cell, Quantity):
        return edition.released(cell)
    return withheld_sentence(cell, edition) if isinstance(cell, Sentence) else cell


def _plot(plot: Plot, hidden: frozenset[str]) -> Plot | None:
    drawn = {plot.x.column, plot.y.column, plot.label}
    for series in plot.series:
        drawn |= {series.column, series.low, series.high}
    return None if drawn & hidden else plot
