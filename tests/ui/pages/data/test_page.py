import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.number_text import rounded_text
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.records.arrangement import Arrangement
from sdcdesk.records.browse import Condition
from ui.forms.editors.tick_list import TickList
from ui.look.theme import theme
from ui.pages.data import stage as data_stage
from ui.pages.data.filters import FilterPopover
from ui.pages.data.page import DataPage
from ui.pages.data.profile_header import HEIGHT, INSET, ProfileHeader
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.plain_table import RECORD as ROW

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

LEFT = Qt.MouseButton.LeftButton
NAMES = ("no", "age", "city", "bill", "code")


def referred(data: Microdata) -> Project:
    options = ReadOptions(format="csv", delimiter=",", encoding="utf-8", decimal=".", header=True)
    reference = DataReference(path="data/people.csv", size=0, sha256="0" * 64, options=options)
    return Project(data=reference, variables=data.variables, recipe=Recipe(seed=1))


@pytest.fixture
def people() -> Microdata:
    rng = np.random.default_rng(3)
    bill = np.append(rng.lognormal(7, 0.5, 298).round(2), [900_000.0, 950_000.0])
    frame = pd.DataFrame(
        {
            "no": [f"p{number}" for number in range(300)],
            "age": np.arange(300) % 90,
            "city": pd.Series(["Oslo", "Bergen", None] * 100, dtype="str"),
            "bill": bill,
            "code": [1, 2] * 150,
        }
    )
    codes = Variable(name="code", scale=Scale.NOMINAL)
    return Microdata(frame, [codes])


def settle(qtbot: QtBot, session: Session) -> None:
    """Wait until nothing runs: an answer may bring the next question."""
    qtbot.waitUntil(lambda: not session.jobs.running)


def open_data(qtbot: QtBot, session: Session, data: Microdata) -> None:
    session.open(data, referred(data), None)
    settle(qtbot, session)


@pytest.fixture
def empty_page(qtbot, session):
    host = QWidget()
    qtbot.addWidget(host)
    page = DataPage(session, Actions(host), data_stage.STAGE)
    page.host = host  # type: ignore[attr-defined] - the actions live as long as it
    qtbot.addWidget(page)
    page.resize(936, 803)
    with qtbot.waitExposed(page):
        page.show()
    return page


@pytest.fixture
def page(empty_page, qtbot, session, people):
    open_data(qtbot, session, people)
    return empty_page


def column(page: DataPage, name: str) -> list[str]:
    model = page.records.model
    place = model.names.index(name)
    return [model.data(model.index(row, place)) for row in range(model.rowCount())]


def choose(page: DataPage, qtbot: QtBot, name: str) -> None:
    table = page.records.table
    place = page.records.model.names.index(name)
    x = table.header.sectionViewportPosition(place) + 20
    qtbot.mouseClick(table.header.viewport(), LEFT, pos=QPoint(x, 12))
    settle(qtbot, page.session)


def popup(qtbot: QtBot, kind: type) -> QWidget:
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), kind))
    return QApplication.activePopupWidget()


def entry(menu: QMenu, words: str) -> QAction:
    return next(action for action in menu.actions() if action.text() == words)


def figures(page: DataPage) -> dict[str, str]:
    words = page.profile.figures.accessibleName().split("; ")
    return dict(line.rsplit(" ", 1) for line in words)


def open_menu(page: DataPage, qtbot: QtBot, name: str) -> QMenu:
    header = page.records.table.header
    place = page.records.model.names.index(name)
    arrow = header.sectionViewportPosition(place) + header.sectionSize(place) - 15
    qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(arrow, 15))
    return popup(qtbot, QMenu)


def trigger(page: DataPage, qtbot: QtBot, name: str, words: str) -> None:
    menu = open_menu(page, qtbot, name)
    entry(menu, words).trigger()
    menu.close()
    settle(qtbot, page.session)


# empty


def test_without_a_file_the_page_says_how_to_open_one(empty_page, qtbot):
    assert empty_page.empty.isVisible()
    assert not empty_page.records.isVisible()
    assert not empty_page.header.filled.isVisible()
    assert ".parquet" in empty_page.empty.accessibleDescription()
    with qtbot.waitSignal(empty_page.commands["open_data"].triggered):
        qtbot.mouseClick(empty_page.empty.button, LEFT)


