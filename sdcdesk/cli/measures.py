"""Command `sdcdesk measures`: the measures of risk and loss, and the figures that can be limited."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.cli.terminal import print_lines, write
from sdcdesk.core.text.json_text import json_text
from sdcdesk.document.limits import limitable, usual_side
from sdcdesk.document.measures import MEASURES
from sdcdesk.report.declared_results import declared_json


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--json", action="store_true", help="print all figures, tables and columns with their units as JSON"
    )


def run(options: Namespace) -> int:
    """List the measures, then the figures that can be limited.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0.
    """
    if options.json:
        write(json_text([declared_json(measure) for measure in MEASURES]))
        return 0
    show(MEASURES)
    print_lines("")
    print_lines("Figures that can be limited:")
    for measure, declared in limitable(MEASURES):
        sign = ">=" if usual_side(declared) == "at least" else "<="
        print_lines(f"  {measure.name}.{declared.name}{sign}  {declared.title}, {declared.unit.name}")
    return 0
