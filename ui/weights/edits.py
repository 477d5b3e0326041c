"""What the editor of weights changes in a project."""

from sdcdesk.core.errors import ParameterError
from sdcdesk.project import Project
from sdcdesk.risk import WeightMatrix


def with_matrix(project: Project, name: str, matrix: WeightMatrix) -> Project:
    """Return the project with a matrix under a name; one that has the name gives way."""
    return project.changed(weights={**project.weights, name: matrix})


def users(project: Project, name: str) -> tuple[str, ...]:
    """Return the scenarios that use a matrix."""
    return tuple(scenario.name for scenario in project.scenarios if scenario.weights == name)


def renamed(project: Project, old: str, new: str) -> Project:
    """Return the project with another name for a matrix, in its scenarios too.

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
        scenario.changed(weights=new) if scenario.weights == old else scenario
        for scenario in project.scenarios
    )
    return project.changed(weights=weights, scenarios=scenarios)


def without(project: Project, name: str) -> Project:
    """Return the project without a matrix that no scenario uses."""
    return project.changed(weights={each: m for each, m in project.weights.items() if each != name})


def reason_to_keep(project: Project, name: str) -> str:
    """Return why a matrix cannot be removed; empty where it can."""
    using = users(project, name)
    if not using:
        return ""
    scenarios = "the scenario" if len(using) == 1 else "the scenarios"
    return (
        f"Used by {scenarios} {', '.join(using)}: give {'it' if len(using) == 1 else 'them'} other weights."
    )
