"""`sdcdesk assess ORIGINAL`: assess a file, or a file masked elsewhere against its original."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

import pandas as pd

from sdcdesk.cli import reading, roles, targets
from sdcdesk.cli.figures import lines
from sdcdesk.cli.terminal import progress, say
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.finished import match
from sdcdesk.io import ReadOptions, read
from sdcdesk.measures import MEASURES
from sdcdesk.release import UNSAFE, overall


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("original", metavar="ORIGINAL", type=Path, help="original data file")
    parser.add_argument(
        "--masked", metavar="FILE", type=Path, help="finished file; without it the original itself"
    )
    parser.add_argument("--id", metavar="COL", help="variable in both files that names the record")
    parser.add_argument(
        "--measure",
        metavar="NAME[:JSON]",
        action="append",
        help="a measure with its parameters; repeatable; disclosure_risk where none is given",
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures here; - is standard output")
    roles.declare(parser, "key", "confidential", "weight")
    reading.declare(parser)
    targets.declare_overwrite(parser)
    parser.set_defaults(command=run)


def run(options: Namespace) -> int:
    """Assess a file and return 1 if it is unsafe under the limits given."""
    inputs = [options.original] + ([options.masked] if options.masked else [])
    targets.check([options.json], inputs, overwrite=options.overwrite)
    measures = [MEASURES.parse(text) for text in options.measure or ["disclosure_risk"]]
    how = reading.options(options)
    with progress() as work:
        original = read(options.original, how, roles=roles.given(options), progress=work.part(0.0, 0.4))
        masked = _masked(options, how, original, work.part(0.4, 0.7))
        assessments = [
            measure.assess(original, masked, share) for measure, share in work.part(0.7, 1.0).over(measures)
        ]
    verdict = overall(str(a.value("verdict")) for a in assessments if "verdict" in a.figures)
    result = {"verdict": verdict, "measures": [assessment.to_json() for assessment in assessments]}
    targets.write_json(result, options.json, overwrite=options.overwrite)
    if options.json != targets.STANDARD_OUTPUT:
        for assessment in assessments:
            say("\n".join(lines(assessment)))
        say(f"Verdict: {verdict}")
    return int(verdict == UNSAFE)


def _masked(options: Namespace, how: ReadOptions, original: Microdata, progress: Progress) -> Microdata:
    """Read the finished file, with what is text in the original as text there too, and trace its records."""
    if options.masked is None:
        return original
    text = tuple(name for name in original.names if pd.api.types.is_string_dtype(original.column(name)))
    plain = read(options.masked, how.changed(text=()), progress=progress.part(0.0, 0.5))
    kept = tuple(name for name in text if name in plain.names)
    masked = read(options.masked, how.changed(text=kept), progress=progress.part(0.5, 1.0))
    return match(original, masked, options.id)
