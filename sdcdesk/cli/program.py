"""Program `sdcdesk`: its commands, its exit codes, and how errors reach the user."""

import argparse
import io
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from sdcdesk.cli.exit_codes import CANCELLED, DEFECT, EXPLAINED, NO_MEMORY, NOTHING_WRITTEN, WRONG
from sdcdesk.cli.terminal import interruptible, note, remark, write
from sdcdesk.core.files.problems import ProblemLog, log_problem
from sdcdesk.core.running.errors import DefectError, ParameterError, SdcError, defect_place, lacks_memory
from sdcdesk.core.running.memory import require
from sdcdesk.core.running.progress import Cancelled
from sdcdesk.core.text.printable import printable, short
from sdcdesk.core.text.sentence import capital

ENGINE = 400_000_000
"""Bytes without which the libraries of the engine end the process themselves, with codes of their own."""

COMMANDS = {
    "run": "apply a project's recipe, assess, and export the safe file",
    "assess": "assess a file, or a masked file against its original",
    "mask": "apply masking methods to a file",
    "query": "ask for a statistic of camouflaged values, and get an interval that contains it",
    "inspect": "say what a file holds and suggest roles",
    "hierarchy": "build the generalisation hierarchy of a variable, or check one against the data",
    "compare": "apply many recipes to a project's file, and compare their risk and loss",
    "table": "build a table, find its sensitive cells, protect, audit and export it",
    "areas": "merge or split areas until the tables published of them put nobody at risk",
    "critique": "show where the dominance rule errs, and what each rule says of the cells of a table",
    "search": "find the coding of the keys that is just coarse enough, and loses least",
    "suggest": "search for recipes that keep every limit of a project, and lose least",
    "methods": "list the masking methods",
    "measures": "list the measures of risk and loss",
    "rules": "list the sensitivity rules of tables, and the ways to protect them",
    "explain": "show the manual page of a method, measure, rule or protection",
}


def run(arguments: Sequence[str] | None = None) -> int:
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
    problems = ProblemLog("sdcdesk")
    problems.start(crashes=False)
    try:
        return _run(words, own=arguments is None)
    finally:
        problems.stop()
        if problems.is_kept:
            where = printable(str(problems.path))  # whole, however long it is
            remark(
                f"sdcdesk: {where} says where the program failed, and holds no data; send it to its makers.\n"
            )


def _run(words: Sequence[str], *, own: bool) -> int:
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that lacks a sign shows its number
        with interruptible(own=own):
            parser = parser_for(words[0] if words and words[0] in COMMANDS else None)
            options = parser.parse_args(words)
            code: int = options.command(options)
            return code
    except SdcError as error:
        note(_briefly(error.message, words))
        return DEFECT if isinstance(error, DefectError) else WRONG
    except (Cancelled, KeyboardInterrupt):
        note(NOTHING_WRITTEN)
        return CANCELLED
    except SystemExit:  # the parser has said what it has to say
        raise
    except BaseException as error:  # whatever it is, nobody is shown a traceback, nor values in it
        if lacks_memory(error):
            note("there is not enough memory for this; close other programs, or work with fewer records.")
            return NO_MEMORY
        log_problem(error)
        note(f"the program itself failed ({defect_place(error)}).")
        return DEFECT


class _Parser(argparse.ArgumentParser):
    """A parser that writes as the commands do, and repeats only the beginning of long words."""

    def error(self, message: str) -> NoReturn:
        """Raise `ParameterError` with what is wrong, behind how the command is used."""
        remark(self.format_usage())
        raise ParameterError(f"{message}.")

    def _print_message(self, message: str, file: Any = None) -> None:
        (write if file is sys.stdout else remark)(message)


class _Version(argparse.Action):
    """An option that asks for the version; only then it is looked up, which takes longer than all else."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and end."""
        from sdcdesk.core.files.this_build import this_build

        write(f"sdcdesk {this_build().title}\n")
        parser.exit()


def _briefly(message: str, words: Sequence[str]) -> str:
    """Return a message that repeats only the beginning of long words of the command."""
    parts = {part.strip() for word in words for part in (word, *word.split(","))}
    for part in sorted(parts - {""}, key=len, reverse=True):
        message = message.replace(part, short(part))
    return message


def parser_for(wanted: str | None) -> argparse.ArgumentParser:
    """Build the parser of the whole command line.

    Parameters
    ----------
    wanted
        The command whose options are declared, and no other's, because each imports what it needs.

    Returns
    -------
    argparse.ArgumentParser
        Parser of all words behind `sdcdesk`.
    """
    parser = _Parser(
        prog="sdcdesk",
        description="Statistical disclosure control of microdata, offline.",
        epilog=EXPLAINED,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is, and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, words in COMMANDS.items():
        command = commands.add_parser(name, help=words, description=f"{capital(words)}.", epilog=EXPLAINED)
        if name == wanted:
            require(ENGINE)
            module = import_module(f"sdcdesk.cli.{name}")
            if hasattr(module, "declare"):  # some have no options
                module.declare(command)
            command.set_defaults(command=module.run)
    return parser
