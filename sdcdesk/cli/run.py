"""`sdcdesk run PROJECT`: apply the recipe, assess, and export the safe file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sdcdesk.cli import targets
from sdcdesk.cli.terminal import note, progress, say
from sdcdesk.core.figures import words
from sdcdesk.document.project import Project, load
from sdcdesk.io import write
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import UNSAFE, Release, check_release
from sdcdesk.report.html import render


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument("project", metavar="PROJECT", type=Path, help="project file (*.sdcdesk)")
    parser.add_argument(
        "--data", metavar="FILE", type=Path, help="use this data file instead of the project's"
    )
    parser.add_argument("--out", metavar="FILE", help=targets.masked_file())
    parser.add_argument(
        "--report", metavar="FILE", help="write the report for the disclosure board here (.html)"
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures here; - is standard output")
    parser.add_argument("--identifiers", action="store_true", help="keep identifiers in the masked file")
    targets.declare_overwrite(parser)
    parser.set_defaults(command=run)


def run(options: Namespace) -> int:
    """Run a project and return 1 if the file is unsafe."""
    project = load(options.project)
    data_file = options.data or project.data.located(options.project)
    targets.check_format(options.out)
    written = [options.out, options.report, options.json]
    targets.check(written, [options.project, data_file], overwrite=options.overwrite)
    if options.data and not project.data.matches(options.data):
        note(f"{options.data.name} is not the file that the project was saved with.")
    with progress() as work:
        data = project.open_data(options.project, options.data, work.part(0.0, 0.3))
        masked = Pipeline(data).run(project.recipe, work.part(0.3, 0.6))
        release = check_release(project, masked, work.part(0.6, 0.9)).require()
        if options.out:
            write(
                release.run.masked,
                Path(options.out),
                identifiers=options.identifiers,
                overwrite=options.overwrite,
                progress=work.part(0.9, 1.0),
            )
    if options.report:
        targets.write_text(render(release), options.report, overwrite=options.overwrite)
    targets.write_json(release.to_json(), options.json, overwrite=options.overwrite)
    if options.json != targets.STANDARD_OUTPUT:
        _tell(project, release, options)
    return int(release.verdict == UNSAFE)


def _tell(project: Project, release: Release, options: Namespace) -> None:
    """Print the verdict, the figures of each scenario and where the results are."""
    say(f"{project.title or options.project.name}: {release.verdict}")
    say(f"  {len(release.run.masked):,} of {len(release.run.original):,} records released")
    for number, stage in enumerate(release.run.stages, start=1):
        off = "" if stage.step.on else " (off)"
        say(f"  {number}. {stage.step.method.summary()}{off}")
    for checked in release.scenarios:
        say(f"{checked.scenario.name}: {checked.verdict}")
        if checked.before is None or checked.after is None:
            continue
        for name in ("dr_min", "dr_weighted", "dr_max", "k", "records_below_k"):
            before, after = checked.before.figure(name), checked.after.figure(name)
            say(f"  {after.title}: {words(before)} before, {words(after)} after")
    for assessment in release.measures:
        say(f"{assessment.title}: " + ", ".join(words(figure) for figure in assessment.figures.values()))
    for label, target in (
        ("Masked file", options.out),
        ("Report", options.report),
        ("Figures", options.json),
    ):
        if target:
            say(f"{label}: {target}")
