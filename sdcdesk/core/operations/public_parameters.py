"""Public parameters: those of a masking step as public documents show them, without values of the data."""

from collections.abc import Mapping
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.results.published_parameters import published_parameters
from sdcdesk.core.running.model import Model, NamesValues, Undoes


def public_parameters(operation: Operation[Any]) -> dict[str, Any]:
    """Return the parameters of an operation without the values of the data that some name.

    A mapping from every value that occurs names those of records left out, too; and a new value with one old
    value below it tells what the records that have it had.

    Parameters
    ----------
    operation
        With its parameters.

    Returns
    -------
    dict[str, Any]
        Plain JSON values. Of a parameter that names values how many they are, under "values", and where each
        belongs to a group, how many groups there are, under "groups"; of one that undoes the step, how many
        lines it has, under "lines"; for files and hierarchies see `published_parameters`.
    """
    return _of_model(operation, operation.parameters)


def _of_model(model: Model, written: Mapping[str, Any]) -> dict[str, Any]:
    fields = type(model).model_fields
    return {
        name: _of_field(getattr(model, name), one, fields[name])
        if name in fields
        else published_parameters({name: one})[name]
        for name, one in written.items()
    }


def _of_field(value: Any, written: Any, info: FieldInfo) -> Any:
    if NamesValues in info.metadata and isinstance(value, Mapping):
        groups = set(value.values()) if all(isinstance(one, str) for one in value.values()) else set()
        return {"values": len(value), **({"groups": len(groups)} if groups else {})}
    if NamesValues in info.metadata and isinstance(value, tuple) and value:
        return {"values": len(value)}
    if Undoes in info.metadata and isinstance(value, str) and value:
        return {"lines": len(value.strip().splitlines())}
    published = published_parameters({"": written})[""]
    if isinstance(value, Model) and isinstance(published, Mapping):
        return _of_model(value, published)
    if isinstance(value, tuple) and value and all(isinstance(one, Model) for one in value):
        return [_of_model(one, part) for one, part in zip(value, published, strict=True)]
    return published
