"""Stage Masking: the steps of the recipe."""

from sdcdesk.release.release_check import SAFE
from ui.pages.page import Check, Page, Stage, StageState
from ui.session.answer import missing
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.masking.page import MaskingPage

    return MaskingPage


def _state(session: Session) -> StageState:
    if session.project is None:
        return StageState("Needs a file", "none", possible=False)
    steps = len(session.project.recipe.steps)
    failed = session.results is not None and session.results.failed_step
    words = "No steps" if not steps else "1 step" if steps == 1 else f"{steps} steps"
    return StageState(words, "triangle" if failed else "tick" if steps else "ring")


def _checks(session: Session) -> tuple[Check, ...]:
    steps = session.project.recipe.steps if session.project else ()
    safe = session.release is not None and session.release.verdict == SAFE
    again = "bring the risk below the limit"
    if missing(session.state):
        again = "compute the risk again"
    elif session.is_stale:
        again = "wait for the risk"
    return (Check(any(step.on for step in steps), "add a masking step"), Check(safe, again))


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
