"""Tables of the command line: a parameter that stands in a file, `"mapping": "@FILE"`."""

import json
from pathlib import Path
from typing import Any

from sdcdesk.core.files.opening import read_text
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.json_text import parsed
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.recoding.recode_table import hierarchy_table, read_recode_table, recode_table

PAIRS, LEVELS = "mapping", "hierarchy"
"""Parameters that may stand in a file: what values become, and the labels above them."""

FILE = "@"
"""What the name of a file begins with."""


def read_tables(parameters: Any, inputs: list[Path]) -> Any:
    """Return parameters with the tables in the place of the names of their files.

    Parameters
    ----------
    parameters
        As they were typed.
    inputs
        Takes the files.

    Returns
    -------
    Any
        The same where no file is named.

    Raises
    ------
    ReadError
        A file cannot be read, or is no such table.
    """
    if not isinstance(parameters, dict):
        return parameters
    files = {
        name: Path(value.removeprefix(FILE))
        for name, value in parameters.items()
        if name in (PAIRS, LEVELS) and isinstance(value, str) and value.startswith(FILE)
    }
    inputs += files.values()
    read = {
        name: _levels(path) if name == LEVELS else read_recode_table(path, (), recode_table)
        for name, path in files.items()
    }
    return parameters | read


def _levels(path: Path) -> Any:
    """Return the hierarchy of a file: a table, or JSON as the command line takes it."""
    if path.suffix.lower() != ".json":
        return read_recode_table(path, (), hierarchy_table)
    try:
        return parsed(read_text(path, ReadError))
    except json.JSONDecodeError as error:
        wrong = "{name} is not JSON (line {line}, column {column}); write it anew."
        place = {"line": str(error.lineno), "column": str(error.colno)}
        raise ReadError(sentence(wrong, name=short(path.name), **place)) from None
    except ValueError:
        raise ReadError(sentence("{name} is not JSON; write it anew.", name=short(path.name))) from None
