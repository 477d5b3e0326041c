"""The manual page `sdcdesk(1)`, made from the parsers of the command line and the catalogues."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sdcdesk.cli.exit_codes import EXPLAINED
from sdcdesk.cli.program import COMMANDS, parser_for
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from commit import Commit


def page(commit: Commit) -> str:
    """Return the manual page of the command line in troff."""
    lines = [
        f'.TH SDCDESK 1 "{commit.date}" "SDCDesk {commit.version}" "User Commands"',
        ".SH NAME",
        r"sdcdesk, sdcdesk\-gui \- statistical disclosure control of microdata, offline",
        ".SH SYNOPSIS",
        r".B sdcdesk",
        r"\fICOMMAND\fR [\fIOPTION\fR ...]",
        ".br",
        r".B sdcdesk\-gui",
        r"[\fIFILE\fR]",
        ".SH DESCRIPTION",
        _text(
            "SDCDesk masks confidential microdata and measures disclosure risk against information loss. The "
            "window is sdcdesk-gui, which opens a project (*.sdcdesk) or a data file. The command line is "
            "sdcdesk. Neither opens a network connection, and the original file is never changed."
        ),
        ".SH COMMANDS",
    ]
    for name, words in COMMANDS.items():
        lines += [f'.SS "sdcdesk {name}"', _text(f"{words[:1].upper()}{words[1:]}."), *_options(name)]
    lines += [".SH METHODS", *_catalogue(METHODS), ".SH MEASURES", *_catalogue(MEASURES)]
    lines += [".SH EXIT STATUS", _text(EXPLAINED), ".SH FILES"]
    lines += [
        ".TP",
        r"\fI*.sdcdesk\fR",
        _text("A project: recipe, scenarios and limits as JSON; the data stay where they are."),
    ]
    return "\n".join(lines) + "\n"


def _options(name: str) -> Iterator[str]:
    """Yield what a command takes, as it declared that to its parser."""
    commands = next(
        action for action in parser_for(name)._actions if isinstance(action, argparse._SubParsersAction)
    )
    command = commands.choices[name]
    formatter = command._get_formatter()
    for action in command._actions:
        if isinstance(action, argparse._HelpAction) or action.help == argparse.SUPPRESS:
            continue
        yield ".TP"
        yield _term(action)
        yield _text(formatter._expand_help(action) if action.help else "")


def _term(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or ()))
    takes = f" \\fI{_escaped(value or action.dest.upper())}\\fR" if action.nargs != 0 else ""
    if not action.option_strings:
        return takes.strip()
    return ", ".join(f"\\fB{_escaped(option)}\\fR" for option in action.option_strings) + takes


def _catalogue(operations: object) -> Iterator[str]:
    for operation in operations:  # type: ignore[attr-defined]
        yield ".TP"
        yield rf"\fB{_escaped(operation.name)}\fR"
        yield _text(operation.title)


def _text(words: str) -> str:
    """Return words that troff takes for nothing else."""
    line = _escaped(" ".join(words.split()))
    return rf"\&{line}" if line.startswith((".", "'")) else line


def _escaped(words: str) -> str:
    return words.replace("\\", r"\e").replace("-", r"\-")
