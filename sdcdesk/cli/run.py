"""Command `sdcdesk run PROJECT`: apply the recipe, assess, and export the safe file."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from sdcdesk.cli import axis_options, exit_codes, reading, shuffling, targets, writing
from sdcdesk.cli.residual_risk_lines import residual_risk_lines
from sdcdesk.cli.terminal import last_moment, note, print_afterwards, print_lines, progress, write
from sdcdesk.core.data.variable import Role
from sdcdesk.core.random.secret_seed import DRAWN_AS_BEFORE
from sdcdesk.core.results.withholding import withheld_judgement, withheld_sentence
from sdcdesk.core.running.errors import DefectError, ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.seed_note import seed_note
from sdcdesk.io.codebook.codebooks import internal_form
from sdcdesk.io.formats import with_files_beside
from sdcdesk.masking import RandomOrder
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.published_table import outcome_sentence
from sdcdesk.release.release_check import Release, check_release
from sdcdesk.release.verdict import fails, judgement_text
from sdcdesk.report.board import order_text
from sdcdesk.report.export import Export, Written, export
from sdcdesk.report.export_choices import INTERNAL, INTERNAL_CODEBOOK_HELP, INTERNAL_HELP
from sdcdesk.report.export_losses import plan_losses
from sdcdesk.report.export_plan import Plan, accompanied, leaving
from sdcdesk.report.export_problem import codebook_hindrance
from sdcdesk.report.export_reason import made_of_sample, reason_recorded, recorded, withheld
from sdcdesk.report.text import assessment_lines, steps_lines
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.saved_comparison import load_comparison


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
    parser.add_argument("--out", metavar="FILE", help=targets.masked_file())
    parser.add_argument(
        "--report", metavar="FILE", help="write the report for the disclosure board here (.html)"
    )
    parser.add_argument("--internal-report", action="store_true", help=f"{INTERNAL}. {INTERNAL_HELP}")
    parser.add_argument(
        "--alternatives",
        metavar="FILE",
        type=Path,
        help="show the comparison that compare --json wrote here in the internal report",
    )
    parser.add_argument("--internal-codebook", metavar="FILE", help=INTERNAL_CODEBOOK_HELP)
    parser.add_argument("--json", metavar="FILE", help="write all figures here; - is standard output")
    parser.add_argument(
        "--tables", action="store_true", help="print the tables of steps and measures, not only their figures"
    )
    axis_options.declare(
        parser,
        "follow this figure of risk from step to step, instead of the project's",
        "follow this figure of loss from step to step, instead of the project's",
    )
    parser.add_argument("--identifiers", action="store_true", help="keep identifiers in the masked file")
    parser.add_argument(
        "--release-anyway",
        metavar="REASON",
        help="write the masked file although it is unsafe or not assessed; the reason is recorded",
    )
    shuffling.declare(parser)
    writing.declare(parser)
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Run a project and return 1 if the file is unsafe, or may not leave.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    int
        Exit code: 0; 1 where the file is unsafe, may not leave, or nobody knows who is who; 70 where a
        measure has a defect, or a part of a document could not be written.

    Raises
    ------
    ParameterError
        The reason for a release is empty.
    """
    _require_consistent(options)
    project = load(options.project, note)
    originals = _originals(project, options)
    _check_targets(options, originals)
    with progress() as work:
        share = work.part(0.0, 0.3)
        data, used = reading.read_project(project, options.project, options.data, share, told=True)
        if used.data.sha256 != project.data.sha256:
            note(
                sentence(
                    "{name} is not the file that the project was saved with.", name=str(options.data.name)
                )
            )
            if any(step.method.random for step in used.recipe.active):
                note(DRAWN_AS_BEFORE)
        used = axis_options.with_axes(used, options)
        if options.shuffle:
            RandomOrder(units=options.shuffle).check(data)
        masked = Pipeline(data).run(used.recipe, work.part(0.3, 0.6))
        release = _checked(check_release(used, masked, work.part(0.6, 0.8), with_records=False))
        release = release.followed(work.part(0.8, 0.85)).with_tables(work.part(0.85, 0.9))
        release = replace(release, order=options.shuffle)
        compared = _compared(release, options)
        done, refusal = _export(release, options, originals, work.part(0.9, 1.0), compared)
    if options.json != targets.STANDARD_OUTPUT:
        print_afterwards(*(_written(file, options) for file in done.files))
    if refusal:
        note(sentence("{refusal} Say --release-anyway with the reason if it must leave.", refusal=refusal))
    for line in (
        *filter(None, [seed_note(release.project)]),
        *(str(outcome_sentence(one)) for one in release.tables if one.error is not None),
        *map(str, release.given_away),
        *done.messages,
        *release.vanished,
        *(withheld_sentence(words, release.edition()) for words in release.blanks),
        *(error.message for error in release.errors),
    ):
        note(line)
    if done.unwritten:
        note(
            sentence(
                "A defect of ours: the report lacks {unwritten}, and says so in their place.",
                unwritten=", ".join(done.unwritten),
            )
        )
    if done.unwritten or release.errors:
        return exit_codes.DEFECT
    failing = fails(release.verdict, release.run.original, release.run.masked)
    return int(bool(refusal) or (failing and not done.reason))


