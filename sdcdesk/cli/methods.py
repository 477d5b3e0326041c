"""Command `sdcdesk methods`: the masking methods."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.masking import METHODS


def declare(parser: ArgumentParser) -> None:
    """Declare the command, which has no options.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.set_defaults(command=run)


def run(_options: Namespace) -> int:
    """List the methods.

    Returns
    -------
    int
        Exit code 0.
    """
    show(METHODS)
    return 0
