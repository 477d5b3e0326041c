"""Stage Data: know the file."""

from sdcdesk.core.text.sentence import counted
from ui.look.locale import in_user_locale
from ui.pages.page import Check, Page, Stage, StageState
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.data.page import DataPage

    return DataPage


def _state(session: Session) -> StageState:
    if session.data is None:
        return StageState("No file yet")
    return StageState(in_user_locale(counted(len(session.data), "record")), "tick")


STAGE = Stage(
    key="data",
    title="Data",
    purpose="Open the confidential file and look at it",
    welcome="Open the confidential file and look at it",
    page=_page,
    state=_state,
    checks=lambda _session: (Check(done=True, words="open a data file"),),
)
