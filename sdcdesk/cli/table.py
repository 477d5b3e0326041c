"""Command `sdcdesk table`: builds tables, finds sensitive cells, protects, audits and exports them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sdcdesk.cli import (
    exit_codes,
    reading,
    table_differences,
    table_options,
    table_output,
    table_sources,
    targets,
)
from sdcdesk.cli.terminal import note, print_afterwards, progress
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.random.secret_seed import drawn_seed, guessable
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import DefectError, ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.seed_note import seed_note
from sdcdesk.document.table_commands import planned_table
from sdcdesk.release.table_export import needs_reason, with_reason
from sdcdesk.release.table_result import Protected, TableResult
from sdcdesk.release.table_results import compute_tables, repaired
from sdcdesk.report.export_plan import Plan
from sdcdesk.tables.differences.differences import Differences


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    words = "{files}, or a project (*.sdcdesk), whose tables are made"
    table_sources.declare(parser, sentence(words, files=reading.data_files()))
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
    table_output.declare(parser)
    reading.declare(parser, "columns")
    targets.declare_overwrite(parser)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command is about: tables, the data that they are built from, and their project."""

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
        asked = _project(options, work) if table_sources.is_project(options) else _described(options, work)
        results = asked.results(work.part(0.3, 0.8))
        chosen = _chosen(results, options)
        if asked.project is None and chosen[0].error is not None:
            raise chosen[0].error
        if options.repair:
            chosen = (repaired(chosen[0], work.part(0.8, 0.9)), *chosen[1:])
        chosen = _with_coalitions(chosen, options.coalition, work.part(0.9, 0.92))
        common = table_differences.found(results, options, work.part(0.92, 0.95))
        project = None
        if asked.project is not None and options.release_anyway and options.out:
            label, changed = with_reason(asked.project, chosen, options.release_anyway)
            if label:
                project = changed
                chosen = tuple(
                    replace(one, planned=planned_table(changed, one.planned.name)) for one in chosen
                )
        refused = table_output.write_tables(chosen, options, work, common=common, project=project)
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
    return _code(chosen, refused, common, options)


def _with_coalitions(chosen: Sequence[TableResult], size: int, work: Progress) -> tuple[TableResult, ...]:
    """Return the tables, audited against coalitions of some size, too; those of one system once."""
    known: dict[int, Protected] = {}
    for one, share in work.over(chosen, "Coalitions"):
        if size and one.protected is not None and id(one.protected) not in known:
            found = one.protected.found.with_coalitions(size, share)
            known[id(one.protected)] = replace(one.protected, found=found)
    return tuple(replace(one, protected=known.get(id(one.protected), one.protected)) for one in chosen)


def _code(
    chosen: Sequence[TableResult], refused: Sequence[str], common: Differences, options: Namespace
) -> int:
    if any(isinstance(one.error, DefectError) for one in chosen):
        return exit_codes.DEFECT
    unsafe = any(one.verdict is Verdict.UNSAFE and not one.leaves for one in chosen)
    failed = any(one.error is not None for one in chosen)
    found = bool(common.found) and not options.release_anyway
    return exit_codes.UNSAFE if unsafe or failed or refused or found else exit_codes.DONE


def _require_consistent(options: Namespace) -> None:
    """Raise `ParameterError` where options contradict one another."""
    if (options.data is None) == (options.audit is None):
        raise ParameterError(table_sources.NEITHER, "data")
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
    elif table_sources.is_project(options):
        wrong = (*table_options.MAKING, "key", "value", *table_options.FINISHED)
    else:
        wrong = ("only", "overlapping", *table_options.FINISHED)
    table_sources.refuse(options, wrong)
    if options.overlapping and not options.difference:
        raise ParameterError(
            "--overlapping is for two tables that are compared by --difference.", "overlapping"
        )
    if table_sources.is_project(options) and options.difference and len(options.difference) != 2:
        raise ParameterError("--difference names two tables of the project.", "difference")


def _described(options: Namespace, work: Progress) -> _Asked:
    """Return the table that the options describe, with its data."""
    files = table_options.hierarchy_files(options.hierarchy)
    source = options.audit or options.data
    beside = [Path(options.difference)] if options.audit is not None and options.difference else []
    beside += filter(None, [options.overlapping, options.last_edition])
    table_output.check_targets(
        options, [source, *beside, *reading.inputs(options), *files.values()], [source.stem]
    )
    tables = table_options.tables_from(options, table_options.read_hierarchies(files))
    data = None
    if options.audit is None:
        data = table_sources.read_records(options, work.part(0.0, 0.3))
    key = options.key
    if key is None:
        key = drawn_seed() if _is_keyed(tables) else 0
    return _Asked(tables, data, None, key)


def _is_keyed(tables: Sequence[PlannedTable]) -> bool:
    return any(table.protection is not None and table.protection.draws for table in tables)


def _note_key(asked: _Asked, options: Namespace) -> None:
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


def _project(options: Namespace, work: Progress) -> _Asked:
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
    table_output.check_targets(options, [options.data, project.data.located(options.data), *others], names)
    data, project = reading.read_project(project, options.data, None, work.part(0.0, 0.2))
    masked = None
    if project.recipe.active or any(table.of == "masked" for table in project.tables):
        masked = table_sources.masked_file(project, data, work.part(0.2, 0.3))
    return _Asked(project.tables, data, masked, project.recipe.seed, project)


def _chosen(results: Sequence[TableResult], options: Namespace) -> tuple[TableResult, ...]:
    """Return the tables that are shown and written; the one that a table is compared with is not."""
    if options.only:
        return tuple(one for one in results if one.planned.name in options.only)
    return tuple(results) if table_sources.is_project(options) else (results[0],)