def _originals(project: Project, options: Namespace) -> list[Path]:
    """Return the files that are read: the project's own data too where others are, for they are not ours."""
    others = (Path(file.path) for file in project.input_files)
    own = project.data.located(options.project)
    named = (options.project, own, options.data, options.alternatives, *others)
    return [found for path in named if path is not None for found in with_files_beside(path)]


def _check_targets(options: Namespace, originals: Sequence[Path]) -> None:
    """Raise `SdcError` where a file cannot be written, or not as what it is."""
    targets.check(
        [options.out, options.internal_codebook],
        originals,
        overwrite=options.overwrite,
        report=options.report,
        figures=options.json,
    )
    targets.check_format(options.out)


def _require_consistent(options: Namespace) -> None:
    """Raise `ParameterError` where options contradict one another."""
    if options.release_anyway is not None and not Plan(reason=options.release_anyway).stated:
        raise ParameterError("--release-anyway needs the reason why the file leaves, in words.", "reason")
    if options.report == targets.STANDARD_OUTPUT:
        raise ParameterError("The report is written to a file; name it, or leave --report out.", "report")
    if options.shuffle and options.out is None:
        raise ParameterError("--shuffle is the order of the masked file; name that with --out too.", "order")
    if options.alternatives is not None and not options.internal_report:
        raise ParameterError("Only the internal edition shows alternatives: say --internal-report.", "report")
    if writing.codebooks(options) and options.out is None:
        raise ParameterError("Codebooks stand beside the masked file: name that by --out too.", "codebook")
    if options.internal_codebook is not None:
        internal_form(Path(options.internal_codebook))
    if options.internal_report and options.report is None:
        raise ParameterError(
            "--internal-report is an edition of the report: name that with --report too.", "report"
        )


def _written(file: Written, options: Namespace) -> str:
    """Return which file was written; the hash of one that holds the seed would prove a guess at it."""
    holds_seed = options.internal_report and file.path == _path(options.report)
    return (
        sentence("Wrote {path}", path=str(file.path))
        if holds_seed
        else sentence("Wrote {path}, SHA-256 {sha256}", path=str(file.path), sha256=file.sha256)
    )


def _checked(release: Release) -> Release:
    """Return the release, or raise the first error that the user can put right; defects come at the end."""
    for error in release.errors:
        if not isinstance(error, DefectError):
            raise error
    return release


def _compared(release: Release, options: Namespace) -> Comparison | None:
    """Return the comparison that the internal report shows."""
    if options.alternatives is None:
        return None
    return load_comparison(options.alternatives, release.project, release.run.original)


