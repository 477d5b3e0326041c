from collections.abc import Callable, Iterator
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

import ui.pages.risk.reduction as reduction_module
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.release.risk_reduction import Reduction, reduce_risk
from tests.ui.page_window import PageWindow
from ui.pages.risk import stage as risk_stage
from ui.pages.risk.page import OVERVIEW, RiskPage
from ui.pages.risk.reduction import ADD, ReductionCard
from ui.session.computation import Failed, Ready, Stopped
from ui.session.session import Session
from ui.widgets.figure import plain


class Stand(PageWindow[RiskPage]):
    """The page, with a project whose limits one step does not keep."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        super().__init__(RiskPage, risk_stage.STAGE, session, qtbot)
        self.change(lambda p: p.changed(recipe=p.recipe.changed(steps=p.recipe.steps[:1])))

    @property
    def card(self) -> ReductionCard:
        return self.page.overview.reduction

    def ask(self) -> None:
        self.page.header.filled.click()


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Steps are tried until this is set, or the user stops."""
    go = Event()

    def slow(*args: object, **kwargs: object) -> Reduction:
        progress = args[3]
        assert isinstance(progress, Progress)
        while not go.wait(0.01):
            progress.check()
        return reduce_risk(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(reduction_module, "reduce_risk", slow)
    yield go
    go.set()


def test_a_story_from_unsafe_to_safe_and_back(stand: Stand, clipped: Callable[..., list[str]]) -> None:
    assert not stand.card.isVisible()
    assert stand.page.header.filled.text() == "Reduce the risk"
    stand.ask()
    stand.settle()
    card = stand.card
    assert card.isVisible()
    assert isinstance(card.search.state, Ready)
    found = card.search.state.value
    assert 1 <= len(card.buttons) == len(found.offers) <= 3
    assert not clipped(card)
    before, offer = stand.project, found.offers[0]
    assert offer.reaches
    card.buttons[0].click()
    stand.settle()
    assert offer.method in [step.method for step in stand.project.recipe.steps]
    results = stand.session.results
    assert results is not None
    assert results.path[-1].loss == offer.loss_after
    checked = results.path[-1].checked[[one.name for one in stand.project.scenarios].index(found.scenario)]
    assert offer.after in checked.judgements
    assert stand.page.header.filled.text() == "Check the loss"
    assert not card.isVisible(), "there is nothing more to reduce"
    stand.session.undo()
    stand.settle()
    assert stand.project == before
    assert stand.page.header.filled.text() == "Reduce the risk"


def test_what_is_tried_follows_the_project(stand: Stand, held: Event) -> None:
    held.set()
    stand.ask()
    stand.settle()
    old = stand.card.buttons
    assert all(button.isEnabled() and button.text() in (ADD, "Change step 1") for button in old)
    held.clear()
    project = stand.project
    stand.session.change("Scenario", project.changed(scenarios=tuple(reversed(project.scenarios))))
    stand.qtbot.waitUntil(lambda: bool(stand.session.jobs.running) and not stand.session.is_stale)
    assert not any(button.isEnabled() for button in old), "offers for another project"
    assert all(button.toolTip() for button in old)
    held.set()
    stand.settle()
    assert all(button.isEnabled() for button in stand.card.buttons)


def test_it_can_be_stopped_and_tried_again(stand: Stand, held: Event) -> None:
    stand.ask()
    stand.qtbot.waitUntil(lambda: bool(stand.session.jobs.running))
    card = stand.card
    assert card.empty is not None
    assert card.empty.accessibleName() == "Trying steps…"
    card.search.stop()
    stand.settle()
    assert card.search.state == Stopped()
    assert card.empty is not None
    assert card.empty.accessibleName() == "Stopped"
    held.set()
    card.empty.button.click()
    stand.settle()
    assert card.buttons


def test_a_failure_is_told(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> Reduction:
        raise DataError("Nothing can be tried.")

    monkeypatch.setattr(reduction_module, "reduce_risk", fail)
    stand.ask()
    stand.settle()
    assert isinstance(stand.card.search.state, Failed)
    assert stand.card.empty is not None
    assert stand.card.empty.accessibleDescription() == "Nothing can be tried."


def test_nothing_to_offer_says_why(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reduction_module,
        "reduce_risk",
        lambda *_args: Reduction("Neighbour", why="Nothing lowers it.", tried=4),
    )
    stand.ask()
    stand.settle()
    assert stand.card.empty is not None
    assert "Nothing lowers it." in stand.card.empty.accessibleDescription()
    stand.card.close_card.click()
    assert not stand.card.isVisible()


def test_all_methods_are_one_click_away(stand: Stand, qtbot: QtBot) -> None:
    stand.ask()
    with qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.card.all_methods.click()
    assert wanted.args == ["masking", ""]
    stand.settle()
    assert stand.page.tab == OVERVIEW


def test_a_step_that_is_there_is_changed_in_one_click(stand: Stand) -> None:
    stand.ask()
    stand.settle()
    state = stand.card.search.state
    assert isinstance(state, Ready)
    [place] = [at for at, one in enumerate(state.value.offers) if one.position is not None]
    offer, button = state.value.offers[place], stand.card.buttons[place]
    assert button.text() == "Change step 1"
    assert button.accessibleName() == f"Change step 1: {stand.session.summary(offer.method)}"
    button.click()
    stand.settle()
    assert [step.method for step in stand.project.recipe.steps] == [offer.method]
    assert stand.session.history.undo_label == stand.session.summary(offer.method)


def test_every_broken_limit_is_named(stand: Stand) -> None:
    first = stand.project.scenarios[0].with_limit("k", 3, side="at least").with_limit("dr_weighted", 0.0001)
    stand.change(lambda p: p.changed(scenarios=(first,)))
    stand.ask()
    stand.settle()
    assert "and k is" in plain(stand.card.worst.text())
