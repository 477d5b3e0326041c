"""Commands that edit the weight matrices of a project."""

from sdcdesk.core.errors import ParameterError, SdcError
from sdcdesk.document.project import Project
from sdcdesk.risk import WeightMatrix
from ui.release.matrix_presets import presets
from ui.release.scenario_commands import fresh_name
from ui.widgets.numbers import count


def with_matrix(project: Project, name: str, matrix: WeightMatrix) -> Project:
    """Return the project with a matrix under a name; one that has the name gives way."""
    return project.changed(weights={**project.weights, name: described(matrix)})


def described(matrix: WeightMatrix) -> WeightMatrix:
    """Return a matrix without the words of a preset that it no longer is."""
    if not matrix.note and not matrix.title:
        return matrix
    titled = [preset for preset in presets() if (preset.title, preset.note) == (matrix.title, matrix.note)]
    return matrix.changed(title="", note="") if titled and matrix not in titled else matrix


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


def used_by(project: Project, scenario: str, name: str) -> Project:
    """Return the project in which a scenario uses a matrix."""
    scenarios = tuple(
        each.changed(weights=name) if each.name == scenario else each for each in project.scenarios
    )
    return project.changed(scenarios=scenarios)


def reason_not_to_use(matrix: WeightMatrix, risk: float | SdcError | None = None) -> str:
    """Return why no scenario can use a matrix; empty where one can.

    Parameters
    ----------
    matrix
        The matrix.
    risk
        DR_W with it, or why that is not defined; None: not known.
    """
    rules = len(matrix.violations())
    if rules:
        return f"This matrix {rules_text(rules)}: repair it or change its weights first."
    return risk.message if isinstance(risk, SdcError) else ""


def rules_text(rules: int) -> str:
    """Return how many rules a matrix breaks: "breaks 7 rules"."""
    return f"breaks {count(rules)} {'rule' if rules == 1 else 'rules'}"


def pasted(project: Project, name: str, matrix: WeightMatrix) -> tuple[Project, str]:
    """Return the project with a changed matrix, and the name under which it is kept.

    One that breaks rules takes another name where a scenario uses the old one: no verdict rests on weights
    that break rules, and nothing that was pasted is lost.
    """
    if not matrix.admissible and users(project, name):
        name = fresh_name(f"{name}, pasted", project.weights)
    return with_matrix(project, name, matrix), name


def reason_to_keep(project: Project, name: str) -> str:
    """Return why a matrix cannot be removed; empty where it can."""
    using = users(project, name)
    if not using:
        return ""
    scenarios = "the scenario" if len(using) == 1 else "the scenarios"
    return (
        f"Used by {scenarios} {', '.join(using)}: give {'it' if len(using) == 1 else 'them'} other weights."
    )
