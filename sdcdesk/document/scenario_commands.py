"""Commands that edit the scenarios of a project, and the matrices that they use."""

from collections.abc import Sequence

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import ALL_ALIKE, ALL_KEYS, Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.risk import WeightMatrix


def named(project: Project, name: str) -> Scenario | None:
    """Return a scenario by its name.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Its name.

    Returns
    -------
    Scenario or None
        None: the project has no such scenario.
    """
    return next((scenario for scenario in project.scenarios if scenario.name == name), None)


def with_scenario(
    project: Project, scenario: Scenario, replaces: str = "", matrix: WeightMatrix | None = None
) -> Project:
    """Return the project with a scenario more, or in the place of another one.

    Parameters
    ----------
    project
        The project.
    scenario
        The new scenario.
    replaces
        Name of the scenario whose place it takes; empty: it comes last.
    matrix
        A weight matrix that the project gets with it, under the name that the scenario uses.

    Returns
    -------
    Project
        A new project.
    """
    scenarios = [scenario if each.name == replaces else each for each in project.scenarios]
    if not replaces:
        scenarios.append(scenario)
    weights = {**project.weights, scenario.weights: matrix} if matrix else project.weights
    return keeping(project.changed(weights=weights), scenarios=tuple(scenarios))


def with_intruder(project: Project, keys: Sequence[str], beside: str = "") -> tuple[Project, str]:
    """Return the project with a scenario of somebody who knows some variables, and its name.

    Parameters
    ----------
    project
        The project; it stays as it is.
    keys
        The variables.
    beside
        Name of the scenario whose weights, limits and measures it takes over; empty, or none of the project:
        it has equal weights and no limits.

    Returns
    -------
    tuple[Project, str]
        The new project, and a name that was not taken.
    """
    name = fresh_name(_keys_text(keys), [each.name for each in project.scenarios])
    known = named(project, beside)
    if known is None:
        alike = WeightMatrix.maximal().changed(title=ALL_ALIKE)
        scenario = Scenario(name=name, keys=tuple(keys), weights=ALL_ALIKE)
        return with_scenario(project, scenario, matrix=project.weights.get(ALL_ALIKE, alike)), name
    return with_scenario(project, known.changed(name=name, knows="", keys=tuple(keys))), name


def with_true_knowledge(scenario: Scenario, before: Scenario | None, project: Project) -> Scenario:
    """Return an edited scenario without words of ours that its keys no longer bear out.

    Parameters
    ----------
    scenario
        As it was edited.
    before
        As it was; None: it is new.
    project
        Its scenarios' names are taken.

    Returns
    -------
    Scenario
        Named after its keys where it was before and the name was left as it was; words of the user stay.
    """
    if before is None or scenario.keys == before.keys:
        return scenario
    if scenario.knows == before.knows == ALL_KEYS:
        scenario = scenario.changed(knows="")
    if scenario.name == before.name == _keys_text(before.keys) and scenario.keys:
        others = [each.name for each in project.scenarios if each.name != before.name]
        return scenario.changed(name=fresh_name(_keys_text(scenario.keys), others))
    return scenario


def _keys_text(keys: Sequence[str]) -> str:
    return sentence("Knows {keys}", keys=", ".join(keys))


def duplicated(project: Project, name: str) -> tuple[Project, str]:
    """Return the project with a copy of a scenario behind it, and the name of the copy.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the scenario.

    Returns
    -------
    tuple[Project, str]
        The new project, and a name that was not taken.
    """
    copy = fresh_name(sentence("{name}, copy", name=name), [each.name for each in project.scenarios])
    scenarios: list[Scenario] = []
    for each in project.scenarios:
        scenarios.append(each)
        if each.name == name:
            scenarios.append(each.changed(name=copy))
    return project.changed(scenarios=tuple(scenarios)), copy


def without_scenario(project: Project, name: str) -> Project:
    """Return the project without a scenario.

    Parameters
    ----------
    project
        The project; it stays as it is.
    name
        Name of the scenario.

    Returns
    -------
    Project
        Its weight matrix stays.
    """
    return project.changed(scenarios=tuple(each for each in project.scenarios if each.name != name))


def in_both_directions(project: Project, weights: str) -> Project:
    """Return the project with a matrix for both directions, used wherever the one named was used.

    The matrix of one direction stays, for it may be the one that a paper prints.

    Parameters
    ----------
    project
        The project; it stays as it is.
    weights
        Name of the matrix of one direction.

    Returns
    -------
    Project
        The general matrix is taken from the project where it is there already.
    """
    matrix = project.weights[weights].both_directions()
    same = (name for name, other in project.weights.items() if other == matrix)
    name = next(same, "") or fresh_name(
        sentence("{weights}, both directions", weights=weights), project.weights
    )
    scenarios = tuple(
        each.changed(weights=name) if each.weights == weights else each for each in project.scenarios
    )
    return project.changed(scenarios=scenarios, weights={**project.weights, name: matrix})
