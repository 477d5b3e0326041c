"""Key hierarchy: the hierarchy of one of several keys, as a parameter that has some for each."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import read_hierarchy
from sdcdesk.hierarchies.use import HierarchyOrName, HierarchyParameter


class KeyHierarchy(Model):
    """The hierarchy of a key.

    Attributes
    ----------
    variable
        The key.
    hierarchy
        Its hierarchy, or the name of one of the project.
    """

    variable: str = Field(title="Variable", min_length=1)
    hierarchy: HierarchyParameter = Field(title="Hierarchy")


def read_key_hierarchies(written: Any) -> Any:
    """Return hierarchies of keys as they are written down, from those by the name of the key.

    Parameters
    ----------
    written
        A hierarchy, or what `read_hierarchy` takes for one, by the name of each key; or a list of
        `KeyHierarchy`.

    Returns
    -------
    Any
        A tuple of what `KeyHierarchy` is made of; what is no mapping stays as it is.

    Raises
    ------
    ValueError
        Something else than a hierarchy is given for a key; a clause says for which, and repeats no value.
    """
    if not isinstance(written, dict):
        return written
    return tuple({"variable": name, "hierarchy": _read(name, one)} for name, one in written.items())


def _read(name: str, hierarchy: Any) -> Any:
    try:
        return read_hierarchy(hierarchy)
    except ValueError as error:
        words = "that of {name}: {problem}"
        raise ValueError(sentence(words, name=short(str(name)), problem=error.args[0])) from None


KeyHierarchies = Annotated[tuple[KeyHierarchy, ...], BeforeValidator(read_key_hierarchies)]
"""Type of a parameter that has a hierarchy for some keys."""


def by_key(hierarchies: tuple[KeyHierarchy, ...]) -> dict[str, HierarchyOrName | None]:
    """Return hierarchies by the name of their key.

    Parameters
    ----------
    hierarchies
        Each of another key.

    Returns
    -------
    dict[str, Hierarchy or str]
        A hierarchy, or the name of one.
    """
    return {one.variable: one.hierarchy for one in hierarchies}
