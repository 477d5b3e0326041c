"""Stage Risk: who could be recognised."""

from sdcdesk.document.limits import figure_name
from sdcdesk.release.release_check import SAFE, UNSAFE, Release
from ui.pages.page import Check, Page, Stage, StageState
from ui.results.text import figure_text
from ui.session.answer import missing_in_short
from ui.session.session import Session
from ui.widgets.numbers import quantity_shown


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
    worst = _worst(release)
    if release.verdict == UNSAFE:
        return StageState(f"Unsafe{worst}", "triangle")
    if release.verdict == SAFE:
        return StageState(f"Safe{worst}", "tick")
    if any(checked.error for checked in release.scenarios):
        return StageState("Not assessed")
    return StageState(f"No limit{worst}")


def _worst(release: Release) -> str:
    """Return the figure that decides in the worst scenario; DR_W where no other is limited."""
    worst = release.worst
    judged = worst.deciding if worst else None
    if judged is not None and judged.quantity is not None and judged.limit.figure != "dr_weighted":
        value = quantity_shown(judged.quantity, [judged.limit.value], noun=False).text
        return f", {figure_name(judged.limit)} {value}"
    return f", {figure_text(worst.after, 'dr_weighted')}" if worst and worst.after else ""


def _checks(session: Session) -> tuple[Check, ...]:
    scenarios = session.project.scenarios if session.project else ()
    unlimited = next((scenario.name for scenario in scenarios if not scenario.limits), "")
    where = f" in the scenario {unlimited}" if unlimited and len(scenarios) > 1 else ""
    return (
        Check(bool(scenarios), "describe a disclosure scenario"),
        Check(bool(scenarios) and not unlimited, f"set a limit for the risk{where}"),
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
