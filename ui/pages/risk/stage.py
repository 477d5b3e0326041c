"""Stage Risk: who could be recognised."""

from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.release_text import release_text
from ui.look.locale import user_locale
from ui.pages.page import Check, Mark, Page, Stage, StageState
from ui.session.computation import missing_and_why
from ui.session.navigator import OVERVIEW
from ui.session.session import Session

_MARKS: dict[Verdict, Mark] = {Verdict.SAFE: "tick", Verdict.UNSAFE: "triangle"}


def _page() -> type[Page]:
    from ui.pages.risk.page import RiskPage

    return RiskPage


def _state(session: Session) -> StageState:
    project, release = session.project, session.release
    if project is None or session.data is None or not project.scenarios:
        keys = session.data is not None and session.data.named(Role.KEY)
        return StageState("Needs a scenario" if keys else "Needs key variables", "none", possible=False)
    if session.is_stale:
        return StageState("Computing…", "arc")
    if release is None:
        return StageState(missing_and_why(session.state)[0] or "Not assessed")
    mark = _MARKS.get(release.verdict, "ring")
    return StageState(release_text(release, user_locale()), mark)


def _checks(session: Session) -> tuple[Check, ...]:
    scenarios = session.project.scenarios if session.project else ()
    unlimited = session.project.unlimited if session.project else ""
    words = "set a limit for the risk"
    if unlimited and len(scenarios) > 1:
        words = "set a limit for the risk in the scenario {name}"
    limited = bool(scenarios) and not unlimited
    return (
        Check(bool(scenarios), "describe a disclosure scenario", tab=OVERVIEW),
        Check(limited, sentence(words, name=unlimited), act="set_limit"),
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
