import pytest

from sdcdesk.release.scenario_row import Column, ScenarioRow
from ui.pages.risk.scenario_model import session_rows
from ui.session.session import Session


@pytest.fixture
def neighbour(sampled: Session) -> ScenarioRow:
    return next(row for row in session_rows(sampled) if row.scenario.name == "Neighbour")


def test_every_risk_is_shown_of_released_records_too(neighbour: ScenarioRow) -> None:
    after = neighbour.checked.after
    released, whole = after.value("dr_weighted_released"), after.value("dr_weighted")
    assert released == pytest.approx(whole * 5000 / 4000)
    assert neighbour.beside(Column.WEIGHTED) == "≤\u202f1.52\u202f% of released"
    text = neighbour.accessible_text(Column.WEIGHTED)
    assert "of the original records" in text
    assert "of released" in text


def test_small_groups_stand_beside_the_smallest(neighbour: ScenarioRow) -> None:
    below = neighbour.checked.after.value("records_below_k")
    assert neighbour.beside(Column.K) == f"{below} below 3"
    assert neighbour.beside(Column.KNOWN) == "Age, Sex, Zip"


def test_nothing_is_said_beside_before_there_are_figures(session: Session) -> None:
    assert session_rows(session) == ()
