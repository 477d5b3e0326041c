"""Commands on the weight matrices of a project, as a whole: each returns what undo needs to know."""

from dataclasses import dataclass

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import scenario_commands
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.matrix_use import reason_to_keep
from sdcdesk.document.project import Project
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.presets import true_name, truly_titled
from sdcdesk.risk.weights.text import Cell


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
        Its title and note are kept only where they are true; see `truly_titled`.
    """
    return project.changed(weights={**project.weights, name: truly_titled(matrix, project.weights.get(name))})


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
    name = fresh_name(name, project.weights)
    return with_changed(project, name, f"{label} {name}", matrix)


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
    copy = fresh_name(sentence("{name}, copy", name=name), project.weights)
    return with_changed(
        project, copy, sentence("Duplicate weights {copy}", copy=copy), find_matrix(project, name)
    )


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
        raise ParameterError(
            sentence("There is a weight matrix {new} already: choose another name.", new=new), "weights"
        )
    weights = {new if name == old else name: matrix for name, matrix in project.weights.items()}
    scenarios = tuple(
        each.changed(weights=new) if each.weights == old else each for each in project.scenarios
    )
    changed = project.changed(weights=weights, scenarios=scenarios)
    return MatrixChange(sentence("Rename weights {old}", old=old), changed, new)


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
    return MatrixChange(sentence("Remove weights {name}", name=name), project.changed(weights=weights), "")


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
    find_matrix(project, name)
    scenarios = tuple(
        each.changed(weights=name) if each.name == scenario else each for each in project.scenarios
    )
    return MatrixChange(
        sentence("Use {name} for {scenario}", name=name, scenario=scenario),
        project.changed(scenarios=scenarios),
        name,
    )


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
    both = find_matrix(project, name).both_directions()
    changed = scenario_commands.in_both_directions(project, name)
    chosen = next(each for each, matrix in changed.weights.items() if matrix == both)
    return MatrixChange(sentence("Use {name} in both directions", name=name), changed, chosen)


def find_matrix(project: Project, name: str) -> WeightMatrix:
    """Return a matrix of a project.

    Parameters
    ----------
    project
        The project.
    name
        Name of the matrix.

    Returns
    -------
    WeightMatrix
        As it stands there.

    Raises
    ------
    ParameterError
        There is no such matrix.
    """
    matrix = project.weights.get(name)
    if matrix is None:
        raise ParameterError(
            sentence("The project holds no weight matrix {name}: choose another one.", name=name), "weights"
        )
    return matrix


def with_changed(
    project: Project,
    name: str,
    label: str,
    matrix: WeightMatrix,
    moved: tuple[Cell, ...] = (),
    remark: str = "",
) -> MatrixChange:
    """Return the project with a matrix under a name, as a change.

    Parameters
    ----------
    project, name, matrix
        See `with_matrix`.
    label, moved, remark
        See `MatrixChange`.

    Returns
    -------
    MatrixChange
        The matrix is chosen. One that has the name of a preset and no longer its weights gets a true name, in
        its scenarios too.
    """
    before, changed = project.weights.get(name), with_matrix(project, name, matrix)
    titled = before is not None and before.title == name
    true = changed.weights[name].title if titled else true_name(name, matrix)
    if true and true != name:
        true = fresh_name(true, changed.weights)
        changed = renamed(changed, name, true).project
    return MatrixChange(label, changed, true, moved, remark)
