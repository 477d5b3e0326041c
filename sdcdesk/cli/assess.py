"""Command `sdcdesk assess`: assess a file, one that was masked elsewhere, with or without its original."""

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from sdcdesk.cli import edit_rules, engine, reading, roles, scales, targets
from sdcdesk.cli.exit_codes import DEFECT
from sdcdesk.cli.parameter_tables import read_tables
from sdcdesk.cli.residual_risk_lines import residual_risk_lines
from sdcdesk.cli.terminal import note, print_lines, progress
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.input_file import input_files
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import WITHHELD
from sdcdesk.core.results.limit import Judgement, Limit
from sdcdesk.core.results.limit import verdict as verdict_of
from sdcdesk.core.results.withholding import withheld_judgement
from sdcdesk.core.running.errors import DefectError, ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import parse_limit, separating_limits
from sdcdesk.document.measures import MEASURES, leading_measure
from sdcdesk.io import read
from sdcdesk.masking.finished_file.record_matching import match
from sdcdesk.release.measure_check import Entry, check_measure
from sdcdesk.release.release_json import SCHEMA
from sdcdesk.release.residual_risk import ResidualRisk, qualified_verdict_text
from sdcdesk.release.residual_risk_search import find_residual_risks
from sdcdesk.release.verdict import fails, judgement_text, judgements
from sdcdesk.report.text import assessment_lines
from sdcdesk.risk import RISKS, WeightMatrix
from sdcdesk.risk.weights.matrix_files import read_file as read_matrix
from sdcdesk.risk.weights.matrix_files import violations_text

NOTHING_LEAVES: tuple[ResidualRisk, ...] = ()

