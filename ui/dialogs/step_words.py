"""What the preview of a step says: which scenario, and its figures now and with the change."""

from html import escape

from sdcdesk.core.assessment import Assessment
from sdcdesk.document.recipe import Recipe
from sdcdesk.release.scenario_check import Checked
from sdcdesk.release.step_preview import Standing
from ui.dialogs.step_changes import Change
from ui.dialogs.step_previewer import Seen
from ui.release.words import RISKS, figure_text, risk_value, worst
from ui.widgets.gauge_scale import Reading
from ui.widgets.numbers import UNKNOWN, count, decimal

COMING = "…"
"""What stands where a figure is being computed."""


def decisive(seen: Seen) -> str:
    """Return the name of the scenario that decides: the worst with the change, or now; empty: none."""
    for standing in (then(seen), seen.now):
        if standing is not None and standing.scenarios:
            return worst(standing.scenarios).scenario.name
    return ""


def then(seen: Seen) -> Standing | None:
    """Return where the file would stand with the change, as far as it is known."""
    return seen.preview.then if seen.preview else None


def checked(standing: Standing | None, scenario: str) -> Checked | None:
    """Return a scenario as it was assessed; None where it was not."""
    return standing.scenario(scenario) if standing else None


def assessed(standing: Standing | None, scenario: str) -> Assessment | None:
    """Return the risk in a scenario; None where it is not known."""
    found = checked(standing, scenario)
    return found.after if found else None


def reading(assessment: Assessment) -> Reading:
    """Return what a gauge shows of an assessment."""
    return Reading(*(risk_value(assessment, name) for name in RISKS))


def changes(seen: Seen, scenario: str, k: int, limit: float | None) -> tuple[Change, ...]:
    """Return the rows of the table: risk, records below k, values, loss.

    Parameters
    ----------
    seen
        What was computed.
    scenario
        Name of the scenario whose risk is shown.
    k, limit
        Its wanted group size, and its limit on DR_W.
    """
    both = assessed(seen.now, scenario), assessed(then(seen), scenario)
    risk_now, risk_then = (_risk(one, "dr_weighted", limit) for one in both)
    min_now, min_then = (_risk(one, "dr_min", None) for one in both)
    below_now, below_then = (_below(one) for one in both)
    lost = then(seen)
    pending = COMING if seen.unfinished == "coming" else UNKNOWN
    name, (before, after) = escape(seen.variable) or "the variable", seen.different
    return (
        Change("Weighted risk DR<sub>W</sub>", risk_now or UNKNOWN, risk_then or pending),
        Change("Surely DR<sub>min</sub>", min_now or UNKNOWN, min_then or pending),
        Change(f"Records in groups below {k}", below_now or UNKNOWN, below_then or pending),
        Change(f"Values of {name}", count(before), UNKNOWN if after is None else count(after)),
        Change("Information loss", _loss(_comparable(seen)), _loss(lost), "loss_text"),
    )


def _comparable(seen: Seen) -> Standing | None:
    """Return the file now as far as its loss compares with that of the change: on the same records."""
    return seen.preview.now if seen.preview else seen.now


def _risk(assessment: Assessment | None, name: str, limit: float | None) -> str:
    return figure_text(assessment, name, limit) if assessment else ""


def _below(assessment: Assessment | None) -> str:
    value = assessment.value("records_below_k") if assessment else None
    return count(value) if isinstance(value, int) else ""


def _loss(standing: Standing | None) -> str:
    value = standing.loss.value if standing and standing.loss else None
    return decimal(float(value), 1) if isinstance(value, int | float) else UNKNOWN


def again(recipe: Recipe, position: int | None, seen: Seen) -> str:
    """Return which steps are computed again when the step is saved, and how long that takes."""
    if position is None:
        return f"Becomes step {len(recipe.steps) + 1}, at the end of the recipe"
    later = [n for n, step in enumerate(recipe.steps[position + 1 :], start=position + 2) if step.on]
    if not later:
        words = "Only this step is computed again"
    elif len(later) == 1:
        words = f"Step {later[0]} is computed again"
    else:
        words = f"Steps {later[0]} to {later[-1]} are computed again"
    if seen.preview is None:
        return words
    seconds = seen.preview.seconds * seen.preview.of / max(seen.preview.records, 1)
    return f"{words}, about {decimal(max(seconds, 0.1), 1)} s"
