"""File of JSON that a command reads."""

import json
from pathlib import Path
from typing import Any

from sdcdesk.core.files.opening import read_text
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.strict_json import parsed


def read_json(path: Path) -> Any:
    """Return what a file of JSON holds.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Any
        Plain values.

    Raises
    ------
    ReadError
        The file cannot be read, or is not JSON.
    """
    name = short(path.name)
    try:
        return parsed(read_text(path, ReadError))
    except json.JSONDecodeError as error:
        wrong = "{name} is not JSON (line {line}, column {column}); write it anew."
        place = {"line": str(error.lineno), "column": str(error.colno)}
        raise ReadError(sentence(wrong, name=name, **place)) from None
    except ValueError:
        raise ReadError(sentence("{name} is not JSON; write it anew.", name=name)) from None
