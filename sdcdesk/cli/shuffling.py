"""Shuffling option of the command line: the masked file leaves in a random order."""

from argparse import ArgumentParser

from sdcdesk.io.record_order import RANDOM_UNITS


def declare(parser: ArgumentParser) -> None:
    """Declare the option.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--shuffle",
        metavar="UNITS",
        nargs="?",
        const="records",
        choices=tuple(RANDOM_UNITS),
        help="write the masked file in a random order, as the method random_order does: of its records, "
        "which "
        "is meant without UNITS, of its households, whose members stay together, or of these and their "
        "members (records, households, members)",
    )
