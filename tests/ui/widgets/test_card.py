from threading import Event

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QPushButton

from sdcdesk.core.running.errors import DataError
from ui.session.computation import Computation, Ready, Stopped
from ui.session.jobs import Jobs
from ui.widgets.busy import BusyBar, Veil
from ui.widgets.card import Card
from ui.widgets.layout import column, widget_in

pytestmark = pytest.mark.usefixtures("controls_in_place")


@pytest.fixture
def card(shown):
    made = Card("Scenarios")
    made.set_note("The file is safe only if it is safe in every scenario.")
    made.add_action("Add scenario", "plus")
    made.body.addWidget(QLabel("content"))
    return shown(made, 640, 200)


def test_a_long_title_leaves_room_for_the_note(shown):
    made = Card("Highest completed education of the respondent " * 4)
    made.set_note("whole numbers")
    shown(made, 400, 100)
    assert made.note.width() >= made.note.sizeHint().width()


def test_question_mark_asks(card, qtbot):
    assert card.help.accessibleName() == "What is this: Scenarios"
    with qtbot.waitSignal(card.requested):
        qtbot.mouseClick(card.help, Qt.MouseButton.LeftButton)


def test_menu_appears_with_its_first_use(card):
    assert not card._more.isVisible()
    card.menu().addAction("Copy")
    assert card._more.isVisible()
    assert card._more.accessibleName() == "More about: Scenarios"


def test_title_changes_everywhere(card):
    card.set_title("Matrix")
    assert card.title() == "Matrix"
    assert card.accessibleName() == "Matrix"
    assert card.help.accessibleName() == "What is this: Matrix"


def test_nothing_is_clipped_and_all_is_named(card, clipped, nameless):
    card.menu()
    assert clipped(card) == []
    assert nameless(card) == []


def test_header_is_38_pixels(card):
    assert card._header.height() == 38


def test_loading_dims_at_once_and_the_bar_comes_later(card, qtbot):
    before = card.geometry()
    card.set_loading(loading=True)
    assert card.findChild(Veil).isVisible()
    assert not card.findChild(BusyBar).isVisible()
    qtbot.waitUntil(card.findChild(BusyBar).isVisible)
    assert card.geometry() == before
    assert card.accessibleDescription() == "Computing"
    card.set_loading(loading=False)
    assert not card.findChild(Veil).isVisible()
    assert not card.findChild(BusyBar).isVisible()


def test_a_quick_answer_shows_no_bar(card):
    timers = card.findChild(BusyBar).findChildren(QTimer)
    card.set_loading(loading=True)
    assert any(timer.isActive() for timer in timers)
    card.set_loading(loading=False)
    assert not any(timer.isActive() for timer in timers), "no bar is on its way any more"
    assert not card.findChild(BusyBar).isVisible()


def test_content_is_dimmed_to_55_percent(card, look, qapp):
    inked = QLabel()
    inked.setStyleSheet(f"background: {look.tokens.ink_dark}")
    card.body.addWidget(inked, 1)
    qapp.processEvents()
    card.set_loading(loading=True)
    spot = inked.mapTo(card, inked.rect().center())
    found = card.grab().toImage().pixelColor(spot).red()
    ink, ground = look.colour("ink_dark").red(), look.colour("surface").red()
    assert found == pytest.approx(0.55 * ink + 0.45 * ground, abs=2)


def test_empty_state_takes_the_place_of_the_content(card, qtbot):
    empty = card.show_empty("No key variables yet", "Say what an intruder could know.", "Describe variables")
    assert empty.isVisible()
    assert not card.content.isVisible()
    assert empty.accessibleName() == "No key variables yet"
    with qtbot.waitSignal(empty.acted):
        qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    card.show_empty("Another")
    assert not card.content.isVisible()
    card.show_content()
    assert card.content.isVisible()


def test_empty_state_without_an_act_has_no_button(card):
    assert not card.show_empty("Nothing is masked").button.isVisible()


@pytest.fixture
def jobs(qapp):  # noqa: ARG001 - signals need the application
    made = Jobs()
    yield made
    made.close()


class Work:
    """Fails, then waits to be stopped, then answers."""

    def __init__(self):
        self.times = 0

    def __call__(self, progress):
        self.times += 1
        if self.times == 1:
            raise DataError("No.")
        while self.times == 2:
            progress.at(0.5)
            Event().wait(0.01)
        return 42


@pytest.mark.parametrize("beside", [False, True])
def test_what_failed_or_was_stopped_offers_itself_again_in_its_place(card, jobs, qtbot, beside):
    computation = Computation(jobs, "kind")
    computation.changed.connect(lambda: card.show_state(computation.state, computation.again, beside=beside))

    def again(title):
        qtbot.waitUntil(lambda: card.empty is not None and card.empty.accessibleName() == title)
        assert card.empty.button.text() == "Compute again"
        assert card.content.isVisible() is beside
        assert computation.last is None
        card.empty.button.click()
        assert card.empty is None, "it is under way"

    computation.start("Counting", Work())
    again("Could not be computed")
    computation.stop()
    again("Stopped")
    qtbot.waitUntil(lambda: computation.state == Ready(42))
    assert card.content.isVisible()


def test_what_the_whole_page_lacks_is_offered_at_its_top_alone(card):
    card.show_state(Stopped())
    assert card.empty.button.isHidden()
    assert "at the top of the page" in card.empty.accessibleDescription()


def test_the_keyboard_stays_with_the_card_when_its_act_is_done(shown):
    undo, made = QPushButton("Undo"), Card("Risk")
    whole = shown(widget_in(column(undo, made)), 500)
    empty = made.show_empty("Stopped", "You stopped it.", "Compute again")
    empty.acted.connect(made.show_content)
    empty.findChild(QPushButton).setFocus()
    empty.findChild(QPushButton).click()
    assert whole.window().focusWidget() is made
