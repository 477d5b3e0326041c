"""Stage Tables: what published tables would give away, and how that is prevented."""

from typing import TYPE_CHECKING

from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.pages.page import Check, Page, Stage, StageState
from ui.session.computation import Failed
from ui.session.session import Session

if TYPE_CHECKING:
    from sdcdesk.release.table_result import TableResult
    from sdcdesk.tables import CellTable


def _page() -> type[Page]:
    from ui.pages.tables.page import TablesPage

    return TablesPage


def _state(session: Session) -> StageState:
    project, tabulating = session.project, session.tabulating
    if project is None:
        return StageState("Needs a file", "none", possible=False)
    if not project.tables:
        return StageState("Not started")
    if tabulating.is_running:
        return StageState("Computing…", "arc")
    results = tabulating.results
    if isinstance(tabulating.computation.state, Failed) or any(one.error is not None for one in results):
        return StageState("A table failed", "triangle")
    if not results:
        return StageState("Not computed")
    unsafe = [one for one in results if one.verdict is Verdict.UNSAFE]
    if unsafe:
        # That cells are sensitive is what a table that is not protected needs to be told.
        if any(one.planned.protection is None for one in unsafe):
            n = sum(_sensitive(one.judged) for one in unsafe)
            words = sentence("{n} sensitive cell", "{n} sensitive cells", "n", n=n)
        else:
            n = sum(map(_exposed, unsafe))
            words = sentence("{n} cell not safe", "{n} cells not safe", "n", n=n)
        return StageState(in_user_locale(words) if n else "Unsafe", "triangle")
    safe = sum(one.verdict is Verdict.SAFE for one in results)
    if safe < len(results):
        return StageState("Needs rules")
    return StageState(in_user_locale(sentence("{n} protected", n=safe)), "tick")


def _sensitive(judged: "CellTable | None") -> int:
    return int(judged.is_sensitive.sum()) if judged is not None else 0


def _exposed(result: "TableResult") -> int:
    """Return how many cells of a table are known too well, or are published by hand."""
    attacked = set() if result.found is None else {one.cell for one in result.found.attacks}
    return len(attacked) + len(result.published_by_hand)


def _checks(session: Session) -> tuple[Check, ...]:
    """Return what is to be done where a project has tables."""
    if session.project is None or not session.project.tables:
        return ()
    results = session.tabulating.results
    done = bool(results) and all(one.leaves for one in results) and not session.tabulating.is_running
    return (Check(done, "protect the tables"),)


STAGE = Stage(
    key="tables",
    title="Tables",
    purpose="What published tables would give away, and how to prevent it",
    welcome="Publish tables that give nobody away",
    page=_page,
    state=_state,
    checks=_checks,
    manual="table",
    opens_group=True,
)
