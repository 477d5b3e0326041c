"""Commands on areas: redesigned ones become a step of the recipe, merged ones are taken apart again."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.risk.linked_tables.neighbours import Pairs, read_pairs, renamed_pairs
from sdcdesk.risk.linked_tables.redesign import Redesign


def with_redesigned_areas(project: Project, redesign: Redesign) -> Change:
    """Return the change that adds a step to a recipe, which gives every record its new area.

    Parameters
    ----------
    project
        The project; its recipe leaves the file whose areas were redesigned.
    redesign
        Old and new areas.

    Returns
    -------
    Change
        What undo says, and the project with the step; the label is empty where no area changed.
    """
    if not redesign.mapping:
        return Change("", project)
    step = Recoding(variable=redesign.variable, how="mapping", mapping=dict(redesign.mapping))
    before, after = redesign.areas
    words = sentence(
        "{before} areas of {variable} made {after}",
        before=str(before),
        variable=redesign.variable,
        after=str(after),
    )
    return Change(words, keeping(project, recipe=project.recipe.then(step)))


def merged_names(project: Project, variable: str) -> dict[str, tuple[str, ...]]:
    """Return the areas that steps of the recipe have made of several.

    Parameters
    ----------
    project
        The project.
    variable
        Variable with the areas.

    Returns
    -------
    dict[str, tuple[str, ...]]
        By the name of each the areas of which it was made last.
    """
    return {name: parts for name, (_, parts) in _merged(project, variable).items()}


def with_parts_again(project: Project, variable: str, name: str) -> Change:
    """Return the change that splits an area into those of which a step of the recipe has made it.

    Parameters
    ----------
    project
        The project; it stays as it is.
    variable
        Variable with the areas.
    name
        The merged area.

    Returns
    -------
    Change
        The step names its parts no more; one that names no area any more is gone.

    Raises
    ------
    ParameterError
        No step made it.
    """
    found = _merged(project, variable).get(name)
    if found is None:
        raise ParameterError(sentence("No step has merged an area called {name}.", name=short(name)), "name")
    place, parts = found
    step = project.recipe.steps[place].method
    left = {old: new for old, new in _mapping(step, variable).items() if old not in parts}
    recipe = (
        project.recipe.edited(place, step.changed(mapping=left)) if left else project.recipe.without(place)
    )
    words = sentence("Area {name} made {parts} again", name=short(name), parts=counted(len(parts), "area"))
    return Change(words, keeping(project, recipe=recipe))


def with_touching(project: Project, variable: str, pairs: Pairs) -> Change:
    """Return the change that lets a project know which areas touch.

    Parameters
    ----------
    project
        The project; it stays as it is.
    variable
        Variable with the areas.
    pairs
        As the data call them; none: the project forgets them.

    Returns
    -------
    Change
        The project holds the pairs themselves, and needs no file for them.
    """
    others = {name: own for name, own in project.touching.items() if name != variable}
    changed = project.changed(touching={**others, variable: pairs} if pairs else others)
    if changed == project:
        return Change("", project)
    return Change(sentence("Which areas of {variable} touch", variable=variable), changed)


def with_touching_file(project: Project, data: Microdata, variable: str, path: Path) -> Change:
    """Return the change that lets a project know which areas touch, as a file names them.

    Parameters
    ----------
    project
        The project; it stays as it is.
    data
        Its data.
    variable
        Variable with the areas.
    path
        The file; see `read_pairs`.

    Returns
    -------
    Change
        The project holds what the file says, and needs it no more.

    Raises
    ------
    ReadError
        The file cannot be read, or a line has other than two areas.
    DataError
        It names no two areas of the data.
    """
    pairs = read_pairs(path)
    known = set(as_text(data.coding(variable).values))
    if not any(one in known and other in known for one, other in pairs):
        words = "{name} names no two areas of {variable}: its lines must have values of that variable."
        raise DataError(sentence(words, name=path.name, variable=variable), variable)
    return with_touching(project, variable, pairs)


def touching_areas(project: Project, variable: str) -> Pairs:
    """Return which areas touch, as the recipe leaves them.

    Parameters
    ----------
    project
        The project.
    variable
        Variable with the areas.

    Returns
    -------
    Pairs
        A merged area touches what one of its parts touches.
    """
    pairs = project.touching.get(variable, ())
    for _, mapping in _steps(project, variable):
        pairs = renamed_pairs(pairs, mapping)
    return pairs


def _steps(project: Project, variable: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the place of each step in use that gives areas other names, and these."""
    for place, step in enumerate(project.recipe.steps):
        if step.on and (mapping := _mapping(step.method, variable)):
            yield place, mapping


def _mapping(method: object, variable: str) -> dict[str, str]:
    """Return the new name of each area in a step; empty: it is none that leaves the others as they are."""
    fits = isinstance(method, Recoding) and method.variable == variable and method.how == "mapping"
    if not fits or not isinstance(method, Recoding) or method.others != "keep":
        return {}
    return {old: str(new) for old, new in method.mapping.items()}


def _merged(project: Project, variable: str) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return by the name of each merged area the place of its step, and its parts."""
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    for place, mapping in _steps(project, variable):
        found = {name: made for name, made in found.items() if name not in mapping}
        parts: dict[str, list[str]] = {}
        for old, new in mapping.items():
            parts.setdefault(new, []).append(old)
        found |= {name: (place, tuple(own)) for name, own in parts.items() if len(own) > 1}
    return found
