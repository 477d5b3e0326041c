"""Parameters as public documents show them: files without folder and hash, hierarchies without name."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from sdcdesk.core.files.input_file import InputFile

_INPUT_FILE = set(InputFile.model_fields)


def published_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters of an operation without what only their owner should know.

    A hash of another file would prove which one it is, which may be the original by another name; its folder
    names people and projects. What the project calls a hierarchy is for its owner, too.

    Parameters
    ----------
    parameters
        Plain JSON values; they stay as they are.

    Returns
    -------
    dict[str, Any]
        Of a file only its name, under "path".
    """
    return {name: _published(value) for name, value in parameters.items()}


def _published(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_published(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "path" in value and set(value) <= _INPUT_FILE:
        return {"path": PurePosixPath(value["path"]).name}
    is_hierarchy = set(value) == {"name", "levels"} and isinstance(value["levels"], list)
    return {name: _published(one) for name, one in value.items() if not (is_hierarchy and name == "name")}
