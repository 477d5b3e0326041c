"""Tables in the report: each as it is published, and for its owner what a reader can work out of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from markupsafe import Markup

from sdcdesk.core.results.edition import Audience
from sdcdesk.core.text.number_text import datum_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import Sentence, localised, sentence
from sdcdesk.release.file_beside import given_away_sentence
from sdcdesk.release.published_table import (
    made_findings,
    making_sentence,
    recorded_reason,
    verdict_sentence,
)
from sdcdesk.release.table_result import TableResult
from sdcdesk.report.sections import Writing, findings_html, macro
from sdcdesk.tables import CellTable, Protection, Rule
from sdcdesk.tables.audit.audit import to_findings
from sdcdesk.tables.cells.cell_table import VALUE
from sdcdesk.tables.files.columns import HIDDEN, public_columns

ROWS, COLUMNS = 60, 24
"""Rows and columns of a table that a document shows; its own file has all."""


@dataclass(frozen=True, slots=True)
class CrossedTable:
    """A table as it is read: the last dimension across, the others down.

    Attributes
    ----------
    heads
        Titles of the dimensions that stand down, and codes of the one that stands across.
    rows
        For each row its codes and its published numbers in words.
    down
        How many dimensions stand down.
    more
        What is left out here; empty: nothing.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    down: int
    more: str


def tables_html(results: Sequence[TableResult], writing: Writing) -> list[Markup]:
    """Return a part for each table of a project.

    Parameters
    ----------
    results
        What became of the tables.
    writing
        Whom the document is for. Only the internal edition names cells that are sensitive, and values of
        hidden ones.

    Returns
    -------
    list[Markup]
        In their order.
    """
    return [writing.safely(result.planned.shown_title, partial(_part, result, writing)) for result in results]


def crossed(table: CellTable) -> CrossedTable:
    """Return a table as it is published; nothing in it comes from the value of a hidden cell.

    Parameters
    ----------
    table
        With what is published of it.

    Returns
    -------
    CrossedTable
        At most as many rows and columns as a document shows.
    """
    several = len(table.dimensions) > 1
    down = table.dimensions[:-1] if several else table.dimensions
    across = table.dimensions[-1].shown_codes if several else (table.value_title or VALUE,)
    numbers = public_columns(table)[VALUE].to_numpy(dtype=np.float64, na_value=np.nan)
    cells = numbers.reshape(-1, len(across))
    places = np.unravel_index(np.arange(len(cells)), [len(one) for one in down])
    shown = min(len(across), COLUMNS)
    rows = [
        (
            *(localised(one.shown_codes[int(at[row])]) for one, at in zip(down, places, strict=True)),
            *(HIDDEN if np.isnan(value) else datum_text(value) for value in cells[row, :shown].tolist()),
        )
        for row in range(min(len(cells), ROWS))
    ]
    more = ""
    if len(cells) > ROWS or len(across) > COLUMNS:
        words = "{rows} of {all_rows} rows and {columns} of {all_columns} columns; its file has all."
        more = sentence(words, rows=len(rows), all_rows=len(cells), columns=shown, all_columns=len(across))
    heads = (*(one.shown_title for one in down), *map(localised, across[:shown]))
    return CrossedTable(heads, tuple(rows), len(down), more)


def _part(result: TableResult, writing: Writing) -> str:
    internal = writing.edition.audience is Audience.INTERNAL and writing.edition.values
    table = result.table
    published = crossed(table) if table is not None and (result.leaves or internal) else None
    return macro("statistical_table")(
        title=printable(result.planned.shown_title),
        unit=printable(result.planned.unit),
        verdict=str(result.verdict),
        why=verdict_sentence(result),
        making=making_sentence(result),
        override=recorded_reason(result),
        leaves=result.leaves,
        published=published,
        hidden=HIDDEN,
        hindrances=[printable(str(one)) for one in _told(result)] if internal else [],
        secrets=_secrets(result) if internal else [],
        found=_found(result, writing) if internal else (),
    )


def _told(result: TableResult) -> tuple[Sentence, ...]:
    """Return why a table is not safe, and what the masked file gives away of it."""
    beside = given_away_sentence(result)
    return result.hindrances if beside is None else (*result.hindrances, beside)


def _found(result: TableResult, writing: Writing) -> tuple[Markup, ...]:
    """Return what the audit found, and what the protection did, for the owner."""
    audit = () if result.found is None else (to_findings(result.found),)
    made = made_findings(result)
    told = (*audit, *(() if made is None else (made,)))
    return tuple(findings_html(one, writing) for one in told)


def _secrets(result: TableResult) -> list[str]:
    """Return the filter with its values, and rules and protection with their parameters, for the owner."""
    universe = [result.planned.universe] if result.planned.universe else []
    made: tuple[Rule | Protection | None, ...] = (*result.planned.rules, result.planned.protection)
    return universe + [
        sentence("{title}: {parameters}", title=one.title, parameters=_parameters(one))
        for one in made
        if one is not None
    ]


def _parameters(made: Rule | Protection) -> str:
    return ", ".join(f"{name} = {value}" for name, value in made.parameters.items())
