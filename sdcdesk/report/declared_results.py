"""Declared results: what a measure will tell, for manual pages and programs, before anything is computed."""

import textwrap
from typing import Any

from sdcdesk.core.operations.assessing import AnyAssessing
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.results.figure import Declared
from sdcdesk.core.text.sentence import sentence

WIDTH = 96


def declared_json(measure: type[AnyAssessing]) -> dict[str, Any]:
    """Return what a measure declares as plain JSON values.

    Parameters
    ----------
    measure
        The measure.

    Returns
    -------
    dict[str, Any]
        Its name and words, its figures with units, and its tables with their columns and units.
    """
    return {
        "name": measure.name,
        "title": measure.title,
        "purpose": measure.purpose,
        "source": measure.source,
        "version": measure.version,
        "concern": str(measure.concern),
        "figures": [_figure(figure) for figure in measure.declares],
        "tables": [_table(table) for table in measure.tables],
    }


def _figure(figure: Declared) -> dict[str, Any]:
    return {
        "name": figure.name,
        "title": figure.title,
        "symbol": figure.symbol,
        "unit": figure.unit.name,
        "better": figure.better,
        "meaning": figure.meaning,
        "secrecy": str(figure.secrecy),
    }


def _table(table: DeclaredTable[Any]) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "about": table.about,
        "columns": [
            {"one_for_each": column.each}
            if isinstance(column, ColumnForEach)
            else {
                "name": column.name,
                "title": column.title,
                "over": column.over,
                "unit": None if column.unit is None else column.unit.name,
                "meaning": column.meaning,
                "role": column.role,
                "secrecy": str(column.secrecy),
            }
            for column in table.columns
        ],
    }


def declared_text(measure: type[AnyAssessing], *, code: bool) -> str:
    """Return what a measure declares as a section of its manual page.

    Parameters
    ----------
    measure
        The measure.
    code
        Whether names are told as they are written in code.

    Returns
    -------
    str
        Numpydoc text: each figure with its unit and meaning, each table with the titles of its columns.
    """
    entries = [_entry(_headed(one.title, one.name, code), _figure_words(one)) for one in measure.declares]
    entries += [_entry(_headed(one.title, one.name, code), _table_words(one)) for one in measure.tables]
    return "\n\n".join(["Results\n-------", *entries])


def _headed(title: str, name: str, code: bool) -> str:  # noqa: FBT001 - as it is said above
    return f"{name}: {title}" if code else title


def _entry(head: str, words: str) -> str:
    return head + "\n" + textwrap.indent(textwrap.fill(words, WIDTH - 4), "    ")


def _figure_words(figure: Declared) -> str:
    unit = figure.unit.name
    return sentence("{meaning} Unit: {unit}.", meaning=figure.meaning, unit=unit) if unit else figure.meaning


def _table_words(table: DeclaredTable[Any]) -> str:
    titles = [
        sentence("one for each {thing}", thing=column.each)
        if isinstance(column, ColumnForEach)
        else " ".join(filter(None, (column.over, column.title)))
        for column in table.columns
    ]
    columns = sentence("A table with the columns {titles}.", titles=", ".join(titles))
    return f"{table.about} {columns}".strip()
