"""Command `sdcdesk methods`: the masking methods."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.cli.terminal import write
from sdcdesk.core.text.json_text import json_text
from sdcdesk.masking import METHODS
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
    """List the methods.

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
        write(json_text([declared_json(method) for method in METHODS]))
        return 0
    show(METHODS)
    return 0
