"""What the release check says: which scenario is the worst, the verdict, and the sentence beside it."""

from collections.abc import Sequence
from math import inf

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.table import rows_to_json
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.release_check import SAFE, UNSAFE, Checked
from sdcdesk.risk.limits import Limit, Verdict, verdict
from ui.widgets.numbers import count, percent_against

NAMES = {"dr_weighted": "DR_W", "dr_max": "DR_max", "dr_min": "DR_min", "k": "the smallest group"}
"""What limits are set on, the most important first."""

RISKS = {
    "dr_min": "Surely DR<sub>min</sub>",
    "dr_weighted": "Weighted DR<sub>W</sub>",
    "dr_max": "Guessing DR<sub>max</sub>",
}
"""The three risks, as they are named where place is scarce."""


def worst(scenarios: Sequence[Checked]) -> int:
    """Return the position of the worst scenario: unsafe first, then the highest DR_W for its limit.

    One that cannot be assessed ranks above those that are safe: nobody knows that it is.
    """
    return max(range(len(scenarios)), key=lambda position: _rank(scenarios[position]))


def limits_now(after: Assessment, scenario: Scenario) -> tuple[Limit, ...]:
    """Return the figures of an assessment against the limits that a scenario sets now."""
    values = {row["measure"]: row["value"] for row in rows_to_json(after.table("thresholds"))}
    limits = {
        "dr_weighted": scenario.limit_weighted,
        "dr_max": scenario.limit_maximal,
        "dr_min": scenario.limit_minimal,
        "k": scenario.least_k,
    }
    return tuple(Limit(name, values[name], limits[name], least=name == "k") for name in NAMES)


def verdict_now(checked: Checked, scenario: Scenario) -> Verdict:
    """Return the verdict under the limits that a scenario sets now."""
    return "not assessed" if checked.after is None else verdict(limits_now(checked.after, scenario))


def sentence(checked: Checked, scenario: Scenario) -> str:
    """Return what stands beside the verdict: the number and the limit that decide, or why there is none."""
    if checked.after is None:
        return checked.error.message if checked.error else "Not computed yet"
    limits = [limit for limit in limits_now(checked.after, scenario) if limit.limit is not None]
    if not limits:
        return "No limit is set"
    if limits[0].value is None:
        return "No record is released"
    broken = [limit for limit in limits if limit.verdict == UNSAFE]
    if not broken and len(limits) > 1:
        return f"All {len(limits)} limits are kept"
    words = ", and ".join(_limit_text(limit, alone=len(limits) == 1) for limit in broken or limits)
    return words[:1].upper() + words[1:]


def risk_value(assessment: Assessment, name: str) -> float:
    """Return one of the risks as a share."""
    value = assessment.value(name)
    return float(value) if isinstance(value, float | int) else 0.0


def known(scenario: Scenario, project: Project) -> str:
    """Return a scenario with the variables that it knows: "Neighbour: Age, Sex, Zip"."""
    keys = scenario.keys or tuple(v.name for v in project.variables if v.role == "key")
    return f"{scenario.name}: {', '.join(keys)}" if keys else scenario.name


def _rank(checked: Checked) -> tuple[int, float, float]:
    if checked.after is None:
        return 1, 0.0, 0.0
    risk, limit = checked.after.value("dr_weighted"), checked.scenario.limit_weighted
    weighted = risk if isinstance(risk, float) else 0.0
    relative = _part(weighted, limit) if limit is not None else 0.0
    return {UNSAFE: 2, SAFE: 0}.get(checked.verdict, 0), relative, weighted


def _part(risk: float, limit: float) -> float:
    """Return a risk in parts of its limit; without any room every risk is beyond it."""
    if limit == 0:
        return inf if risk > 0 else 1.0
    return risk / limit


def _limit_text(limit: Limit, *, alone: bool) -> str:
    value, bound = limit.value, limit.limit
    if value is None or bound is None:
        return "not assessed"
    kept = limit.verdict == SAFE
    if limit.measure == "k":
        records = f"{count(int(value))} record{'' if value == 1 else 's'}"
        return f"{NAMES['k']} has {records}, {'at least' if kept else 'fewer than'} {count(int(bound))}"
    within = "within" if kept else "above"
    shown = percent_against(value, bound)
    if alone and limit.measure == "dr_weighted":
        return f"{shown} is {within} the limit"
    return f"{NAMES[limit.measure]} {shown} is {within} {percent_against(bound, value)}"
