import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QLabel

from ui.look.theme import theme
from ui.pages.page import Mark, Page, Stage, StageState
from ui.pages.stages import STAGES
from ui.shell.rail import NARROW, WIDE, NavigationRail, RailModel, RailRow
from ui.widgets import painting
from ui.widgets.painting import paint_text


def row(key: str, words: str, mark: Mark = "ring", *, possible: bool = True) -> RailRow:
    state = StageState(words, mark, possible)
    stage = Stage(
        key=key,
        title=key.capitalize(),
        purpose="",
        welcome="",
        page=lambda: Page,
        state=lambda _session: state,
        opens_group=key == "risk",
    )
    return RailRow(stage, state)


ROWS = [
    row("data", "5,000 records", "tick"),
    row("variables", "3 keys of 7", "tick"),
    row("risk", "Unsafe, 3.04\u202f%", "triangle"),
    row("masking", "Computing", "arc"),
    row("report", "Needs a safe file", "none", possible=False),
]


@pytest.fixture
def rail(shown):
    made = NavigationRail()
    made.set_rows(ROWS)
    made.checklist.set_state(4, 8, "bring the risk below the limit")
    return shown(made, height=600)


def words(rail, row: int, role: Qt.ItemDataRole) -> str:
    return rail.list.model().index(row, 0).data(role)


def test_arrow_keys_choose(rail, qtbot):
    rail.select("data")
    rail.list.setFocus()
    with qtbot.waitSignal(rail.chosen) as chosen:
        qtbot.keyClick(rail.list, Qt.Key.Key_Down)
    assert chosen.args == ["variables"]
    with qtbot.waitSignal(rail.chosen) as chosen:
        qtbot.keyClick(rail.list, Qt.Key.Key_End)
    assert chosen.args == ["report"]


