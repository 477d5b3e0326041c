"""Use of hierarchies by operations: a parameter that is one, or the name of one that a project holds."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar, get_args

from pydantic import BeforeValidator

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import Model, NamesValues
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy, read_hierarchy

T = TypeVar("T", bound=Model)

HierarchyOrName = Hierarchy | str
"""A hierarchy, or the name of one."""

HierarchyParameter = Annotated[HierarchyOrName | None, BeforeValidator(read_hierarchy), NamesValues]
"""Type of a parameter that is a hierarchy."""


def known(hierarchy: HierarchyOrName | None, title: str) -> Hierarchy:
    """Return the hierarchy that a parameter gives.

    Parameters
    ----------
    hierarchy
        The parameter.
    title
        Title of the operation.

    Returns
    -------
    Hierarchy
        The same.

    Raises
    ------
    DataError
        There is only its name, and no project at hand that holds it.
    """
    if isinstance(hierarchy, Hierarchy):
        return hierarchy
    raise DataError(
        sentence(
            "of the hierarchy {name} only the name is known here; give the hierarchy itself, or use "
            "it in a project that holds it.",
            name=short(hierarchy or ""),
        ),
        "hierarchy",
        title=title,
    )


def used_hierarchies(model: Model) -> Iterator[tuple[Model, HierarchyOrName]]:
    """Walk through the hierarchies that an operation uses, or what holds operations.

    Parameters
    ----------
    model
        An operation with its parameters, a recipe, a scenario, or another model that holds some.

    Yields
    ------
    tuple[Model, Hierarchy or str]
        The operation, be it within another one, and the hierarchy that it uses, or its name.
    """
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        if _is_use(value, info.annotation):
            yield model, value
        else:
            for part in value if isinstance(value, tuple) else (value,):
                yield from used_hierarchies(part) if isinstance(part, Model) else ()


def with_hierarchies(model: T, change: Callable[[HierarchyOrName], HierarchyOrName]) -> T:
    """Return an operation in which every hierarchy that it uses is replaced, or what holds operations.

    Parameters
    ----------
    model
        As in `used_hierarchies`.
    change
        Returns another one for each.

    Returns
    -------
    T
        The same object where nothing changes.
    """
    changed: dict[str, Any] = {}
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        new: Any = value
        if _is_use(value, info.annotation):
            new = change(value)
        elif isinstance(value, Model):
            new = with_hierarchies(value, change)
        elif isinstance(value, tuple) and any(isinstance(part, Model) for part in value):
            parts = tuple(with_hierarchies(one, change) if isinstance(one, Model) else one for one in value)
            new = value if all(one is was for one, was in zip(parts, value, strict=True)) else parts
        if new is not value:
            changed[name] = new
    return model.changed(**changed) if changed else model


def _is_use(value: Any, annotation: Any) -> bool:
    """Return whether a parameter is a hierarchy, or the name of one."""
    return isinstance(value, Hierarchy | str) and Hierarchy in get_args(annotation)
