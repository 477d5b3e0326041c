"""Sections of findings as HTML: figures, tables, charts and notes, for the report and for notebooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from sdcdesk.core.results.board_sentence import board_sentence
from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.results.findings import Block, Figure, Findings, Section, State
from sdcdesk.core.results.limit import UNLIMITED, Limits
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.plot_places import is_signed
from sdcdesk.core.results.table import Table
from sdcdesk.core.results.withholding import withheld
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.symbols import subscripts
from sdcdesk.report.rows import FigureText, TableText, figure_text, limit_lines, rows_with_numbers, table_text
from sdcdesk.report.svg import svg

ROWS = 20
"""Rows of a table that a document shows; files carry all."""

MOST_CELLS = 2500
"""Heat maps with more cells are too large for a page; their table stands for them."""


@dataclass(slots=True)
class Writing:
    """What a document is written with, and what could not be written.

    Attributes
    ----------
    edition
        Whom it is for.
    unwritten
        Titles of blocks that could not be written; each says so in its place.
    """

    edition: Edition = WITHHELD
    unwritten: list[str] = field(default_factory=list)

    def safely(self, title: str, write: Callable[[], str]) -> Markup:
        """Return a part of the document, or a sentence in its place where a defect of ours prevents it.

        Parameters
        ----------
        title
            Title of the part.
        write
            Makes the markup of the part.

        Returns
        -------
        Markup
            Titles of parts that failed are added to `unwritten`.
        """
        try:
            return Markup(write())  # noqa: S704 - made by templates that escape
        except Exception as error:  # one block must not cost the document
            self.unwritten.append(title)
            kind = type(error).__name__
            return macro("unwritten")(title=printable(title), kind=kind)


@cache
def environment() -> Environment:
    """Return where the templates are; everything that they print is escaped.

    Returns
    -------
    Environment
        Cells and sentences are written by the filters `sentence` and `symbols`.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        finalize=_printed,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["sentence"] = printable
    environment.filters["symbols"] = symbols
    return environment


