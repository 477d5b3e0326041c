"""Command `sdcdesk suggest PROJECT`: search for recipes that keep every limit and lose least."""

import argparse
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, get_args

from sdcdesk.cli import exit_codes, reading, targets
from sdcdesk.cli.terminal import note, print_lines, progress
from sdcdesk.cli.whole_numbers import at_least_one
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.release.risk_loss_map import loss_name
from sdcdesk.search.suggestion.adoption import with_suggested_recipe
from sdcdesk.search.suggestion.allowed import Allowed, RecordKind, VariableKind
from sdcdesk.search.suggestion.repair import NotRepairedError
from sdcdesk.search.suggestion.saved_state import load_state, state_bytes
from sdcdesk.search.suggestion.suggest import suggest
from sdcdesk.search.suggestion.suggestion import Suggestion

LISTED = 3
"""Recipes that are printed where nothing else is said."""


def allow_option(text: str) -> tuple[str, dict[VariableKind, int | None]]:
    """Split what says how a variable may change, `age=levels:2,suppress`.

    Parameters
    ----------
    text
        As a user types it; nothing behind the sign: it stays as it is.

    Returns
    -------
    tuple[str, dict[str, int or None]]
        Name of the variable, and of each kind of change how many of its steps may be used; None: all.

    Raises
    ------
    argparse.ArgumentTypeError
        There is no such kind, or no such number of steps.
    """
    name, sign, kinds = text.rpartition("=")
    known: tuple[VariableKind, ...] = get_args(VariableKind)
    found: dict[VariableKind, int | None] = {}
    for part in filter(None, (one.strip() for one in kinds.split(","))):
        written, colon, steps = part.partition(":")
        kind = next((one for one in known if one == written), None)
        if kind is None or (colon and not (steps.isdecimal() and int(steps) > 0)):
            sign = ""
            break
        found[kind] = int(steps) if colon else None
    if not sign or not name:
        words = (
            "must be a variable and kinds of changes, such as age=levels,suppress, or age=levels:2 for the "
            "first two steps; there are {kinds}"
        )
        raise argparse.ArgumentTypeError(sentence(words, kinds=", ".join(known)))
    return name, found


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("project", metavar="PROJECT", type=Path, help="project file (*.sdcdesk)")
    parser.add_argument("--seconds", metavar="S", type=float, help="time for the search (60)")
    parser.add_argument("--trials", metavar="N", type=at_least_one, help="recipes that are tried at most")
    parser.add_argument(
        "--allow",
        metavar="VARIABLE=KIND,…",
        type=allow_option,
        action="append",
        default=[],
        help=sentence(
            "how a variable may change: {kinds}; with :N by the first N steps of a kind alone; nothing "
            "behind the sign: it stays; repeatable (keys may get wider values and hidden cells where none is "
            "named)",
            kinds=", ".join(get_args(VariableKind)),
        ),
    )
    parser.add_argument(
        "--records",
        metavar="KIND",
        choices=get_args(RecordKind),
        action="append",
        default=[],
        help="what may become of records: sample, or leave_out; repeatable",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, help="seed of the order in which recipes are tried (0)"
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="restore means and covariances of the numbers that the best recipe changes, where no risk rises",
    )
    _declare_files(parser)
    parser.add_argument(
        "--best", metavar="N", type=at_least_one, default=LISTED, help="how many safe recipes are listed (3)"
    )
    targets.declare_overwrite(parser)


def _declare_files(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--continue",
        dest="state",
        metavar="FILE",
        type=Path,
        help="go on with the search whose state this file holds",
    )
    parser.add_argument(
        "--state",
        dest="write_state",
        metavar="FILE",
        help="write the state of the search here, also if it is cancelled; as confidential as the project",
    )
    parser.add_argument(
        "--out",
        metavar="PROJECT",
        help="write the project with the safe recipe of least loss here (*.sdcdesk); with --repair, with its "
        "means and covariances restored",
    )
    parser.add_argument("--json", metavar="FILE", help="write the result here; - is standard output")


