"""Command `sdcdesk compare PROJECT`: alternatives of a grid, side by side by risk and loss."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sdcdesk.cli import axis_options, exit_codes, reading, targets
from sdcdesk.cli.grid_file import read_grid_file
from sdcdesk.cli.terminal import note, print_lines, progress
from sdcdesk.cli.whole_numbers import at_least_one
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.axes import figure_at
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.report.text import table_lines
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.comparison_section import comparison_section
from sdcdesk.search.alternatives.ready_grids import READY, ready_grid
from sdcdesk.search.alternatives.run import compare_alternatives
from sdcdesk.search.alternatives.saved_comparison import load_comparison
from sdcdesk.search.alternatives.scores import require_scale

LISTED = 20
"""Alternatives that are printed."""

WIDEST = 100
"""Signs of the words of an alternative that are printed."""


def weight_option(text: str) -> tuple[str, float]:
    """Split what gives the risk, or a figure, its weight in the score: `0.3`, `MEASURE.FIGURE=2`.

    Parameters
    ----------
    text
        As a user types it.

    Returns
    -------
    tuple[str, float]
        The figure, empty for the risk against the loss; and the number.

    Raises
    ------
    argparse.ArgumentTypeError
        The weight is no number, or a negative one; or that of the risk is beyond 1.
    """
    figure, _, number = text.rpartition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = -1.0
    if not 0 <= weight < float("inf") or (not figure and weight > 1):
        raise argparse.ArgumentTypeError("must be a number from 0 to 1, or a figure and a number, M.F=2")
    return figure, weight


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("project", metavar="PROJECT", type=Path, help="project file (*.sdcdesk)")
    parser.add_argument(
        "--data", metavar="FILE", type=Path, help="use this data file instead of the project's"
    )
    grids = parser.add_mutually_exclusive_group()
    grids.add_argument(
        "--grid",
        metavar="FILE",
        type=Path,
        help="compare what this file of JSON says, instead of the project's grid",
    )
    names = ", ".join(f"{one.name} ({one.title})" for one in READY)
    grids.add_argument(
        "--ready", metavar="NAME", help=sentence("compare a grid made for the file: {names}", names=names)
    )
    parser.add_argument(
        "--draws", metavar="N", type=at_least_one, help="try random methods so often, with new random numbers"
    )
    axis_options.declare(
        parser,
        "compare by this figure of risk, instead of the project's; of several scenarios the worst counts",
        "compare by this figure of loss, instead of the project's",
    )
    parser.add_argument(
        "--weight",
        metavar="W",
        type=weight_option,
        action="append",
        default=[],
        help="how much the risk counts in the score, 0 to 1 (0.5), the loss the rest; or for any figures "
        "MEASURE.FIGURE=NUMBER, repeatable",
    )
    parser.add_argument(
        "--best", metavar="N", type=at_least_one, default=LISTED, help="alternatives that are printed (20)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the comparison here; - is standard output")
    parser.add_argument(
        "--partial", metavar="FILE", help="if it is cancelled, write what is done here; see --continue"
    )
    parser.add_argument(
        "--continue",
        dest="done",
        metavar="FILE",
        type=Path,
        help="go on with what --partial or --json wrote, of the same project and data",
    )
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Compare alternatives.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code: 0, also where alternatives failed, which is told; 3 where it was cancelled; 70 where a
        method has a defect.
    """
    project = load(options.project, note)
    given = read_grid_file(options.grid) if options.grid else None
    others = (Path(file.path) for grid in (project, given) if grid for file in grid.input_files)
    inputs = (options.project, project.data.located(options.project), options.data, options.grid)
    originals = [path for path in (*inputs, *others) if path is not None]
    targets.check([options.partial], originals, overwrite=options.overwrite, figures=options.json)
    kept: list[Comparison] = []
    with progress() as work:
        try:
            found, weight = _compared(project, given, options, kept, work.part(0.0, 0.95))
            if options.json != targets.STANDARD_OUTPUT:
                _print(project, found, weight, options)
            targets.write_json(found.to_json(weight), options.json, overwrite=options.overwrite, work=work)
        except Cancelled:
            if options.partial is None or not kept:
                raise
            return _write_partial(kept[-1], options)
    return exit_codes.DEFECT if any(one.has_defect for one in found.outcomes) else exit_codes.DONE


def _compared(
    project: Project, given: Grid | None, options: Namespace, kept: list[Comparison], work: Progress
) -> tuple[Comparison, float | Mapping[Address, float] | None]:
    """Return the comparison, and how much figures count in its score; keep what is done on the way."""
    data, project = reading.read_project(project, options.project, options.data, work.part(0.0, 0.1))
    project = axis_options.with_axes(project, options)
    weight = _weight(project, options.weight)
    grid = _grid(project, data, given, options)
    done = load_comparison(options.done, project, data) if options.done else None

    def keep(so_far: Comparison) -> None:
        kept[:] = [so_far]

    found = compare_alternatives(project, data, grid, work.part(0.1, 1.0), so_far=keep, done=done)
    return found, weight


def _grid(project: Project, data: Microdata, given: Grid | None, options: Namespace) -> Grid:
    """Return what is compared: what was given, a ready grid, or that of the project."""
    grid = ready_grid(options.ready).make(project, data) if options.ready else given or project.grid
    if grid is None:
        wrong = (
            "The project holds no grid of alternatives; name a file by --grid, or a ready grid by --ready."
        )
        raise ParameterError(wrong, "grid")
    return grid if options.draws is None else grid.changed(draws=options.draws)


def _weight(project: Project, given: list[tuple[str, float]]) -> float | Mapping[Address, float] | None:
    """Return how much figures count in the score; None: nothing was said."""
    if not given:
        return None
    if any(not figure for figure, _ in given):
        if len(given) > 1:
            wrong = "--weight is either one number, or a figure with a number each time."
            raise ParameterError(wrong, "weight")
        return given[0][1]
    measured = {one.name for scenario in project.scenarios for one in scenario.wanted()}
    measured |= {one.name for one in project.measures} | {project.loss_axis.measure}
    weights = {Address("", *figure_at(figure)): weight for figure, weight in given}
    for axis in weights:
        require_scale(axis)
        if axis.measure not in measured:
            wrong = "The project does not measure {figure}; add its measure first."
            raise ParameterError(sentence(wrong, figure=f"{axis.measure}.{axis.figure}"), "weight")
    return weights


def _write_partial(done: Comparison, options: Namespace) -> int:
    """Write what is done where the user cancelled, and say so."""
    targets.write_json(done.to_json(), options.partial, overwrite=options.overwrite, work=SILENT)
    words = "cancelled; {done} of {n} alternative is kept in {name}."
    many = "cancelled; {done} of {n} alternatives are kept in {name}."
    number, name = str(len(done.outcomes)), Path(options.partial).name
    note(sentence(words, many, "n", n=done.runs, done=number, name=name))
    return exit_codes.CANCELLED


def _print(
    project: Project, found: Comparison, weight: float | Mapping[Address, float] | None, options: Namespace
) -> None:
    section = comparison_section(found, 0.5 if weight is None else weight)
    title = project.title or options.project.name
    print_lines(sentence("{title}: {about}", title=title, about=section.about))
    for block in section.blocks:
        if isinstance(block, Table) and block.name == section.name:
            # Words differ in length: at the end of a line they need no room.
            place, named, *others = block.columns
            lines = table_lines(replace(block, columns=(place, *others, named)), options.best, WIDEST)
            print_lines(*lines)
    print_lines(*(one.text for one in section.notes))
