"""Stages in the order of the rail: a new one is a folder with its declaration, and a line here."""

from dataclasses import replace

from ui.pages.compare import stage as compare
from ui.pages.data import stage as data
from ui.pages.loss import stage as loss
from ui.pages.masking import stage as masking
from ui.pages.page import Check, Stage
from ui.pages.risk import stage as risk
from ui.pages.tables import stage as tables
from ui.pages.variables import stage as variables
from ui.session.session import Session

STAGES: tuple[Stage, ...] = (
    data.STAGE,
    variables.STAGE,
    risk.STAGE,
    masking.STAGE,
    loss.STAGE,
    compare.STAGE,
    tables.STAGE,
)


def checklist(session: Session) -> tuple[Check, ...]:
    """Return what stands between an open file and a safe one that has left."""
    if session.project is None:
        return ()
    return (
        *(
            replace(check, act=check.act or f"stage_{stage.key}")
            for stage in STAGES
            for check in stage.checks(session)
        ),
        Check(session.is_saved, "save the project", "save"),
        Check(session.exported, "export the safe file", "export"),
    )
