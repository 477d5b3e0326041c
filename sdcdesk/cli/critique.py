"""Command `sdcdesk critique`: where the dominance rule errs, and what each rule says of a table."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from sdcdesk.cli import reading, table_options, targets
from sdcdesk.cli.terminal import print_lines, progress
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.json_text import parsed
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.io import read
from sdcdesk.report.text import findings_lines
from sdcdesk.tables import CellTable, RuleCritique
from sdcdesk.tables.examples import EXAMPLES, Example


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
        help=sentence("{files}; without it, constructed cells alone are shown", files=reading.data_files()),
    )
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
        help='parameters of the rules, such as {"n": 2, "k": 75, "p": 10}; `sdcdesk explain rule_critique` '
        "lists them",
    )
    table_options.declare_plan(parser)
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
    example = next((one for one in EXAMPLES if one.name == options.example), None)
    critique = _critique(options.compare, example)
    files = table_options.hierarchy_files(options.hierarchy)
    inputs = [path for path in (options.data, *files.values()) if path is not None]
    targets.check([options.json], inputs, overwrite=options.overwrite)
    with progress() as work:
        table = _table(options, example, files, work.part(0.0, 0.7))
        found = critique.find(table, work.part(0.7, 1.0))
    if options.json != targets.STANDARD_OUTPUT:
        print_lines(*findings_lines(found, edition=EVERYTHING))
    result = {"parameters": critique.parameters, **findings_json(found, EVERYTHING)}
    targets.write_json(result, options.json, overwrite=options.overwrite, work=work)
    return 0


def _critique(text: str, example: Example | None) -> RuleCritique:
    """Return what is asked; an example comes with the rule that it is about."""
    try:
        written = parsed(text)
    except ValueError:
        written = None
    if not isinstance(written, dict):
        raise ParameterError(
            'Parameters of the rules are written as JSON, for example {"n": 2, "k": 75}.', "compare"
        )
    own: dict[str, Any] = {} if example is None else {"n": example.n, "k": 100 * example.k}
    return RuleCritique(**(own | written))


def _table(
    options: Namespace, example: Example | None, files: dict[str, Path], work: Progress
) -> CellTable | None:
    """Return the table whose cells are judged; None: there is none."""
    if example is not None:
        if options.data is not None or options.rows:
            raise ParameterError("An example takes no data; name either.", "example")
        return example.make()
    if options.data is None:
        if options.rows or options.value:
            raise ParameterError("Name the file of records of which the table is built.", "data")
        return None
    plan = table_options.plan_from(options, table_options.read_hierarchies(files))
    numbers = [name for name in (options.value, options.weight) if name]
    how, scales = reading.options(options, options.data), dict.fromkeys(numbers, Scale.CONTINUOUS)
    data = read(options.data, how, scales=scales, progress=work.part(0.0, 0.5))
    return plan.build(data, work.part(0.5, 1.0))
