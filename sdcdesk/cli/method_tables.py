"""Tables of the command line: a parameter of a method that stands in a file, `"mapping": "@FILE"`."""

from pathlib import Path
from typing import Any

from sdcdesk.masking.recoding.recode_table import hierarchy_table, read_recode_table, recode_table

TABLES = {"mapping": recode_table, "hierarchy": hierarchy_table}
"""What reads the table of each parameter that may stand in a file."""

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
        if name in TABLES and isinstance(value, str) and value.startswith(FILE)
    }
    inputs += files.values()
    return parameters | {name: read_recode_table(path, (), TABLES[name]) for name, path in files.items()}
