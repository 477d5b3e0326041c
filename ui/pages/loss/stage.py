"""Stage Loss: what the masking costs."""

from sdcdesk.core.results.explanation import figure_text
from sdcdesk.core.text.sentence import sentence
from ui.look.locale import user_locale
from ui.pages.page import Page, Stage, StageState
from ui.session.computation import missing_and_why
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.loss.page import LossPage

    return LossPage


def _state(session: Session) -> StageState:
    if session.project is not None and session.project.data.released:
        return StageState("Needs the original", "none", possible=False)
    if session.project is None or not session.project.recipe.active:
        return StageState("Needs a step", "none", possible=False)
    if short := missing_and_why(session.state)[0]:
        return StageState(short)
    if session.is_stale or session.results is None:
        return StageState("Computing…", "arc")
    loss = session.results.loss
    if loss is None:
        return StageState("Not assessed")
    return StageState(
        sentence("{figure_text} of 100", figure_text=figure_text(loss, "loss", locale=user_locale())), "tick"
    )


STAGE = Stage(
    key="loss",
    title="Loss",
    purpose="What the masking costs those who will use the file",
    welcome="See what the masking cost",
    page=_page,
    state=_state,
    manual="headline_loss",
)
