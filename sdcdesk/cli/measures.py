"""`sdcdesk measures`: the measures of disclosure risk and information loss."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.document.measures import MEASURES


def declare(parser: ArgumentParser) -> None:
    """Declare the command, which has no options."""
    parser.set_defaults(command=run)


def run(_options: Namespace) -> int:
    """List the measures."""
    show(MEASURES)
    return 0
