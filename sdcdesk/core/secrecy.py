"""Secrecy of findings: what is left out for an audience, before any writer sees it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from sdcdesk.core.errors import ParameterError
from sdcdesk.core.findings import Block, Figure, Findings, Note, Section
from sdcdesk.core.plot import Plot
from sdcdesk.core.sentence import Sentence, sentence
from sdcdesk.core.table import Column, Secrecy, Table

Kept = TypeVar("Kept", bound=Findings)


class Audience(StrEnum):
    """Who reads a document."""

    PUBLIC = "public"
    """Anybody: names, sizes and aggregates."""

    INTERNAL = "internal"
    """The disclosure board: the same, and values of the data where the user asks for them."""


@dataclass(frozen=True, slots=True)
class Edition:
    """Whom a document is for, and whether values of the data may stand in it.

    Attributes
    ----------
    audience
        See `Audience`.
    values
        Whether values of the data stay; only of an internal document.

    Raises
    ------
    ParameterError
        Values are asked for in a public document.
    """

    audience: Audience = Audience.PUBLIC
    values: bool = False

    def __post_init__(self) -> None:
        if self.values and self.audience is not Audience.INTERNAL:
            raise ParameterError(
                "Values of the data stand in internal documents only; choose the internal edition.", "values"
            )

    def shows(self, secrecy: object) -> bool:
        """Return whether something of this secrecy stays; what is not known does not.

        Parameters
        ----------
        secrecy
            Secrecy of a column or figure.

        Returns
        -------
        bool
            False also for anything that is not a `Secrecy`.
        """
        return secrecy in (Secrecy.PUBLIC, Secrecy.AGGREGATE) or (self.values and secrecy is Secrecy.RECORD)


WITHHELD = Edition()
"""What every writer takes where nobody says otherwise."""


def withheld(findings: Kept, edition: Edition = WITHHELD) -> Kept:
    """Return findings as an edition shows them; each section says how much it left out.

    Columns that the edition does not show are taken from their tables and from the frames behind them, with
    everything that only the frame held; so are plots that draw them, tables that lose what names their rows,
    per-record series and the records behind rows and figures.

    Parameters
    ----------
    findings
        Findings or an assessment; it stays as it is.
    edition
        Whom it is for.

    Returns
    -------
    Kept
        New findings of the same kind.
    """
    sections = tuple(_section(section, edition) for section in findings.sections)
    return replace(findings, sections=sections, records={})


def _section(section: Section, edition: Edition) -> Section:
    hidden = {
        block.name: frozenset(column.name for column in block.columns if not edition.shows(column.secrecy))
        for block in section.blocks
        if isinstance(block, Table)
    }
    kept = [_block(block, hidden, edition) for block in section.blocks]
    tables = {block.name for block in kept if isinstance(block, Table)}
    # A plot is read with the table that it is drawn over.
    blocks = tuple(block for block in kept if block is not None and not _alone(block, tables))
    columns = sum(len(names) for names in hidden.values())
    figures = sum(isinstance(block, Figure) and not edition.shows(block.secrecy) for block in section.blocks)
    notes = tuple(Note(text) for text in (_left_out(columns, "column"), _left_out(figures, "figure")) if text)
    return replace(section, blocks=blocks, notes=section.notes + notes)


def _alone(block: Block, tables: set[str]) -> bool:
    return isinstance(block, Plot) and block.table not in tables


def _left_out(count: int, noun: str) -> Sentence | None:
    if not count:
        return None
    return sentence(
        f"{{n}} {noun} is left out here: it holds values of the data.",
        f"{{n}} {noun}s are left out here: they hold values of the data.",
        "n",
        n=count,
    )


def _block(block: Block, hidden: dict[str, frozenset[str]], edition: Edition) -> Block | None:
    if isinstance(block, Figure):
        return replace(block, rows=None, row_title="") if edition.shows(block.secrecy) else None
    if isinstance(block, Table):
        return _table(block, hidden[block.name])
    if isinstance(block, Plot):
        return _plot(block, hidden.get(block.table, frozenset()))
    return block


def _table(table: Table, hidden: frozenset[str]) -> Table | None:
    columns = tuple(column for column in table.columns if column.name not in hidden)
    if not columns or (_named_by(table.columns) and not _named_by(columns)):
        return None
    names = [column.name for column in columns]
    return replace(
        table,
        columns=columns,
        frame=table.frame[[name for name in names if name in table.frame]],
        undefined={name: why for name, why in table.undefined.items() if name in names},
        rows=None,
        row_title=None,
    )


def _named_by(columns: tuple[Column, ...]) -> bool:
    return any(column.role == "key" for column in columns)


def _plot(plot: Plot, hidden: frozenset[str]) -> Plot | None:
    drawn = {plot.x.column, plot.y.column, plot.label}
    for series in plot.series:
        drawn |= {series.column, series.low, series.high}
    return None if drawn & hidden else plot
