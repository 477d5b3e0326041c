"""Command `sdcdesk query PROJECT`: ask for a statistic of camouflaged values, and get an interval."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sdcdesk.cli import reading, targets
from sdcdesk.cli.terminal import note, print_lines, progress
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.strict_json import parsed_object
from sdcdesk.document.noted_answers import note_answers
from sdcdesk.document.project_file import digest_at, load
from sdcdesk.masking.interval_journal import Journal
from sdcdesk.masking.interval_query import IntervalQuery
from sdcdesk.release.interval_answer import answer, query_step
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.report.text import findings_lines


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("project", metavar="PROJECT", type=Path, help="project file (*.sdcdesk)")
    parser.add_argument(
        "--ask",
        metavar="JSON",
        required=True,
        help='what is asked, such as {"statistic": "sum", "variable": "income"}; `sdcdesk explain '
        "interval_query` lists what can be",
    )
    parser.add_argument(
        "--step", metavar="N", type=int, help="step of the recipe that is asked, where several camouflage"
    )
    parser.add_argument(
        "--data", metavar="FILE", type=Path, help="use this data file instead of the project's"
    )
    parser.add_argument("--json", metavar="FILE", help="write the answer here; - is standard output")
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Answer a query, and note the answer in the project file before it is told.

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
        The query is refused, or the answer cannot be noted: then nothing is told of it.
    """
    query = _query(options.ask)
    digest = digest_at(options.project)
    project = load(options.project, note)
    position = query_step(project.recipe, options.step)
    others = (Path(file.path) for file in project.input_files)
    inputs = [options.project, project.data.located(options.project), options.data, *others]
    given = [path for path in inputs if path]
    targets.check([], given, overwrite=options.overwrite, figures=options.json)
    with progress() as work:
        data, used = reading.read_project(project, options.project, options.data, work.part(0.0, 0.5))
        computed = Pipeline(data).run(used.recipe, work.part(0.5, 0.9))
        journal = Journal(project.answers)
        found = answer(used.recipe, computed, position, query, journal)
    note_answers(options.project, digest, journal.answers, note)
    if options.json != targets.STANDARD_OUTPUT:
        print_lines(*findings_lines(found))
    result = {"step": position + 1, "query": query.parameters, **findings_json(found)}
    targets.write_json(result, options.json, overwrite=options.overwrite, work=work)
    return 0


def _query(text: str) -> IntervalQuery:
    written = parsed_object(text)
    if written is None:
        raise ParameterError(
            'What is asked is written as JSON, for example {"statistic": "sum", "variable": "income"}.',
            "ask",
        )
    return IntervalQuery(**written)
