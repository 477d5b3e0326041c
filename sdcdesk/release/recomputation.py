"""Recomputation: which changes of a project need one, and which only that its limits are applied again."""

from collections.abc import Mapping
from typing import Any

from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario


def reusable_findings(old: Project, new: Project) -> Mapping[str, str] | None:
    """Return which scenario of the project before answers each scenario of a changed project, by names.

    Names, texts and the values of limits are no questions, and whoever asks less is answered too.

    Parameters
    ----------
    old, new
        The project before the change, and as it is now.

    Returns
    -------
    mapping or None
        None: something is to be computed.
    """
    if (old.variables, old.rules, old.recipe, old.measures) != (
        new.variables,
        new.rules,
        new.recipe,
        new.measures,
    ):
        return None
    if not set(_followed(new)) <= set(_followed(old)) or new.loss_axis.measure != old.loss_axis.measure:
        return None
    found: dict[str, str] = {}
    for scenario in new.scenarios:
        same = [one.name for one in old.scenarios if _answers(old, one, new, scenario)]
        if not same:
            return None
        found[scenario.name] = scenario.name if scenario.name in same else same[0]
    return found


def _followed(project: Project) -> tuple[str, ...]:
    return tuple(measure.name for measure in project.followed_measures())


def _answers(old: Project, known: Scenario, new: Project, wanted: Scenario) -> bool:
    """Return whether what was found in one scenario is all that another one asks for."""
    return _knowledge(old, known) == _knowledge(new, wanted) and all(
        measure in known.wanted(only_limited=limited, followed=_followed_risk(old, known))
        for limited in (False, True)
        for measure in wanted.wanted(only_limited=limited, followed=_followed_risk(new, wanted))
    )


def _followed_risk(project: Project, scenario: Scenario) -> tuple[str, ...]:
    return (project.risk_axis(scenario).measure,)


def _knowledge(project: Project, scenario: Scenario) -> tuple[Any, ...]:
    matrix = project.weights[scenario.weights].changed(title="", note="")
    return scenario.keys, scenario.missing, scenario.k, matrix