def _export(
    release: Release,
    options: Namespace,
    inputs: Sequence[Path],
    progress: Progress,
    compared: Comparison | None,
) -> tuple[Export, str]:
    """Write what was asked for, and return it with the reason why the masked file is withheld."""
    plan = Plan(
        target=_path(options.out),
        report=_path(options.report),
        figures=_path(options.json),
        kept=release.run.masked.named(Role.IDENTIFIER) if options.identifiers else (),
        reason=options.release_anyway or "",
        replace=options.overwrite,
        internal=options.internal_report,
        alternatives=compared,
        order=options.shuffle,
        options=writing.options(options),
        codebooks=writing.codebooks(options),
        internal_codebook=_path(options.internal_codebook),
    )
    if plan.target:
        known = release.formulas
        warning = writing.formula_note(
            leaving(release.run.masked, plan), dict(plan.options), plan.target, known
        )
        if warning:
            note(warning)
    refusal = "" if plan.stated else withheld(release, plan)
    plan = replace(plan, target=None) if refusal else recorded(release, plan)
    plan = accompanied(release.run.masked, plan)
    # Once more, for the figures that record a reason get their name only now.
    targets.check(map(str, plan.files), inputs, overwrite=options.overwrite)
    _require_codebooks(plan)
    for loss in plan_losses(release, plan):
        note(loss.text)
    reason = reason_recorded(release, plan)

    def print_findings(figures: Callable[[], str]) -> None:
        """Print what was found, before any file takes its place: where that fails, none does."""
        if options.json == targets.STANDARD_OUTPUT:
            write(figures())
        else:
            print_outcome(release, plan.kept, reason, options)
        last_moment(progress)

    return export(release, plan, progress, print_findings), refusal


def _require_codebooks(plan: Plan) -> None:
    """Raise `ParameterError` where a codebook cannot be written of the masked file."""
    if plan.target is not None and (hindrance := codebook_hindrance(plan)):
        raise ParameterError(hindrance, "codebook")


def _path(target: str | None) -> Path | None:
    return Path(target) if target and target != targets.STANDARD_OUTPUT else None


def print_outcome(release: Release, kept: Sequence[str], reason: str, options: Namespace) -> None:
    """Print the verdict, what leaves beside the keys, and the figures of each scenario.

    Parameters
    ----------
    release
        The release check.
    kept
        Identifiers that leave because the user asked for it.
    reason
        Why the file leaves although it is not safe; empty: it is, or does not leave.
    options
        Arguments as they were parsed.
    """
    print_lines(f"{release.project.title or options.project.name}: {release.verdict_text(kept=kept)}")
    released, records = len(release.run.masked), len(release.run.original)
    outcome = sentence("{n} of {records} released", n=released, records=counted(records, "record"))
    print_lines(f"  {outcome}")
    if (sample := release.run.original.sample) is not None:
        _print_indented([sample.public_text()], indent="  ")
    _print_indented(filter(None, [order_text(release)]), indent="  ")
    edition, tables = release.edition(), options.tables
    _print_indented(residual_risk_lines(release.leaves(kept), release.project.accepted, edition), indent="  ")
    _print_indented(steps_lines(release, edition, tables=tables), indent="  ")
    for checked in release.scenarios:
        print_lines(f"{checked.scenario.name}: {checked.verdict}")
        for entry in checked.entries:
            if entry.after is not None:
                limits = checked.limits_on(entry.measure.name)
                _print_indented(assessment_lines(entry.after, limits, edition, tables=tables), indent="  ")
        judgements = (withheld_judgement(judgement, edition) for judgement in checked.judgements)
        _print_indented(map(judgement_text, judgements), indent="  ")
    for assessment in release.measures:
        limits = release.limits_on(assessment.measure)
        _print_indented(assessment_lines(assessment, limits, edition, tables=tables))
    for table in release.tables:
        told = {"title": table.planned.shown_title, "verdict": str(table.verdict)}
        print_lines(sentence("Table {title}: {verdict}", **told))
    if reason:
        words = "Released although the verdict is {verdict}. Reason given: {reason}"
        if made_of_sample(release):
            words = "Released although the masked file is made of a random sample. Reason given: {reason}"
        print_lines(sentence(words, verdict=str(release.verdict), reason=reason))


def _print_indented(lines: Iterable[str], indent: str = "") -> None:
    for line in lines:
        print_lines(f"{indent}{line}" if line else "")
