"""Commands that edit the tables of a project: each returns what undo says, and the changed project."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.tables import Protection, Rule, TablePlan

UNNAMED = "Table"
"""What a table is called where nobody has given it a name."""

CellChoice = Literal["hidden", "always", "free"]
"""What the owner decides of a cell: it is hidden, always published, or left to rules and protection."""

CHOSEN: dict[CellChoice, str] = {
    "hidden": "{name}: {cell} is hidden",
    "always": "{name}: {cell} is always published",
    "free": "{name}: {cell} is left to the rules",
}
"""What undo says of such a decision; `{cell}` is named by its codes."""

WORDS = {
    "title": "Title of table {name} changed",
    "unit": "Unit of table {name} changed",
    "plan": "What table {name} is built of changed",
    "finished": "File of table {name} changed",
    "of": "Data of table {name} changed",
    "rules": "Rules of table {name} changed",
    "protection": "Protection of table {name} changed",
    "hidden": "Hidden cells of table {name} changed",
    "always": "Published cells of table {name} changed",
    "together": "What table {name} is published with changed",
    "override": "Reason to publish table {name} changed",
    "last_edition": "Last edition of table {name} changed",
    "rows": "Rows of table {name} changed",
    "columns": "Columns of table {name} changed",
    "value": "Values of table {name} changed",
    "hierarchies": "Hierarchies of table {name} changed",
    "weight": "Weights of table {name} changed",
    "holding": "Holdings of table {name} changed",
    "waiver": "Waivers of table {name} changed",
    "cost": "Costs of table {name} changed",
    "where": "Records of table {name} changed",
}
"""What undo says of an edit, by the field that it changes."""

OTHER = "Table {name} changed"
"""What undo says of any other edit."""

HARMLESS = {"name", "title", "unit", "override"}
"""Fields that change nothing of what a reason to publish a table was given for."""


def planned_table(project: Project, name: str) -> PlannedTable:
    """Return a table by its name.

    Parameters
    ----------
    project
        The project.
    name
        Its name.

    Returns
    -------
    PlannedTable

    Raises
    ------
    ParameterError
        The project has no such table.
    """
    found = next((table for table in project.tables if table.name == name), None)
    if found is None:
        words = "The project has no table called {name}; choose one of its tables."
        raise ParameterError(sentence(words, name=short(name)), "tables")
    return found


def begun_table(project: Project, plan: TablePlan) -> PlannedTable:
    """Return a new table under a name that is not taken.

    Parameters
    ----------
    project
        The project, which does not hold it yet.
    plan
        How it is built.

    Returns
    -------
    PlannedTable
        Without rules.
    """
    return PlannedTable(name=fresh_name(UNNAMED, [table.name for table in project.tables]), plan=plan)


def with_table(project: Project, table: PlannedTable, replaces: str = "") -> Change:
    """Return the change that adds a table, or puts it in the place of another one.

    Parameters
    ----------
    project
        The project.
    table
        The new table, and with it the hierarchies that it brings.
    replaces
        Name of the table whose place it takes; empty: it stands at the end.

    Returns
    -------
    Change
        What undo says, and the project with the table.

    Raises
    ------
    ParameterError
        Another table has its name, or the project has none that it could replace.
    """
    if not replaces:
        label = sentence("Table {name} added", name=short(table.name))
        return Change(label, keeping(project, tables=(*project.tables, table)))
    old = planned_table(project, replaces)
    tables = tuple(table if one is old else one for one in project.tables)
    words, holes = OTHER, {"name": short(table.name)}
    if table.name != old.name:
        words, holes = "Table {old} is called {name}", {**holes, "old": short(old.name)}
    return Change(sentence(words, **holes), keeping(project, tables=tables))


def without_table(project: Project, name: str) -> Change:
    """Return the change that removes a table.

    Parameters
    ----------
    project
        The project.
    name
        Name of the table.

    Returns
    -------
    Change
        What undo says, and the project without it.

    Raises
    ------
    ParameterError
        The project has no such table.
    """
    gone = planned_table(project, name)
    tables = tuple(table for table in project.tables if table is not gone)
    return Change(sentence("Table {name} removed", name=short(name)), project.changed(tables=tables))


def moved_table(project: Project, name: str, place: int) -> Change:
    """Return the change that moves a table.

    Parameters
    ----------
    project
        The project.
    name
        Name of the table.
    place
        Where it stands then, from 0; beyond an end it stands at that end.

    Returns
    -------
    Change
        What undo says, and the project with the tables in the new order; without a label where it stays.

    Raises
    ------
    ParameterError
        The project has no such table.
    """
    table = planned_table(project, name)
    others = [one for one in project.tables if one is not table]
    others.insert(max(place, 0), table)
    if tuple(others) == project.tables:
        return Change("", project)
    return Change(sentence("Table {name} moved", name=short(name)), project.changed(tables=tuple(others)))


def with_changed_table(project: Project, name: str, /, **changes: Any) -> Change:
    """Return the change that edits fields of a table: its title, rules, file, cells and so on.

    A reason to publish it nevertheless was given for the table as it was: whatever else is changed, it goes.

    Parameters
    ----------
    project
        The project.
    name
        Name of the table.
    **changes
        New values by field of `PlannedTable`.

    Returns
    -------
    Change
        What undo says, and the changed project; without a label where nothing changes.

    Raises
    ------
    ParameterError
        A value is none that the field can have, or the project has no such table.
    """
    old = planned_table(project, name)
    if not set(changes) <= HARMLESS and "override" not in changes:
        changes["override"] = ""
    new = old.changed(**changes, **_hand_cells(old, changes))
    if new == old:
        return Change("", project)
    if new.name != old.name:
        return with_table(project, new, replaces=name)
    different = [field for field in changes if getattr(new, field) != getattr(old, field)]
    different = [field for field in different if field != "override"] or different
    words = WORDS[different[0]] if len(different) == 1 else OTHER
    changed = with_table(project, new, replaces=name).project
    return Change(sentence(words, name=short(name)), changed)


def _hand_cells(old: PlannedTable, changes: Mapping[str, Any]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return what was decided on cells by hand, as cells of the table with other rows and columns.

    Of other variables none of these cells is left; undo brings them back.
    """
    plan = changes.get("plan")
    if old.plan is None or not isinstance(plan, TablePlan):
        return {}
    before, after = (*old.plan.rows, *old.plan.columns), (*plan.rows, *plan.columns)
    if before == after:
        return {}
    same = set(before) == set(after)
    places = [before.index(name) for name in after] if same else []
    return {
        field: tuple(tuple(cell[place] for place in places) for cell in getattr(old, field)) if same else ()
        for field in ("hidden", "always")
        if field not in changes
    }


