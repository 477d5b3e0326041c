"""Stage Loss: what the masking costs."""

from sdcdesk.core.numbers.quantity import SCORE
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.explanation import figure_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import leading_measure
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
    name = session.results.project.loss_axis.figure
    unit, text = loss.figure(name).quantity.unit, figure_text(loss, name, locale=user_locale())
    return StageState(sentence("{loss} of 100", loss=text) if unit == SCORE else text, "tick")


STAGE = Stage(
    key="loss",
    title="Loss",
    purpose="What the masking costs those who will use the file",
    welcome="See what the masking cost",
    page=_page,
    state=_state,
    manual=leading_measure(Concern.LOSS).name,
)