def test_closing_the_file_empties_the_page(page, session):
    session.close()
    assert page.empty.isVisible()
    assert page.records.model.rowCount() == 0


# header


def test_the_header_says_how_the_file_was_read(page):
    words = page.header.accessibleDescription()
    assert words == "people.csv, 300 records, 5 variables. CSV, comma, UTF-8, decimal point"


def test_the_filled_button_leads_to_the_variables(page, qtbot):
    assert page.header.filled.text() == "Describe variables"
    with qtbot.waitSignal(page.session.navigator.stage_wanted) as wanted:
        qtbot.mouseClick(page.header.filled, LEFT)
    assert wanted.args == ["variables", ""]


def test_another_file_can_be_opened(page, qtbot):
    with qtbot.waitSignal(page.commands["open_data"].triggered):
        qtbot.mouseClick(page.replace, LEFT)


# table


def test_the_table_has_fixed_rows_and_a_profile_over_each_column(page):
    table = page.records.table
    assert table.rowHeight(0) == ROW
    assert table.header.height() == HEIGHT
    texts = [table.header.column_text(place) for place in range(5)]
    assert texts[0] == "no, text, 300 different"
    assert texts[1] == "age, whole number, 0 to 89"
    assert texts[2] == "city, text, 100 missing"
    assert texts[4].startswith("code, whole number, ")


def test_a_continuous_column_is_chosen_first(page):
    assert page.records.column() == "age"
    assert page.profile.title() == "age"


def test_columns_share_the_room(page):
    table = page.records.table
    widths = [table.columnWidth(place) for place in range(5)]
    assert sum(widths) == table.viewport().width()
    assert table.horizontalScrollBar().maximum() == 0


def test_records_are_sorted_by_the_menu_of_the_header(page, qtbot):
    trigger(page, qtbot, "bill", "Sort descending")
    assert column(page, "bill")[:2] == ["950,000.00", "900,000.00"]
    assert page.records.model.headerData(0, Qt.Orientation.Vertical) == "300"
    assert entry(open_menu(page, qtbot, "bill"), "Sort descending").isChecked()
    QApplication.activePopupWidget().close()
    trigger(page, qtbot, "bill", "Order of the file")
    assert column(page, "no")[:2] == ["p0", "p1"]