STATEMENTS = ("recoded_only", "same_order")
"""Options that tell of a finished file what it cannot tell itself."""


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument(
        "original",
        metavar="ORIGINAL",
        type=Path,
        nargs="?",
        help="original data file; without it only what the finished file says alone is assessed",
    )
    parser.add_argument(
        "--masked", metavar="FILE", type=Path, help="finished file; without it the original itself"
    )
    parser.add_argument("--id", metavar="COL", help="variable in both files that names the record")
    parser.add_argument(
        "--same-order",
        action="store_true",
        help="you know that the records of both files stand in the same order; without that or --id nothing "
        "is shown that needs to know who is who",
    )
    parser.add_argument(
        "--recoded-only",
        action="store_true",
        help="you know that the finished file was only recoded, coarsened, suppressed or sampled, so that "
        "risks can be exact",
    )
    parser.add_argument(
        "--measure",
        metavar="NAME[:JSON]",
        action="append",
        help=sentence(
            'a measure with its parameters; "@FILE" for a hierarchy is a table without a header, or JSON; '
            "repeatable; where none is given, {leading} or, without an original, all that say something",
            leading=leading_measure(Concern.RISK).name,
        ),
    )
    parser.add_argument(
        "--limit",
        metavar="MEASURE.FIGURE<=VALUE",
        action="append",
        help="the most, or with >= the least, that is accepted of a figure; repeatable; `sdcdesk measures` "
        "lists what can be limited",
    )
    parser.add_argument(
        "--weights", metavar="FILE", type=Path, help="weight matrix (.csv) of all measures that take one"
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures here; - is standard output")
    roles.declare(parser, "key", "confidential", "weight", "household")
    for options in (scales, edit_rules, engine, reading):
        options.declare(parser)
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Assess a file and return 1 if it is unsafe under the limits given, or not known to be safe.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code: 0; 1 where a limit is broken, or nothing says who is who and the limits do not do without
        it; 70 where a measure has a defect.

    Raises
    ------
    ParameterError
        Options contradict one another.
    """
    _require_files(options)
    given = (options.original, options.masked, options.weights, options.rules)
    limits = [parse_limit(text) for text in options.limit or ()]
    inputs: list[Path] = [*filter(None, given), *reading.inputs(options)]
    measures = _measures(options.measure or (), limits, inputs)
    inputs += (Path(file.path) for measure in measures for file in input_files(measure).values())
    targets.check([], inputs, overwrite=options.overwrite, figures=options.json)
    wanted = {measure.name for measure in measures}
    if not options.measure:
        measures += _usual(wanted, alone=options.original is None)
    if options.weights:
        measures = _weighted(measures, _weights(options.weights), options.weights.name)
    with progress() as work:
        if options.engine == engine.DUCKDB:
            found, original = engine.counted_entries(options, measures, wanted, work)
            masked, leaves = original, NOTHING_LEAVES
        else:
            found, original, masked, leaves = _in_memory(options, measures, wanted, work)
    entries = [entry for entry in found if entry is not None]
    judgements = _judgements(limits, entries)
    shown = [withheld_judgement(judgement, WITHHELD) for judgement in judgements]
    separating = {one.name: separating_limits(limits, one.name) for one in measures}
    failed = [entry for entry in entries if entry.error is not None]
    verdict = verdict_of(judgement.standing for judgement in judgements)
    result = {
        "schema": SCHEMA,
        "verdict": str(verdict),
        "verdict_in_words": qualified_verdict_text(verdict, leaves),
        "sample": original.sample.to_json() if original.sample else None,
        "leaves": [one.to_json(WITHHELD, accepted=False) for one in leaves],
        "judgements": [judgement.to_json() for judgement in shown],
        "measures": [
            entry.to_json(limits=separating[entry.measure.name]) for entry in entries if entry.after
        ],
        "unassessed": [entry.to_json() for entry in failed],
    }
    if options.json != targets.STANDARD_OUTPUT:
        for entry in entries:
            if entry.after is not None:
                print_lines(*assessment_lines(entry.after, separating[entry.measure.name]))
        print_lines(
            *map(judgement_text, shown),
            *residual_risk_lines(leaves),
            sentence("Verdict: {verdict}", verdict=qualified_verdict_text(verdict, leaves)),
        )
    targets.write_json(result, options.json, overwrite=options.overwrite, work=work)
    for entry in failed:
        note(f"{entry.measure.title}: {entry.error.message if entry.error else ''}")
    return DEFECT if failed else int(fails(verdict, original, masked))


def _in_memory(
    options: Namespace, measures: Sequence[Measure], wanted: Collection[str], work: Progress
) -> tuple[list[Entry | None], Microdata, Microdata, tuple[ResidualRisk, ...]]:
    """Read the files and assess them; also what leaves beside the keys."""
    original, masked = _files(options, work.part(0.0, 0.7))
    found = [
        _assessed(measure, original, masked, share, wanted=len(measures) == 1 or measure.name in wanted)
        for measure, share in work.part(0.7, 0.95).over(measures)
    ]
    leaves = find_residual_risks(original, masked, (), original.named(Role.KEY), work.part(0.95, 1.0))
    return (
        found,
        original,
        masked,
        tuple(one for one in leaves if masked is not original or original.is_released),
    )


def _require_files(options: Namespace) -> None:
    """Refuse options that speak of a file that was not named."""
    if options.masked is None and options.original is None:
        raise ParameterError("Name the original, a finished file with --masked, or both.", "original")
    if options.id is not None and options.same_order:
        raise ParameterError(
            "Records are paired by an identifier or by their order; leave --id or --same-order out.",
            "same_order",
        )
    for name in ("id", *STATEMENTS):
        if getattr(options, name) in (None, False):
            continue
        option = f"--{name.replace('_', '-')}"
        if options.masked is None:
            words = "{option} speaks of a finished file; give that with --masked too."
            if name == "id":
                words = "{option} traces the records of a finished file; give that with --masked too."
            raise ParameterError(sentence(words, option=option), name)
        if options.original is None:
            words = "{option} says how the finished file came from its original; name that too."
            raise ParameterError(sentence(words, option=option), "original")


def _files(options: Namespace, work: Progress) -> tuple[Microdata, Microdata]:
    """Read the original and the finished file; one of them alone stands for both."""
    first = options.original or options.masked
    original = reading.read_data(
        options,
        first,
        roles=roles.named_roles(options),
        scales=scales.named_scales(options),
        told=True,
        progress=work.part(0.0, 0.6),
    ).data
    if options.original is None:
        original = original.as_released()
    original = edit_rules.with_options(original, options)
    masked = original if first is options.masked else _masked(options, original, work.part(0.6, 1.0))
    return original, masked


def _assessed(
    measure: Measure, original: Microdata, masked: Microdata, progress: Progress, *, wanted: bool
) -> Entry | None:
    """Assess the finished file and, where that says something, the original too; a defect is an entry.

    Of the measures that nobody asked for, one that does not fit the data is left out, and that is said.
    """
    entry = check_measure(measure, original, masked, progress=progress, with_before=masked is not original)
    if entry.error is None or isinstance(entry.error, DefectError):
        return entry
    if wanted:
        raise entry.error
    note(sentence("{title} was left out: {message}", title=measure.title, message=entry.error.message))
    return None


def _measures(arguments: Sequence[str], limits: Sequence[Limit], inputs: list[Path]) -> list[Measure]:
    """Return the measures that were asked for, and those with limits; `inputs` takes the files they name."""
    measures = [MEASURES.parse(text, partial(read_tables, inputs=inputs)) for text in arguments]
    for limit in limits:
        if all(measure.name != limit.measure for measure in measures):
            measures.append(MEASURES.parse(limit.measure))
    return measures


def _usual(wanted: Collection[str], *, alone: bool) -> list[Measure]:
    """Return what is assessed where no measure was asked for: the leading risk, if no limit names another.

    Without an original it is every risk of which a released file alone says something.
    """
    if not alone:
        return [] if wanted else [leading_measure(Concern.RISK)()]
    others = (kind() for kind in RISKS if kind.name not in wanted)
    return [one for one in others if not one.needs_original or one.comparing is not None]


def _judgements(limits: Sequence[Limit], entries: Sequence[Entry]) -> list[Judgement]:
    """Judge every assessment of a limited measure."""
    return [
        judgement
        for limit in limits
        for entry in entries
        if entry.measure.name == limit.measure
        for judgement in judgements([limit], {limit.measure: entry.error or entry.after})
    ]


def _weights(path: Path) -> WeightMatrix:
    """Read a weight matrix; all rules that it breaks are listed before it is refused."""
    matrix = read_matrix(path)
    broken = violations_text(matrix)
    for violation in broken:
        note(violation)
    if broken:
        raise ParameterError(
            sentence(
                "{name} breaks the rules of its structure, {structure}; change the weights that are listed.",
                name=path.name,
                structure=matrix.structure,
            ),
            "weights",
        )
    return matrix


def _weighted(measures: Sequence[Measure], matrix: WeightMatrix, name: str) -> list[Measure]:
    """Give the weights to the measures that take some."""
    taking = [measure for measure in measures if isinstance(getattr(measure, "weights", None), WeightMatrix)]
    if not taking:
        raise ParameterError(
            sentence("No measure takes the weights of {name}; leave --weights out.", name=name), "weights"
        )
    own = [measure.name for measure in taking if "weights" in measure.model_fields_set]
    if own:
        raise ParameterError(
            sentence(
                "{own} has weights of its own; leave them out of --measure, or --weights out.", own=own[0]
            ),
            "weights",
        )
    return [measure.changed(weights=matrix) if measure in taking else measure for measure in measures]


def _masked(options: Namespace, original: Microdata, progress: Progress) -> Microdata:
    """Read the finished file, and trace its records."""
    if options.masked is None:
        return original
    # Which columns are text the original says.
    how = reading.options(options, options.masked).with_text(())
    if how.sample is not None:
        words = (
            "Nothing says which records of {name} belong to a random sample of the original; leave --sample "
            "or --masked out."
        )
        raise ParameterError(sentence(words, name=options.masked.name), "sample")
    masked = read(options.masked, how, progress=progress)
    return match(
        original, masked, options.id, recoded_only=options.recoded_only, same_order=options.same_order
    )
