"""Command `sdcdesk search`: the coding of the keys that is just coarse enough, and loses least."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sdcdesk.cli import class_conditions, reading, roles, scales, targets
from sdcdesk.cli.engine import DUCKDB, MEMORY
from sdcdesk.cli.found_codings import codings_json, local_json, local_line, print_codings
from sdcdesk.cli.hierarchy_file import read_hierarchy_file
from sdcdesk.cli.terminal import note, print_lines, progress
from sdcdesk.cli.whole_numbers import at_least_one
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.questions import CountedFile
from sdcdesk.document.limits import parse_limit
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import SUFFIX, load
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import counted as counted_file
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.search import LOSSES, Codings, lattice
from sdcdesk.search.codings.local_coding import local_coding
from sdcdesk.search.codings.safe_coding import (
    FIVE,
    SafeCoding,
    best_codings,
    counted_hierarchies,
    key_hierarchies,
    project_hierarchies,
    scenario_keys,
    scenario_named,
)


def hierarchy_option(text: str) -> tuple[str, str]:
    """Split what names the hierarchy of a key, `age=FILE`.

    Parameters
    ----------
    text
        As a user types it.

    Returns
    -------
    tuple[str, str]
        Name of the key, and the file.

    Raises
    ------
    argparse.ArgumentTypeError
        One of both is missing.
    """
    parts = text.split("=")
    pairs = [("=".join(parts[:cut]), "=".join(parts[cut:])) for cut in range(1, len(parts))]
    found = [(name, file) for name, file in pairs if name and file]
    if not found:
        raise argparse.ArgumentTypeError("must be a key and a file, such as age=age.csv")
    # Names of keys and of files may have the sign themselves.
    return next(((name, file) for name, file in found if Path(file).is_file()), found[0])


def weight_option(text: str) -> tuple[str, float]:
    """Split what gives a key its weight, `age=2`.

    Parameters
    ----------
    text
        As a user types it.

    Returns
    -------
    tuple[str, float]
        Name of the key, and the number.

    Raises
    ------
    argparse.ArgumentTypeError
        One of both is missing, or the weight is no number.
    """
    name, _, weight = text.rpartition("=")
    try:
        return name, float(weight)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a key and a number, such as age=2") from None


def number_or_share(text: str) -> float:
    """Return a whole number of records, or a share of them.

    Parameters
    ----------
    text
        "100" or "0.02".

    Returns
    -------
    int or float
        An int where no decimal point was typed.

    Raises
    ------
    argparse.ArgumentTypeError
        It is no number.
    """
    try:
        return int(text) if text.lstrip("+-").isdecimal() else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a number of records, or a share such as 0.02") from None


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "input",
        metavar="PROJECT|DATA",
        type=Path,
        help=sentence(
            "project file (*.sdcdesk), whose data are searched as its recipe leaves them; or {data}",
            data=reading.data_files(),
        ),
    )
    parser.add_argument(
        "--k", metavar="N", type=int, required=True, help="records that must share their key values"
    )
    parser.add_argument(
        "--suppress",
        metavar="N|SHARE",
        type=number_or_share,
        default=0,
        help="records that may be left out: a whole number, or a share such as 0.02 (none where not given)",
    )
    parser.add_argument(
        "--loss", choices=list(LOSSES), default="loss", help="what the best coding loses least of"
    )
    _declare_details(parser)
    parser.add_argument(
        "--engine",
        choices=[MEMORY, DUCKDB],
        default=MEMORY,
        help="what counts the records: memory, where the file fits; duckdb, where a Parquet or CSV file is "
        "larger (needs sdcdesk[large])",
    )
    parser.add_argument("--json", metavar="FILE", help="write the result here; - is standard output")
    roles.declare(parser, "key", "confidential")
    scales.declare(parser)
    reading.declare(parser)
    targets.declare_overwrite(parser)


def _declare_details(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--hierarchy",
        metavar="KEY=FILE",
        type=hierarchy_option,
        action="append",
        default=[],
        help="hierarchy of a key, as a table or as JSON; for keys without one it is proposed; repeatable",
    )
    class_conditions.declare(parser)
    parser.add_argument(
        "--limit",
        metavar="MEASURE.FIGURE<=VALUE",
        action="append",
        default=[],
        help="what a figure must keep in the file of the coding, such as k_anonymity.k>=3; repeatable",
    )
    parser.add_argument(
        "--key-weight",
        metavar="KEY=NUMBER",
        type=weight_option,
        action="append",
        default=[],
        help="how much a key counts in the loss (1 where not given); repeatable",
    )
    parser.add_argument(
        "--scenario", metavar="NAME", help="of a project: whose keys are searched (the first where not given)"
    )
    parser.add_argument(
        "--whole",
        action=argparse.BooleanOptionalAction,
        help="look at every coding, or only at as many as prove the best (every one, if not too many)",
    )
    parser.add_argument(
        "--visits",
        metavar="N",
        type=at_least_one,
        default=2000,
        help="codings that are looked at where there are too many to prove the best (2000)",
    )
    parser.add_argument(
        "--local",
        action="store_true",
        help="tell besides what local recoding to the same k, without conditions and limits, would lose",
    )
    parser.add_argument(
        "--best", metavar="N", type=at_least_one, default=FIVE, help="how many codings are listed (5)"
    )


def run(options: Namespace) -> int:
    """Search for the best coding.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0; also where no coding meets what is asked for, which is told.
    """
    _refuse_twice("--hierarchy", [name for name, _ in options.hierarchy])
    _refuse_twice("--key-weight", [name for name, _ in options.key_weight])
    given = {name: read_hierarchy_file(Path(file)) for name, file in options.hierarchy}
    limits = [parse_limit(text) for text in options.limit]
    inputs = [options.input, *reading.inputs(options), *(Path(file) for _, file in options.hierarchy)]
    targets.check([], inputs, overwrite=options.overwrite, figures=options.json)
    with progress() as work, ExitStack() as files:
        searched = _searched(options, given, files, work.part(0.0, 0.4))
        found = lattice(
            searched.data,
            searched.hierarchies,
            k=options.k,
            suppress=options.suppress,
            loss=options.loss,
            weights=dict(options.key_weight),
            conditions=class_conditions.named_conditions(options, searched.data),
            limits=limits,
            whole=options.whole,
            visits=options.visits,
            progress=work.part(0.4, 0.8),
        )
        best = _best(found, searched, options.best, work.part(0.8, 0.9))
        local = None
        if isinstance(searched.data, Microdata) and options.local:
            local = local_coding(found, searched.data, work.part(0.9, 1.0))
        result = codings_json(found, best, options.input.name, options.limit)
        if local is not None:
            result["local_recoding"] = local_json(local)
        if options.json != targets.STANDARD_OUTPUT:
            print_codings(found, best)
            if local is not None:
                print_lines(local_line(local, found))
        targets.write_json(result, options.json, overwrite=options.overwrite, work=work)
    if found.optimum is None:
        note("No coding meets this: ask for smaller groups, let more records be left out, or add levels.")
    return 0


@dataclass(frozen=True, slots=True)
class _Searched:
    """The file that is searched, the hierarchies of its keys, and the project whose recipe left it."""

    data: Microdata | CountedFile
    hierarchies: dict[str, Hierarchy]
    project: Project | None = None
    run: Run | None = None


def _searched(options: Namespace, given: dict[str, Hierarchy], files: ExitStack, work: Progress) -> _Searched:
    """Return the file, and the hierarchies of its keys; one that is counted where it is stays open."""
    named = tuple(name for name, role in roles.named_roles(options).items() if role is Role.KEY)
    if options.engine == DUCKDB:
        keys = _all_keys(given, named)
        return _counted(options, keys, given, files, work)
    if options.input.suffix.lower() != SUFFIX:
        if options.scenario is not None:
            raise ParameterError("Only a project has scenarios; leave --scenario out.", "scenario")
        kinds = scales.named_scales(options)
        data = reading.read_data(options, options.input, scales=kinds, progress=work.part(0.0, 0.8)).data
        keys = _all_keys(given, named or data.named(Role.KEY))
        return _Searched(data, key_hierarchies(data, keys, given, work.part(0.8, 1.0)))
    _refuse_reading(options)
    project = load(options.input, note)
    data, project = reading.read_project(project, options.input, None, work.part(0.0, 0.5))
    done = Pipeline(data).run(project.recipe, work.part(0.5, 0.9))
    masked = done.masked
    keys = _all_keys(given, named or scenario_keys(masked, scenario_named(project, options.scenario)))
    known = project_hierarchies(project, keys) | given
    return _Searched(masked, key_hierarchies(masked, keys, known, work.part(0.9, 1.0)), project, done)


def _counted(
    options: Namespace, keys: tuple[str, ...], given: dict[str, Hierarchy], files: ExitStack, work: Progress
) -> _Searched:
    """Return a data file that is counted where it is, and the hierarchies of its keys."""
    if options.local or options.scenario is not None or options.input.suffix.lower() == SUFFIX:
        wrong = "The engine duckdb counts the keys of a data file; leave projects, scenarios and --local out."
        raise ParameterError(wrong, "engine")
    reading.refuse_codebook(options, DUCKDB)
    file = files.enter_context(
        counted_file(
            options.input,
            reading.options(options, options.input),
            scales=scales.named_scales(options),
            names=keys,
            progress=work.part(0.0, 0.9),
        )
    )
    return _Searched(file, counted_hierarchies(file, keys, given, work.part(0.9, 1.0)))


def _best(found: Codings, searched: _Searched, number: int, work: Progress) -> tuple[SafeCoding, ...]:
    """Return the best codings; of a project with what comes of each."""
    if searched.project is not None and searched.run is not None:
        return best_codings(searched.project, searched.run, found, number, work)
    return tuple(SafeCoding.from_codings(found, node) for node in found.best(number))


def _all_keys(given: dict[str, Hierarchy], others: Sequence[str]) -> tuple[str, ...]:
    """Return the keys with a hierarchy that was given, then the others."""
    return tuple(dict.fromkeys([*given, *others]))


def _refuse_twice(option: str, names: Sequence[str]) -> None:
    """Refuse an option that was given twice for one key."""
    for place, name in enumerate(names):
        if name in names[:place]:
            wrong = "{option} is given twice for {name}; give it once."
            raise ParameterError(sentence(wrong, option=option, name=short(name)), "keys")


def _refuse_reading(options: Namespace) -> None:
    """Refuse options of reading, which a project holds itself."""
    given = [name for name in vars(options) if name.startswith(reading.PREFIX) and getattr(options, name)]
    if given or scales.named_scales(options):
        wrong = "A project says itself how its data are read and described; leave options for that out."
        raise ParameterError(wrong, "input")
