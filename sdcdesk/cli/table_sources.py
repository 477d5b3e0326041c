"""Sources of tables on the command line: a file of records, a project, or a finished table."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

from sdcdesk.cli import reading
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import SUFFIX
from sdcdesk.release.pipeline import Pipeline

NEITHER = "Name a file of records, a project, or a finished table by --audit."
"""What is said where none of them is named, or two."""


def declare(parser: ArgumentParser, about: Sentence) -> None:
    """Declare the file of records or project, and the finished table that may stand for it.

    Parameters
    ----------
    parser
        Parser of the command.
    about
        What the file is for.
    """
    parser.add_argument("data", metavar="DATA", type=Path, nargs="?", help=about)
    parser.add_argument(
        "--audit",
        metavar="FILE",
        type=Path,
        help="a finished table instead of data: a line a cell, totals included, hidden cells without a value",
    )


def is_project(options: Namespace) -> bool:
    """Return whether a project is named.

    Parameters
    ----------
    options
        Arguments as they were parsed.

    Returns
    -------
    bool
        By the ending of its file.
    """
    return options.data is not None and options.data.suffix.lower() == SUFFIX


def refuse(options: Namespace, names: Iterable[str]) -> None:
    """Refuse options that do not belong to the source that is named.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    names
        Names of these options.

    Raises
    ------
    ParameterError
        One of them is given.
    """
    is_read = options.data is not None and not is_project(options)
    given = next(
        (name for name in names if getattr(options, name)), reading.refused(options, is_read=is_read)
    )
    if given is not None:
        words = "--{option} does not belong to what is named here; leave it out."
        raise ParameterError(sentence(words, option=given.replace("_", "-")), given)


def read_records(options: Namespace, work: Progress) -> Microdata:
    """Read the file of records; what is added up or weighs is numbers, however few different ones there are.

    Parameters
    ----------
    options
        Arguments as they were parsed.
    work
        Receives how far the work is.

    Returns
    -------
    Microdata

    Raises
    ------
    ReadError
        The file cannot be read.
    """
    numbers = [name for name in (options.value, options.weight, options.cost) if name]
    scales = dict.fromkeys(numbers, Scale.CONTINUOUS)
    return reading.read_data(options, options.data, scales=scales, progress=work).data


def masked_file(project: Project, data: Microdata, work: Progress) -> Microdata | None:
    """Return the masked file of a project.

    Parameters
    ----------
    project
        With its recipe.
    data
        Its data.
    work
        Receives how far the work is.

    Returns
    -------
    Microdata or None
        None where a step failed.
    """
    done = Pipeline(data).run(project.recipe, work)
    return None if done.failed else done.masked
