"""Commands that edit the weights of a matrix of a project; each returns what undo needs to know."""

from collections.abc import Sequence

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.matrix_commands import MatrixChange, find_matrix, with_changed
from sdcdesk.document.matrix_use import users
from sdcdesk.document.project import Project
from sdcdesk.risk.weights import editing
from sdcdesk.risk.weights.admissibility import Structure
from sdcdesk.risk.weights.cell_edit import Edit
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import cells_text


def edited(project: Project, name: str, edit: Edit, locale: Locale = NEUTRAL) -> MatrixChange:
    """Return the project after an edit of one weight, and of those that it pushes.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.
    edit
        The cell, its new weight, and the matrix that results.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the cells that moved.
    """
    words = "Weight {i}, {j} of {name} is {weight}; pushed {cells}"
    if not edit.moved:
        words = "Weight {i}, {j} of {name} is {weight}"
    label = sentence(
        words,
        i=str(edit.i),
        j=str(edit.j),
        name=name,
        weight=float(edit.weight),
        cells=cells_text(edit.moved, locale) if edit.moved else "",
    )
    return with_changed(project, name, label.written(locale), edit.matrix, edit.moved)


def restructured(project: Project, name: str, structure: Structure, locale: Locale = NEUTRAL) -> MatrixChange:
    """Return the project with another structure of a matrix; weights without a place are dropped.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.
    structure
        The new structure.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    MatrixChange
        Its remark says how many weights were dropped.
    """
    matrix = find_matrix(project, name)
    lost = editing.dropped(matrix, structure)
    remark = sentence(
        "Dropped {n} weight that cannot occur with the structure {structure}; Undo brings it back",
        "Dropped {n} weights that cannot occur with the structure {structure}; Undo brings them back",
        "n",
        n=lost,
        structure=structure,
    ).written(locale)
    label = sentence("Structure of {name}: {structure}", name=name, structure=structure)
    return with_changed(
        project, name, label, editing.with_structure(matrix, structure), remark=remark if lost else ""
    )


def with_tail(project: Project, name: str, tail: float) -> MatrixChange:
    """Return the project in which larger groups weigh something else.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.
    tail
        q, 0…1.

    Returns
    -------
    MatrixChange
        What undo says, and the new project.
    """
    return with_changed(
        project,
        name,
        sentence("Larger groups of {name}", name=name),
        find_matrix(project, name).changed(tail=tail),
    )


def scaled(project: Project, name: str, scaling: Scaling, locale: Locale = NEUTRAL) -> MatrixChange:
    """Return the project with weights that sum to the number of records.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.
    scaling
        Numbers of records to scale to.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    MatrixChange
        What undo says, and the new project.

    Raises
    ------
    SdcError
        The weights sum to nothing.
    """
    label = sentence("Scale {name} to {n}", name=name, n=scaling.n).written(locale)
    return with_changed(project, name, label, scaling.scaled(find_matrix(project, name)))


def pasted(project: Project, name: str, values: Sequence[Sequence[float]], i: int, j: int) -> MatrixChange:
    """Return the project with a block of numbers in a matrix.

    One that breaks rules takes another name where a scenario uses the old one: no verdict rests on weights
    that break rules, and nothing that was pasted is lost.

    Parameters
    ----------
    project, name
        The project and its matrix.
    values
        Rows of equal length.
    i, j
        Cell of the upper left corner, counted from 1.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the name of the matrix.

    Raises
    ------
    SdcError
        The numbers have no place.
    """
    before = find_matrix(project, name)
    matrix = editing.with_block(before, i, j, values)
    if matrix == before:
        return MatrixChange("", project, name, remark=sentence("{name} has these weights already", name=name))
    if not matrix.admissible and users(project, name):
        name = fresh_name(sentence("{name}, pasted", name=name), project.weights)
    label = sentence(
        "Paste {rows} × {columns} weights into {name} at {i}, {j}",
        rows=len(values),
        columns=len(values[0]),
        name=name,
        i=str(i),
        j=str(j),
    )
    return with_changed(project, name, label, matrix)


def repaired(project: Project, name: str, after: WeightMatrix, locale: Locale = NEUTRAL) -> MatrixChange:
    """Return the project with a matrix as it was repaired.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.
    after
        The matrix that follows the rules.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the cells that moved.
    """
    cells = editing.moved_between(find_matrix(project, name), after)
    label = sentence(
        "Repair {name}: {n} weight moved, {cells}",
        "Repair {name}: {n} weights moved, {cells}",
        "n",
        name=name,
        n=len(cells),
        cells=cells_text(cells, locale),
    )
    return with_changed(project, name, label.written(locale), after, cells)
