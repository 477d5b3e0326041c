"""Stage Masking: the steps of the recipe."""

from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.release.release_check import SAFE
from ui.look.locale import in_user_locale
from ui.pages.page import Check, Page, Stage, StageState
from ui.session.computation import missing
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.masking.page import MaskingPage

    return MaskingPage


def _state(session: Session) -> StageState:
    if session.project is None:
        return StageState("Needs a file", "none", possible=False)
    if session.project.data.released and not session.project.recipe.steps:
        return StageState("Assessed only", "none", possible=False)
    steps, on = len(session.project.recipe.steps), len(session.project.recipe.active)
    failed = session.results is not None and session.results.failed_step
    words = in_user_locale(counted(on, "step")) if on else "No step is on" if steps else "No steps"
    done = on and not missing(session.state)
    return StageState(words, "triangle" if failed else "tick" if done else "ring")


def _checks(session: Session) -> tuple[Check, ...]:
    steps = session.project.recipe.steps if session.project else ()
    safe = session.release is not None and session.release.verdict == SAFE
    on = any(step.on for step in steps)
    masked = on, "switch a masking step on" if steps else "add a masking step"
    act = "compute" if missing(session.state) else "stage_risk" if _unassessed(session) else ""
    act = act or ("set_limit" if _unjudged(session) else "")
    return Check(*masked, act="" if steps else "add_step"), Check(safe, _way_to_safety(session), act=act)


def _unassessed(session: Session) -> str:
    """Return the name of the first scenario that cannot be assessed; empty: all can, or nothing is known."""
    scenarios = session.release.scenarios if session.release is not None else ()
    return next((one.scenario.name for one in scenarios if one.error is not None), "")


def _unjudged(session: Session) -> str:
    """Return the name of the first scenario with a limit that cannot be judged; empty: there is none."""
    release = session.release
    if release is None or not release.run.masked.pairing.is_known:
        return ""
    scenarios = (one for one in release.scenarios if one.scenario.limits and one.error is None)
    return next((one.scenario.name for one in scenarios if one.verdict is Verdict.NOT_ASSESSED), "")


def _way_to_safety(session: Session) -> str:
    """Return what is to be done before the file is safe."""
    results, release = session.results, session.release
    if missing(session.state):
        return "compute the risk again"
    if session.is_stale:
        return "wait for the risk"
    if results is not None and results.failed_step:
        return sentence("mend step {failed_step}, which failed", failed_step=str(results.failed_step))
    if name := _unassessed(session):
        return sentence("mend the scenario {name}, which cannot be assessed", name=name)
    if release is not None and not release.run.masked.pairing.is_known:
        return "say which records belong together"
    if name := _unjudged(session):
        return sentence("change the limits of {name}, one of which cannot be judged", name=name)
    return "bring the risk below the limit"


STAGE = Stage(
    key="masking",
    title="Masking",
    purpose="What each step does to the data, side by side",
    welcome="Coarsen, swap, suppress or sample",
    page=_page,
    state=_state,
    checks=_checks,
    manual="recoding",
)
