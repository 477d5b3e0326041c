"""Writing options of the command line: those of every file format that can be written."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.cli.reading import kind, names
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io import FORMATS
from sdcdesk.io.codebook.codebooks import CODEBOOKS
from sdcdesk.io.csv.formulas import formulas

PREFIX = "write_"
"""Before the names under which given options are kept."""

CODEBOOKS_OPTION = "codebooks"
"""The name of the option that names forms of codebooks."""

_ALSO = {"delimiter": ("--separator",)}
"""Further spellings of an option."""


def declare(parser: ArgumentParser) -> None:
    """Declare the options; what is not given is as in the file that the data were read from.

    Parameters
    ----------
    parser
        Parser of the command.
    """
    group = parser.add_argument_group("writing the masked file (as in the original where not given)")
    for name, info in _option_fields().items():
        flags = (f"--write-{name.replace('_', '-')}", *_ALSO.get(name, ()))
        group.add_argument(*flags, dest=f"{PREFIX}{name}", **kind(info))
    words = "write codebooks beside the masked file, of these forms: {forms}"
    group.add_argument(
        "--write-codebook",
        dest=CODEBOOKS_OPTION,
        metavar="A,B",
        type=codebook_names,
        default=(),
        help=sentence(words, forms=", ".join(form.name for form in CODEBOOKS)),
    )


def codebook_names(text: str) -> tuple[str, ...]:
    """Return names of forms of codebooks.

    Parameters
    ----------
    text
        "csv, ddi".

    Returns
    -------
    tuple[str, ...]
        Each once, in the order given.

    Raises
    ------
    ArgumentTypeError
        There is no such form.
    """
    named = tuple(dict.fromkeys(names(text)))
    try:
        for name in named:
            CODEBOOKS[name]
    except ParameterError as error:
        raise ArgumentTypeError(error.message) from None
    return named


def codebooks(arguments: Namespace) -> tuple[str, ...]:
    """Return the forms of codebooks that are asked for.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.

    Returns
    -------
    tuple[str, ...]
        Their names.
    """
    found: tuple[str, ...] = getattr(arguments, CODEBOOKS_OPTION)
    return found


def options(arguments: Namespace) -> dict[str, Any]:
    """Return the options that were given.

    Parameters
    ----------
    arguments
        Arguments as they were parsed.

    Returns
    -------
    dict[str, Any]
        Values by the name of the option.
    """
    values = {name: getattr(arguments, f"{PREFIX}{name}", None) for name in _option_fields()}
    return {name: value for name, value in values.items() if value is not None}


def formula_note(
    data: Microdata, chosen: dict[str, Any], target: Path, known: Mapping[str, int] | None = None
) -> str:
    """Return a warning where cells of a text file would be formulas of a spreadsheet; empty: none.

    Parameters
    ----------
    data
        What is written.
    chosen
        The options of writing.
    target
        The file.
    known
        What was counted already, of these variables and maybe others; None: nothing.

    Returns
    -------
    str
        One sentence.
    """
    form = FORMATS.find(target)
    model = form.write_options if form else None
    if model is None or "neutral" not in model.model_fields or chosen.get("neutral"):
        return ""
    counts = formulas(data) if known is None else known
    found = {name: count for name, count in counts.items() if name in data}
    if not found:
        return ""
    return sentence(
        "{n} cell of {names} begins with = + - @, which a spreadsheet takes for formulas; say "
        "--write-neutral to neutralise them.",
        "{n} cells of {names} begin with = + - @, which a spreadsheet takes for formulas; say "
        "--write-neutral to neutralise them.",
        "n",
        n=sum(found.values()),
        names=", ".join(found),
    )


def _option_fields() -> dict[str, FieldInfo]:
    """Return the options of all formats by name."""
    models = [form.write_options for form in FORMATS if form.write_options]
    return {name: info for model in models for name, info in model.model_fields.items() if info.title}
