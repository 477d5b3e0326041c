"""Commands that edit the weight matrices of a project: each returns what undo needs to know."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdcdesk.core.errors import ParameterError
from sdcdesk.core.locale import NEUTRAL, Locale
from sdcdesk.core.number_shown import count_shown, number_shown
from sdcdesk.core.sentence import counted, sentence
from sdcdesk.document import scenario_commands
from sdcdesk.document.matrix_use import reason_to_keep, users
from sdcdesk.document.project import Project
from sdcdesk.risk.weights import editing
from sdcdesk.risk.weights.admissibility import Structure
from sdcdesk.risk.weights.cell_edit import Edit
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.presets import without_untrue_note
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import Cell, cells_text


@dataclass(frozen=True, slots=True)
class MatrixChange:
    """A changed project.

    Attributes
    ----------
    label
        What undo says.
    project
        The project; the one before where nothing is to be changed.
    chosen
        The matrix that is edited from now on; empty: any.
    moved
        Cells whose weights gave way.
    remark
        What is worth knowing.
    """

    label: str
    project: Project
    chosen: str
    moved: tuple[Cell, ...] = ()
    remark: str = ""


# Weights


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
    label = f"Weight {edit.i}, {edit.j} of {name} is {number_shown(edit.weight, locale)}"
    pushed = f"; pushed {cells_text(edit.moved, locale)}" if edit.moved else ""
    return _changed(project, name, f"{label}{pushed}", edit.matrix, edit.moved)


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
    matrix = _matrix(project, name)
    lost = editing.dropped(matrix, structure)
    remark = sentence(
        "Dropped {n} weight that cannot occur with the structure {structure}; Undo brings it back",
        "Dropped {n} weights that cannot occur with the structure {structure}; Undo brings them back",
        "n",
        n=lost,
        structure=structure,
    ).written(locale)
    label = f"Structure of {name}: {structure}"
    return _changed(
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
    return _changed(project, name, f"Larger groups of {name}", _matrix(project, name).changed(tail=tail))


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
    label = f"Scale {name} to {count_shown(scaling.n, locale)}"
    return _changed(project, name, label, scaling.scaled(_matrix(project, name)))


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
    before = _matrix(project, name)
    matrix = editing.with_block(before, i, j, values)
    if matrix == before:
        return MatrixChange("", project, name, remark=f"{name} has these weights already")
    if not matrix.admissible and users(project, name):
        name = scenario_commands.fresh_name(f"{name}, pasted", project.weights)
    label = sentence(
        f"Paste {{rows}} × {{columns}} weights into {{name}} at {i}, {j}",
        rows=len(values),
        columns=len(values[0]),
        name=name,
    )
    return _changed(project, name, label, matrix)


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
    cells = editing.moved_between(_matrix(project, name), after)
    moved = counted(len(cells), "weight moved", "weights moved").written(locale)
    label = f"Repair {name}: {moved}, {cells_text(cells, locale)}"
    return _changed(project, name, label, after, cells)


# Matrices


def with_matrix(project: Project, name: str, matrix: WeightMatrix) -> Project:
    """Return the project with a matrix under a name; one that has the name gives way.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        New or known name.
    matrix
        The weights.

    Returns
    -------
    Project
        Title and note are kept only where they are true.
    """
    return project.changed(weights={**project.weights, name: without_untrue_note(matrix)})


def added(project: Project, name: str, matrix: WeightMatrix, label: str) -> MatrixChange:
    """Return the project with a matrix more; one that is there already is chosen.

    Parameters
    ----------
    project
        The project.
    name
        Wished name; it gets a number behind it where another matrix has it.
    matrix
        The weights.
    label
        What undo says, before the name.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the name that the matrix got.
    """
    if project.weights.get(name) == matrix:
        return MatrixChange("", project, name)
    name = scenario_commands.fresh_name(name, project.weights)
    return _changed(project, name, f"{label} {name}", matrix)


def copied(project: Project, name: str) -> MatrixChange:
    """Return the project with a copy of a matrix.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the name of the copy.
    """
    copy = scenario_commands.fresh_name(f"{name}, copy", project.weights)
    return _changed(project, copy, f"Duplicate weights {copy}", _matrix(project, name))


def renamed(project: Project, old: str, new: str) -> MatrixChange:
    """Return the project with another name for a matrix, in its scenarios too.

    Parameters
    ----------
    project
        The project; it stays as it is.
    old
        Present name.
    new
        Name that no other matrix has.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the new name.

    Raises
    ------
    ParameterError
        The name is empty, or another matrix has it.
    """
    if not new:
        raise ParameterError("A weight matrix needs a name: give it one.", "weights")
    if new != old and new in project.weights:
        raise ParameterError(f"There is a weight matrix {new} already: choose another name.", "weights")
    weights = {new if name == old else name: matrix for name, matrix in project.weights.items()}
    scenarios = tuple(
        each.changed(weights=new) if each.weights == old else each for each in project.scenarios
    )
    changed = project.changed(weights=weights, scenarios=scenarios)
    return MatrixChange(f"Rename weights {old}", changed, new)


def removed(project: Project, name: str) -> MatrixChange:
    """Return the project without a matrix.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.

    Returns
    -------
    MatrixChange
        What undo says, and the new project.

    Raises
    ------
    ParameterError
        A scenario uses it.
    """
    reason = reason_to_keep(project, name)
    if reason:
        raise ParameterError(reason, "weights")
    weights = {each: matrix for each, matrix in project.weights.items() if each != name}
    return MatrixChange(f"Remove weights {name}", project.changed(weights=weights), "")


def used(project: Project, name: str, scenario: str) -> MatrixChange:
    """Return the project in which a scenario uses a matrix.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the matrix.
    scenario
        Name of the scenario.

    Returns
    -------
    MatrixChange
        What undo says, and the new project.
    """
    _matrix(project, name)
    scenarios = tuple(
        each.changed(weights=name) if each.name == scenario else each for each in project.scenarios
    )
    return MatrixChange(f"Use {name} for {scenario}", project.changed(scenarios=scenarios), name)


def in_both_directions(project: Project, name: str) -> MatrixChange:
    """Return the project with a matrix for both directions, used wherever the one named was used.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of a matrix of one direction.

    Returns
    -------
    MatrixChange
        What undo says, the new project, and the name of the general matrix.
    """
    both = _matrix(project, name).both_directions()
    changed = scenario_commands.in_both_directions(project, name)
    chosen = next(each for each, matrix in changed.weights.items() if matrix == both)
    return MatrixChange(f"Use {name} in both directions", changed, chosen)


def _matrix(project: Project, name: str) -> WeightMatrix:
    matrix = project.weights.get(name)
    if matrix is None:
        raise ParameterError(f"The project holds no weight matrix {name}: choose another one.", "weights")
    return matrix


def _changed(
    project: Project,
    name: str,
    label: str,
    matrix: WeightMatrix,
    moved: tuple[Cell, ...] = (),
    remark: str = "",
) -> MatrixChange:
    return MatrixChange(label, with_matrix(project, name, matrix), name, moved, remark)
