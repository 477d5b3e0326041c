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
        help="write the masked file in a random order, as the method random_order does: of its records "
        "(records, also without UNITS), of its households, whose members stay together (households), or of "
        "these and of their members (members)",
    )
