"""Command `sdcdesk measures`: the measures of risk and loss, and the figures that can be limited."""

from argparse import Namespace

from sdcdesk.cli.catalogues import show
from sdcdesk.cli.terminal import say
from sdcdesk.document.limits import limitable, usual_side
from sdcdesk.document.measures import MEASURES


def run(_options: Namespace) -> int:
    """List the measures, then the figures that can be limited.

    Returns
    -------
    int
        Exit code 0.
    """
    show(MEASURES)
    say("")
    say("Figures that can be limited:")
    for measure, declared in limitable():
        sign = ">=" if usual_side(declared) == "at least" else "<="
        say(f"  {measure.name}.{declared.name}{sign}  {declared.title}, {declared.unit.name}")
    return 0
