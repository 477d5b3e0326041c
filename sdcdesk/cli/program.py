"""The program `sdcdesk`: its commands, its exit codes, and how errors reach the user."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Cancelled

COMMANDS = {
    "run": "apply a project's recipe, assess, and export the safe file",
    "assess": "assess a file, or a masked file against its original",
    "mask": "apply masking methods to a file",
    "inspect": "say what a file holds and suggest roles",
    "methods": "list the masking methods",
    "measures": "list the measures of risk and loss",
    "explain": "show the manual page of a method or measure",
}

DONE, UNSAFE, WRONG, CANCELLED = 0, 1, 2, 3

EXIT_CODES = (
    "Exit codes: 0 done; 1 unsafe under the limits given (run, assess), or the masked file may not leave; "
    "2 wrong use or bad input, nothing was written; 3 cancelled."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    arguments
        Words of the command line; None: those of this process.

    Returns
    -------
    int
        0, or another code that says what went wrong.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser(words[0] if words and words[0] in COMMANDS else None)
    options = parser.parse_args(words)
    try:
        code: int = options.command(options)
    except SdcError as error:
        print(f"sdcdesk: {error.message}", file=sys.stderr)  # noqa: T201
        return WRONG
    except (Cancelled, KeyboardInterrupt):
        print("sdcdesk: cancelled; nothing was written.", file=sys.stderr)  # noqa: T201
        return CANCELLED
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); say nothing more, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    return code


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    """Build the parser; only the wanted command is filled in, because its file imports the engine."""
    parser = argparse.ArgumentParser(
        prog="sdcdesk",
        description="Statistical disclosure control of microdata, offline.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("--version", action="version", version=f"sdcdesk {version('sdcdesk')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, words in COMMANDS.items():
        command = commands.add_parser(
            name, help=words, description=f"{words.capitalize()}.", epilog=EXIT_CODES
        )
        if name == wanted:
            import_module(f"sdcdesk.cli.{name}").declare(command)
    return parser
