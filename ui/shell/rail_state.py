"""What the rail and the checklist say of a session."""

from dataclasses import dataclass

from sdcdesk.core.variable import Role
from sdcdesk.release.release_check import SAFE, UNSAFE
from ui.session.answer import missing, missing_in_short
from ui.session.session import Session
from ui.shell.rail_rows import Mark, RailRow
from ui.widgets.numbers import percent


@dataclass(frozen=True, slots=True)
class Check:
    """One entry of the release checklist."""

    done: bool
    words: str
    """What is to be done, as it follows on "Next:"."""


def rail_rows(session: Session) -> tuple[RailRow, ...]:
    """Return the stages with their states in words."""
    return (
        _data(session),
        _variables(session),
        _risk(session),
        _masking(session),
        _loss(session),
    )


def checklist(session: Session) -> tuple[Check, ...]:
    """Return what stands between an open file and a safe one."""
    project, release = session.project, session.release
    if project is None:
        return ()
    roles = {variable.role for variable in project.variables}
    limits = any(
        limit is not None
        for s in project.scenarios
        for limit in (s.limit_minimal, s.limit_weighted, s.limit_maximal, s.least_k)
    )
    return (
        Check(done=True, words="open a data file"),
        Check(Role.KEY in roles, "say which variables an intruder could know"),
        Check(bool(project.scenarios), "describe a disclosure scenario"),
        Check(limits, "set a limit for the risk"),
        Check(any(step.on for step in project.recipe.steps), "add a masking step"),
        Check(release is not None and release.verdict == SAFE, _risk_to_do(session)),
        Check(session.is_saved, "save the project"),
        Check(session.exported, "export the safe file"),
    )


def _risk_to_do(session: Session) -> str:
    return "compute the risk again" if missing(session.state) else "bring the risk below the limit"


def _data(session: Session) -> RailRow:
    if session.data is None:
        return RailRow("data", "Data", "No file yet", "ring")
    return RailRow("data", "Data", f"{len(session.data):,} records", "tick")


def _variables(session: Session) -> RailRow:
    if session.project is None:
        return RailRow("variables", "Variables", "Needs a file", "none", possible=False)
    variables = session.project.variables
    keys = sum(variable.role is Role.KEY for variable in variables)
    described = sum(variable.role is not Role.OTHER for variable in variables)
    words = f"{keys} keys of {len(variables)}" if keys else f"{described} of {len(variables)} described"
    return RailRow("variables", "Variables", words, "tick" if keys else "ring")


def _risk(session: Session) -> RailRow:
    def row(words: str, mark: Mark, *, possible: bool = True) -> RailRow:
        return RailRow("risk", "Risk", words, mark, possible, opens_group=True)

    project, release = session.project, session.release
    if project is None or not project.scenarios:
        return row("Needs key variables", "none", possible=False)
    if session.is_stale:
        return row("Computing…", "arc")
    if missing(session.state):
        return row(missing_in_short(session.state), "ring")
    if release is None:
        return row("Not assessed", "ring")
    risks = [
        float(value)
        for checked in release.scenarios
        if checked.after and isinstance(value := checked.after.value("dr_weighted"), float)
    ]
    worst = f", {percent(max(risks))}" if risks else ""
    if release.verdict == UNSAFE:
        return row(f"Unsafe{worst}", "triangle")
    if release.verdict == SAFE:
        return row(f"Safe{worst}", "tick")
    if any(checked.error for checked in release.scenarios):
        return row("Not assessed", "ring")
    return row(f"No limit{worst}", "ring")


def _masking(session: Session) -> RailRow:
    if session.project is None:
        return RailRow("masking", "Masking", "Needs a file", "none", possible=False)
    steps = len(session.project.recipe.steps)
    failed = session.results and session.results.failed_step
    words = "No steps" if not steps else "1 step" if steps == 1 else f"{steps} steps"
    return RailRow("masking", "Masking", words, "triangle" if failed else "tick" if steps else "ring")


def _loss(session: Session) -> RailRow:
    steps = bool(session.project and session.project.recipe.steps)
    if not steps:
        return RailRow("loss", "Loss", "Needs a step", "none", possible=False)
    if missing(session.state):
        return RailRow("loss", "Loss", missing_in_short(session.state), "ring")
    if session.is_stale or session.results is None:
        return RailRow("loss", "Loss", "Computing…", "arc")
    return RailRow("loss", "Loss", f"{session.results.path[-1].loss:.1f} of 100", "tick")
