"""Commands on alternatives: the grid that is compared, notes, and an alternative that becomes the recipe."""

from collections.abc import Iterable

from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.document.grid import Grid
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.noted_alternative import NotedAlternative, written_methods
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.document.variable_commands import Change


def with_grid(project: Project, grid: Grid | None) -> Change:
    """Return the change that keeps another grid of alternatives in a project.

    Parameters
    ----------
    project
        The project; it stays as it is.
    grid
        What is compared from now on; None: nothing.

    Returns
    -------
    Change
        What undo says, and the new project; the label is empty where it holds this grid already.
    """
    changed = project.changed(grid=grid)
    return Change(plain("Alternatives") if changed.grid != project.grid else "", changed)


def note_on(project: Project, before: str, steps: Iterable[Step], draw: int) -> str:
    """Return what was noted on an alternative.

    Parameters
    ----------
    project
        Holds the notes.
    before, steps, draw
        What the alternative is applied after, its steps, and its draw.

    Returns
    -------
    str
        Empty: nothing.
    """
    methods = written_methods(steps, project.hierarchies)
    return next((one.note for one in project.notes if one.is_on(before, methods, draw)), "")


def with_note(project: Project, grid: Grid, steps: Iterable[Step], draw: int, text: str) -> Change:
    """Return the change that notes something on an alternative, in the place of what was noted before.

    Parameters
    ----------
    project
        The project; it stays as it is.
    grid
        Whose alternative it is.
    steps, draw
        Its steps, and its draw.
    text
        What is noted; empty: the note goes.

    Returns
    -------
    Change
        What undo says, and the new project; the label is empty where nothing changed.
    """
    steps, text = tuple(steps), text.strip()
    methods = written_methods(steps, project.hierarchies)
    others = tuple(one for one in project.notes if not one.is_on(grid.before, methods, draw))
    new = (NotedAlternative(before=grid.before, methods=methods, draw=draw, note=text),) if text else ()
    if note_on(project, grid.before, steps, draw) == text:
        return Change("", project)
    label = "Note on an alternative" if text else "Remove the note on an alternative"
    return Change(plain(label), project.changed(notes=(*others, *new)))


def with_alternative(project: Project, recipe: Recipe, words: str) -> Change:
    """Return the change that makes an alternative the recipe of a project.

    Parameters
    ----------
    project
        The project; it stays as it is.
    recipe
        The whole recipe of the alternative.
    words
        What its steps do.

    Returns
    -------
    Change
        What undo says, and the project with the recipe and the hierarchies that it brings; the label is empty
        where it is the recipe already.

    Raises
    ------
    ParameterError
        Hierarchies that it brings do not fit those of the project.
    """
    if recipe == project.recipe:
        return Change("", project)
    return Change(sentence("Recipe: {words}", words=words), keeping(project, recipe=recipe))
