"""Options of the command line that say how a data file is read."""

import argparse
from argparse import ArgumentParser, Namespace

from sdcdesk.io import ReadOptions


def declare(parser: ArgumentParser) -> None:
    """Declare the options; what is not given is found out from the file."""
    group = parser.add_argument_group("reading the data (found out from the file where not given)")
    group.add_argument(
        "--delimiter", default="auto", metavar="SIGN", help=r"sign between fields; \t is a tab"
    )
    group.add_argument("--encoding", default="auto", metavar="NAME", help="utf-8, latin-1, windows-1252, …")
    group.add_argument("--decimal", default="auto", choices=["auto", ".", ","], help="decimal sign")
    group.add_argument(
        "--header", default="auto", action=argparse.BooleanOptionalAction, help="names in line 1"
    )
    group.add_argument(
        "--text",
        action="extend",
        default=[],
        type=names,
        metavar="A,B",
        help="variables that are kept as text",
    )
    group.add_argument("--all-text", action="store_true", help="keep all variables as text")
    group.add_argument(
        "--missing",
        action="extend",
        default=[],
        type=names,
        metavar="-9,NA",
        help="codes for missing values",
    )


def options(given: Namespace) -> ReadOptions:
    """Return the options that were given."""
    return ReadOptions(
        delimiter="\t" if given.delimiter == r"\t" else given.delimiter,
        encoding=given.encoding,
        decimal=given.decimal,
        header=given.header,
        text=given.text,
        all_text=given.all_text,
        missing=given.missing,
    )


def names(text: str) -> tuple[str, ...]:
    """Split a list of names at its commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