def test_the_menu_of_a_column_opens_with_the_keyboard(page, qtbot):
    page.records.table.setFocus()
    qtbot.keyClick(page.records.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    menu = popup(qtbot, QMenu)
    order = entry(menu, "Order of the file")
    assert not order.isEnabled()
    assert order.toolTip() == "The records are in the order of the file"
    menu.close()


def test_columns_are_hidden_and_shown(page, qtbot):
    trigger(page, qtbot, "age", "Hide")
    assert page.records.table.visible_columns() == [0, 2, 3, 4]
    assert page.records.column() == "no"
    assert page.records.columns.text() == "Columns, 1 hidden"
    menu = page.records.columns.menu()
    menu.aboutToShow.emit()
    assert not entry(menu, "age").isChecked()
    entry(menu, "age").trigger()
    assert page.records.columns.text() == "Columns"
    assert len(page.records.table.visible_columns()) == 5


def test_the_last_column_stays(page, qtbot):
    for name in NAMES[:-1]:
        page.records.table.toggle_column(NAMES.index(name))
    hide = entry(open_menu(page, qtbot, "code"), "Hide")
    assert not hide.isEnabled()
    assert hide.toolTip() == "One column must stay"
    QApplication.activePopupWidget().close()


# filters


def add_filter(page: DataPage, qtbot: QtBot, name: str, relation: str, value: str) -> FilterPopover:
    qtbot.mouseClick(page.records.chips.add, LEFT)
    popover = popup(qtbot, FilterPopover)
    popover.variable.setCurrentText(name)
    popover.relation.setCurrentIndex(popover.relation.findData(relation))
    qtbot.keyClicks(popover.value, value)
    qtbot.keyClick(popover.value, Qt.Key.Key_Return)
    settle(qtbot, page.session)
    return popover


def chips(page: DataPage) -> list[str]:
    return [chip.text() for chip in page.records.chips.chips]


def test_filters_become_chips_and_narrow_the_records(page, qtbot):
    assert page.records.visible_count.text() == "All 300 records"
    add_filter(page, qtbot, "age", "at_least", "80")
    add_filter(page, qtbot, "city", "equals", "Oslo")
    assert chips(page) == ["age 80 or over", "city is Oslo"]
    shown = len(column(page, "age"))
    assert page.records.visible_count.text() == f"Showing {shown} of 300 records"
    assert all(int(age) >= 80 for age in column(page, "age"))
    assert set(column(page, "city")) == {"Oslo"}
    qtbot.mouseClick(page.records.chips.chips[0].cross, LEFT)
    settle(qtbot, page.session)
    assert chips(page) == ["city is Oslo"]
    assert len(column(page, "age")) == 100


def test_missing_values_are_filtered_without_a_value(page, qtbot):
    page.records._open_menu(2, QPoint(0, 0))
    entry(popup(qtbot, QMenu), "Filter…").trigger()
    qtbot.waitUntil(lambda: page.findChild(FilterPopover) is not None)
    popover = page.findChild(FilterPopover)
    assert popover.variable.currentText() == "city"
    popover.relation.setCurrentIndex(popover.relation.findData("missing"))
    assert not popover.value.isVisible()
    popover.add.click()
    settle(qtbot, page.session)
    assert set(column(page, "city")) == {"missing"}


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("age", "old", "age holds numbers; enter a number."),
        ("age", "", "Enter a value."),
        ("no", " ", "Enter a value."),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_words(page, qtbot, name, value, problem):
    popover = add_filter(page, qtbot, name, "equals", value)
    assert popover.isVisible()
    assert popover.problem.text() == problem
    assert popover.value.property("invalid")
    popover.close()
    assert chips(page) == []


def test_values_are_proposed_while_typing(page, qtbot):
    qtbot.mouseClick(page.records.chips.add, LEFT)
    popover = popup(qtbot, FilterPopover)
    popover.variable.setCurrentText("city")
    popover.value.completer().setCompletionPrefix("o")
    assert popover.value.completer().currentCompletion() == "Oslo"
    popover.close()


def test_where_no_record_passes_the_filters_can_be_taken_away(page, qtbot):
    page.records._filter(Condition("age", "at_least", 1_000))
    settle(qtbot, page.session)
    assert page.records.nothing.isVisible()
    qtbot.mouseClick(page.records.nothing.button, LEFT)
    settle(qtbot, page.session)
    assert not page.records.nothing.isVisible()
    assert len(column(page, "no")) == 300


def test_records_chosen_elsewhere_are_shown_with_a_chip(page, qtbot, session):
    page.show_records(np.array([3, 7, 11]), "3 records that are alone")
    settle(qtbot, session)
    assert column(page, "no") == ["p3", "p7", "p11"]
    assert chips(page) == ["3 records that are alone"]
    page.show_records(np.array([5]), "1 record")
    settle(qtbot, session)
    assert chips(page) == ["1 record"]


def test_a_page_that_was_not_seen_yet_shows_records_too(qtbot, session, people):
    host = QWidget()
    qtbot.addWidget(host)
    open_data(qtbot, session, people)
    page = DataPage(session, Actions(host), data_stage.STAGE)
    qtbot.addWidget(page)
    page.show_records(np.array([2]), "1 record")
    settle(qtbot, session)
    assert column(page, "no") == ["p2"]


def test_an_order_that_lacks_the_value_is_an_error_in_the_strip(page, qtbot, session):
    session.describe("", Variable(name="city", scale=Scale.ORDINAL, categories=("Oslo", "Bergen")))
    settle(qtbot, session)
    page.records._filter(Condition("city", "at_least", "Rome"))
    settle(qtbot, session)
    assert "no place in the order of city" in page.message_bar.text()
    assert chips(page) == []
    assert len(column(page, "no")) == 300


# find


def test_find_goes_from_place_to_place(page, qtbot, session):
    page.commands["find"].trigger()
    assert page.records.search.hasFocus()
    qtbot.keyClicks(page.records.search, "p29")
    qtbot.waitUntil(lambda: page.records.table.currentIndex().row() == 29)
    assert page.records.column() == "no"
    qtbot.keyClick(page.records.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.records.table.currentIndex().row() == 290)
    settle(qtbot, session)


def test_what_is_not_there_is_said(page, qtbot):
    qtbot.keyClicks(page.records.search, "nowhere")
    qtbot.waitUntil(page.records.no_match.isVisible)
    assert page.records.search.property("invalid")
    page.records.search.clear()
    page.records.find_next()
    assert not page.records.no_match.isVisible()


def test_what_is_stopped_leaves_everything_as_it_was(page, qtbot, session, monkeypatch):
    def endless(*given: object) -> None:
        progress = given[-1]
        assert isinstance(progress, Progress)
        while True:
            progress.at(0.0)

    with monkeypatch.context() as slow:
        slow.setattr(Arrangement, "positions", endless)
        slow.setattr("ui.pages.data.records_view.find", endless)
        page.records.arrange(Arrangement(by="age", descending=True))
        session.jobs.cancel("arrange")
        settle(qtbot, session)
        page.records.search.setText("Oslo")
        page.records.find_next()
        session.jobs.cancel("find")
        settle(qtbot, session)
    assert not page.message_bar.isVisible()  # to stop is no error
    page.records.show_chosen(np.array([20, 30, 40]), "three records")
    settle(qtbot, session)
    assert column(page, "no") == ["p20", "p30", "p40"]  # and not by age


def test_a_look_at_a_column_can_be_stopped_and_begun_again(page, qtbot, session, monkeypatch):
    def endless(*_: object) -> None:
        progress = Progress(cancelled=lambda: "columns" in stops)
        while True:
            progress.at(0.0)

    stops: list[str] = []
    name = page.records.column()
    with monkeypatch.context() as slow:
        slow.setattr("ui.models.column_profiles.column_profile", endless)
        page.profiles.set_data(session.data)
        page._on_column(name)
        stops.append("columns")
        session.jobs.cancel("columns")
        settle(qtbot, session)
    assert not page.message_bar.isVisible()  # to stop is no error
    assert page.profile.empty is not None
    page.profile.empty.acted.emit()
    settle(qtbot, session)
    assert page.profile.empty is None
    assert page.profiles.get(name) is not None


def test_numbers_are_found_as_they_are_shown(page, qtbot, session):
    page.records.search.setText("950,000")
    page.records.find_next()
    settle(qtbot, session)
    assert page.records.table.currentIndex().row() == 299
    assert page.records.column() == "bill"


# profile


def test_the_card_shows_figures_and_distribution_of_the_chosen_column(page, qtbot, people):
    choose(page, qtbot, "bill")
    assert page.profile.title() == "bill"
    shown = figures(page)
    assert shown["Largest"] == "950,000"
    assert shown["Mean"] == rounded_text(people.frame["bill"].mean())
    assert shown["Whole numbers"] == "no"
    assert page.profile.scale.currentText() == "logarithmic"
    counts = [float(row[1]) for row in page.profile.chart.table()[1:]]
    assert sum(counts) == 300


def test_the_scale_can_be_chosen(page, qtbot, session):
    choose(page, qtbot, "bill")
    page.profile.scale.setCurrentIndex(0)
    page.profile.scale.activated.emit(0)
    settle(qtbot, session)
    assert page.profile.chart.table()[1][0].startswith("0 to ")
    choose(page, qtbot, "age")
    choose(page, qtbot, "bill")
    assert page.profile.scale.currentText() == "linear"


def test_what_is_worth_a_look_leads_to_its_records(page, qtbot, session):
    choose(page, qtbot, "bill")
    links = [one for one in page.profile.findChildren(QAbstractButton) if one.text().startswith("Show the")]
    assert [one.text() for one in links] == ["Show the 2 records"]
    qtbot.mouseClick(links[0], LEFT)
    settle(qtbot, session)
    assert column(page, "bill") == ["900,000.00", "950,000.00"]
    assert chips(page)[0].startswith("bill above ")


def test_names_of_persons_have_no_chart(page, qtbot):
    choose(page, qtbot, "no")
    assert not page.profile.chart.isVisible()
    assert page.profile.nothing.text().startswith("Every value occurs in one record only")
    assert not page.profile.scale.isVisible()


def test_the_question_mark_explains(page, qtbot):
    choose(page, qtbot, "city")
    page.profile.help.click()
    popover = QApplication.activePopupWidget()
    assert popover.explanation.rows == (("Bars", "2"), ("Records counted", "200"))
    popover.close()


# descriptions


def test_a_new_description_leaves_the_view_where_it_is(page, qtbot, session):
    page.records._filter(Condition("age", "at_least", 80))
    settle(qtbot, session)
    choose(page, qtbot, "age")
    before = len(column(page, "age"))
    session.describe("", Variable(name="age", scale=Scale.CONTINUOUS, missing=(85,)))
    settle(qtbot, session)
    assert page.records.column() == "age"
    assert chips(page) == ["age 80 or over"]
    assert len(column(page, "age")) < before
    assert figures(page)["Missing"] == "3"


def test_another_file_starts_anew(page, qtbot, session):
    page.records._filter(Condition("age", "at_least", 80))
    page.records.table.toggle_column(0)
    open_data(qtbot, session, Microdata(pd.DataFrame({"a": ["x", "y"], "b": [1.0, 2.0]})))
    assert chips(page) == []
    assert page.records.model.names == ("a", "b")
    assert page.records.table.visible_columns() == [0, 1]
    assert page.profile.title() == "b"


def test_a_column_out_of_order_says_why_it_has_no_chart(page, qtbot, session):
    session.describe("", Variable(name="city", scale=Scale.ORDINAL, categories=("Oslo",)))
    settle(qtbot, session)
    choose(page, qtbot, "city")
    assert "no place in its declared order" in page.profile.nothing.text()
    assert figures(page)["Missing"] == "100"


# looks


def test_all_controls_are_named(page):
    buttons = [one for one in page.findChildren(QAbstractButton) if one.isVisible()]
    for control in buttons:
        of_qt = isinstance(control.parent(), QLineEdit) or control.objectName().startswith("qt_")
        assert of_qt or control.accessibleName() or control.text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("height", [803, 554])
def test_nothing_is_cut_at_the_narrow_width(page, scheme, height):
    theme().set_scheme(scheme)
    page.resize(936, height)
    page.records._filter(Condition("age", "at_least", 80))
    for one in page.findChildren(QLabel):
        if one.isVisible() and one.text() and not one.wordWrap():
            assert one.fontMetrics().horizontalAdvance(one.text()) <= one.width(), one.text()
    image = page.grab().toImage()
    ground = theme().colour("window").name()
    assert image.pixelColor(2, image.height() - 2).name() == ground


# size


def test_columns_of_a_very_wide_file_are_hidden_and_shown_in_a_list(
    empty_page: DataPage, qtbot: QtBot, session: Session
) -> None:
    open_data(qtbot, session, Microdata(pd.DataFrame(WIDE)))
    table, button = empty_page.records.table, empty_page.records.columns
    menu = button.menu()
    menu.aboutToShow.emit()
    assert len(menu.actions()) == 3, "an entry for each would take long"
    every, (ticks,) = entry(menu, "Show all columns"), menu.findChildren(TickList)
    assert not every.isEnabled()
    assert ticks.ticked() == [*WIDE]
    box = Qt.ItemDataRole.CheckStateRole
    for row in (0, 7):
        assert ticks.model().setData(ticks.model().index(row, 0), Qt.CheckState.Unchecked, box)
    assert table.visible_columns() == [column for column in range(300) if column not in (0, 7)]
    assert button.text() == "Columns, 2 hidden"
    assert every.isEnabled()
    table.show_columns([299])
    menu.aboutToShow.emit()
    (ticks,) = [one for one in menu.findChildren(TickList) if one.ticked() == ["column 299"]]
    assert ticks.model().setData(ticks.model().index(299, 0), Qt.CheckState.Unchecked, box)
    assert table.visible_columns() == [299], "one column must stay"
    assert ticks.ticked() == ["column 299"]
    entry(menu, "Show all columns").trigger()
    assert button.text() == "Columns"


def test_columns_of_a_wide_file_get_their_room_when_they_were_looked_at(empty_page, qtbot, session):
    wide = {f"column {number}": ["a word that needs its room", "b"] for number in range(60)}
    open_data(qtbot, session, Microdata(pd.DataFrame(wide)))
    table = empty_page.records.table
    assert len({table.columnWidth(place) for place in range(60)}) <= 2
    assert table.columnWidth(59) > table.fontMetrics().horizontalAdvance("a word that needs its room")


def test_a_column_has_room_for_values_that_come_late_in_the_file(empty_page, qtbot, session):
    bands = ["0 to 9"] * 500 + ["60 to 69 years"] * 500
    others = {f"column {number}": range(1000) for number in range(60)}
    open_data(qtbot, session, Microdata(pd.DataFrame({"a": bands, **others})))
    table = empty_page.records.table
    room = table.columnWidth(0) - 2 * INSET
    assert room >= theme().metrics("body").horizontalAdvance("60 to 69 years")


WIDE = {f"column {number}": ["a word that needs its room" * (number > 40), "b"] for number in range(300)}


def test_columns_of_a_very_wide_file_get_their_room_when_they_come_into_sight(
    empty_page: DataPage, qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[int] = set()
    wanted = ProfileHeader.wanted_width
    monkeypatch.setattr(
        ProfileHeader, "wanted_width", lambda header, column: asked.add(column) or wanted(header, column)
    )
    open_data(qtbot, session, Microdata(pd.DataFrame(WIDE)))
    table, room = empty_page.records.table, theme().metrics("body").horizontalAdvance(WIDE["column 41"][0])
    assert len(asked) < 100, "one look at the page measures what it shows"
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum() // 2)
    column = table.columnAt(table.viewport().width() // 2)
    assert room < table.columnWidth(column) < 2 * room
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    assert room < table.columnWidth(299) < 2 * room
    assert table.horizontalScrollBar().value() == table.horizontalScrollBar().maximum(), "the end is the end"
    assert len(asked) < 150, asked


@pytest.mark.parametrize("column", [150, 299])
def test_the_cursor_comes_into_sight_in_columns_that_were_never_measured(
    empty_page: DataPage, qtbot: QtBot, session: Session, column: int
) -> None:
    open_data(qtbot, session, Microdata(pd.DataFrame(WIDE)))
    table = empty_page.records.table
    for place in (column, 70):  # from the left, then from the right
        table.choose(place)
        left = table.columnViewportPosition(place)
        assert left >= 0
        assert left + table.columnWidth(place) <= table.viewport().width()


def test_widths_of_the_user_stay_and_columns_that_come_into_sight_get_their_room(
    empty_page: DataPage, qtbot: QtBot, session: Session
) -> None:
    open_data(qtbot, session, Microdata(pd.DataFrame(WIDE)))
    settle(qtbot, session)
    table = empty_page.records.table
    table.header.resizeSection(1, 333)  # as a drag does
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    assert table.columnWidth(299) > theme().metrics("body").horizontalAdvance(WIDE["column 41"][0])
    table.header._profiles.arrived.emit("column 1")
    table.resize(table.width() + 50, table.height())
    assert table.columnWidth(1) == 333


def test_a_million_records_are_shown_sorted_and_found(empty_page, qtbot, session):
    size = 1_000_000
    rng = np.random.default_rng(1)
    words = pd.Series(pd.Categorical.from_codes(rng.integers(0, 50, size), [f"w{n}" for n in range(50)]))
    frame = pd.DataFrame({"number": rng.permutation(size), "word": words.astype("str")})
    open_data(qtbot, session, Microdata(frame))
    assert empty_page.records.model.rowCount() == size
    empty_page.records.arrange(empty_page.records.arrangement.sorted_by("number"))
    settle(qtbot, session)
    table = empty_page.records.table
    table.go_to(size - 1, 0)
    empty_page.grab()
    assert table.currentIndex().data() == "999999"
    empty_page.records.search.setText("777777")
    empty_page.records.find_next()
    settle(qtbot, session)
    assert table.currentIndex().row() == 777_777
    assert figures(empty_page)["Different values"] == "1,000,000"


def test_cells_stand_below_their_titles_whatever_becomes_known(page, qtbot, session) -> None:
    view = page.records.table
    wide = pd.DataFrame({f"a_rather_long_name_{number}": np.arange(20) for number in range(30)})
    painted: list[int] = []

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.Paint:
                painted.append(1)
            return False

    open_data(qtbot, session, Microdata(wide))
    qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() > 0)
    watch = Watch()
    view.viewport().installEventFilter(watch)
    wanted = view.columnWidth(0)
    with QSignalBlocker(view.header):  # as it is before a look that asks for more room
        view.setColumnWidth(0, wanted - 20)
    QApplication.processEvents()
    painted.clear()
    view.header._profiles.arrived.emit("a_rather_long_name_0")
    assert view.columnWidth(0) == wanted
    qtbot.waitUntil(lambda: bool(painted))


def test_a_look_at_a_column_out_of_view_draws_no_cell_again(page, qtbot, session) -> None:
    view = page.records.table
    wide = pd.DataFrame({f"a_rather_long_name_{number}": np.arange(20) for number in range(30)})
    open_data(qtbot, session, Microdata(wide))
    qtbot.waitUntil(lambda: view.header.profile(29) is not None and not session.jobs.running)
    QApplication.processEvents()
    painted: list[int] = []

    class Watch(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.Paint:
                painted.append(1)
            return False

    watch = Watch()
    for part in (view.viewport(), view.header.viewport()):
        part.installEventFilter(watch)
    view.header._profiles.arrived.emit("a_rather_long_name_29")
    QApplication.processEvents()
    assert not painted


def test_keys_of_a_wide_file_stay_in_view_with_their_profiles(empty_page, qtbot, session):
    frame = pd.DataFrame({f"column {number}": [number, 2] for number in range(40)} | {"age": [30, 41]})
    open_data(qtbot, session, Microdata(frame, [Variable(name="age", role=Role.KEY)]))
    table = empty_page.records.table
    assert not table._own_widths, "nobody dragged a column"
    table.horizontalScrollBar().setValue(900)
    assert table.kept.keeps(0)
    header = table.kept.horizontalHeader()
    assert header.column_text(0).startswith("age, ")
    assert table.childAt(table.viewport().x() + 5, 5) is header.viewport()
    places = []
    table.menu_wanted.connect(lambda column, place: places.append((column, place)))
    header.menu_wanted.emit(0)
    assert places == [(0, header.menu_place(0))], "the menu opens at the name that is seen"


def test_a_code_for_missing_is_declared_where_it_is_suspected(
    empty_page: DataPage, session: Session, qtbot: QtBot
) -> None:
    open_data(qtbot, session, Microdata(pd.DataFrame({"x": [-999, 20, 30, 40, -999]})))
    choose(empty_page, qtbot, "x")
    settle(qtbot, session)

    def act() -> QAbstractButton | None:
        buttons = empty_page.profile.findChildren(QAbstractButton)
        return next((one for one in buttons if one.text() == "Declare it missing"), None)

    qtbot.waitUntil(lambda: act() is not None)
    button = act()
    assert button is not None
    button.click()
    assert session.data is not None
    assert session.data.variable("x").missing == (-999,)
    qtbot.waitUntil(lambda: act() is None)
    session.undo()
    assert session.data.variable("x").missing == ()
    settle(qtbot, session)


def test_how_many_records_there_are_is_never_cut_for_a_long_name(
    empty_page: DataPage, session: Session, qtbot: QtBot
) -> None:
    name = "a_very_long_name_of_a_variable_" * 9
    open_data(qtbot, session, Microdata(pd.DataFrame({name: [20, 30, 40] * 9})))
    choose(empty_page, qtbot, name)
    settle(qtbot, session)
    note = empty_page.profile.note
    qtbot.waitUntil(lambda: "records" in note.text())
    assert note.fontMetrics().horizontalAdvance(note.text()) <= note.minimumWidth()


def test_a_new_label_is_shown_at_once(page: DataPage, qtbot: QtBot, session: Session) -> None:
    choose(page, qtbot, "city")
    assert page.profile.title() == "city"
    session.describe("Label", session.data.variable("city").changed(label="Where the patient lives"))
    settle(qtbot, session)
    assert page.profile.title() == "Where the patient lives"
    place = page.records.model.names.index("city")
    assert page.records.table.columnWidth(place) >= page.records.table.header.wanted_width(place)
