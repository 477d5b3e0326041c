"""Command `sdcdesk table`: builds a table, finds sensitive cells, protects, audits and exports it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from sdcdesk.cli import exit_codes, reading, targets
from sdcdesk.cli.hierarchy_file import read_hierarchy_file
from sdcdesk.cli.reading import names
from sdcdesk.cli.terminal import note, print_afterwards, print_lines, progress
from sdcdesk.cli.whole_numbers import at_least_one
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.io import read
from sdcdesk.report.text import findings_lines
from sdcdesk.tables import (
    PROTECTIONS,
    RULES,
    Audited,
    CellTable,
    TablePlan,
    audited,
    overlaps,
    read_finished,
    repair,
)
from sdcdesk.tables.audit.audit import to_findings
from sdcdesk.tables.cells.dimension import TOTAL
from sdcdesk.tables.files.columns import internal_columns
from sdcdesk.tables.files.writing import require_ending, table_bytes

BETWEEN = "/"
"""Stands between the codes of a cell that is named."""


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("data", metavar="DATA", type=Path, nargs="?", help=reading.data_files())
    parser.add_argument(
        "--audit",
        metavar="FILE",
        type=Path,
        help="a finished table instead of data: a line a cell, totals included, hidden cells without a value",
    )
    parser.add_argument(
        "--difference",
        metavar="A,B",
        type=names,
        help="compare with the table of these rows and columns, which is published too",
    )
    _declare_plan(parser)
    _declare_protection(parser)
    parser.add_argument(
        "--key",
        metavar="N",
        type=int,
        default=0,
        help="secret number by which random protections draw; the same one for all tables of a file",
    )
    parser.add_argument("--out", metavar="FILE", help="write the table here (.csv, .xlsx)")
    parser.add_argument(
        "--internal",
        action="store_true",
        help="write original values and why cells are hidden, for you alone",
    )
    parser.add_argument(
        "--release-anyway", metavar="REASON", help="write a table that fails its audit; the reason is printed"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write cells and audit as JSON, confidential; - prints it"
    )
    reading.declare(parser, "columns")
    targets.declare_overwrite(parser)


def _declare_protection(parser: ArgumentParser) -> None:
    """Declare what is sensitive, and how it is protected."""
    parser.add_argument(
        "--rule",
        metavar="NAME[:JSON]",
        action="append",
        default=[],
        help='which cells are sensitive, such as p_percent:{"p": 10}; repeatable: one is enough',
    )
    parser.add_argument(
        "--protect",
        metavar="NAME[:JSON]",
        help='how the table is protected, such as cell_suppression:{"cost": "value"}',
    )
    parser.add_argument(
        "--hide", metavar="A/B", action="append", default=[], help="hide the cell of these codes; repeatable"
    )
    parser.add_argument(
        "--publish", metavar="A/B", action="append", default=[], help="always publish this cell; repeatable"
    )
    parser.add_argument("--repair", action="store_true", help="hide more cells until the audit holds")


def _declare_plan(parser: ArgumentParser) -> None:
    """Declare what the table is made of."""
    for option, words in (
        ("--rows", "variables whose codes are the rows"),
        ("--columns", "variables whose codes are the columns"),
    ):
        parser.add_argument(option, type=names, action="extend", default=[], metavar="A,B", help=words)
    for option, words in (
        ("--value", "variable of numbers that is added up; without it records are counted"),
        ("--weight", "variable that says how many each record stands for"),
        ("--holding", "records with the same value of this variable are one contributor"),
        ("--waiver", "variable that says who allows publication"),
    ):
        parser.add_argument(option, metavar="A", help=words)
    parser.add_argument(
        "--hierarchy",
        metavar="A=FILE",
        action="append",
        default=[],
        help="the hierarchy of a variable, whose labels are subtotals; repeatable",
    )
    parser.add_argument(
        "--where",
        metavar="A=X,Y",
        action="append",
        default=[],
        help="only records with one of these values of a variable; repeatable",
    )
    parser.add_argument("--total", metavar="WORD", default=TOTAL, help="what the total is called")
    parser.add_argument(
        "--most", metavar="N", type=at_least_one, default=20, help="hidden cells that are printed"
    )


def run(options: Namespace) -> int:
    """Build or read a table, judge, protect, audit and write it.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        0; 1 where a sensitive cell can be worked out: then no table is written without a reason.

    Raises
    ------
    ParameterError
        Options do not belong together, or name nothing.
    """
    if (options.data is None) == (options.audit is None):
        raise ParameterError("Name a file of records, or a finished table by --audit.", "data")
    inputs = [one for one in (options.data, options.audit) if one is not None]
    targets.check([options.out, options.json], inputs, overwrite=options.overwrite)
    if options.out:
        require_ending(Path(options.out))
    with progress() as work:
        table, other = _tables(options, work.part(0.0, 0.3))
        table = _with_hand(_judged(table, options), options)
        if options.protect:
            protection = PROTECTIONS.parse(options.protect)
            table = protection.protect(table, key=options.key, progress=work.part(0.3, 0.8))
        if options.repair:
            [table] = repair(table, progress=work.part(0.3, 0.8))
        found = audited(table, progress=work.part(0.8, 0.95))
        common = None
        if other is not None:
            common = overlaps(table, other, _rules(options), work.part(0.95, 1.0))
        unsafe = not found.is_passed or (common is not None and bool(common.narrow.any()))
        _print(found, options)
        if common is not None and other is not None:
            _print_overlaps(common.frame(table, other))
        written = _write(table, found, options, work, unsafe=unsafe)
    if options.out and not written:
        note("the table fails its audit and was not written; protect or repair it, or say --release-anyway.")
    elif unsafe and options.release_anyway:
        print_afterwards(
            sentence("Written although its audit fails: {reason}", reason=options.release_anyway)
        )
    return exit_codes.UNSAFE if unsafe else exit_codes.DONE


def _write(table: CellTable, found: Audited, options: Namespace, work: Progress, *, unsafe: bool) -> bool:
    """Write what was asked for; return whether the table was among it."""
    # What the owner keeps is no release.
    allowed = not unsafe or options.internal or bool(options.release_anyway)
    if options.out and allowed:
        out = Path(options.out)
        content = table_bytes(table, out, internal=options.internal)
        targets.write_files({out: lambda file: file.write(content)}, overwrite=options.overwrite, work=work)
    targets.write_json(_json(found, table), options.json, overwrite=options.overwrite, work=work)
    return bool(options.out) and allowed


def _tables(options: Namespace, work: Progress) -> tuple[CellTable, CellTable | None]:
    """Return the table, and the one that it is compared with, if any."""
    if options.audit is not None:
        given = _hierarchies(options.hierarchy)
        return read_finished(options.audit, total=options.total, hierarchies=given, progress=work), None
    numbers = [name for name in (options.value, options.weight) if name]
    data = read(
        options.data,
        reading.options(options, options.data),
        scales=dict.fromkeys(numbers, Scale.CONTINUOUS),
        progress=work.part(0.0, 0.7),
    )
    if not options.rows:
        raise ParameterError("Name the variables of the rows by --rows.", "rows")
    plan = {
        "value": options.value,
        "weight": options.weight,
        "holding": options.holding,
        "waiver": options.waiver,
        "where": _where(options.where),
        "total": options.total,
    }
    chosen: dict[str, Any] = {name: value for name, value in plan.items() if value}
    hierarchies: Any = _hierarchies(options.hierarchy)
    table = TablePlan(rows=options.rows, columns=options.columns, hierarchies=hierarchies, **chosen).build(
        data, work.part(0.7, 0.9)
    )
    if not options.difference:
        return table, None
    others: Any = {name: one for name, one in hierarchies.items() if name in options.difference}
    return table, TablePlan(rows=options.difference, hierarchies=others, **chosen).build(
        data, work.part(0.9, 1.0)
    )


def _rules(options: Namespace) -> list[Any]:
    return [RULES.parse(text) for text in options.rule]


def _judged(table: CellTable, options: Namespace) -> CellTable:
    rules = _rules(options)
    if not rules:
        return table
    released, unknown = table.published, table.unknown
    return table.sensitive(*rules).with_released(released).with_unknown(unknown)


def _with_hand(table: CellTable, options: Namespace) -> CellTable:
    if not options.hide and not options.publish:
        return table
    hidden, always = (
        [table.place_of(cell.split(BETWEEN)) for cell in cells] for cells in (options.hide, options.publish)
    )
    return table.with_hand(hidden, always)


def _hierarchies(given: Sequence[str]) -> dict[str, Any]:
    found = {}
    for text in given:
        name, separator, path = text.partition("=")
        if not separator or not path:
            words = "{text} names no hierarchy; write the variable, = and the file."
            raise ParameterError(sentence(words, text=short(text)), "hierarchy")
        found[name] = read_hierarchy_file(Path(path))
    return found


def _where(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found = {}
    for text in given:
        name, separator, values = text.partition("=")
        if not separator or not values:
            words = "{text} is no filter; write the variable, = and its values with commas."
            raise ParameterError(sentence(words, text=short(text)), "where")
        found[name] = tuple(values.split(","))
    return found


def _print(found: Audited, options: Namespace) -> None:
    [table] = found.system.tables
    words = "Table of {cells}, {sensitive} sensitive, {hidden} hidden."
    print_lines(
        sentence(
            words,
            cells=counted(len(table), "cell"),
            sensitive=int(table.is_sensitive.sum()),
            hidden=int(table.is_hidden.sum()),
        )
    )
    print_lines(
        *findings_lines(
            to_findings(found), edition=EVERYTHING, tables=options.json != targets.STANDARD_OUTPUT
        )
    )


def _print_overlaps(rows: pd.DataFrame) -> None:
    for row in rows.to_dict("records"):
        words = "{first} and {second}: their common part lies between {low} and {high}. {why}"
        place = {"first": row["first"], "second": row["second"], "why": row["why"]}
        print_lines(sentence(words, **place, low=float(row["lowest"]), high=float(row["highest"])))


def _json(found: Audited, table: CellTable) -> dict[str, Any]:
    cells = internal_columns(table).astype(object)
    said = table.sensitivity
    return {
        "dimensions": [one.model_dump(mode="json") for one in table.dimensions],
        "cells": cells.where(cells.notna(), None).to_dict("records"),
        "rules": [{"name": one.name, "parameters": one.parameters} for one in (said.rules if said else ())],
        "passed": found.is_passed,
        "attacks": [str(one) for one in found.sentences],
        "audit": findings_json(to_findings(found), EVERYTHING),
    }
