"""Commands that edit the hierarchies of a project: each returns what undo says, and the changed project."""

from collections.abc import Callable, Iterable
from typing import Any

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.grid import Grid
from sdcdesk.document.hierarchy_names import with_new_name
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchy
from sdcdesk.hierarchies.use import HierarchyOrName, used_hierarchies, with_hierarchies

UNNAMED = "Hierarchy"
"""What a hierarchy is called where nothing says of which variable it is."""

FindName = Callable[[HierarchyOrName], str]
"""Says under which name a project holds a hierarchy."""

PARTS = ("recipe", "scenarios", "measures", "tables")
"""Parts of a project that use hierarchies."""

NAMED = 5
"""Uses that are named in a sentence; the others are counted."""


def keeping(
    project: Project,
    *,
    recipe: Recipe | None = None,
    scenarios: tuple[Scenario, ...] | None = None,
    measures: tuple[Measure, ...] | None = None,
    tables: tuple[PlannedTable, ...] | None = None,
) -> Project:
    """Return the project with another recipe, scenarios, measures or tables, and the hierarchies they bring.

    One that has no name is called after the variable of its step, measure or table. Where one of a name that
    the project holds is another one now, all that uses the name gets it.

    Parameters
    ----------
    project
        The project; it stays as it is.
    recipe, scenarios, measures, tables
        Those that take the place of its own; None: its own stay.

    Returns
    -------
    Project
        It holds every hierarchy that they use.

    Raises
    ------
    ParameterError
        Two that it does not hold yet have the same name, or what uses one of the project cannot follow its
        change.
    """
    given_parts = {"recipe": recipe, "scenarios": scenarios, "measures": measures, "tables": tables}
    new = {name: part for name, part in given_parts.items() if part is not None}
    hierarchies = {hierarchy.name: hierarchy for hierarchy in project.hierarchies}
    brought: dict[Hierarchy, str] = {}
    for operation, given in _uses(new.values()):
        if isinstance(given, str) or given in project.hierarchies or given in brought:
            continue
        name = brought[given] = given.name or _name_for(given, operation, hierarchies)
        if hierarchies.get(name) not in (*project.hierarchies, None, given.changed(name=name)):
            wrong = "Two hierarchies are called {name}; give one of them another name."
            raise ParameterError(sentence(wrong, name=short(name)), "name")
        hierarchies[name] = given.changed(name=name)
    if not brought:
        return project.changed(**new)

    def find_name(hierarchy: HierarchyOrName) -> str:
        return hierarchy if isinstance(hierarchy, str) else brought.get(hierarchy, hierarchy.name)

    return _with_project_hierarchies(project, new, hierarchies, find_name)


def with_hierarchy(project: Project, hierarchy: Hierarchy, replaces: str = "", words: str = "") -> Change:
    """Return the change that adds a hierarchy, or puts it in the place of another one.

    Parameters
    ----------
    project
        The project.
    hierarchy
        The new one; it has a name.
    replaces
        Name of the one whose place it takes, in every step and measure too; empty: it stands at the end.
    words
        What undo says; empty: that it was added, changed or is called something else.

    Returns
    -------
    Change
        What undo says, and the project with it.

    Raises
    ------
    ParameterError
        It has no name, or that of another one; or what uses it cannot follow the change.
    """
    others = [one.name for one in project.hierarchies if one.name != replaces]
    if not hierarchy.name or hierarchy.name in others:
        wrong = "Another hierarchy has this name." if hierarchy.name else "A hierarchy needs a name."
        raise ParameterError(wrong, "name")
    if not replaces:
        label = words or sentence("Hierarchy {name} added", name=hierarchy.name)
        return Change(label, project.changed(hierarchies=(*project.hierarchies, hierarchy)))
    hierarchies = {one.name: hierarchy if one.name == replaces else one for one in project.hierarchies}
    label = (
        sentence("Hierarchy {name} changed", name=hierarchy.name)
        if hierarchy.name == replaces
        else sentence("Hierarchy {old} is called {name}", old=replaces, name=hierarchy.name)
    )
    changed = _with_project_hierarchies(project, {}, hierarchies, _name)
    return Change(words or label, _with_name_in_alternatives(changed, replaces, hierarchy.name))