def _printed(value: object) -> object:
    """Return what a template prints of a value: text of others is made legible, markup is made by us."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def macro(name: str) -> Callable[..., Markup]:
    """Return a macro of the template of sections.

    Parameters
    ----------
    name
        Name of the macro.

    Returns
    -------
    Callable[..., Markup]
        A function of its keyword arguments.
    """
    found: Callable[..., Markup] = getattr(environment().get_template("sections.html").module, name)
    return found


def symbols(text: str) -> Markup:
    """Return a text with what follows an underscore of a symbol ("DR_W", "w_ij") below the line.

    Parameters
    ----------
    text
        A title or sentence.

    Returns
    -------
    Markup
        Escaped.
    """
    return Markup(subscripts(str(escape(text))))  # noqa: S704 - it is escaped


def findings_html(
    findings: Findings,
    writing: Writing | None = None,
    limits: Limits = UNLIMITED,
) -> Markup:
    """Return all sections of findings as HTML.

    Parameters
    ----------
    findings
        Findings or an assessment; what the edition does not show is left out first.
    writing
        Whom it is for, and where parts that cannot be written are noted.
    limits
        Limits by name of the figure.

    Returns
    -------
    Markup
        Escaped; charts are drawn in place.
    """
    writing = writing or Writing()
    shown, board = withheld(findings, writing.edition, limits), board_sentence(findings, limits)
    first = [macro("board")(verdict=board.verdict, text=board.text)] if board else []
    behind: set[str] = set()
    parts = [_SectionWriter(section, shown, writing, limits, behind).html() for section in shown.sections]
    return Markup("").join([*first, *parts])


@dataclass(frozen=True, slots=True)
class _SectionWriter:
    section: Section
    findings: Findings
    writing: Writing
    limits: Limits
    behind: set[str]
    """Tables that stand behind a plot already."""

    def html(self) -> Markup:
        """Return the section; figures that follow each other share a table, plots hold theirs folded."""
        parts = []
        for kind, blocks in groupby(self.section.blocks, _kind):
            same = list(blocks)
            together = [same] if kind == "figures" else [[block] for block in same]
            parts += [
                self.writing.safely(group[0].title, partial(self._written, group)) for group in together
            ]
        return macro("section")(section=self.section, parts=parts)

    def _written(self, group: Sequence[Block]) -> str:
        [first, *_] = group
        if isinstance(first, Plot):
            lines = limit_lines(self.findings.figures.get(first.figure), self.limits)
            folded = first.table not in self.behind
            self.behind.add(first.table)
            return plot_html(first, self.findings.tables[first.table], lines, folded=folded)
        if isinstance(first, Table):
            drawn = {block.table for block in self.section.blocks if isinstance(block, Plot)}
            return "" if first.name in drawn else table_html(first)
        figures = [self._figure(block) for block in group if isinstance(block, Figure)]
        states = [block for block in group if isinstance(block, State)]
        return macro("figures")(figures=figures, states=states)

    def _figure(self, figure: Figure) -> FigureText:
        """Return a figure in words; it refers to its note by the number that this has in the section."""
        places = {note.name: str(place) for place, note in enumerate(self.section.notes, start=1)}
        found = figure_text(figure, self.limits.get(figure.name, ()))
        return replace(found, note=places.get(figure.note, "") if figure.note else "")


def _kind(block: Block) -> str:
    return "figures" if isinstance(block, Figure | State) else block.name


def table_html(table: Table, capped: int | None = None) -> Markup:
    """Return a table with caption, scoped headers, and the reasons of its empty cells.

    Parameters
    ----------
    table
        Rows with declared columns.
    capped
        Rows at most; None: as many as a page shows.

    Returns
    -------
    Markup
        One table element in its frame; a sentence where there is no row, or nothing but zeros. Rows of zeros
        are left out, and counted.
    """
    rows = rows_with_numbers(table)
    if not len(rows):
        return macro("nothing")(table=table, rows=len(table))
    text = table_text(table, min(table.capped, ROWS) if capped is None else capped, rows)
    return macro("table")(table=table, text=text, groups=header_groups(text))


def header_groups(text: TableText) -> list[tuple[str, int]]:
    """Return the titles above the headers with how many columns each spans; none where there are none.

    Parameters
    ----------
    text
        The table in words.

    Returns
    -------
    list[tuple[str, int]]
        From left to right.
    """
    groups = [(over, len(list(same))) for over, same in groupby(header.over for header in text.headers)]
    return groups if any(over for over, _ in groups) else []


def plot_html(plot: Plot, table: Table, lines: Sequence[Any] = (), *, folded: bool = True) -> Markup:
    """Return a plot with its title, its words and, folded, the table that it draws.

    Parameters
    ----------
    plot
        What is drawn.
    table
        The table that it draws.
    lines
        Limits besides its own.
    folded
        Whether the table follows; not where it stands behind another plot already.

    Returns
    -------
    Markup
        One figure element.
    """
    if not len(table):
        return macro("undrawn")(plot=plot, why=sentence("There is nothing to draw. {why}", why=table.empty))
    behind = table_html(table) if folded else ""
    if plot.kind == "heat" and len(table) > MOST_CELLS:
        why = sentence("{n} cells are too many to draw here.", n=len(table))
        return macro("undrawn")(plot=plot, why=why, table=behind)
    if plot.kind == "heat":
        return macro("heat")(plot=plot, **_heat(plot, table), table=behind)
    drawn = Markup(svg(plot, table, lines))  # noqa: S704 - the writer escapes all text
    return macro("plot")(plot=plot, drawn=drawn, table=behind)


def _heat(plot: Plot, table: Table) -> dict[str, Any]:
    """Return the places of a heat map and the cells: text, colour, any ring."""
    [series, *_] = plot.series
    text = table_text(table, len(table))
    names = [column.name for column in table.columns]
    across, down, value = (names.index(name) for name in (plot.x.column, plot.y.column, series.column))
    numbers = [quantity.value for quantity in table.quantities(table.column(series.column))]
    largest = max((abs(number) for number in numbers if number is not None), default=0) or 1
    columns = list(dict.fromkeys(row[across].text for row in text.rows))
    rows = list(dict.fromkeys(row[down].text for row in text.rows))
    signed = is_signed(table, series.column)
    cells = {
        (row[down].text, row[across].text): (
            row[value].text,
            _tint(number or 0.0, largest, signed=signed),
            place == plot.ringed,
        )
        for place, (row, number) in enumerate(zip(text.rows, numbers, strict=True))
    }
    title = text.headers[value].title
    return {"value": title, "columns": columns, "rows": rows, "cells": cells}


def _tint(number: float, largest: float, *, signed: bool) -> str:
    """Return the colour of a cell: the farther from 0, the darker; signed numbers have two colours."""
    colour = ("140 81 10" if number < 0 else "1 102 94") if signed else "45 108 196"
    return f"rgb({colour} / {int(60 * (abs(number) / largest))}%)"
