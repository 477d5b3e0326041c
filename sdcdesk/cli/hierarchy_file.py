"""Hierarchy file of the command line: a table as CSV, or JSON as projects and the command line write it."""

from pathlib import Path

from sdcdesk.cli.json_file import read_json
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.text.json_text import json_text
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy, read_hierarchy
from sdcdesk.hierarchies.table_file import HierarchyTable, table_text

JSON = ".json"
"""How the name of a file ends that holds JSON."""


def read_hierarchy_file(path: Path) -> Hierarchy:
    """Return the hierarchy that a file holds.

    Parameters
    ----------
    path
        A table, see `Hierarchy.read`; or JSON, where its name ends so.

    Returns
    -------
    Hierarchy
        One from a table has no name.

    Raises
    ------
    ReadError
        The file cannot be read, or holds no hierarchy.
    """
    if path.suffix.lower() != JSON:
        return Hierarchy.read(path, "")
    written, name = read_json(path), short(path.name)
    wrong = "{name} holds no hierarchy: {problem}."
    try:
        found = read_hierarchy(written)
    except SdcError as error:
        raise ReadError(sentence(wrong, name=name, problem=error.message.removesuffix("."))) from None
    except ValueError as error:
        raise ReadError(sentence(wrong, name=name, problem=plain(str(error)))) from None
    if not isinstance(found, Hierarchy):
        raise ReadError(sentence("{name} holds no hierarchy, as it names no value.", name=name))
    return found


def hierarchy_bytes(hierarchy: Hierarchy, path: Path, *, titles: bool) -> bytes:
    """Return the content of the file of a hierarchy.

    Parameters
    ----------
    hierarchy
        What is written.
    path
        The file; its name tells the form.
    titles
        Whether a table begins with the titles of the levels.

    Returns
    -------
    bytes
        In UTF-8.
    """
    if path.suffix.lower() == JSON:
        written = hierarchy.model_dump(mode="json")
        return json_text(written).encode()
    table = HierarchyTable(hierarchy.values, hierarchy.levels, hierarchy.titles)
    return table_text(table, titles=titles).encode()
