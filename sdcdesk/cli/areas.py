"""Command `sdcdesk areas`: redesigns areas until the tables published of them put nobody at risk."""

import csv
import io
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from sdcdesk.cli import reading, targets
from sdcdesk.cli.parameter_tables import read_tables
from sdcdesk.cli.terminal import print_lines, progress, write
from sdcdesk.core.files.atomic import writer_of
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.risk import RISKS
from sdcdesk.risk.linked_tables.gridding import USUAL, gridded_areas
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.neighbours import read_pairs
from sdcdesk.risk.linked_tables.redesign import Redesign, merged_areas
from sdcdesk.risk.linked_tables.splitting import split_areas


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("data", metavar="DATA", type=Path, help=reading.data_files())
    parser.add_argument(
        "--measure",
        metavar="JSON",
        required=True,
        help="parameters of the measure linked_tables: which tables are published, and of which areas",
    )
    parser.add_argument(
        "--most",
        metavar="SHARE",
        type=float,
        default=0.0,
        help="largest share of the records of an area that may be at risk, 0 to 1; 0 without it",
    )
    parser.add_argument(
        "--least",
        metavar="N",
        type=int,
        default=1,
        help="fewest records that an area may have; 1 without it",
    )
    _declare_ways(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write old and new areas here (CSV), for mask --step recoding with how mapping",
    )
    parser.add_argument("--json", metavar="FILE", help="write old and new areas as JSON; - prints it")
    reading.declare(parser)
    targets.declare_overwrite(parser)


def _declare_ways(parser: ArgumentParser) -> None:
    """Declare the ways in which areas become others."""
    parser.add_argument(
        "--parent", metavar="COL", help="variable with larger areas, within which areas are merged"
    )
    parser.add_argument(
        "--neighbours",
        metavar="FILE",
        type=Path,
        help="two areas that touch on each line (CSV); else areas are merged in the order of their values",
    )
    parser.add_argument(
        "--split",
        metavar="COL",
        help="publish the areas only where they are safe, and elsewhere the larger ones of this variable",
    )
    parser.add_argument(
        "--grid",
        metavar=("X", "Y"),
        nargs=2,
        help="join areas into squares of a variable grid, by the variables with their places",
    )
    parser.add_argument(
        "--households",
        metavar="N",
        type=int,
        default=USUAL,
        help=sentence("fewest households of such a square; {usual} without it", usual=str(USUAL)),
    )


def run(options: Namespace) -> int:
    """Redesign areas and return 1 if one is left that is above the limit or too small.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code: 0; 1 where an area is above the limit or too small, and can be merged with no other.

    Raises
    ------
    ParameterError
        Options contradict one another, or a number is none.
    """
    _check(options)
    inputs = [options.data, *reading.inputs(options), *([options.neighbours] if options.neighbours else [])]
    measure = RISKS.parse(f"{LinkedTables.name}:{options.measure}", partial(read_tables, inputs=inputs))
    if not isinstance(measure, LinkedTables):
        raise ParameterError("--measure takes parameters of the measure linked_tables.", "measure")
    targets.check([options.out], inputs, overwrite=options.overwrite, figures=options.json)
    with progress() as work:
        found = _redesigned(options, measure, work)
        _write(found, options, work)
    return int(bool(found.rejected))


def _check(options: Namespace) -> None:
    """Refuse options that contradict one another, and numbers that are none."""
    ways = [options.parent, options.neighbours, options.split, options.grid]
    if sum(way is not None for way in ways) > 1:
        words = (
            "Areas are merged by --parent or by --neighbours, split by --split, or joined by --grid; give "
            "one of them."
        )
        raise ParameterError(words, "parent")
    if not 0 <= options.most < 1:
        raise ParameterError("--most is a share from 0 to less than 1.", "most")
    if options.most and options.grid is not None:
        raise ParameterError("--most does not go with --grid, which looks at households only.", "most")
    for name in ("least", "households"):
        if getattr(options, name) < 1:
            raise ParameterError(sentence("--{name} is a whole number from 1.", name=name), name)


def _write(found: Redesign, options: Namespace, work: Progress) -> None:
    """Write and print what was asked for, all of it or nothing."""
    told = targets.json_bytes(_told(found))
    contents = {Path(options.out): _table(found)} if options.out is not None else {}
    if options.json not in (None, targets.STANDARD_OUTPUT):
        contents[Path(options.json)] = told
    writers = {path: writer_of(content) for path, content in contents.items()}

    def show() -> None:
        if options.json == targets.STANDARD_OUTPUT:
            write(told.decode())
        else:
            print_lines(*_lines(found))

    targets.write_files(writers, overwrite=options.overwrite, work=work, print_findings=show)


def _redesigned(options: Namespace, measure: LinkedTables, work: Progress) -> Redesign:
    data = reading.read_data(options, options.data, progress=work.part(0.0, 0.5)).data
    rest = work.part(0.5, 1.0)
    least = options.least
    if options.split is not None:
        return split_areas(measure, data, options.split, options.most, least=least, progress=rest)
    if options.grid is not None:
        x, y = options.grid
        return gridded_areas(measure, data, x, y, options.households, least=least, progress=rest)
    pairs = None if options.neighbours is None else read_pairs(options.neighbours)
    return merged_areas(
        measure, data, options.most, least=least, parent=options.parent, pairs=pairs, progress=rest
    )


def _table(found: Redesign) -> bytes:
    """Return a line for each old area that is another one now."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([(found.variable, "new"), *found.mapping.items()])
    return text.getvalue().encode()


def _told(found: Redesign) -> dict[str, Any]:
    before, after = found.areas
    return {
        "variable": found.variable,
        "before": before,
        "after": after,
        "merges": found.merges,
        "figures": [asdict(one) for one in found.figures],
        "rejected": list(found.rejected),
        "mapping": dict(found.mapping),
        "areas": found.table.to_dict("records"),
    }


def _lines(found: Redesign) -> list[str]:
    before, after = found.areas
    lines: list[str] = [
        sentence("{before} areas before, {after} after.", before=str(before), after=str(after)),
        *(_told_line(words, *numbers) for words, numbers in _compared(found)),
    ]
    if found.rejected:
        one = "{n} area is above the limit or too small, and there is none to merge it with: {names}."
        more = "{n} areas are above the limit or too small, and there are none to merge them with: {names}."
        lines.append(sentence(one, more, "n", n=len(found.rejected), names=joined(found.rejected)))
    return lines


def _compared(found: Redesign) -> list[tuple[str, tuple[int, int]]]:
    """Return what is told of all areas, before and after."""
    before, after = found.figures
    return [
        ("Areas that are too small: {before} before, {after} after.", (before.below, after.below)),
        ("Records at risk: {before} before, {after} after.", (before.at_risk, after.at_risk)),
        ("False matches: {before} before, {after} after.", (before.false, after.false)),
    ]


def _told_line(words: str, before: int, after: int) -> str:
    return sentence(words, before=str(before), after=str(after))
