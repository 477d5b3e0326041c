"""Output of `sdcdesk table`: the files of tables, the record of a reason, JSON, and what is printed."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sdcdesk.cli import table_differences, table_sources, targets
from sdcdesk.cli.terminal import last_moment, note, print_lines, write
from sdcdesk.core.files.atomic import write_together, writer_of
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.release.file_beside import given_away_sentence
from sdcdesk.release.published_table import (
    made_findings,
    outcome_sentence,
    recorded_reason,
    table_json,
)
from sdcdesk.release.table_export import TableFiles, table_writers, withheld
from sdcdesk.release.table_result import TableResult
from sdcdesk.report.export_plan import beside
from sdcdesk.report.stamp import stamped
from sdcdesk.report.text import findings_lines
from sdcdesk.tables.audit.audit import to_findings
from sdcdesk.tables.audit.audited import Audited
from sdcdesk.tables.differences.differences import Differences
from sdcdesk.tables.files.columns import internal_columns
from sdcdesk.tables.files.writing import require_ending

NAME = "{name}"
"""Stands in the name of a file for that of each table."""


def declare(parser: ArgumentParser) -> None:
    """Declare what is written, and where.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write the table here (.csv, .xlsx); of several, {name} stands for the name of each",
    )
    parser.add_argument(
        "--internal",
        action="store_true",
        help="write original values and why cells are hidden, for you alone",
    )
    parser.add_argument(
        "--release-anyway",
        metavar="REASON",
        help="write a table that fails its audit or was not audited; the reason is recorded, by a project in "
        "its file",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write cells and audit as JSON, confidential; - prints it"
    )


def check_targets(options: Namespace, inputs: Sequence[Path], names: Sequence[str]) -> None:
    """Refuse files that cannot be written, before any work is done.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    inputs
        Files that the command reads.
    names
        Names of the tables that are written.

    Raises
    ------
    ParameterError
        Several tables would have one file.
    WriteError
        The ending of a file is none that is written, or as of `targets.check`.
    """
    files = _targets(options, names)
    for path in files.values():
        require_ending(path)
    record = _record(options, list(files.values()))
    wanted = [*map(str, files.values()), *map(str, record)]
    targets.check(wanted, inputs, overwrite=options.overwrite, figures=options.json)


def _targets(options: Namespace, names: Sequence[str]) -> dict[str, Path]:
    """Return the file of each table."""
    if not options.out:
        return {}
    if len(names) > 1 and NAME not in options.out:
        words = (
            "Several tables need a file each: let the name of the file hold {hole}, or choose one by --only."
        )
        raise ParameterError(sentence(words, hole=NAME), "out")
    return {name: Path(options.out.replace(NAME, re.sub(r"[^\w .-]", "_", name))) for name in names}


def _record(options: Namespace, files: Sequence[Path]) -> list[Path]:
    """Return where the reason of a release is recorded that no project and no other file keeps."""
    # Of two tables of a project the project records the reason of neither: each is safe by itself.
    kept = table_sources.is_project(options) and not options.difference
    kept |= options.json not in (None, targets.STANDARD_OUTPUT)
    return [beside(files[0])[1]] if files and options.release_anyway and not kept else []


def write_tables(
    chosen: Sequence[TableResult],
    options: Namespace,
    work: Progress,
    *,
    common: Differences,
    project: Project | None,
) -> list[str]:
    """Write and print what was asked for, all of it or nothing.

    Parameters
    ----------
    chosen
        What became of the tables that are shown and written.
    options
        Arguments as they were parsed.
    work
        Receives how far the work is.
    common
        Parts that two tables give away by subtraction.
    project
        With the reason why tables leave, which it records; None: none is recorded there.

    Returns
    -------
    list[str]
        Why tables were withheld.

    Raises
    ------
    WriteError
        A file cannot be written.
    Cancelled
        The user asked to stop; nothing was written.
    """
    told = table_differences.lines(common)
    files = TableFiles(_targets(options, [one.planned.name for one in chosen]), internal=options.internal)
    refused = [line for one in chosen if options.out and (line := withheld(one, internal=options.internal))]
    if told and options.out and not options.internal and not options.release_anyway:
        refused.append(
            "The table is not written: subtracted from the other one, it gives sensitive parts away."
        )
        files = TableFiles()
    writers = dict(table_writers(chosen, files, work.part(0.95, 1.0)))
    content = {
        "tables": [_result_json(one) for one in chosen],
        "differences": table_differences.rows(common),
    }
    json_file = options.json not in (None, targets.STANDARD_OUTPUT)
    if json_file:
        writers[Path(options.json)] = writer_of(targets.json_bytes(content))
    if writers and (told or any(map(recorded_reason, chosen))):
        for path in _record(options, [*files.targets.values()]):
            writers[path] = writer_of(targets.json_bytes(_recorded(chosen, options)))

    def ready() -> None:
        if options.json == targets.STANDARD_OUTPUT:
            write(targets.json_bytes(content).decode())
        else:
            _print(chosen, told)
        last_moment(work)
        if project is not None:
            # The reason stands in the project before the table leaves.
            project.save(options.data)

    private = options.internal or json_file
    for line in write_together(writers, overwrite=options.overwrite, private=private, ready=ready):
        note(line)
    return refused


def _recorded(chosen: Sequence[TableResult], options: Namespace) -> dict[str, Any]:
    """Return what is recorded of tables that leave on their own, for anybody."""
    stamp = stamped()
    return {
        "tables": [table_json(one) for one in chosen],
        "override": options.release_anyway,
        "written": {"date": stamp.date, "program": stamp.program},
    }


def _print(chosen: Sequence[TableResult], told: Sequence[str]) -> None:
    shown: list[Audited] = []
    for one in chosen:
        print_lines(outcome_sentence(one))
        # Tables that are published together have one audit.
        if one.found is not None and not any(one.found is found for found in shown):
            made = made_findings(one)
            for findings in (to_findings(one.found), *(() if made is None else (made,))):
                print_lines(*findings_lines(findings, edition=EVERYTHING))
            shown.append(one.found)
        print_lines(*(() if one.beside is None else (*one.beside.sentences, *one.beside.not_compared)))
        print_lines(*filter(None, [given_away_sentence(one)]))
    print_lines(*told)


def _result_json(result: TableResult) -> dict[str, Any]:
    """Return all that the owner knows of a table."""
    table, found, planned = result.table, result.found, result.planned
    error = result.error if isinstance(result.error, SdcError) else None
    told: dict[str, Any] = {**table_json(result), "error": None if error is None else error.message}
    given_away = given_away_sentence(result)
    told["given_away"] = None if given_away is None else str(given_away)
    told["rules"] = [{"name": one.name, "parameters": one.parameters} for one in planned.rules]
    if planned.plan is not None:
        told["where"] = {name: list(values) for name, values in planned.plan.where.items()}
    if planned.protection is not None:
        told["protection"] = {"name": planned.protection.name, "parameters": planned.protection.parameters}
    if table is None or found is None:
        return told
    cells = internal_columns(table).astype(object)
    if result.made is not None:
        told["protection"]["made"] = findings_json(result.made, EVERYTHING)
    return told | {
        "dimensions": [one.model_dump(mode="json") for one in table.dimensions],
        "cells": cells.where(cells.notna(), None).to_dict("records"),
        "passed": result.verdict is Verdict.SAFE,
        "attacks": [str(one) for one in result.hindrances],
        "audit": findings_json(to_findings(found), EVERYTHING),
    }
