"""Parameters as public documents show them: files without folder and hash, hierarchies without values."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from sdcdesk.core.files.input_file import InputFile

_INPUT_FILE = set(InputFile.model_fields)

_HIERARCHY = {"name", "levels"}, {"name", "levels", "titles"}
"""Names in a written hierarchy, those that always stand there and all."""


def published_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters of an operation without what only their owner should know.

    A hash of another file would prove which one it is, which may be the original by another name; its folder
    names people and projects. What the project calls a hierarchy is for its owner, too, and so are its values
    and labels: mostly it was built from the values that occur, so that it names those of records left out,
    and a label with one value below it tells what the records with this label had.

    Parameters
    ----------
    parameters
        Plain JSON values; they stay as they are.

    Returns
    -------
    dict[str, Any]
        Of a file only its name, under "path"; of a hierarchy its height, and the titles of levels if it has
        any.
    """
    return {name: _published(value) for name, value in parameters.items()}


def _published(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_published(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "path" in value and set(value) <= _INPUT_FILE:
        return {"path": PurePosixPath(value["path"]).name}
    always, most = _HIERARCHY
    if always <= set(value) <= most and isinstance(value["levels"], list):
        titles = {"titles": value["titles"]} if "titles" in value else {}
        return {"height": len(value["levels"]), **titles}
    return {name: _published(one) for name, one in value.items()}
