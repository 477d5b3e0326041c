"""Program `sdcdesk`: its commands, its exit codes, and how errors reach the user."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

from sdcdesk.cli.exit_codes import CANCELLED, DEFECT, DONE, EXPLAINED, NO_MEMORY, WRONG
from sdcdesk.cli.terminal import interruptible, note
from sdcdesk.core.errors import SdcError, place_of
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
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that lacks a sign shows its number
    try:
        with interruptible():
            parser = _parser(words[0] if words and words[0] in COMMANDS else None)
            options = parser.parse_args(words)
            code: int = options.command(options)
    except SdcError as error:
        note(error.message)
        return WRONG
    except (Cancelled, KeyboardInterrupt):
        note("cancelled; nothing was written.")
        return CANCELLED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE  # only help is written by others than ourselves
    except MemoryError:
        note("there is not enough memory for this; close other programs.")
        return NO_MEMORY
    except Exception as error:
        note(f"the program itself failed ({place_of(error)}); report this.")
        return DEFECT
    return code


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    """Build the parser; only the wanted command is filled in, because its file imports the engine."""
    parser = argparse.ArgumentParser(
        prog="sdcdesk",
        description="Statistical disclosure control of microdata, offline.",
        epilog=EXPLAINED,
    )
    parser.add_argument("--version", action="version", version=f"sdcdesk {version('sdcdesk')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, words in COMMANDS.items():
        command = commands.add_parser(
            name, help=words, description=f"{words.capitalize()}.", epilog=EXPLAINED
        )
        if name == wanted:
            import_module(f"sdcdesk.cli.{name}").declare(command)
    return parser
