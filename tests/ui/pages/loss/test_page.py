"""The loss page: the tabs of the measures, and one variable before and after masking."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.loss import LOSSES
from sdcdesk.masking import Rounding
from tests.ui.page_window import PageWindow
from ui.pages.loss import stage as loss_stage
from ui.pages.loss.page import COMPARE, OWN, LossPage
from ui.pages.page import StageState
from ui.session.session import Session


class Stand(PageWindow[LossPage]):
    """The page in a window of its own."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        super().__init__(LossPage, loss_stage.STAGE, session, qtbot)
        self.settle()

    def do(self, act: Callable[[], object]) -> None:
        with self.qtbot.waitSignal(self.session.computed):
            act()
        self.settle()

    def open(self, tab: str) -> None:
        self.page.open_tab(tab)
        self.settle()

    @property
    def empty(self) -> str:
        return self.page.empty.accessibleName() if self.page.empty else ""


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


def test_every_measure_of_loss_has_a_tab_and_the_first_one_is_open(stand: Stand) -> None:
    tabs = stand.page.header.tabs
    titles = [kind.title for kind in LOSSES]
    assert [tabs.tabText(place) for place in range(tabs.count())] == [*titles, OWN]
    tab = stand.page.measures.currentWidget()
    assert tab.kind is next(iter(LOSSES))
    assert tab.view.state == "ready"
    assert tab.view.sections[0].strip.cells[0].value.text() == "21.7 of 100"
    assert stand.page.header.accessibleName() == "Loss", (
        "the stage is more than the measure that stands first"
    )
    stand.open(titles[1])
    assert stand.page.header.accessibleName() == titles[1]


def test_listed_measures_are_not_computed_again(stand: Stand) -> None:
    kinds = set()
    stand.session.jobs.changed.connect(lambda: kinds.update(job.kind for job in stand.session.jobs.running))
    stand.do(lambda: stand.session.change_recipe("off", lambda recipe: recipe.switched(3, on=False)))
    assert not {kind for kind in kinds if kind.startswith("answer")}


def test_numbers_are_shown_first_on_the_scale_that_fits(stand: Stand) -> None:
    stand.open(OWN)
    assert stand.page.distribution.chosen == ("Amount_Billed", "logarithmic")
    assert stand.page.distribution.chart.count() > 10


def test_chart_compares_both_files_at_the_size_of_the_original(stand: Stand) -> None:
    stand.open(OWN)
    box = stand.page.distribution.variable
    box.setCurrentIndex(box.findText("Age"))
    box.activated.emit(box.currentIndex())
    stand.settle()
    rows = stand.page.distribution.chart.table()[1:]
    assert rows[0][0] == "0 to 9", "in the masked categories"
    assert sum(int(row[1]) for row in rows) == 5000
    assert sum(int(row[2]) for row in rows) == pytest.approx(5000, abs=5)


def test_identifiers_are_not_offered(stand: Stand) -> None:
    stand.open(OWN)
    box = stand.page.distribution.variable
    assert stand.session.data is not None
    offered = {box.itemText(place) for place in range(box.count())}
    assert offered
    assert offered.isdisjoint(stand.session.data.named(Role.IDENTIFIER))


@pytest.mark.parametrize("tab", [next(iter(LOSSES)).title, OWN])
def test_nothing_masked_leads_to_the_masking_stage(stand: Stand, tab: str) -> None:
    stand.open(tab)
    stand.do(lambda: stand.session.change_recipe("none", lambda recipe: recipe.changed(steps=())))
    assert stand.empty == "Nothing is masked"
    assert not stand.page.distribution.isVisible()
    assert not stand.page.measures.isVisible()
    assert stand.page.header.filled.isHidden(), "there is no loss to reduce"
    with stand.qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page.empty.button.click()
    assert wanted.args == ["masking", ""]
    stand.do(stand.session.undo)
    assert stand.empty == ""


def test_steps_that_are_all_off_mask_nothing(stand: Stand) -> None:
    def off(recipe):
        for position in range(len(recipe.steps)):
            recipe = recipe.switched(position, on=False)
        return recipe

    stand.do(lambda: stand.session.change_recipe("off", off))
    assert stand.empty == "Nothing is masked"


def test_failed_step_is_named(stand: Stand) -> None:
    stand.open(OWN)
    stand.do(lambda: stand.session.add_step(Rounding(variables=["Name"], base=10.0)))
    assert stand.empty == "Step 5 failed"
    assert stand.page.stage.state(stand.session) == StageState("Not assessed")


def test_next_act_is_to_compare_alternatives(stand: Stand) -> None:
    assert stand.page.header.filled.text() == COMPARE
    with stand.qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page.header.filled.click()
    assert wanted.args == ["compare", ""]
