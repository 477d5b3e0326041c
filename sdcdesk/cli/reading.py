"""Reading options of the command line: those of every file format that can be read."""

import argparse
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, get_args

from pydantic.fields import FieldInfo

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io import FORMATS, FileOptions
from sdcdesk.io.formats import extensions

PREFIX = "read_"
"""Before the names under which given options are kept."""


def data_files() -> str:
    """Return the help of an argument that names a data file.

    Returns
    -------
    str
        With the extensions that can be read.
    """
    return sentence("data file ({extensions})", extensions=extensions(FORMATS.readable))


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
    form = FORMATS.find(path) or FORMATS.default
    model: type[FileOptions] = form.read_options or FileOptions
    values: dict[str, Any] = {name: getattr(arguments, f"{PREFIX}{name}", None) for name in _option_fields()}
    values = {name: value for name, value in values.items() if value is not None}
    other = next((name for name in values if name not in model.model_fields), None)
    if other is not None:
        raise ParameterError(
            sentence(
                "{name} is read as {title}, which has no such option; leave the option {other} out.",
                name=path.name,
                title=form.title,
                other=other,
            ),
            other,
        )
    return model(**values)


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
