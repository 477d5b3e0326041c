"""Command `sdcdesk mask DATA`: apply masking methods to a file."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from sdcdesk.cli import edit_rules, parameter_tables, reading, roles, scales, shuffling, targets, writing
from sdcdesk.cli.residual_risk_lines import residual_risk_lines
from sdcdesk.cli.terminal import note, print_afterwards, print_lines, progress
from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.input_file import input_files
from sdcdesk.core.random.secret_seed import guessable
from sdcdesk.core.results.edition import WITHHELD
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.recipe import Recipe
from sdcdesk.io.codebook.codebook_form import CodebookForm, released_file
from sdcdesk.io.formats import with_files_beside
from sdcdesk.io.writing import losses, writer
from sdcdesk.masking import METHODS, RandomOrder
from sdcdesk.release.pipeline import Pipeline, Run
from sdcdesk.release.residual_risk import ResidualRisk
from sdcdesk.release.residual_risk_search import find_residual_risks
from sdcdesk.report.export_plan import Plan, accompanied
from sdcdesk.report.export_problem import codebook_hindrance
from sdcdesk.report.steps import step_text
from sdcdesk.report.text import step_lines


def declare(parser: ArgumentParser) -> None:
    """Declare the options of the command.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    parser.add_argument("data", metavar="DATA", type=Path, help=reading.data_files())
    parser.add_argument(
        "--method",
        metavar="NAME[:JSON]",
        action="append",
        required=True,
        help='a method with its parameters, such as microaggregation:{"variables": ["age"]}; "@FILE" for the '
        "mapping or hierarchy of a recoding is a table without a header, or a hierarchy as JSON; repeatable",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="seed of the random numbers, as secret as the data; without it one is drawn, used and told",
    )
    parser.add_argument("--out", metavar="FILE", required=True, help=targets.masked_file())
    parser.add_argument("--identifiers", action="store_true", help="keep identifiers in the masked file")
    roles.declare(parser, "identifier", "key", "confidential", "weight", "household")
    scales.declare(parser)
    edit_rules.declare(parser)
    reading.declare(parser)
    shuffling.declare(parser)
    writing.declare(parser)
    targets.declare_overwrite(parser)


def run(options: Namespace) -> int:
    """Mask a file.

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
    ParameterError
        A codebook cannot be written of files of this format.
    """
    inputs = [
        *with_files_beside(options.data),
        *reading.inputs(options),
        *([options.rules] if options.rules else []),
    ]
    recipe = _recipe(options, inputs)
    targets.check([options.out], inputs, overwrite=options.overwrite)
    targets.check_format(options.out)
    plan = Plan(Path(options.out), codebooks=writing.codebooks(options))
    targets.check(map(str, plan.codebook_files), inputs, overwrite=options.overwrite)
    if hindrance := codebook_hindrance(plan):
        raise ParameterError(hindrance, "codebook")
    with progress() as work:
        data = reading.read_data(
            options,
            options.data,
            roles=roles.named_roles(options),
            scales=scales.named_scales(options),
            told=True,
            progress=work.part(0.0, 0.4),
        ).data
        data = edit_rules.with_options(data, options)
        done = Pipeline(data).run(recipe, work.part(0.4, 0.8))
        share, out, written = work.part(0.82, 1.0), Path(options.out), writing.options(options)
        _check_companions(plan, done, options, inputs)
        left_out, own = writer(
            done.masked, out, None, written, identifiers=options.identifiers, progress=share
        )
        kept, described = options.identifiers, bool(plan.codebooks)
        for loss in losses(
            done.masked, out, None, written, identifiers=kept, described=described, progress=share
        ):
            note(loss.text)
        warning = writing.formula_note(done.masked.drop(left_out), written, out)
        steps = [step.method for step in recipe.active]
        leaves = find_residual_risks(
            data, done.masked.drop(left_out), steps, data.named(Role.KEY), work.part(0.8, 0.82)
        )
        files = own | _codebooks(options, done, share)
        targets.write_files(
            files,
            overwrite=options.overwrite,
            work=share,
            print_findings=lambda: _print_outcome(done, left_out, warning, leaves),
        )
    if any(step.method.random for step in recipe.steps):
        _print_seed(recipe.seed, drawn=options.seed is None)
    _print_written(done, list(own), len(data))
    return 0


def _recipe(options: Namespace, inputs: list[Path]) -> Recipe:
    """Return the recipe of the options, and add the files that its steps read to the inputs."""
    recipe = Recipe.begun() if options.seed is None else Recipe(seed=options.seed)
    for text in options.method:
        method = METHODS.parse(text, partial(parameter_tables.read_tables, inputs=inputs))
        inputs += (Path(file.path) for file in input_files(method).values())
        recipe = recipe.then(method)
    return recipe.then(RandomOrder(units=options.shuffle)) if options.shuffle else recipe


def _check_companions(plan: Plan, done: Run, options: Namespace, inputs: list[Path]) -> None:
    """Refuse files that stand beside the masked one, and cannot be written."""
    kept = done.masked.named(Role.IDENTIFIER) if options.identifiers else ()
    beside = accompanied(done.masked, replace(plan, kept=kept)).companions
    targets.check(map(str, beside), inputs, overwrite=options.overwrite)


def _print_written(done: Run, files: list[Path], records: int) -> None:
    """Say which files stand, the masked one first."""
    words = "Masked file: {out}, {n} of {records}"
    of = counted(records, "record")
    print_afterwards(
        sentence(words, out=str(files[0]), n=len(done.masked), records=of),
        *(sentence("Written with it: {out}", out=str(path)) for path in files[1:]),
    )


def _codebooks(options: Namespace, done: Run, work: Progress) -> dict[Path, Callable[[BinaryIO], None]]:
    """Return what writes the codebooks beside the masked file."""
    forms = Plan(Path(options.out), codebooks=writing.codebooks(options)).codebook_files
    if not forms:
        return {}
    how, identifiers = writing.options(options), options.identifiers
    file = released_file(done.masked, Path(options.out), None, how, identifiers=identifiers)

    def writes(form: CodebookForm) -> Callable[[BinaryIO], None]:
        return lambda opened: _put(opened, form.write(file, work))

    return {path: writes(form) for path, form in forms.items()}


def _put(file: BinaryIO, content: bytes) -> None:
    file.write(content)


def _print_seed(seed: int, *, drawn: bool) -> None:
    """Say beside the results, for no file holds it, which seed was drawn, or why the given one is none."""
    if drawn:
        words = (
            "Random numbers were drawn with the seed {seed}. Keep it as secret as the data: --seed {seed} "
            "makes the same file again, and anybody who knows it takes off what was drawn."
        )
        note(sentence(words, seed=str(seed)))
    elif warning := guessable(seed):
        note(warning)


def _print_outcome(done: Run, left_out: Sequence[str], warning: str, leaves: Sequence[ResidualRisk]) -> None:
    reading.print_sample(done.original)
    for number, stage in enumerate(done.stages, start=1):
        print_lines(*step_lines(number, step_text(stage, WITHHELD), tables=True, notes=False))
        for remark in stage.masked.notes if stage.masked else ():
            note(remark)
    if warning:
        note(warning)
    if left_out:
        print_lines(sentence("Identifiers left out: {left_out}", left_out=", ".join(left_out)))
    print_lines(*residual_risk_lines(leaves))
