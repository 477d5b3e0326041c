"""The answer of a measure in every state: what it says, what it offers, and that nothing jumps."""

import dataclasses

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.board_sentence import board_sentence
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.section_rows import block_rows, numbered
from sdcdesk.core.running.errors import DataError
from tests.ui.results.conftest import CHANCE, CORRECT, LIMITS, STAND_OUT
from ui.look.locale import in_user_locale
from ui.results.answer_view import AnswerView, Question
from ui.results.result_bar import ResultBar
from ui.session.answers import Answer
from ui.session.computation import Computing, Failed, Ready, Stopped
from ui.session.navigator import Navigator
from ui.widgets.layout import scrolled
from ui.widgets.state_line import LINE


class Standing(Measure):
    """Which records stand out."""

    name = "standing"
    title = "Standing out"
    source = "Elliot 2002"
    concern = Concern.RISK
    declares = (STAND_OUT, CHANCE, CORRECT)


class Talkative(Standing):
    """As many figures as k-anonymity has."""

    name = "talkative"
    declares = tuple(dataclasses.replace(STAND_OUT, name=f"figure_{place}") for place in range(20))


QUESTION = Question(Standing, LIMITS, "In the scenario Neighbour")


@pytest.fixture
def assessment(found: Findings) -> Assessment:
    return Assessment(
        sections=found.sections,
        measure="standing",
        title="Standing out",
        source="Elliot 2002",
        version=1,
        parameters={},
        original=None,  # type: ignore[arg-type]  # nothing here looks at the files
        masked=None,  # type: ignore[arg-type]
    )


@pytest.fixture
def view(shown) -> AnswerView:
    made = AnswerView(Navigator())
    made.show_answer(Computing(), QUESTION, "Counting sets")
    return shown(made, 896, 900)


def test_the_sentence_for_the_board_is_copied(view, assessment, qtbot):
    first, *others = assessment.sections
    summed = dataclasses.replace(first, title="Standing out", summary=CHANCE.name)
    found = dataclasses.replace(assessment, sections=(summed, *others))
    view.show_answer(Ready(found), QUESTION)
    qtbot.waitUntil(lambda: view.state == "ready")
    copied = next(one for one in view.findChildren(QPushButton) if one.text() == "Copy this sentence")
    with qtbot.waitSignal(view.saved) as told:
        copied.click()
    assert told.args == ["Copied the sentence"]
    said = board_sentence(found, LIMITS)
    assert said is not None
    assert QGuiApplication.clipboard().text() == in_user_locale(said.text)
    assert QGuiApplication.clipboard().text().startswith("Standing out does not keep its limit")


def test_waiting_shows_names_and_limits(view):
    assert view.state == "waiting"
    assert view.line.text() == "Counting sets"
    assert [cell.figure for cell in view.strip.cells] == list(Standing.declares)
    assert not view.grab().isNull()


@pytest.fixture
def show(settled):
    """Show an answer, and wait until it is drawn."""

    def shows(view: AnswerView, answer: Answer) -> None:
        view.show_answer(answer, QUESTION)
        settled(view)

    return shows


def test_a_ready_answer_shows_every_block_once(view, assessment, show):
    show(view, Ready(assessment, 0.4))
    assert view.state == "ready"
    head, how = view.sections
    assert len(head.strip.cells) == 3
    assert list(how.charts) == ["chances"]
    assert list(how.tables) == ["curve", "records"]
    assert "limit 25 percent" in how.charts["chances"].chart.accessibleDescription()
    assert not view.grab().isNull()


def test_cards_have_their_room_from_the_first_painting(shown, assessment, qtbot, qapp):
    view = AnswerView(Navigator())
    view.show_answer(Computing(), QUESTION)
    shown(scrolled(view), 896, 300)
    view.show_answer(Ready(assessment), QUESTION)
    qtbot.waitUntil(lambda: view.state == "ready")
    qapp.sendPostedEvents()
    assert all(one.height() >= one.minimumSizeHint().height() for one in view.sections)


def test_the_same_answer_is_not_drawn_again(view, assessment, show):
    show(view, Ready(assessment))
    before = list(view.sections)
    show(view, Ready(assessment))
    assert view.sections == before


def test_an_answer_is_drawn_section_by_section_and_called_one_when_it_is_whole(
    view, assessment, qtbot, monkeypatch
):
    turns: list[str] = []
    monkeypatch.setattr(view, "_swap", lambda _filling: turns.append("shown"))
    clock = QTimer(interval=0)
    clock.timeout.connect(lambda: turns.append(view.line.text()))
    clock.start()
    view.show_answer(Ready(assessment), QUESTION)
    assert (view.state, view.sections) == ("waiting", [])
    qtbot.waitUntil(lambda: view.state == "ready")
    before = turns[: turns.index("shown")]
    assert len(before) >= len(assessment.sections)
    assert set(before) == {"Drawing Standing out…"}
    assert view.line.text() == QUESTION.context


def test_what_is_not_wanted_any_more_is_not_drawn(view, assessment, settled):
    view.show_answer(Ready(assessment), QUESTION)
    view.show_answer(Stopped(), QUESTION)
    settled(view)
    assert (view.state, view.sections) == ("stopped", [])
    view.show_answer(Ready(assessment), QUESTION)
    view.show_answer(Ready(dataclasses.replace(assessment, version=2)), QUESTION)
    settled(view)
    assert view.state == "ready"
    assert len(view.sections) == len(assessment.sections)


