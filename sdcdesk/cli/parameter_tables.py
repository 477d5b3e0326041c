"""Tables of the command line: a parameter that stands in a file, `"mapping": "@FILE"`."""

from pathlib import Path
from typing import Any

from sdcdesk.cli.hierarchy_file import read_hierarchy_file
from sdcdesk.masking.recoding.recode_table import read_recode_table

PAIRS, LEVELS, OF_VARIABLES = "mapping", "hierarchy", "hierarchies"
"""Parameters that may stand in a file: what values become, and the labels above them, of one or several."""

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
        name: read_hierarchy_file(path) if name == LEVELS else read_recode_table(path, ())
        for name, path in files.items()
    }
    each = parameters.get(OF_VARIABLES)
    if isinstance(each, dict):
        paths = {
            name: Path(value.removeprefix(FILE))
            for name, value in each.items()
            if isinstance(value, str) and value.startswith(FILE)
        }
        inputs += paths.values()
        read[OF_VARIABLES] = each | {name: read_hierarchy_file(path) for name, path in paths.items()}
    return parameters | read