def run(options: Namespace) -> int:
    """Search for safe recipes.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0; 1 where no recipe that was tried keeps every limit, which is told: then no project is
        written; 3 where it was cancelled.
    """
    # The state may take the place of that with which the search goes on, if --overwrite says so.
    inputs = [one for one in (options.project, options.state) if one is not None]
    originals = inputs[:1] if options.overwrite else inputs
    wanted = [options.out, options.write_state]
    targets.check(wanted, originals, overwrite=options.overwrite, figures=options.json)
    with progress() as work:
        project = load(options.project, note)
        data, project = reading.read_project(project, options.project, None, work.part(0.0, 0.1))
        state = None if options.state is None else load_state(options.state)
        kept: list[Suggestion] = []

        def keep(so_far: Suggestion) -> None:
            kept[:] = [so_far]

        try:
            found = suggest(
                project,
                data,
                _allowed(options, project, data),
                seconds=options.seconds,
                trials=options.trials,
                seed=options.seed,
                state=state,
                so_far=keep,
                progress=work.part(0.1, 0.9),
            )
            found, why = _repaired(found, work.part(0.9, 1.0)) if options.repair else (found, "")
        except Cancelled:
            if options.write_state is None or not kept:
                raise
            return _write_cancelled(kept[-1], options)
        if options.json != targets.STANDARD_OUTPUT:
            _print(found, options.best)
        files = {
            Path(path): partial(_write, content) for path, content in _files(found, options, why).items()
        }
        targets.write_files(files, overwrite=options.overwrite, work=work)
        if options.json == targets.STANDARD_OUTPUT:
            targets.write_json(
                _written(found, options, why), options.json, overwrite=options.overwrite, work=work
            )
    if not found.safe:
        note(found.obstacle)
        return exit_codes.UNSAFE
    if why:
        note(why)
    return exit_codes.DONE


def _write_cancelled(found: Suggestion, options: Namespace) -> int:
    """Write the state of a search that the user cancelled, and say so."""
    file = {Path(options.write_state): partial(_write, state_bytes(found.state))}
    targets.write_files(file, overwrite=options.overwrite, work=SILENT)
    words = "cancelled; what {n} recipe showed is kept in {name}."
    many = "cancelled; what {n} recipes showed is kept in {name}."
    note(sentence(words, many, "n", n=len(found.tried), name=Path(options.write_state).name))
    return exit_codes.CANCELLED


def _allowed(options: Namespace, project: Project, data: Microdata) -> Allowed | None:
    """Return what may change, as far as it was said."""
    if not options.allow and not options.records:
        return None
    names = [name for name, _ in options.allow]
    for name in names:
        if names.count(name) > 1:
            raise ParameterError(
                sentence("--allow is given twice for {name}; give it once.", name=short(name))
            )
    records = tuple(dict.fromkeys(options.records))
    if not options.allow:
        return Allowed.of(project, data).changed(records=records)
    farthest = {
        name: {kind: most for kind, most in kinds.items() if most is not None}
        for name, kinds in options.allow
    }
    variables = {name: tuple(kinds) for name, kinds in options.allow}
    return Allowed(variables=variables, records=records, farthest=farthest)


def _repaired(found: Suggestion, work: Progress) -> tuple[Suggestion, str]:
    """Return what was found with the best recipe repaired, and why it cannot be; empty: it is."""
    if not found.safe:
        return found, "No recipe is safe, so that none was repaired; allow more changes, or more time."
    try:
        return found.with_restored(found.repaired(found.offered[0], work)), ""
    except NotRepairedError as error:
        return found, error.message


def _written(found: Suggestion, options: Namespace, why: str) -> dict[str, Any]:
    """Return the result as JSON; where a repair was asked for, with why there is none."""
    return {**found.to_json(), **({"not_repaired": why} if options.repair else {})}


def _files(found: Suggestion, options: Namespace, why: str) -> dict[str, bytes]:
    """Return what is written to files."""
    files: dict[str, bytes] = {}
    if options.json not in (None, targets.STANDARD_OUTPUT):
        files[options.json] = targets.json_bytes(_written(found, options, why))
    if options.write_state is not None:
        files[options.write_state] = state_bytes(found.state)
    if options.out is not None and found.safe:
        project = found.file.project
        there = project.data.located(options.project)
        moved = project.changed(data=project.data.relative_to(there, Path(options.out)))
        best = found.restored[0] if found.restored else found.offered[0]
        files[options.out] = with_suggested_recipe(moved, best).project.content(Path(options.out))
    return files


def _write(content: bytes, file: BinaryIO) -> None:
    file.write(content)


def _print(found: Suggestion, number: int) -> None:
    tried = counted(len(found.tried), "recipe")
    safe = sum(not one.restored for one in found.safe)
    words = "{tried} tried, {n} of them keeps every limit", "{tried} tried, {n} of them keep every limit"
    if found.complete:
        words = (
            "{tried} tried, which are all that are allowed; {n} of them keeps every limit",
            "{tried} tried, which are all that are allowed; {n} of them keep every limit",
        )
    print_lines(sentence(*words, "n", tried=tried, n=safe))
    listed = found.offered[:number]
    for one in (*listed, *(one for one in found.restored if one not in listed)):
        lost = quantity_text(one.loss, noun=False).text
        line = sentence("{words}: {name} {lost}", words=found.words(one), name=loss_name(one.axis), lost=lost)
        print_lines(f"  {line}", *(f"    {reason}" for reason in found.reasons(one)))