def test_until_another_answer_is_drawn_what_is_shown_is_old(view, assessment, show):
    show(view, Ready(assessment))
    shown = list(view.sections)
    view.show_answer(Ready(dataclasses.replace(assessment, version=2)), QUESTION)
    assert (view.state, view.sections) == ("old", shown)


def test_old_figures_stay_and_then_are_named_and_dimmed(view, assessment, qtbot, show):
    show(view, Ready(assessment))
    view.show_answer(Computing(assessment), QUESTION)
    assert "previous settings" in view.line.text()
    assert view.state == "ready"  # a quick answer comes before anybody sees a change
    qtbot.waitUntil(lambda: view.state == "old")
    assert not view._veil.isHidden()
    assert not view.sections[1].tables["records"].show_records.isEnabled()
    view.show_answer(Computing(assessment), QUESTION, "Half of it")  # how far it is makes them no newer
    assert not view._building.is_running()
    show(view, Ready(assessment))
    assert view.state == "ready"
    assert view._veil.isHidden()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Failed(DataError("The keys do not fit.")), "could not be computed"),
        (Stopped(), "You stopped this"),
    ],
)
def test_failed_and_stopped_show_no_figure_and_offer_to_compute_again_in_one_place(
    view, assessment, qtbot, show, answer, said
):
    show(view, Ready(assessment))
    view.show_answer(answer, QUESTION)
    assert said in view.line.text()
    assert view.sections == []
    assert all(cell.value.text() == "–" for cell in view.strip.cells)
    # The card says why, and may lie below the fold; the line above the figures alone offers the way out.
    assert view.card.empty.button.isHidden()
    with qtbot.waitSignal(view.again):
        view.line.act.click()
    assert not view.grab().isNull()


@pytest.mark.parametrize("answer", [Computing(), Failed(DataError("The keys do not fit.")), Stopped()])
def test_without_an_answer_two_rows_of_cells_stand_before_the_reason(view, answer):
    view.show_answer(answer, Question(Talkative))
    assert [cell.figure for cell in view.strip.cells] == list(Talkative.declares[:8])


def test_the_place_in_a_table_stays_when_the_answer_is_another(view, assessment, show):
    show(view, Ready(assessment))
    table = view.sections[1].tables["records"]
    table.view.selectRow(4)
    show(view, Ready(dataclasses.replace(assessment, version=2)))
    after = view.sections[1].tables["records"]
    assert after is not table
    assert after.view.currentIndex().row() == 4


def test_the_state_line_keeps_its_height(view, assessment, show):
    for answer in (Computing(), Ready(assessment), Stopped(), Computing(assessment)):
        show(view, answer)
        assert view.line.height() == LINE


def test_notes_are_numbered_in_the_order_of_reference(found: Findings):
    head, how = found.sections
    assert numbered(head).numbers == {"estimate": 1}
    notes = numbered(how)
    assert notes.texts == [
        (1, "Of all sets."),
        (2, "Not defined: Every set contains a missing value."),
        (0, "Left out: 3 records."),
    ]
    assert notes.reasons == {"records": {"right": 2}}


def test_a_chart_stands_beside_the_table_that_it_draws(found: Findings):
    rows = [tuple(block.name for block in row) for row in block_rows(found.sections[1])]
    assert rows == [("chances", "curve"), ("records",)]


def test_at_full_precision_a_share_is_a_share_and_no_percent_stands_beside_it(assessment, shown):
    bar = shown(ResultBar("Standing out"), 896)
    files = dataclasses.replace(assessment, original=range(3), masked=range(3))  # type: ignore[arg-type]
    bar.show_answer(Ready(files, 0.01))
    row = next(row for row in bar.at_full_precision() if row and row[0].startswith("Chance"))
    chance = assessment.figures["chance"].value
    assert row[0] == "Chance a match is right"
    assert float(row[2]) == chance < 1
    assert "in less than 0.1 s" in bar.words.text()


def test_without_keys_the_way_out_leads_to_the_variables(view, qtbot):
    view.show_answer(Failed(DataError("No variable has the role key.", "keys")), QUESTION)
    assert view.line.act.text() == "Describe variables"
    with qtbot.assertNotEmitted(view.again), qtbot.waitSignal(view._navigator.stage_wanted) as wanted:
        view.line.act.click()
    assert wanted.args == ["variables", ""]
    view.show_answer(Failed(DataError("It does not fit.")), QUESTION)
    with qtbot.waitSignal(view.again):
        view.line.act.click()


def test_where_there_are_no_files_the_page_alone_offers_to_compute_again(view):
    view.show_answer(Stopped(), dataclasses.replace(QUESTION, has_files=False))
    assert view.line.act.isHidden()
    assert view.card.empty.button.isHidden()
    assert "at the top of the page" in view.card.empty.accessibleDescription()


def test_where_a_parameter_is_the_reason_its_choice_is_offered(view, qtbot):
    from sdcdesk.risk import KMap

    view.show_answer(Failed(DataError("It needs a file.", "population")), Question(KMap))
    assert view.line.act.text() == "Choose population file…"
    with qtbot.assertNotEmitted(view.again), qtbot.waitSignal(view.parameter_wanted) as wanted:
        view.line.act.click()
    assert wanted.args == ["population"]


def test_where_a_step_failed_the_way_leads_to_that_step(view, qtbot):
    view.show_answer(Failed(DataError("It needs numbers.")), dataclasses.replace(QUESTION, failed_step=3))
    assert view.line.act.text() == "Edit step 3"
    with qtbot.waitSignal(view._navigator.step_wanted) as wanted:
        view.line.act.click()
    assert wanted.args == [2]
