"""Texts of the release check: verdict and limits as they are now, names of the risks."""

from collections.abc import Sequence

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.limit import Verdict
from sdcdesk.core.shown import shown
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.scenario_check import Checked
from ui.look.locale import user_locale

RISKS = {
    "dr_min": "Surely DR<sub>min</sub>",
    "dr_weighted": "Weighted DR<sub>W</sub>",
    "dr_max": "Guessing DR<sub>max</sub>",
}
"""The three risks, as they are named where place is scarce."""


def worst(scenarios: Sequence[Checked]) -> Checked:
    """Return the scenario that decides."""
    return max(scenarios, key=lambda checked: checked.severity)


def verdict_now(checked: Checked, scenario: Scenario) -> Verdict:
    """Return the verdict under the limits that a scenario sets now."""
    return checked.under(scenario).verdict


def sentence(checked: Checked, scenario: Scenario) -> str:
    """Return what stands beside the verdict: the number and the limit that decide, or why there is none."""
    return checked.under(scenario).sentence(user_locale())


def figure_text(assessment: Assessment, name: str, limit: float | None = None) -> str:
    """Return a figure in its unit, with as many digits as tell it from a limit."""
    limits = [] if limit is None else [limit]
    return shown(assessment.figure(name).quantity, user_locale(), limits, noun=False).text


def risk_value(assessment: Assessment, name: str) -> float:
    """Return one of the risks as a share."""
    value = assessment.value(name)
    return float(value) if isinstance(value, float | int) else 0.0


def known(scenario: Scenario, project: Project) -> str:
    """Return a scenario with the variables that it knows: "Neighbour: Age, Sex, Zip"."""
    keys = scenario.keys or tuple(v.name for v in project.variables if v.role == "key")
    return f"{scenario.name}: {', '.join(keys)}" if keys else scenario.name
