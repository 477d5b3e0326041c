"""Option of the command line that names what counts: `--engine duckdb`, for files larger than memory."""

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Sequence
from typing import TypeGuard

from sdcdesk.cli import reading, roles, scales
from sdcdesk.cli.terminal import note
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.release.counted_check import check_counted
from sdcdesk.release.measure_check import Entry
from sdcdesk.risk import RISKS
from sdcdesk.risk.keys.key_measure import KeyMeasure, needs_memory

MEMORY, DUCKDB = "memory", "duckdb"

_ALONE = ("masked", "rules")
"""Options that need the records in memory."""


def declare(parser: ArgumentParser) -> None:
    """Declare the option.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    counted = [kind for kind in RISKS if issubclass(kind, KeyMeasure) and kind.is_counted]
    parser.add_argument(
        "--engine",
        choices=[MEMORY, DUCKDB],
        default=MEMORY,
        help=sentence(
            "what counts the records: memory, where the file fits; duckdb, where a Parquet or CSV file is "
            "larger (needs sdcdesk[large]; spills into the folder for temporary files): it answers {names} "
            "of a single file, with the same figures but without lists of records and groups. Of {some} "
            "something needs the records in memory all the same, as sdcdesk explain NAME says",
            names=", ".join(kind.name for kind in counted),
            some=", ".join(kind.name for kind in counted if kind.counted_unless),
        ),
    )


def counted_entries(
    options: Namespace, measures: Sequence[Measure], wanted: Collection[str], work: Progress
) -> tuple[list[Entry | None], Microdata]:
    """Assess a file that is counted where it is.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    measures
        What is assessed.
    wanted
        Names of the measures that somebody asked for; another one that cannot be answered is left out.
    work
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    list[Entry or None], Microdata
        What was found by each measure, and the variables of the file, without records.

    Raises
    ------
    ParameterError
        An option or a measure needs the records in memory, or DuckDB is not installed.
    """
    _require_alone(options)
    reading.refuse_codebook(options, DUCKDB)
    alone = len(measures) == 1
    some = [measure for measure in measures if _is_answered(measure, wanted=alone or measure.name in wanted)]
    found, described = check_counted(
        options.original,
        reading.options(options, options.original),
        some,
        roles=roles.named_roles(options),
        scales=scales.named_scales(options),
        progress=work,
    )
    entries: list[Entry | None] = [
        Entry(measure, assessment) for measure, assessment in zip(some, found, strict=True)
    ]
    return entries, described


def _require_alone(options: Namespace) -> None:
    for name in _ALONE:
        if getattr(options, name) is not None:
            words = "{option} needs the records in memory; leave --engine out."
            raise ParameterError(sentence(words, option=f"--{name}"), "engine")


def _is_answered(measure: Measure, *, wanted: bool) -> TypeGuard[KeyMeasure]:
    """Return whether a measure does without the records; one that was asked for is refused else."""
    if isinstance(measure, KeyMeasure) and not measure.needs_records:
        return True
    if wanted:
        raise ParameterError(joined([needs_memory(measure), "Leave --engine out."], " "), "engine")
    words = "{title} was left out: it needs the records in memory."
    note(sentence(words, title=measure.title))
    return False
