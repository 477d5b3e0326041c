"""Stage Variables: say what each variable is."""

from sdcdesk.core.data.variable import Role
from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.pages.page import Check, Page, Stage, StageState
from ui.session.session import Session


def _page() -> type[Page]:
    from ui.pages.variables.page import VariablesPage

    return VariablesPage


def _state(session: Session) -> StageState:
    if session.project is None:
        return StageState("Needs a file", "none", possible=False)
    variables = session.project.variables
    keys = sum(variable.role is Role.KEY for variable in variables)
    described = sum(variable.role is not Role.OTHER for variable in variables)
    chosen = sentence("{n} key of {all}", "{n} keys of {all}", "n", n=keys, all=len(variables))
    words = chosen if keys else sentence("{n} of {all} described", n=described, all=len(variables))
    return StageState(in_user_locale(words), "tick" if keys else "ring")


def _checks(session: Session) -> tuple[Check, ...]:
    roles = {variable.role for variable in session.project.variables} if session.project else set()
    return (Check(Role.KEY in roles, "say which variables an intruder could know"),)


STAGE = Stage(
    key="variables",
    title="Variables",
    purpose="What each variable is, and what an intruder could know",
    welcome="Say what an intruder could know",
    page=_page,
    state=_state,
    checks=_checks,
    manual="k_anonymity",
)
