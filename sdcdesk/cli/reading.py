"""Reading options of the command line: those of every file format that can be read."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic.fields import FieldInfo

from sdcdesk.cli.terminal import note, print_lines
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.document.project import Project
from sdcdesk.io import FORMATS, FileOptions, FileRead, read_file
from sdcdesk.io.codebook.codebooks import CODEBOOKS
from sdcdesk.io.large_file import large_file_text

PREFIX = "read_"
"""Before the names under which given options are kept."""

CODEBOOK = f"{PREFIX}codebook"
"""The name of the option that names a codebook."""


def data_files() -> str:
    """Return the help of an argument that names a data file.

    Returns
    -------
    str
        With the extensions that can be read.
    """
    return sentence("data file ({extensions})", extensions=joined_by_or(FORMATS.read_extensions))


def declare(parser: ArgumentParser, *without: str) -> None:
    """Declare the options; what is not given is found out from the file.

    Parameters
    ----------
    parser
        Parser of the command.
    *without
        Names of options that mean something else in this command.
    """
    group = parser.add_argument_group("reading the data (found out from the file where not given)")
    for name, info in _option_fields().items():
        if name in without:
            continue
        group.add_argument(f"--{name.replace('_', '-')}", dest=f"{PREFIX}{name}", **kind(info))
    endings = joined_by_or([form.ending for form in CODEBOOKS.readable])
    words = "describe the variables as this codebook does, before what the file says ({endings})"
    group.add_argument(
        "--codebook", dest=CODEBOOK, metavar="FILE", type=Path, help=sentence(words, endings=endings)
    )


def options(arguments: Namespace, path: Path) -> FileOptions:
    """Return the options that were given, as the format of a file takes them.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.
    path
        The data file.

    Returns
    -------
    FileOptions
        Options of its format, with defaults for what is not given.

    Raises
    ------
    ParameterError
        An option has no such value, or the format has no such option.
    """
    found = FORMATS.of_file(path)
    form = found or FORMATS.default
    model: type[FileOptions] = form.read_options or FileOptions
    values: dict[str, Any] = {name: getattr(arguments, f"{PREFIX}{name}", None) for name in _option_fields()}
    values = {name: value for name, value in values.items() if value is not None}
    other = next((name for name in values if name not in model.model_fields), None)
    if other is not None:
        raise ParameterError(
            sentence(
                "{name}: {title} files are read without the option {other}; leave it out.",
                name=path.name,
                title=form.title,
                other=other,
            ),
            other,
        )
    return model(**values) if found is None else model(format=found.name, **values)


def read_data(
    arguments: Namespace,
    path: Path,
    *,
    roles: Mapping[str, str] | None = None,
    scales: Mapping[str, str] | None = None,
    told: bool = False,
    progress: Progress,
) -> FileRead:
    """Read a data file as the options say, described by the codebook that they name.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.
    path
        The data file.
    roles, scales
        Roles and scales that the command names, which come before what the codebook says.
    told
        Whether the results of the command themselves say where the data are a sample.
    progress
        Receives how far the reading is.

    Returns
    -------
    FileRead
        What of the codebook does not suit the file is told.

    Raises
    ------
    SdcError
        The file or the codebook cannot be read, or an option does not fit.
    """
    how, codebook = options(arguments, path), getattr(arguments, CODEBOOK)
    if large := large_file_text(path, how):
        note(large)
    found = read_file(path, how, roles=roles, scales=scales, codebook=codebook, progress=progress)
    for remark in found.remarks:
        note(remark)
    sample = found.data.sample
    if sample is not None and not told:
        note_sample(found.data)
    if sample is not None and how.sample_seed is None:
        words = (
            "The sample was drawn with the seed {seed}. Keep it as secret as the data: --sample-seed {seed} "
            "reads the same records again, and anybody who knows it tells whose records are in the sample."
        )
        note(sentence(words, seed=str(sample.seed)))
    return found


def read_project(
    project: Project, path: Path, data: Path | None, progress: Progress, *, told: bool = False
) -> tuple[Microdata, Project]:
    """Read the data of a project, and say before where they take more than half of the free memory.

    Parameters
    ----------
    project, path
        The project, and its file.
    data
        Another data file; None: its own.
    progress
        Receives how far the reading is.
    told
        Whether the results of the command themselves say where the data are a sample.

    Returns
    -------
    tuple[Microdata, Project]
        As `Project.read_data`, which says what may be wrong.
    """
    if large := large_file_text(*project.data_source(path, data)):
        note(large)
    found, used = project.read_data(path, data, progress)
    if not told:
        note_sample(found)
    return found, used


def note_sample(data: Microdata) -> None:
    """Say beside the results where the data are a random sample of their file.

    Parameters
    ----------
    data
        The data that were read.
    """
    if data.sample is not None:
        note(data.sample.public_text())


def print_sample(data: Microdata) -> None:
    """Print among the results where the data are a random sample of their file.

    Parameters
    ----------
    data
        The data that were read.
    """
    if data.sample is not None:
        print_lines(data.sample.public_text())


def inputs(arguments: Namespace) -> list[Path]:
    """Return the files that are read besides the data, and never overwritten.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.

    Returns
    -------
    list[Path]
        The codebook where one is named.
    """
    codebook = getattr(arguments, CODEBOOK)
    return [] if codebook is None else [codebook]


def refused(arguments: Namespace, *, is_read: bool) -> str | None:
    """Return the option that goes only with a data file that is read, where it was given beside another.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.
    is_read
        Whether a data file is read.

    Returns
    -------
    str or None
        Its name; None: it was not given, or fits.
    """
    return "codebook" if inputs(arguments) and not is_read else None


def refuse_codebook(arguments: Namespace, engine: str) -> None:
    """Refuse a codebook where a file is counted and not read.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.
    engine
        Name of what counts.

    Raises
    ------
    ParameterError
        A codebook is named.
    """
    if getattr(arguments, CODEBOOK) is not None:
        words = "The engine {engine} reads no codebook; leave --codebook out, or the engine."
        raise ParameterError(sentence(words, engine=engine), "codebook")


def names(text: str) -> tuple[str, ...]:
    """Split a list of names at its commas.

    Parameters
    ----------
    text
        "age, sex".

    Returns
    -------
    tuple[str, ...]
        Without spaces around them; empty ones are left out.
    """
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _option_fields() -> dict[str, FieldInfo]:
    """Return the options of all formats by name."""
    models = [form.read_options for form in FORMATS if form.read_options]
    return {name: model.model_fields[name] for model in models for name in model.form_options()}


def kind(info: FieldInfo) -> dict[str, Any]:
    """Return how `argparse` reads an option of this type; nothing given is None.

    Parameters
    ----------
    info
        The option as it is declared.

    Returns
    -------
    dict[str, Any]
        Keyword arguments.
    """
    kinds = get_args(info.annotation) or (info.annotation,)
    common: dict[str, Any] = {"default": None, "help": (info.description or "").replace("%", "%%")}
    if info.annotation is bool:
        return {**common, "action": "store_const", "const": True}
    if bool in kinds:
        return {**common, "action": argparse.BooleanOptionalAction}
    if all(isinstance(kind, str) for kind in kinds):
        return {**common, "choices": list(kinds)}
    if isinstance(info.default, tuple):
        return {**common, "action": "extend", "type": names, "metavar": "A,B"}
    return {**common, "metavar": "VALUE", "type": kinds[0] if kinds[0] in (int, float) else str}