def _with_name_in_alternatives(project: Project, old: str, new: str) -> Project:
    """Return the project whose grid and notes call a hierarchy by its new name."""
    if old == new or (project.grid is None and not project.notes):
        return project
    grid = project.grid and Grid(**with_new_name(project.grid.model_dump(mode="json"), old, new))
    notes = tuple(one.changed(methods=with_new_name(one.methods, old, new)) for one in project.notes)
    return project.changed(grid=grid, notes=notes)


def without_hierarchy(project: Project, name: str) -> Change:
    """Return the change that removes a hierarchy.

    Parameters
    ----------
    project
        The project.
    name
        Name of the hierarchy.

    Returns
    -------
    Change
        What undo says, and the project without it.

    Raises
    ------
    ParameterError
        A step, measure or table uses it.
    """
    if users := hierarchy_users(project, name):
        named = listed(users[:NAMED], len(users))
        wrong = "{name} is used by {named}; let them use another hierarchy first."
        raise ParameterError(sentence(wrong, name=short(name), named=named), "hierarchies")
    left = tuple(one for one in project.hierarchies if one.name != name)
    return Change(sentence("Hierarchy {name} removed", name=name), project.changed(hierarchies=left))


def hierarchy_users(project: Project, name: str) -> tuple[str, ...]:
    """Return what uses a hierarchy.

    Parameters
    ----------
    project
        The project.
    name
        Name of the hierarchy.

    Returns
    -------
    tuple[str, ...]
        Its steps by their numbers, then its measures by their titles, those of scenarios first, then tables.
    """
    steps = [
        sentence("step {number}", number=str(number))
        for number, step in enumerate(project.recipe.steps, start=1)
        if _uses_it(step, name)
    ]
    of_scenarios = (measure for scenario in project.scenarios for measure in scenario.measures)
    measures = (one.title for one in (*of_scenarios, *project.measures) if _uses_it(one, name))
    tables = (
        sentence("the table {table}", table=short(table.name))
        for table in project.tables
        if _uses_it(table, name)
    )
    return (*steps, *measures, *tables)


def _uses(parts: Iterable[Any]) -> Iterable[tuple[Model, HierarchyOrName]]:
    for part in parts:
        for model in part if isinstance(part, tuple) else (part,):
            yield from used_hierarchies(model)


def _uses_it(model: Model, name: str) -> bool:
    return any(_name(hierarchy) == name for _, hierarchy in used_hierarchies(model))


def _name_for(hierarchy: Hierarchy, operation: Model, hierarchies: dict[str, Hierarchy]) -> str:
    """Return the name under which a hierarchy without one is held: that of an equal one, or a fresh one."""
    same = (name for name, one in hierarchies.items() if hierarchy.changed(name=name) == one)
    chosen = operation.chosen() if isinstance(operation, Operation) else ()
    wanted = next((name for _, name, _ in chosen), UNNAMED)
    if isinstance(operation, KeyHierarchy):
        wanted = operation.variable
    return next(same, "") or fresh_name(wanted, hierarchies)


def _with_project_hierarchies(
    project: Project, new: dict[str, Any], hierarchies: dict[str, Hierarchy], find_name: FindName
) -> Project:
    """Return the project with new parts and hierarchies, where all uses are of those that it holds."""

    def whole(hierarchy: HierarchyOrName) -> HierarchyOrName:
        return hierarchies.get(find_name(hierarchy), hierarchy)

    parts = {name: new.get(name, getattr(project, name)) for name in PARTS}
    try:
        changed = {
            name: tuple(with_hierarchies(one, whole) for one in part)
            if isinstance(part, tuple)
            else with_hierarchies(part, whole)
            for name, part in parts.items()
        }
    except ParameterError as error:
        wrong = "Another step, measure or table that uses the hierarchy cannot follow the change. {why}"
        raise ParameterError(sentence(wrong, why=error.message), "hierarchy") from None
    return project.changed(
        **changed, hierarchies=tuple({one.name: one for one in hierarchies.values()}.values())
    )


def _name(hierarchy: HierarchyOrName) -> str:
    return hierarchy if isinstance(hierarchy, str) else hierarchy.name
