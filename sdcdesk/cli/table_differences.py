"""Options of `sdcdesk table` that compare two tables, and what is told of their differences."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite, isnan
from pathlib import Path
from typing import Any

from sdcdesk.cli import reading
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.release.table_differences import differences
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables.differences.differences import Differences
from sdcdesk.tables.files.overlapping_areas import read_overlapping


def declare(parser: ArgumentParser) -> None:
    """Declare which table is compared, and which areas of both overlap.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--difference",
        metavar="A,B",
        help="compare with the table of these rows and columns, which is published too; of a project, these "
        "two of its tables with one another; beside --audit, with the finished table of this file",
    )
    parser.add_argument(
        "--overlapping",
        metavar="FILE",
        type=Path,
        help="areas of the compared tables that have something in common: on each line one of the first and "
        "one of the second, under a heading",
    )


def parse(options: Namespace) -> None:
    """Split the names that `--difference` takes; beside `--audit` it is a file.

    Parameters
    ----------
    options
        Arguments as they were parsed; changed in place.
    """
    if options.difference and options.audit is None:
        options.difference = reading.names(options.difference)


def found(results: Sequence[TableResult], options: Namespace, work: Progress) -> Differences:
    """Return the parts that two tables give away by subtraction.

    Parameters
    ----------
    results
        Results of all tables; where none is named, the first and the last one are compared.
    options
        Arguments as they were parsed.
    work
        Receives how far the work is.

    Returns
    -------
    Differences
        Of no parts where nothing is compared.

    Raises
    ------
    SdcError
        The tables cannot be compared, or the file of areas cannot be read.
    """
    if not options.difference:
        return Differences(0, ())
    one, other = results[0], results[-1]
    by_name = {result.planned.name: result for result in results}
    if not isinstance(options.difference, str) and {*options.difference} <= {*by_name}:
        one, other = (by_name[name] for name in options.difference)
    overlapping = None if options.overlapping is None else read_overlapping(options.overlapping)
    return differences(one, other, overlapping, work)


def lines(common: Differences) -> list[Sentence]:
    """Return what is told of the parts that two tables give away.

    Parameters
    ----------
    common
        What was found.

    Returns
    -------
    list[Sentence]
        One for each part.
    """
    told = []
    for row in common.found:
        holes = {"first": row.first, "second": row.second, "cell": row.first or row.second, "why": row.why}
        ends = {"low": float(row.lowest), "high": float(row.highest)}
        shared, bounded = bool(row.first and row.second), isfinite(row.highest)
        if shared and bounded:
            words = "{first} and {second}: their common part lies between {low} and {high}. {why}"
        elif shared:
            words = "{first} and {second}: their common part is not below {low}. {why}"
        elif bounded:
            words = "{cell} without the records of the other table lies between {low} and {high}. {why}"
        else:
            words = "{cell} without the records of the other table is not below {low}. {why}"
        used = {name: value for name, value in (holes | ends).items() if f"{{{name}}}" in words}
        told.append(sentence(words, **used))
    return told


def rows(common: Differences) -> list[dict[str, Any]]:
    """Return the parts that two tables give away as plain JSON values.

    Parameters
    ----------
    common
        What was found.

    Returns
    -------
    list[dict[str, Any]]
        What the owner of the tables does not know is None, and where nothing bounds a part.
    """
    told = []
    for row in common.found:
        given = asdict(row) | {"why": str(row.why)}
        numbers = ("value", "lowest", "highest")
        given |= {name: given[name] if isfinite(given[name]) else None for name in numbers}
        told.append(given | {"frequency": None if isnan(row.frequency) else int(row.frequency)})
    return told
