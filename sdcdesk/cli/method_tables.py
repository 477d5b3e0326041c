"""Tables of the command line: a parameter of a method that stands in a file, `"mapping": "@FILE"`."""

from pathlib import Path
from typing import Any

from sdcdesk.masking.recoding.recode_table import hierarchy_table, read_recode_table, recode_table

TABLES = {"mapping": recode_table, "hierarchy": hierarchy_table}
"""What reads the table of each parameter that may stand in a file."""

FILE = "@"
"""What the name of a file begins with."""


def read_tables(parameters: Any) -> Any:
    """Return parameters with the tables in the place of the names of their files.

    Parameters
    ----------
    parameters
        As they were typed.

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
    return {
        name: read_recode_table(Path(value.removeprefix(FILE)), (), TABLES[name])
        if name in TABLES and isinstance(value, str) and value.startswith(FILE)
        else value
        for name, value in parameters.items()
    }
