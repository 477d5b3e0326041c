"""Stage Compare: alternatives for the same file."""

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.measures import leading_measure
from ui.look.locale import in_user_locale
from ui.pages.page import Mark, Page, Stage, StageState
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.compare.page import ComparePage

    return ComparePage


def _state(session: Session) -> StageState:
    if session.project is None:
        return StageState("Needs a file", "none", possible=False)
    if session.project.data.released:
        return StageState("Needs the original", "none", possible=False)
    if not session.project.scenarios:
        return StageState("Needs a scenario", "none", possible=False)
    comparing, found = session.comparing, session.comparing.found
    if found is None:
        return StageState("Computing…", "arc") if comparing.is_running else StageState("Not started")
    words = counted(len(found.outcomes), "alternative")
    if not found.complete:
        words = sentence("{n} of {runs} alternatives", n=len(found.outcomes), runs=found.runs)
    done = found.complete and comparing.holds(session.project)
    mark: Mark = "arc" if comparing.is_running else "tick" if done else "ring"
    return StageState(in_user_locale(words), mark)


STAGE = Stage(
    key="compare",
    title="Compare",
    purpose="Every alternative on one map: left costs less, lower is safer",
    welcome="Choose between alternatives",
    page=_page,
    state=_state,
    manual=leading_measure(Concern.LOSS).name,
)
