"""Command `sdcdesk methods`: the masking methods."""

from argparse import Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.masking import METHODS


def run(_options: Namespace) -> int:
    """List the methods.

    Returns
    -------
    int
        Exit code 0.
    """
    show(METHODS)
    return 0
