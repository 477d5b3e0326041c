"""Scenario that the window shows: the one that the user chose, else the worst."""

from sdcdesk.core.operations.measure import Measure
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.scenario_check import Checked
from ui.session.session import Session

NO_SCENARIO = "Limits belong to a scenario: add one on the page Risk first."


def current_check(session: Session) -> Checked | None:
    """Return the shown scenario as it was assessed last; None: none was."""
    results = session.results
    if results is None or results.release is None:
        return None
    return results.release.scenario(session.wanted_scenario) or results.release.worst


def current_scenario(session: Session) -> Scenario | None:
    """Return the shown scenario with its limits as they are now; None: the project has none."""
    scenarios = {scenario.name: scenario for scenario in session.project.scenarios} if session.project else {}
    checked = current_check(session)
    likely = [session.wanted_scenario, checked.scenario.name if checked else "", *scenarios]
    return next((scenarios[name] for name in likely if name in scenarios), None)


def limit_hindrance(session: Session, kind: type[Measure]) -> str:
    """Return why the figures of a measure cannot be limited now; empty: they can."""
    if not any(declared.better for declared in kind.declares):
        return "It has no figure that can be limited."
    return "" if current_scenario(session) else NO_SCENARIO
