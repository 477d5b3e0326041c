"""Edits of a project's measures: which parameters a measure has in it, and a project with others."""

from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.hierarchy_commands import keeping
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario, knowledge, own
from sdcdesk.document.scenario_commands import with_scenario


def find_measure(project: Project, scenario: Scenario | None, kind: type[Measure]) -> Measure | None:
    """Return a measure as the project has it, else with its defaults.

    Parameters
    ----------
    project, scenario
        The project, and the scenario whose intruder a measure supposes that can; None: there is none.
    kind
        Which measure.

    Returns
    -------
    Measure or None
        None where it has parameters without a default, which nobody has given yet.
    """
    known = knowledge(kind)
    listed = scenario.measures if scenario is not None and known else project.measures
    found = next((measure for measure in listed if measure.name == kind.name), None)
    if found is None:
        try:
            found = kind()
        except ParameterError:
            return None
    if scenario is None or not known:
        return found
    return scenario.informed(found, project.weights[scenario.weights])


def with_measure(project: Project, scenario: Scenario | None, measure: Measure) -> Project:
    """Return a project that has a measure with other parameters.

    What a scenario says of its intruder is changed there; so all its measures suppose the same.

    Parameters
    ----------
    project
        The project; it stays as it is.
    scenario
        The scenario that the measure supposes; None: there is none.
    measure
        With its new parameters.

    Returns
    -------
    Project
        It takes the place of the measure of the same name.
    """
    known = knowledge(type(measure))
    if scenario is None or not known:
        return keeping(project, measures=_replaced(project.measures, measure))
    supposed = {name: getattr(measure, name) for name in known if name != "weights" and measure.applies(name)}
    others = set(type(measure).model_fields) - set(known)
    measures = _replaced(scenario.measures, own(measure)) if others else scenario.measures
    changed = scenario.changed(**supposed, measures=measures)
    return with_scenario(project, changed, replaces=scenario.name)


def _replaced(measures: tuple[Measure, ...], measure: Measure) -> tuple[Measure, ...]:
    if any(one.name == measure.name for one in measures):
        return tuple(measure if one.name == measure.name else one for one in measures)
    return (*measures, measure)
