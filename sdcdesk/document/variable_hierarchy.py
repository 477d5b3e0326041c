"""Hierarchy of a variable: which one of a project it has, and the recipe step that recodes it to a level."""

from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking.recoding.method import Recoding


def hierarchy_of(project: Project, variable: str) -> Hierarchy | None:
    """Return the hierarchy of a variable.

    Parameters
    ----------
    project
        The project.
    variable
        Its name.

    Returns
    -------
    Hierarchy or None
        That of the first step that recodes the variable to a level, which finds the values as they were read;
        else the one that is called like it; None: the project holds none.
    """
    found = [method.hierarchy for _, method in _level_steps(project, variable)]
    if found and isinstance(found[0], Hierarchy):
        return found[0]
    return next((one for one in project.hierarchies if one.name == variable), None)


def level_in_use(project: Project, variable: str, hierarchy: Hierarchy) -> int:
    """Return the level of a hierarchy to which a step recodes a variable.

    Parameters
    ----------
    project
        The project.
    variable
        Its name.
    hierarchy
        A hierarchy that the project holds.

    Returns
    -------
    int
        That of the last such step that is on; 0: there is none.
    """
    levels = [
        one.level
        for position, one in _level_steps(project, variable)
        if one.hierarchy == hierarchy and project.recipe.steps[position].on
    ]
    return levels[-1] if levels else 0


def replaced_steps(project: Project, variable: str) -> tuple[int, ...]:
    """Return the steps in whose place a recoding to a level comes, for values are recoded as they are read.

    Parameters
    ----------
    project
        The project.
    variable
        Its name.

    Returns
    -------
    tuple[int, ...]
        Positions, from 0, of all steps that recode the variable, be they switched off.
    """
    return tuple(
        position
        for position, step in enumerate(project.recipe.steps)
        if isinstance(step.method, Recoding) and step.method.variable == variable
    )


def with_level(project: Project, variable: str, hierarchy: Hierarchy, level: int) -> Change:
    """Return the change by which a variable is recoded to a level of a hierarchy.

    Parameters
    ----------
    project
        The project.
    variable
        Its name.
    hierarchy
        A hierarchy that the project holds.
    level
        From 1.

    Returns
    -------
    Change
        The step takes the place of the first one that recodes the variable, the others are gone; where there
        is none it stands at the end of the recipe.

    Raises
    ------
    ParameterError
        The hierarchy has no such level.
    """
    step, recipe = Recoding(variable=variable, how="level", hierarchy=hierarchy, level=level), project.recipe
    first, *others = replaced_steps(project, variable) or (-1,)
    for position in reversed(others):
        recipe = recipe.without(position)
    recipe = recipe.then(step) if first < 0 else recipe.edited(first, step).switched(first, on=True)
    return Change(step.summary(), keeping(project, recipe=recipe))


def _level_steps(project: Project, variable: str) -> list[tuple[int, Recoding]]:
    """Return the steps that recode a variable to a level, with their positions."""
    steps = project.recipe.steps
    every = [(position, steps[position].method) for position in replaced_steps(project, variable)]
    return [(at, step) for at, step in every if isinstance(step, Recoding) and step.how == "level"]
