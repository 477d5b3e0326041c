"""Command `sdcdesk critique`: where the dominance rule errs, and what each rule says of a table."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sdcdesk.cli import reading, table_options, table_sources, targets
from sdcdesk.cli.terminal import note, print_lines, progress
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.core.text.strict_json import parsed_object
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.table_commands import planned_table
from sdcdesk.release.table_results import built_table
from sdcdesk.report.text import findings_lines
from sdcdesk.tables import CellTable, Dominance, Rule, RuleCritique
from sdcdesk.tables.examples import EXAMPLES, Example


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    words = (
        "{files}, or a project (*.sdcdesk), of which a table is judged; without it, constructed cells alone "
        "are shown"
    )
    table_sources.declare(parser, sentence(words, files=reading.data_files()))
    parser.add_argument("--only", metavar="TABLE", help="this table of the project")
    parser.add_argument(
        "--example",
        metavar="NAME",
        choices=[one.name for one in EXAMPLES],
        help=sentence("a table of a paper instead: {names}", names=joined([one.name for one in EXAMPLES])),
    )
    parser.add_argument(
        "--compare",
        metavar="JSON",
        default="{}",
        help='parameters of the rules, such as {"n": 2, "k": 75, "p": 10}, else those of the rules that a '
        "table of a project has; `sdcdesk explain rule_critique` lists them",
    )
    table_options.declare_plan(parser)
    table_options.declare_finished(parser)
    parser.add_argument("--json", metavar="FILE", help="write the findings here; - is standard output")
    reading.declare(parser, "columns")
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Construct two cells, and ask each rule about the cells of a table.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    SdcError
        Parameters are wrong, or the table cannot be built.
    """
    _require_consistent(options)
    example = next((one for one in EXAMPLES if one.name == options.example), None)
    project = load(options.data, note) if table_sources.is_project(options) else None
    planned = None if project is None else _chosen(project, options.only)
    critique = _critique(options.compare, example, planned)
    files = table_options.hierarchy_files(options.hierarchy)
    inputs = [
        path
        for path in (options.data, options.audit, *reading.inputs(options), *files.values())
        if path is not None
    ]
    targets.check([], inputs, overwrite=options.overwrite, figures=options.json)
    with progress() as work:
        if project is not None and planned is not None:
            table: CellTable | None = _of_project(project, planned, options.data, work.part(0.0, 0.7))
        else:
            table = example.make() if example is not None else _table(options, files, work.part(0.0, 0.7))
        found = critique.find(table, work.part(0.7, 1.0))
    if options.json != targets.STANDARD_OUTPUT:
        print_lines(*findings_lines(found, edition=EVERYTHING))
    result = {"parameters": critique.parameters, **findings_json(found, EVERYTHING)}
    targets.write_json(result, options.json, overwrite=options.overwrite, work=work)
    return 0


def _require_consistent(options: Namespace) -> None:
    """Raise `ParameterError` where options contradict one another."""
    described = [
        name for name in (*table_options.PLAN, "value", "cost", "hierarchy") if getattr(options, name)
    ]
    read = [name for name in table_options.FINISHED if getattr(options, name)]
    if options.example is not None and (options.data or options.audit or described):
        raise ParameterError("An example takes no data; name either.", "example")
    if options.data is not None and options.audit is not None:
        raise ParameterError(table_sources.NEITHER, "data")
    if options.audit is not None:
        wrong = [name for name in described if name in table_options.PLAN]
    elif table_sources.is_project(options):
        wrong = [*described, *read]
    else:
        wrong = [*read, *(["only"] if options.only else [])]
        if described and options.data is None:
            raise ParameterError("Name the file of records of which the table is built.", "data")
    table_sources.refuse(options, wrong)


def _chosen(project: Project, name: str | None) -> PlannedTable:
    """Return the table of a project that is judged."""
    if name is not None:
        return planned_table(project, name)
    if len(project.tables) != 1:
        words = "The project has {n} tables; choose one by --only."
        raise ParameterError(sentence(words, n=str(len(project.tables))), "only")
    return project.tables[0]


def _of_project(project: Project, planned: PlannedTable, path: Path, work: Progress) -> CellTable:
    """Return a table of a project, as it is before it is protected."""
    data, project = reading.read_project(project, path, None, work.part(0.0, 0.4))
    if planned.of == "masked":
        masked = table_sources.masked_file(project, data, work.part(0.4, 0.8))
        return built_table(planned, masked, work.part(0.8, 1.0))
    return built_table(planned, data, work.part(0.4, 1.0))


def _critique(text: str, example: Example | None, planned: PlannedTable | None) -> RuleCritique:
    """Return what is asked; an example comes with the rule that it is about, a planned table with its own."""
    written = parsed_object(text)
    if written is None:
        raise ParameterError(
            'Parameters of the rules are written as JSON, for example {"n": 2, "k": 75}.', "compare"
        )
    rules: tuple[Rule, ...] = () if planned is None else planned.rules
    if example is not None:
        rules = (Dominance(n=example.n, k=100 * example.k),)
    return RuleCritique().following(rules).changed(**written)


def _table(options: Namespace, files: dict[str, Path], work: Progress) -> CellTable | None:
    """Return the table that the options describe; None: there is none."""
    hierarchies = table_options.read_hierarchies(files)
    if options.audit is not None:
        finished = table_options.finished_from(options, hierarchies)
        return built_table(PlannedTable(name=options.audit.stem, finished=finished), None, work)
    if options.data is None:
        return None
    plan = table_options.plan_from(options, hierarchies)
    data = table_sources.read_records(options, work.part(0.0, 0.5))
    return plan.build(data, work.part(0.5, 1.0))
