"""Command `sdcdesk methods`: the masking methods."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli import catalogues
from sdcdesk.masking import METHODS


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    catalogues.declare(parser)


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
        catalogues.write_json(METHODS)
        return 0
    catalogues.show(METHODS)
    return 0
