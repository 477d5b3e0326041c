"""Stage Tables: what published tables would give away."""

from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import counted
from ui.look.locale import in_user_locale
from ui.pages.page import Check, Page, Stage, StageState
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.tables.page import TablesPage

    return TablesPage


def _state(session: Session) -> StageState:
    if session.project is None:
        return StageState("Needs a file", "none", possible=False)
    tables = session.project.tables
    if not tables:
        return StageState("None yet")
    if session.tabulating.is_running:
        return StageState("Computing…", "arc")
    verdicts = [one.verdict for one in session.tabulating.results]
    if Verdict.UNSAFE in verdicts:
        return StageState(in_user_locale(counted(verdicts.count(Verdict.UNSAFE), "unsafe table")), "triangle")
    safe = verdicts.count(Verdict.SAFE)
    if safe and safe == len(tables):
        return StageState(in_user_locale(counted(safe, "safe table")), "tick")
    return StageState(in_user_locale(counted(len(tables), "table")))


def _checks(session: Session) -> tuple[Check, ...]:
    if session.project is None or not session.project.tables:
        return ()
    known = session.tabulating.results
    sound = len(known) == len(session.project.tables) and all(one.leaves for one in known)
    return (Check(sound and not session.tabulating.is_running, "protect the tables"),)


STAGE = Stage(
    key="tables",
    title="Tables",
    purpose="What published tables would give away, and how to prevent it",
    welcome="Protect the tables you publish",
    page=_page,
    state=_state,
    checks=_checks,
    manual="p_percent",
    opens_group=True,
)
