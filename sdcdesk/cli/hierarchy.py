"""Command `sdcdesk hierarchy DATA VARIABLE`: build the hierarchy of a variable, or check one."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np

from sdcdesk.cli import reading, scales, targets
from sdcdesk.cli.hierarchy_file import hierarchy_bytes, read_hierarchy_file
from sdcdesk.cli.terminal import print_afterwards, print_lines, progress, write
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.files.atomic import writer_of
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.hierarchies.builders import (
    band_hierarchy,
    cut_hierarchy,
    date_hierarchy,
    mapping_hierarchy,
    neighbour_hierarchy,
    prefix_hierarchy,
    rare_hierarchy,
)
from sdcdesk.hierarchies.builders.dates import Step
from sdcdesk.hierarchies.builders.frequency import SHARES
from sdcdesk.hierarchies.extension import extended
from sdcdesk.hierarchies.hierarchy import LONGEST_NAME, Hierarchy
from sdcdesk.hierarchies.places import places
from sdcdesk.hierarchies.proposal import propose
from sdcdesk.hierarchies.value_label_names import with_value_labels

WAYS: dict[str, tuple[str, ...]] = {
    "bands": ("start", "bottom", "top", "unit"),
    "prefix": ("mark",),
    "dates": ("day_first",),
    "cuts": (),
    "frequency": (),
    "mapping": ("rest",),
    "extend": (),
    "check": (),
}
"""By way of building a hierarchy the options that go with it alone."""


def numbers(text: str) -> tuple[float, ...]:
    """Split a list of numbers at its commas.

    Parameters
    ----------
    text
        "5, 10, 20".

    Returns
    -------
    tuple[float, ...]
        In this order.

    Raises
    ------
    argparse.ArgumentTypeError
        A part of it is no number.
    """
    try:
        return tuple(float(part) for part in reading.names(text))
    except ValueError:
        raise argparse.ArgumentTypeError("must be numbers with commas between them") from None


def whole_numbers(text: str) -> tuple[int, ...]:
    """Split a list of whole numbers at its commas; see `numbers`.

    Parameters
    ----------
    text
        "4, 3, 2".

    Returns
    -------
    tuple[int, ...]
        In this order.

    Raises
    ------
    argparse.ArgumentTypeError
        A part of it is no whole number.
    """
    try:
        return tuple(int(part) for part in reading.names(text))
    except ValueError:
        raise argparse.ArgumentTypeError("must be whole numbers with commas between them") from None


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("data", metavar="DATA", type=Path, help=reading.data_files())
    parser.add_argument("variable", metavar="VARIABLE", help="variable whose values are put together")
    group = parser.add_argument_group(
        "how values are put together (proposed from the values where none is given)"
    )
    one = group.add_mutually_exclusive_group()
    _declare_ways(one)
    _declare_files(one)
    _declare_details(group)
    parser.add_argument(
        "--out", metavar="FILE", help="write the hierarchy here, as a table (CSV) or, with .json, as JSON"
    )
    parser.add_argument(
        "--no-titles",
        dest="titles",
        action="store_false",
        help="write no first line with the titles of the levels, which some programs take for a value",
    )
    parser.add_argument("--json", metavar="FILE", help="write what was found here; - is standard output")
    scales.declare(parser)
    reading.declare(parser)
    targets.declare_overwrite(parser)


def _declare_ways(one: Any) -> None:
    one.add_argument(
        "--bands", metavar="5,10,20", type=numbers, help="widths of bands of numbers, a level each"
    )
    one.add_argument(
        "--prefix",
        metavar="4,3,2",
        nargs="?",
        const=(),
        type=whole_numbers,
        help="characters of codes that stay, a level each; one less at each where none are given",
    )
    one.add_argument(
        "--dates",
        metavar="month,year",
        nargs="?",
        const=(),
        type=reading.names,
        help="what dates are put into: day, month, quarter, year, decade; all that is wider than the values "
        "where none is given",
    )
    one.add_argument(
        "--cuts",
        metavar="18,65",
        action="append",
        type=reading.names,
        help="where groups of ordered values begin; once for each level, the narrowest groups first",
    )
    one.add_argument(
        "--frequency",
        metavar="0.05,0.2,0.5",
        nargs="?",
        const=SHARES,
        type=numbers,
        help="shares of the records, a level each: neighbours of an ordinal variable are put together until "
        "each group has so many, of other variables the rarest values that have so many",
    )


def _declare_files(one: Any) -> None:
    one.add_argument(
        "--mapping",
        metavar="FILE",
        type=Path,
        help="table or hierarchy that says what values become; others stay as they are",
    )
    one.add_argument(
        "--extend",
        metavar="FILE",
        type=Path,
        help="this hierarchy, with the values of the data that it lacks where its bands, first characters or "
        "dates put them; the others are counted",
    )
    one.add_argument(
        "--check",
        metavar="FILE",
        type=Path,
        help="count the values of the data that this hierarchy lacks; nothing is built",
    )


def _declare_details(group: Any) -> None:
    group.add_argument("--start", metavar="X", type=float, help="with --bands: where a band begins")
    group.add_argument("--bottom", metavar="X", type=float, help="with --bands: one band for all below")
    group.add_argument("--top", metavar="X", type=float, help="with --bands: one band for this and all above")
    group.add_argument("--unit", metavar="UNIT", help="with --bands: unit of the numbers, such as years")
    group.add_argument("--mark", metavar="SIGN", help="with --prefix: stands for each character left out")
    group.add_argument(
        "--day-first",
        action=argparse.BooleanOptionalAction,
        help="with --dates: whether the day stands before the month (found out where possible)",
    )
    group.add_argument("--rest", metavar="LABEL", help="with --mapping: what the other values become")


def run(options: Namespace) -> int:
    """Build a hierarchy, or check one.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code 0.

    Raises
    ------
    SdcError
        The values cannot be put together so, or an option goes with another way.
    """
    way = _way(options)
    inputs = [
        options.data,
        *reading.inputs(options),
        *(file for file in (options.mapping, options.extend, options.check) if file),
    ]
    targets.check([options.out], inputs, overwrite=options.overwrite, figures=options.json)
    with progress() as work:
        scale_of = scales.named_scales(options)
        data = reading.read_data(options, options.data, scales=scale_of, progress=work.part(0.0, 0.8)).data
        result: dict[str, Any] = {"variable": data.variable(options.variable).name}
        files: dict[Path, bytes] = {}
        hierarchy = BUILDERS[way](data, options)
        if way not in ("mapping", "extend", "check"):
            described = data.variable(options.variable)
            hierarchy = with_value_labels(hierarchy, described, of_codes=way in ("bands", "cuts"))
        result |= _described(hierarchy)
        if way in ("check", "extend"):
            result["not_in_it"] = _lacking(data, options.variable, hierarchy)
        if options.out:
            out, named = Path(options.out), hierarchy.changed(name=options.variable[:LONGEST_NAME])
            files[out] = hierarchy_bytes(named, out, titles=options.titles)
        if options.json not in (None, targets.STANDARD_OUTPUT):
            files[Path(options.json)] = targets.json_bytes(result)
        targets.write_files(
            {path: writer_of(content) for path, content in files.items()},
            overwrite=options.overwrite,
            work=work,
            print_findings=lambda: _print(result, options),
        )
    if options.out and options.json != targets.STANDARD_OUTPUT:
        print_afterwards(sentence("Hierarchy file: {out}", out=options.out))
    return 0


def _way(options: Namespace) -> str:
    """Return how the hierarchy is built, and refuse options that go with another way."""
    way = next((name for name in WAYS if getattr(options, name) is not None), "")
    for other, names in WAYS.items():
        for name in names if other != way else ():
            if getattr(options, name) is not None:
                wrong = "The option {name} goes with {way} alone; leave it out."
                flag = f"--{name.replace('_', '-')}"
                raise ParameterError(sentence(wrong, name=flag, way=f"--{other}"), name)
    if way == "check" and options.out:
        raise ParameterError("Nothing is built with --check; leave --out out.", "out")
    return way


def _proposed(data: Microdata, options: Namespace) -> Hierarchy:
    return propose(data, options.variable)


def _bands(data: Microdata, options: Namespace) -> Hierarchy:
    return band_hierarchy(
        data.coding(options.variable).values,
        options.bands,
        start=options.start or 0.0,
        bottom=options.bottom,
        top=options.top,
        unit=options.unit or data.variable(options.variable).unit,
    )


def _prefix(data: Microdata, options: Namespace) -> Hierarchy:
    return prefix_hierarchy(data.coding(options.variable).values, options.prefix, mark=options.mark)


def _dates(data: Microdata, options: Namespace) -> Hierarchy:
    steps = cast(tuple[Step, ...], options.dates)  # what is none of them is refused
    return date_hierarchy(data.coding(options.variable).values, steps, day_first=options.day_first)


def _cuts(data: Microdata, options: Namespace) -> Hierarchy:
    return cut_hierarchy(data.coding(options.variable).values, options.cuts)


def _frequency(data: Microdata, options: Namespace) -> Hierarchy:
    values, counts = data.coding(options.variable).values, _counts(data, options.variable)
    ordinal = data.variable(options.variable).scale is Scale.ORDINAL
    return (neighbour_hierarchy if ordinal else rare_hierarchy)(values, counts, options.frequency)


def _mapping(data: Microdata, options: Namespace) -> Hierarchy:
    known = read_hierarchy_file(options.mapping)
    return mapping_hierarchy(data.coding(options.variable).values, known, rest=options.rest or "")


def _extended(data: Microdata, options: Namespace) -> Hierarchy:
    return extended(read_hierarchy_file(options.extend), data.coding(options.variable).values)


def _checked(_data: Microdata, options: Namespace) -> Hierarchy:
    return read_hierarchy_file(options.check)


BUILDERS: dict[str, Callable[[Microdata, Namespace], Hierarchy]] = {
    "": _proposed,
    "bands": _bands,
    "prefix": _prefix,
    "dates": _dates,
    "cuts": _cuts,
    "frequency": _frequency,
    "mapping": _mapping,
    "extend": _extended,
    "check": _checked,
}
"""What gives the hierarchy, by way."""


def _lacking(data: Microdata, name: str, hierarchy: Hierarchy) -> dict[str, int]:
    """Return how many values of the data a hierarchy lacks, and how many records have them."""
    counts = _counts(data, name)
    lacking = (places(data.coding(name).values, hierarchy) < 0) & (counts > 0)
    return {"values": int(lacking.sum()), "records": int(counts[lacking].sum())}


def _counts(data: Microdata, name: str) -> np.ndarray:
    coding = data.coding(name)
    return np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories))


def _described(hierarchy: Hierarchy) -> dict[str, Any]:
    """Return the levels of a hierarchy, without its values and labels, which are confidential."""
    titles = hierarchy.titles or [""] * hierarchy.height
    levels = [
        {"level": level, "title": title, "labels": len(hierarchy.labels(level))}
        for level, title in enumerate(titles, start=1)
    ]
    return {"values": len(hierarchy.values), "levels": levels}


def _print(result: dict[str, Any], options: Namespace) -> None:
    if options.json == targets.STANDARD_OUTPUT:
        write(targets.json_bytes(result).decode())
        return
    values, levels = counted(result["values"], "value"), counted(len(result["levels"]), "level")
    words = "Hierarchy of {variable}: {values}, {levels}"
    print_lines(sentence(words, variable=result["variable"], values=values, levels=levels))
    for level in result["levels"]:
        labels = counted(level["labels"], "label")
        words = "level {level}, {title}: {labels}"
        if not level["title"]:
            words = "level {level}: {labels}"
        line = sentence(words, level=str(level["level"]), title=level["title"], labels=labels)
        print_lines(f"  {line}")
    if lacking := result.get("not_in_it"):
        words = "Not in it: {values}, in {records}"
        values, records = counted(lacking["values"], "value"), counted(lacking["records"], "record")
        print_lines(sentence(words, values=values, records=records))
