"""Problem of an export: what hinders it, and what to do about that."""

from collections.abc import Sequence
from pathlib import Path

from sdcdesk.core.files.atomic import same_file
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.io import FORMATS
from sdcdesk.io.codebook.codebooks import CODEBOOKS
from sdcdesk.masking import RandomOrder
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan
from sdcdesk.report.export_reason import needs_reason, withheld


def problem(release: Release, plan: Plan, inputs: Sequence[Path] = ()) -> str:
    """Return the first thing that hinders the export, as a sentence; empty if nothing does.

    Parameters
    ----------
    release
        The release check.
    plan
        What is to be written.
    inputs
        Files that are never overwritten: the original and the project.

    Returns
    -------
    str
        With what to do about it.
    """
    if plan.existing and not plan.replace:
        occupied = "Allow the files that are there to be replaced, or choose another name."
    else:
        occupied = ""
    reason = "Give the reason why the file leaves."
    unexplained = reason if needs_reason(release) and not plan.stated else withheld(release, plan)
    hindered = _options_problem(release, plan) or _order_problem(release, plan)
    return name_problem(plan, inputs) or hindered or unexplained or occupied


def name_problem(plan: Plan, inputs: Sequence[Path] = ()) -> str:
    """Return what is wrong with the name of the masked file; empty if nothing is.

    Parameters
    ----------
    plan
        What is to be written.
    inputs
        Files that are never overwritten.

    Returns
    -------
    str
        With what to do about it.
    """
    if plan.target is None or not plan.target.name:
        return "Give the file a name."
    if any(same_file(path, other) for path in plan.files for other in inputs):
        return "This is a file that the project was made from; it is never overwritten. Choose another name."
    if plan.target.is_dir():
        return sentence("{name} is a folder; add the name of a file.", name=plan.target.name)
    if not plan.target.parent.is_dir():
        return sentence("There is no folder {name}; choose another one.", name=plan.target.parent.name)
    return _ending_problem(plan.target, plan.format)


def _ending_problem(target: Path, name: str) -> str:
    """Return why a file under this name would not be opened as what it is, whichever format was chosen."""
    written = FORMATS.find(target)
    if not name or name not in FORMATS or (written is not None and written.can_write):
        return ""  # `_options_problem` refuses what else is wrong
    form = FORMATS[name]
    words = (
        "{name} would be written in the format {title}: let its name end in {extensions}, or choose another "
        "format."
    )
    endings = joined_by_or(form.written_extensions)
    return sentence(words, name=target.name, title=form.title, extensions=endings)


def _order_problem(release: Release, plan: Plan) -> str:
    try:
        if plan.order is not None:
            RandomOrder(units=plan.order).check(release.run.masked)
    except DataError as error:
        return error.message
    return ""


def _options_problem(release: Release, plan: Plan) -> str:
    try:
        target = plan.target or Path()
        form = FORMATS.chosen(plan.format, target)
        form.for_writing(dict(plan.options), target.name, release.run.masked)
    except ParameterError as error:
        return error.message
    return codebook_hindrance(plan)


def codebook_hindrance(plan: Plan) -> str:
    """Return why a codebook cannot be written of files of the format of the masked one.

    Parameters
    ----------
    plan
        What is to be written.

    Returns
    -------
    str
        With what to do about it; empty: all of them can.

    Raises
    ------
    ParameterError
        The format is not known, or there is no such form of codebooks.
    """
    form = FORMATS.chosen(plan.format, plan.target or Path())
    return next(filter(None, (CODEBOOKS[name].hindrance(form) for name in plan.codebooks)), "")
