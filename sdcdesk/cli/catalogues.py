"""Lists of catalogues: name, title and first sentence of each operation."""

from argparse import ArgumentParser
from collections.abc import Iterable

from sdcdesk.cli.terminal import print_lines, write
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.core.text.json_text import json_text
from sdcdesk.report.declared_results import declared_json


def declare(parser: ArgumentParser) -> None:
    """Declare the option of a command that lists a catalogue: `--json`.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "--json", action="store_true", help="print all figures, tables and columns with their units as JSON"
    )


def write_json(operations: Iterable[type[AnyOperation]]) -> None:
    """Write what each operation declares, as JSON.

    Parameters
    ----------
    operations
        Classes of methods or measures.
    """
    write(json_text([declared_json(operation) for operation in operations]))


def show(operations: Iterable[type[AnyOperation]]) -> None:
    """Print name, title and first sentence of each operation.

    Parameters
    ----------
    operations
        Classes of methods or measures.
    """
    for operation in operations:
        first = (operation.__doc__ or "").strip().split("\n")[0]
        print_lines(f"{operation.name:<24} {operation.title}: {first}")
