"""Declared results: what an operation will tell, for manual pages and programs, before it is computed."""

import textwrap
from typing import Any

from sdcdesk.core.operations.assessing import Assessing
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.results.declared_table import ColumnForEach, DeclaredTable
from sdcdesk.core.results.figure import Declared
from sdcdesk.core.text.sentence import sentence

WIDTH = 96


def declared_json(operation: type[AnyOperation]) -> dict[str, Any]:
    """Return what a measure or method declares as plain JSON values.

    Parameters
    ----------
    operation
        The measure or method.

    Returns
    -------
    dict[str, Any]
        Its name and words, its figures with units, and its tables with their columns and units.
    """
    of_measure = (
        {"version": operation.version, "concern": str(operation.concern)}
        if issubclass(operation, Assessing)
        else {}
    )
    return {
        "name": operation.name,
        "title": operation.title,
        "purpose": str(getattr(operation, "purpose", "")),
        "source": operation.source,
        **of_measure,
        "figures": [_figure(figure) for figure in operation.declares],
        "tables": [_table(table) for table in operation.tables],
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
        **({"one_for_each": table.each} if table.each else {}),
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


def declared_text(operation: type[AnyOperation], *, code: bool) -> str:
    """Return what a measure or method declares as a section of its manual page.

    Parameters
    ----------
    operation
        The measure or method.
    code
        Whether names are told as they are written in code.

    Returns
    -------
    str
        Numpydoc text: each figure with its unit and meaning, each table with the titles of its columns.
    """
    entries = [_entry(_headed(one.title, one.name, code), _figure_words(one)) for one in operation.declares]
    entries += [_entry(_headed(one.title, one.name, code), _table_words(one)) for one in operation.tables]
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
    columns = (
        sentence(
            "A table for each {thing}, with the columns {titles}.", thing=table.each, titles=", ".join(titles)
        )
        if table.each
        else sentence("A table with the columns {titles}.", titles=", ".join(titles))
    )
    words = (
        sentence("{title}: {meaning}", title=column.title, meaning=column.meaning)
        for column in table.columns
        if not isinstance(column, ColumnForEach) and column.meaning
    )
    return " ".join(filter(None, (table.about, columns, *words)))
