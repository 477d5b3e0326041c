"""Command `sdcdesk explain NAME`: the manual page of a method, measure, rule or protection."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.terminal import print_lines
from sdcdesk.report.manual import page
from sdcdesk.report.manual_pages import manual_pages
from sdcdesk.report.other_programs import called_here


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "name",
        metavar="NAME",
        help="name of a method, measure, rule or protection, or of a function of sdcMicro",
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
    pages = manual_pages()
    elsewhere = () if options.name in pages else called_here(options.name, pages)
    for kind in elsewhere or (pages[options.name],):
        print_lines(*page(kind).rstrip().splitlines())
    return 0
