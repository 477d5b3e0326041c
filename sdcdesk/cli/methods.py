"""`sdcdesk methods`: the masking methods."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.masking import METHODS


def declare(parser: ArgumentParser) -> None:
    """Declare the command, which has no options."""
    parser.set_defaults(command=run)


def run(_options: Namespace) -> int:
    """List the methods."""
    show(METHODS)
    return 0
