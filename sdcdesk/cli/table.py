"""Command `sdcdesk table`: builds tables, finds sensitive cells, protects, audits and exports them."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from sdcdesk.cli import exit_codes, reading, table_differences, table_options, targets
from sdcdesk.cli.terminal import last_moment, note, print_afterwards, print_lines, progress, write
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.files.atomic import write_together
from sdcdesk.core.random.secret_seed import drawn_seed, guessable
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import DefectError, ParameterError, SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import SUFFIX, load
from sdcdesk.document.seed_note import seed_note
from sdcdesk.document.table_commands import planned_table
from sdcdesk.io import read
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.published_table import (
    made_findings,
    outcome_sentence,
    recorded_reason,
    table_json,
)
from sdcdesk.release.table_export import TableFiles, needs_reason, table_writers, with_reason, withheld
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import compute_tables, repaired
from sdcdesk.report.export_plan import Plan, beside
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
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "data",
        metavar="DATA",
        type=Path,
        nargs="?",
        help=sentence("{files}, or a project (*.sdcdesk), whose tables are made", files=reading.data_files()),
    )
    parser.add_argument(
        "--audit",
        metavar="FILE",
        type=Path,
        help="a finished table instead of data: a line a cell, totals included, hidden cells without a value",
    )
    table_differences.declare(parser)
    parser.add_argument(
        "--only", metavar="TABLE", action="append", default=[], help="only this table of the project"
    )
    table_options.declare_plan(parser)
    table_options.declare_finished(parser)
    table_options.declare_protection(parser)
    parser.add_argument(
        "--key",
        metavar="N",
        type=int,
        help="number by which random protections draw, as secret as the data, and the same for all tables of "
        "a file; without it one is drawn, used and told; a project has its seed",
    )
    _declare_targets(parser)
    reading.declare(parser, "columns")
    targets.declare_overwrite(parser)


def _declare_targets(parser: ArgumentParser) -> None:
    """Declare what is written, and where."""
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


@dataclass(frozen=True, slots=True)
class _Work:
    """What the command is about: tables, where they are written, and the project that holds them."""

    tables: tuple[PlannedTable, ...]
    original: Microdata | None
    masked: Microdata | None
    key: int
    project: Project | None = None

    def results(self, progress: Progress) -> tuple[TableResult, ...]:
        return compute_tables(self.tables, self.original, self.masked, self.key, (), progress)


def run(options: Namespace) -> int:
    """Build or read tables, judge, protect, audit and write them.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        0; 1 where a sensitive cell can be worked out, or a table may not leave: then it is not written
        without a reason; 70 where a defect hindered it.

    Raises
    ------
    ParameterError
        Options do not belong together, or name nothing.
    """
    table_differences.parse(options)
    _require_consistent(options)
    with progress() as work:
        asked = _project(options, work) if _is_project(options) else _described(options, work)
        results = asked.results(work.part(0.3, 0.8))
        chosen = _chosen(results, options)
        if asked.project is None and chosen[0].error is not None:
            raise chosen[0].error
        if options.repair:
            chosen = (repaired(chosen[0], work.part(0.8, 0.9)), *chosen[1:])
        common = table_differences.found(results, options, work.part(0.9, 0.95))
        told = table_differences.lines(common)
        project = None
        if asked.project is not None and options.release_anyway and options.out:
            label, changed = with_reason(asked.project, chosen, options.release_anyway)
            if label:
                project = changed
                chosen = tuple(
                    replace(one, planned=planned_table(changed, one.planned.name)) for one in chosen
                )
        refused = _write(chosen, options, work, common=common, told=told, project=project)
    for remark in common.notes:
        note(remark)
    _note_key(asked, options)
    for line in refused:
        note(line)
    for one in chosen:
        if options.out and options.release_anyway and needs_reason(one) and one.leaves:
            words = "{name} was written although its verdict is {verdict}. Reason given: {reason}"
            name, verdict = one.planned.name, str(one.verdict)
            print_afterwards(sentence(words, name=name, verdict=verdict, reason=one.planned.override))
    return _code(chosen, refused, told, options)


def _code(
    chosen: Sequence[TableResult], refused: Sequence[str], told: Sequence[str], options: Namespace
) -> int:
    if any(isinstance(one.error, DefectError) for one in chosen):
        return exit_codes.DEFECT
    unsafe = any(one.verdict is Verdict.UNSAFE and not one.leaves for one in chosen)
    failed = any(one.error is not None for one in chosen)
    found = bool(told) and not options.release_anyway
    return exit_codes.UNSAFE if unsafe or failed or refused or found else exit_codes.DONE


def _is_project(options: Namespace) -> bool:
    return options.data is not None and options.data.suffix.lower() == SUFFIX


def _require_consistent(options: Namespace) -> None:
    """Raise `ParameterError` where options contradict one another."""
    if (options.data is None) == (options.audit is None):
        raise ParameterError("Name a file of records, a project, or a finished table by --audit.", "data")
    if options.release_anyway is not None and not Plan(reason=options.release_anyway).stated:
        raise ParameterError("--release-anyway needs the reason why the table leaves, in words.", "reason")
    if options.release_anyway is not None and not options.out:
        raise ParameterError("--release-anyway is for a table that is written; name it by --out.", "out")
    if options.release_anyway is not None and options.internal:
        raise ParameterError(
            "What you write for yourself is no release; leave --release-anyway out.", "reason"
        )
    wrong: tuple[str, ...]
    if options.audit is not None:
        wrong = (*table_options.PLAN, "only")
    elif _is_project(options):
        wrong = (*table_options.MAKING, "key", "value", *table_options.FINISHED)
    else:
        wrong = ("only", "overlapping", *table_options.FINISHED)
    given = next((name for name in wrong if getattr(options, name)), None)
    if given is not None:
        words = "--{option} does not belong to what is named here; leave it out."
        raise ParameterError(sentence(words, option=given.replace("_", "-")), given)
    if options.overlapping and not options.difference:
        raise ParameterError(
            "--overlapping is for two tables that are compared by --difference.", "overlapping"
        )
    if _is_project(options) and options.difference and len(options.difference) != 2:
        raise ParameterError("--difference names two tables of the project.", "difference")


def _described(options: Namespace, work: Progress) -> _Work:
    """Return the table that the options describe, with its data."""
    files = table_options.hierarchy_files(options.hierarchy)
    source = options.audit or options.data
    beside = [Path(options.difference)] if options.audit is not None and options.difference else []
    beside += filter(None, [options.overlapping, options.last_edition])
    _check_targets(options, [source, *beside, *files.values()], [source.stem])
    tables = table_options.tables_from(options, table_options.read_hierarchies(files))
    data = None
    if options.audit is None:
        numbers = [name for name in (options.value, options.weight, options.cost) if name]
        how, scales = reading.options(options, options.data), dict.fromkeys(numbers, Scale.CONTINUOUS)
        data = read(options.data, how, scales=scales, progress=work.part(0.0, 0.3))
    key = options.key
    if key is None:
        key = drawn_seed() if _is_keyed(tables) else 0
    return _Work(tables, data, None, key)


def _is_keyed(tables: Sequence[PlannedTable]) -> bool:
    return any(table.protection is not None and table.protection.draws for table in tables)


def _note_key(asked: _Work, options: Namespace) -> None:
    """Say beside the results, for no file holds it, which key was drawn, or why the given one is none."""
    if not _is_keyed(asked.tables):
        return
    if asked.project is not None:
        warning = seed_note(asked.project)
    elif options.key is None:
        words = (
            "Random numbers were drawn with the key {key}. Keep it as secret as the data, and give it to all "
            "tables of the file: --key {key} draws the same again."
        )
        warning = sentence(words, key=str(asked.key))
    else:
        warning = guessable(options.key)
    if warning:
        note(warning)


def _project(options: Namespace, work: Progress) -> _Work:
    """Return the tables of a project, with its data."""
    project = load(options.data, note)
    if not project.tables:
        raise ParameterError("The project has no tables; plan one in the window.", "tables")
    names = [planned_table(project, name).name for name in options.only] or [
        table.name for table in project.tables
    ]
    for name in options.difference or ():
        planned_table(project, name)
    others = (Path(file.path) for file in project.input_files)
    _check_targets(options, [options.data, project.data.located(options.data), *others], names)
    data, project = project.read_data(options.data, progress=work.part(0.0, 0.2))
    masked = None
    if any(table.of == "masked" for table in project.tables):
        done = Pipeline(data).run(project.recipe, work.part(0.2, 0.3))
        masked = None if done.failed else done.masked
    return _Work(project.tables, data, masked, project.recipe.seed, project)


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


def _check_targets(options: Namespace, inputs: Sequence[Path], names: Sequence[str]) -> None:
    files = _targets(options, names)
    for path in files.values():
        require_ending(path)
    record = _record(options, list(files.values()))
    wanted = [*map(str, files.values()), *map(str, record), options.json]
    targets.check(wanted, inputs, overwrite=options.overwrite)


def _record(options: Namespace, files: Sequence[Path]) -> list[Path]:
    """Return where the reason of a release is recorded that no project and no other file keeps."""
    # Of two tables of a project the project records the reason of neither: each is safe by itself.
    kept = _is_project(options) and not options.difference
    kept |= options.json not in (None, targets.STANDARD_OUTPUT)
    return [beside(files[0])[1]] if files and options.release_anyway and not kept else []


def _chosen(results: Sequence[TableResult], options: Namespace) -> tuple[TableResult, ...]:
    """Return the tables that are shown and written; the one that a table is compared with is not."""
    if options.only:
        return tuple(one for one in results if one.planned.name in options.only)
    return tuple(results) if _is_project(options) else (results[0],)


def _write(
    chosen: Sequence[TableResult],
    options: Namespace,
    work: Progress,
    *,
    common: Differences,
    told: Sequence[str],
    project: Project | None,
) -> list[str]:
    """Write what was asked for, and return why tables were withheld."""
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
        writers[Path(options.json)] = _writer(targets.json_bytes(content))
    if writers and (told or any(map(recorded_reason, chosen))):
        for path in _record(options, [*files.targets.values()]):
            writers[path] = _writer(targets.json_bytes(_recorded(chosen, options)))

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


def _writer(content: bytes) -> Callable[[BinaryIO], object]:
    return lambda file: file.write(content)


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
    print_lines(*told)


def _result_json(result: TableResult) -> dict[str, Any]:
    """Return all that the owner knows of a table."""
    table, found, planned = result.table, result.found, result.planned
    error = result.error if isinstance(result.error, SdcError) else None
    told: dict[str, Any] = {**table_json(result), "error": None if error is None else error.message}
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
