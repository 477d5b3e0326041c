"""Stage Risk: who could be recognised."""

from collections.abc import Iterator, Sequence

from sdcdesk.document.limits import figure_name
from sdcdesk.release.release_check import SAFE, UNSAFE
from sdcdesk.release.scenario_check import Checked
from ui.pages.page import Check, Page, Stage, StageState
from ui.results.text import figure_text
from ui.session.answer import missing_in_short
from ui.session.session import Session
from ui.widgets.numbers import quantity_shown

OVERVIEW = "Overview"
"""Title of the tab with all scenarios."""


def _page() -> type[Page]:
    from ui.pages.risk.page import RiskPage

    return RiskPage


def _state(session: Session) -> StageState:
    project, release = session.project, session.release
    if project is None or not project.scenarios:
        return StageState("Needs key variables", "none", possible=False)
    if session.is_stale:
        return StageState("Computing…", "arc")
    if release is None:
        return StageState(missing_in_short(session.state) or "Not assessed")
    limited = [checked for checked in release.scenarios if checked.scenario.limits]
    worst = ", ".join(_worst(limited or release.scenarios, named=len(release.scenarios) > 1))
    if release.verdict == UNSAFE:
        return StageState(f"Unsafe, {worst}", "triangle")
    if release.verdict == SAFE:
        return StageState(f"Safe, {worst}", "tick")
    if any(checked.error for checked in release.scenarios):
        return StageState("Not assessed")
    without = [checked.scenario.name for checked in release.scenarios if not checked.scenario.limits]
    return StageState(f"{worst}; no limit: {', '.join(without)}" if limited else f"No limit, {worst}")


def _worst(scenarios: Sequence[Checked], *, named: bool) -> Iterator[str]:
    """Yield the figure that decides in the worst scenario, DR_W where no other is limited, and its name."""
    worst = max(scenarios, key=lambda checked: checked.severity)
    judged = worst.deciding
    if judged is not None and judged.quantity is not None and judged.limit.figure != "dr_weighted":
        value = quantity_shown(judged.quantity, [judged.limit.value], noun=False).text
        yield f"{figure_name(judged.limit)} {value}"
    elif worst.after is not None:
        limit = worst.scenario.limit("dr_weighted")
        yield figure_text(worst.after, "dr_weighted", limit)
    if named:
        yield worst.scenario.name


def _checks(session: Session) -> tuple[Check, ...]:
    scenarios = session.project.scenarios if session.project else ()
    unlimited = next((scenario.name for scenario in scenarios if not scenario.limits), "")
    where = f" in the scenario {unlimited}" if unlimited and len(scenarios) > 1 else ""
    return (
        Check(bool(scenarios), "describe a disclosure scenario", tab=OVERVIEW),
        Check(bool(scenarios) and not unlimited, f"set a limit for the risk{where}", tab=OVERVIEW),
    )


STAGE = Stage(
    key="risk",
    title="Risk",
    purpose="What an intruder could find out from the masked file",
    welcome="See who could be recognised",
    page=_page,
    state=_state,
    checks=_checks,
    opens_group=True,
)
