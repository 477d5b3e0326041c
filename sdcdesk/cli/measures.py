"""Command `sdcdesk measures`: the measures of risk and loss, and the figures that can be limited."""

from argparse import ArgumentParser, Namespace

from sdcdesk.cli import catalogues
from sdcdesk.cli.terminal import print_lines
from sdcdesk.document.limits import limitable, usual_side
from sdcdesk.document.measures import MEASURES


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    catalogues.declare(parser)


def run(options: Namespace) -> int:
    """List the measures, then the figures that can be limited.

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
        catalogues.write_json(MEASURES)
        return 0
    catalogues.show(MEASURES)
    print_lines("")
    print_lines("Figures that can be limited:")
    for measure, declared in limitable(MEASURES):
        sign = ">=" if usual_side(declared) == "at least" else "<="
        print_lines(f"  {measure.name}.{declared.name}{sign}  {declared.title}, {declared.unit.name}")
    return 0
