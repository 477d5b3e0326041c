"""Command `sdcdesk rules`: the sensitivity rules of tables, and the ways to protect tables."""

from argparse import Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.cli.terminal import print_lines
from sdcdesk.tables import PROTECTIONS, RULES


def run(options: Namespace) -> int:
    """List the rules and the protections.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0.
    """
    del options  # there are none
    print_lines("Rules:")
    show(RULES)
    print_lines("", "Protections:")
    show(PROTECTIONS)
    return 0