def with_changed_plan(project: Project, name: str, /, **changes: Any) -> Change:
    """Return the change that edits what a table is built of: rows, columns, value, weight and so on.

    Parameters
    ----------
    project
        The project.
    name
        Name of the table.
    **changes
        New values by parameter of `TablePlan`. Hierarchies of variables that are no row or column any more
        go with them, and the last edition where it is one of other variables.

    Returns
    -------
    Change
        What undo says, and the changed project; without a label where nothing changes.

    Raises
    ------
    ParameterError
        A value is none that the parameter can have, or the table is a finished one.
    """
    plan = planned_table(project, name).plan
    if plan is None:
        words = "Table {name} was read from a file, and is not built; change the file."
        raise ParameterError(sentence(words, name=short(name)), "plan")
    asked = dict(changes)
    dimensions = {*changes.get("rows", plan.rows), *changes.get("columns", plan.columns)}
    kept = tuple(one for one in plan.hierarchies if one.variable in dimensions)
    if kept != plan.hierarchies and "hierarchies" not in changes:
        changes["hierarchies"] = kept
    made: dict[str, Any] = {"plan": plan.changed(**changes)}
    before = planned_table(project, name).last_edition
    if before is not None and {*before.dimensions} != dimensions:
        made["last_edition"] = None  # it is one of another table
    label, changed = with_changed_table(project, name, **made)
    words = WORDS.get(next(iter(asked)), OTHER) if len(asked) == 1 else WORDS["plan"]
    return Change(label and sentence(words, name=short(name)), changed)


def with_table_rules(project: Project, name: str, rules: Sequence[Rule]) -> Change:
    """Return the change that gives a table other rules; parameters and errors as in `with_changed_table`.

    Parameters
    ----------
    project, name
        The project, and the name of the table.
    rules
        Its rules.

    Returns
    -------
    Change
        What undo says, and the changed project.
    """
    return with_changed_table(project, name, rules=tuple(rules))


def with_table_protection(project: Project, name: str, protection: Protection | None) -> Change:
    """Return the change that protects a table in another way.

    Parameters
    ----------
    project, name
        The project, and the name of the table.
    protection
        How; None: sensitive cells are hidden, and nothing besides.

    Returns
    -------
    Change
        What undo says, and the changed project: tables that are published together are protected alike.

    Raises
    ------
    ParameterError
        The project has no such table.
    """
    label, changed = with_changed_table(project, name, protection=protection)
    if planned_table(project, name).together:
        others = [one.name for one in project.tables if one.together and one.name != name]
        for other in others:
            also, changed = with_changed_table(changed, other, protection=protection)
            label = label or also
    return Change(label, changed)


def with_cell_choice(project: Project, name: str, codes: Sequence[str], choice: CellChoice) -> Change:
    """Return the change that decides on a cell by hand.

    Parameters
    ----------
    project, name
        The project, and the name of the table.
    codes
        A code of each dimension.
    choice
        What becomes of the cell.

    Returns
    -------
    Change
        What undo says, and the changed project; without a label where nothing changes.

    Raises
    ------
    ParameterError
        The project has no such table.
    """
    table, cell = planned_table(project, name), tuple(codes)
    lists = {"hidden": table.hidden, "always": table.always}
    cells = {field: tuple(one for one in known if one != cell) for field, known in lists.items()}
    if choice != "free":
        cells[choice] = lists[choice] if cell in lists[choice] else (*cells[choice], cell)
    label, changed = with_changed_table(project, name, **cells)
    return Change(label and sentence(CHOSEN[choice], name=short(name), cell=short(", ".join(cell))), changed)


def with_tables_together(project: Project, names: Sequence[str]) -> Change:
    """Return the change that says which tables are published together.

    Parameters
    ----------
    project
        The project.
    names
        Names of tables; all others are published for themselves. They get the protection of the first one
        in the order of the project.

    Returns
    -------
    Change
        What undo says, and the changed project; without a label where nothing changes.

    Raises
    ------
    ParameterError
        The project has no table of one of the names, or only one is named.
    """
    chosen = [planned_table(project, name).name for name in dict.fromkeys(names)]
    if len(chosen) == 1:
        raise ParameterError("Two tables at least are published together; choose another one too.", "tables")
    changed, first = project, next((one for one in project.tables if one.name in chosen), None)
    for table in project.tables:
        together = table.name in chosen
        protection = first.protection if together and first is not None else table.protection
        _, changed = with_changed_table(changed, table.name, together=together, protection=protection)
    if changed == project:
        return Change("", project)
    words = "Tables {names} are published together" if chosen else "Each table is published for itself"
    holes = {"names": joined_by_and([short(name) for name in chosen])} if chosen else {}
    return Change(sentence(words, **holes), changed)
