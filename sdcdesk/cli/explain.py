"""Command `sdcdesk explain NAME`: the manual page of a method or measure."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.terminal import print_lines
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, IntervalQuery
from sdcdesk.report.manual import page
from sdcdesk.report.other_programs import called_here
from sdcdesk.tables import PROTECTIONS, RULES, Audit, RuleCritique, TablePlan


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "name", metavar="NAME", help="name of a method or measure, or of a function of sdcMicro"
    )


def run(options: Namespace) -> int:
    """Print the manual page.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0.
    """
    pages: Catalogue[AnyOperation] = Catalogue(
        "method or measure",
        *METHODS,
        *MEASURES,
        IntervalQuery,
        *RULES,
        *PROTECTIONS,
        Audit,
        RuleCritique,
        TablePlan,
    )
    elsewhere = () if options.name in pages else called_here(options.name, pages)
    for kind in elsewhere or (pages[options.name],):
        print_lines(*page(kind).rstrip().splitlines())
    return 0
