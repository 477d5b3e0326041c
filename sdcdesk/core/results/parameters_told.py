"""Parameters as documents tell them: other files without folder and hash, hierarchies without their name."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from sdcdesk.core.files.input_file import InputFile

_INPUT_FILE = set(InputFile.model_fields)


def parameters_told(parameters: Mapping[str, Any]) -> dict[str, Any]:
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
    return {name: _told(value) for name, value in parameters.items()}


def _told(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_told(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "path" in value and set(value) <= _INPUT_FILE:
        return {"path": PurePosixPath(value["path"]).name}
    is_hierarchy = set(value) == {"name", "levels"} and isinstance(value["levels"], list)
    return {name: _told(one) for name, one in value.items() if not (is_hierarchy and name == "name")}