def test_a_click_chooses(rail, qtbot):
    place = rail.list.visualRect(rail.list.model().index(2, 0)).center()
    with qtbot.waitSignal(rail.chosen) as chosen:
        qtbot.mouseClick(rail.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == ["risk"]


def test_what_is_not_possible_yet_still_opens(rail, qtbot):
    with qtbot.waitSignal(rail.chosen):
        qtbot.keyClick(rail.list, Qt.Key.Key_End)
    assert rail.current() == "report"


def test_selecting_in_code_is_silent(rail, qtbot):
    with qtbot.assertNotEmitted(rail.chosen):
        rail.select("masking")
    assert rail.current() == "masking"
    rail.select("unknown")
    assert rail.current() == ""


def test_new_states_keep_the_choice(rail, qtbot):
    rail.select("risk")
    with qtbot.assertNotEmitted(rail.chosen):
        rail.set_rows([*ROWS[:2], row("risk", "Safe", "tick"), *ROWS[3:]])
    assert rail.current() == "risk"
    assert words(rail, 2, Qt.ItemDataRole.AccessibleTextRole) == "Risk: Safe"


def test_other_rows_keep_the_choice_if_it_is_there(rail, qtbot):
    rail.select("risk")
    with qtbot.assertNotEmitted(rail.chosen):
        rail.set_rows(ROWS[1:])
    assert rail.current() == "risk"


def test_rows_say_state_and_mark_in_words(rail):
    role = Qt.ItemDataRole
    assert words(rail, 2, role.AccessibleTextRole) == "Risk: Unsafe, 3.04\u202f%"
    texts = [words(rail, row, role.AccessibleDescriptionRole) for row in range(5)]
    assert texts == ["done", "done", "unsafe", "computing", "not possible yet"]
    assert words(rail, 4, role.ToolTipRole) == "Report: Needs a safe file"


def test_a_state_that_needs_two_lines_has_them(rail):
    pictures = []
    for last in ("Neighbour", "Neighbous"):
        rail.set_rows([row("risk", f"Safe, ≤ 1.21\u202f%, {last}", "tick")])
        pictures.append(rail.grab().toImage())
    assert pictures[0] != pictures[1], "its end is seen"


def test_groups_are_set_apart(rail):
    def gap(row):
        model = rail.list.model()
        return (
            rail.list.visualRect(model.index(row, 0)).top()
            - rail.list.visualRect(model.index(row - 1, 0)).top()
        )

    assert gap(1) == gap(2)
    heights = [rail.list.visualRect(rail.list.model().index(row, 0)).height() for row in range(3)]
    assert heights[2] == heights[1] + 12


def test_narrow_and_wide(rail):
    assert rail.width() == WIDE
    rail.set_compact(compact=True)
    assert rail.width() == NARROW
    assert not rail.checklist.isVisible()
    names = [one.stage.title for one in [*ROWS, row("compare", "")]]
    metrics = QFontMetrics(theme().font("caption"))
    assert all(metrics.horizontalAdvance(name) <= NARROW - 2 for name in names)
    rail.set_compact(compact=False)
    assert rail.checklist.isVisible()


def test_the_mark_of_the_chosen_stage_touches_no_name_where_names_fill_the_rail(rail):
    rail.set_compact(compact=True)
    rail.select("variables")
    rail.list.doItemsLayout()
    rail.list.clearFocus()  # whose frame is of the same colour
    place = rail.list.visualRect(rail.list.currentIndex())
    image = rail.list.viewport().grab().toImage()
    ratio, accent = image.devicePixelRatio(), theme().colour("accent")
    colours = {
        y: image.pixelColor(int(4 * ratio), int(y * ratio)) for y in range(place.top(), place.bottom())
    }
    marked = [y for y, colour in colours.items() if colour == accent]
    assert len(marked) > 10
    assert max(marked) < place.top() + 28, "the name begins there"


def test_the_arc_turns_only_while_something_is_computed(rail):
    assert rail._pace.isActive() == theme().moves()
    rail.set_rows(ROWS[:3])
    assert not rail._pace.isActive()


def test_checklist_is_said_and_asks(rail, qtbot):
    assert rail.checklist.accessibleName() == "Release checklist: 4 of 8"
    assert rail.checklist.accessibleDescription() == "Next: bring the risk below the limit"
    assert rail.checklist.share == 0.5
    with qtbot.waitSignal(rail.checklist.requested):
        qtbot.keyClick(rail.checklist, Qt.Key.Key_Space)


def test_checklist_has_room_for_all_its_lines(rail):
    rail.checklist.set_state(4, 8, "x")
    short = rail.checklist.heightForWidth(168)
    rail.checklist.set_state(4, 8, "bring the risk below the limit that you chose")
    assert rail.checklist.heightForWidth(168) > short


def test_an_empty_checklist_has_no_share(rail):
    rail.checklist.set_state(0, 0, "")
    assert rail.checklist.share == 0
    assert not rail.checklist.grab().isNull()


def test_model_is_sound(qtmodeltester):
    model = RailModel()
    model.set_rows(ROWS)
    qtmodeltester.check(model)


def test_the_next_thing_is_never_cut(rail, qtbot):
    rail.checklist.set_state(
        3, 8, "set a limit for the risk in the scenario “What everybody in the village knows”"
    )
    words = next(one for one in rail.checklist.findChildren(QLabel) if one.text().startswith("Next"))
    qtbot.waitUntil(lambda: words.height() >= words.heightForWidth(words.width()))


SAFE = ["≤ 1.22\u202f%, safe in these scenarios", "10.25\u202f%, safe in these scenarios"]


@pytest.mark.parametrize("state", SAFE)
def test_the_verdict_is_not_cut(rail, monkeypatch, state):
    cut = []

    def noted(painter, rect, text, style="body", *others, **named):
        metrics = QFontMetrics(style) if isinstance(style, QFont) else theme().metrics(style)
        cut.extend([text] if metrics.horizontalAdvance(text) > rect.width() else [])
        return paint_text(painter, rect, text, style, *others, **named)

    monkeypatch.setattr(painting, "paint_text", noted)
    rail.set_rows([row("risk", state, "tick")])
    assert not rail.grab().isNull()
    assert cut == []


def test_a_safe_release_with_something_open_fits_its_two_lines(rail, sampled):
    words = STAGES[2].state(sampled).words
    assert "Safe in these scenarios" in words
    card = rail.list.visualRect(rail.list.model().index(2, 0)).adjusted(8, 0, -8, 0)
    assert painting.fits(words, theme().font("caption"), card.width() - 40 - 10, 2)
