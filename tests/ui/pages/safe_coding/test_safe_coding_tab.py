from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

import ui.pages.safe_coding.search as search_module
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.masking import Recoding
from sdcdesk.risk import DisclosureRisk, LDiversity
from sdcdesk.search import DistinctDiversity, RecursiveDiversity, lattice
from sdcdesk.search.codings.coding_effect import coding_effect
from tests.ui.pages.safe_coding.conftest import Stand, age, sex
from ui.models.codings_model import CODING, LOSS
from ui.pages.safe_coding.adoptions import CHECK_LOSS, FOLLOWED, SEE_RISK, USED
from ui.pages.safe_coding.coding_list import TWO_LINES
from ui.pages.safe_coding.codings_card import LIST, MAP
from ui.pages.safe_coding.condition_bar import RECORDS, SHARES
from ui.pages.safe_coding.effect_view import UNKNOWN, WAITING
from ui.pages.safe_coding.key_weights import NO_WEIGHT, NONE_COUNTS
from ui.pages.safe_coding.safe_coding_tab import (
    INSTEAD,
    PROPOSE,
    SEARCH,
    USE,
    USE_ONE,
)
from ui.pages.safe_coding.search_line import AGAIN, LARGER, OLD_FOUND, PLACE, STOP, STOPPED_WITH, WHERE
from ui.widgets.plain_table import ROW


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Codings are tried until this is set, or the user stops."""
    go = Event()

    def slow(*args: object, **kwargs: object) -> object:
        progress, so_far = kwargs["progress"], kwargs["so_far"]
        assert isinstance(progress, Progress)
        assert callable(so_far)
        if not go.is_set():
            found = lattice(*args, **{**kwargs, "whole": True, "so_far": None})  # type: ignore[arg-type]
            so_far(replace(found, complete=False, least=0.01))
        while not go.wait(0.01):
            progress.check()
        return lattice(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(search_module, "lattice", slow)
    yield go
    go.set()


def test_a_story_from_the_condition_to_steps_and_back(stand: Stand) -> None:
    tab, before = stand.open(), stand.project
    assert stand.page.header.filled.text() == SEARCH
    assert tab.line.text() == WHERE
    stand.press()
    found = tab.search.found
    assert found is not None
    assert len(found.table) == 4 * 2 * 3
    assert tab.node == found.codings.optimum
    assert tab.codings.map.current == tab.node == tab.finest.model.node(0)
    assert stand.page.header.filled.text() == USE
    effect = tab.effects.find(tab.node)
    assert effect is not None
    assert "DR" in tab.finest.effect.risk.text()
    assert "records left out" in tab.finest.effect.loss.text()
    assert "Age: 100 values became" in tab.finest.effect.kept.text()
    stand.press()
    methods = [step.method for step in stand.project.recipe.steps]
    assert tuple(methods) == found.codings.methods(found.codings.optimum)
    assert len(methods) > 1
    results = stand.session.results
    assert results is not None
    groups = results.run.last.frame.groupby(["Age", "Sex", "Zip"], observed=True).size()
    assert groups.min() >= 3
    assert len(results.run.original) - len(results.run.last) == found.codings.suppressed(tab.node)
    assert results.release is not None
    assert results.release.verdict is effect.verdict, "it does what was foretold"
    assert results.path[-1].loss == effect.loss
    assert tab.line.text().startswith(f"Used by steps 1 to {len(methods)}: Age ")
    assert stand.page.header.filled.text() == CHECK_LOSS
    stand.session.undo()
    stand.settle()
    assert stand.project == before
    assert stand.page.header.filled.text() == USE, "it is of this file again"
    stand.session.redo()
    stand.settle()
    assert tab.line.text().startswith("Used by steps 1 to "), "its steps stand there again"


def test_another_coding_takes_the_place_of_the_one_that_is_used(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    found = tab.search.found
    assert found is not None
    meaning = tab.condition.meaning.text()
    first = tab.node
    stand.press()
    assert tab.condition.meaning.text() == meaning, "the share is one of the file that was searched"
    assert tab.menu().actions()[0].toolTip() == USED
    other = next(node for node in tab.finest.best() if node != first)
    tab.choose(other)
    assert stand.page.header.filled.text() == INSTEAD
    assert stand.page.header.filled.isEnabled()
    stand.press()
    methods = tuple(step.method for step in stand.project.recipe.steps)
    assert methods == found.codings.methods(other), "nothing of the first is left"
    results = stand.session.results
    assert results is not None
    assert len(results.run.original) - len(results.run.last) == found.codings.suppressed(other)
    stand.session.undo()
    stand.settle()
    assert tuple(step.method for step in stand.project.recipe.steps) == found.codings.methods(first)
    assert tab.line.text().startswith("Used by steps 1 to ")


def test_a_coding_is_not_replaced_below_other_steps(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    first = tab.node
    stand.press()
    stand.session.add_step(Recoding(variable="Height", how="width", width=10))
    stand.settle()
    assert tab.line.text().startswith("Used by steps 1 to "), "they stand there still"
    tab.choose(next(node for node in tab.finest.best() if node != first))
    assert not stand.page.header.filled.isEnabled()
    assert stand.page.header.filled.toolTip() == FOLLOWED
    stand.session.change_recipe("Remove", lambda recipe: recipe.changed(steps=recipe.steps[1:]))
    stand.settle()
    assert tab.line.text() == OLD_FOUND
    assert stand.page.header.filled.text() == SEARCH


def test_a_used_coding_leads_on(stand: Stand) -> None:
    tab, ways = stand.open(), []
    stand.session.navigator.stage_wanted.connect(lambda stage, _tab: ways.append(stage))
    stand.press()
    stand.press()
    assert stand.page.header.filled.text() == CHECK_LOSS
    stand.press()
    assert ways == ["loss"]
    stand.session.undo()
    stand.settle()
    limited = tuple(one.with_limit("dr_weighted", 0.0005) for one in stand.project.scenarios)
    stand.change(lambda p: p.changed(scenarios=limited))
    tab.use()
    stand.settle()
    assert stand.page.header.filled.text() == SEE_RISK
    stand.press()
    assert ways == ["loss", "risk"]


def test_no_word_of_a_coding_is_cut_where_two_lines_hold_it(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    tab.codings.views.setCurrentIndex(LIST)
    rows = tab.codings.list.rows
    for width, lines in ((1440, 1), (500, 2)):
        stand.window.resize(width, 832)
        QApplication.processEvents()
        tall = rows.rowHeight(0)
        assert tall == (TWO_LINES if lines == 2 else ROW), width


def test_all_names_of_losses_have_room(stand: Stand) -> None:
    tab = stand.open()
    combo = tab.condition.loss
    for place in range(combo.count()):
        assert combo.fontMetrics().horizontalAdvance(combo.itemText(place)) + 30 < combo.width()


def test_map_list_and_finest_choose_the_same_coding(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    rows = tab.codings.list.rows
    tab.finest.rows.selectRow(1)
    chosen = tab.finest.model.node(1)
    assert tab.node == tab.codings.map.current == chosen
    assert rows.codings.node(rows.currentIndex().row()) == chosen
    QTest.mouseClick(
        tab.codings.map.viewport(),
        Qt.MouseButton.LeftButton,
        pos=tab.codings.map.mapFromScene(tab.codings.map.box((0, 0, 0)).box().center()),
    )
    assert tab.node == (0, 0, 0)
    assert tab.finest.rows.currentIndex().row() == -1, "it is none of the finest"
    assert not stand.page.header.filled.isEnabled()
    assert "does not meet the condition" in stand.page.header.filled.toolTip()
    rows.setCurrentIndex(rows.codings.index(2, 0))
    assert tab.codings.map.current == rows.codings.node(2)


def test_one_step_is_offered_as_one(stand: Stand) -> None:
    tab = stand.open()
    tab.condition.most.setText("100")
    tab.condition.most.textEdited.emit("100")
    stand.press()
    tab.choose((1, 0, 0))
    assert stand.page.header.filled.text() == USE
    tab.choose((0, 0, 0))
    assert stand.page.header.filled.text() == USE_ONE, "records are left out, nothing is coarsened"
    stand.press()
    assert len(stand.project.recipe.steps) == 1


def test_enter_and_a_double_click_use_a_coding(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    tab.codings.map.setFocus()
    QTest.keyClick(tab.codings.map, Qt.Key.Key_End)
    assert tab.node == (3, 1, 2)
    QTest.keyClick(tab.codings.map, Qt.Key.Key_Return)
    stand.settle()
    kinds = [type(step.method) for step in stand.project.recipe.steps]
    assert kinds.count(Recoding) == 3
    stand.session.undo()
    stand.settle()
    tab.codings.views.setCurrentIndex(LIST)
    tab.codings.list.rows.setFocus()
    tab.codings.list.rows.selectRow(0)
    QTest.keyClick(tab.codings.list.rows, Qt.Key.Key_Enter)
    stand.settle()
    assert stand.project.recipe.steps


def test_a_stop_keeps_the_best_so_far(stand: Stand, held: Event) -> None:
    tab = stand.open()
    held.set()
    stand.press()
    before = tab.search.found
    held.clear()
    tab.condition.k.setText("7")
    tab.condition.k.textEdited.emit("7")
    tab.find_codings()
    stand.qtbot.waitUntil(lambda: "none can lose less than 1.00" in tab.line.text())
    assert "best so far: Age" in tab.line.text()
    assert tab.search.found is before, "it is shown as old until the search ends"
    assert tab.line.act.text() == STOP
    assert not stand.page.header.filled.isEnabled()
    assert stand.page.header.filled.toolTip()
    tab.line.act.click()
    stand.settle()
    found = tab.search.found
    assert found is not None
    assert found is not before
    assert found.question.condition.k == 7
    assert tab.line.text() == STOPPED_WITH
    assert stand.page.header.filled.text() == USE, "the best so far can be used"
    assert tab.line.act.text() == AGAIN
    held.set()
    tab.line.act.click()
    stand.settle()
    assert tab.search.found is not found
    assert tab.search.found is not None
    assert tab.search.found.question.condition.k == 7


def test_what_is_typed_while_codings_are_tried_stays_typed(
    stand: Stand, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.pages.safe_coding.safe_coding_tab.QUICK", 0.0)
    tab = stand.open()
    tab.find_codings()
    stand.qtbot.waitUntil(lambda: tab.search.best is not None)
    tab.condition.k.setText("7")
    tab.condition.k.textEdited.emit("7")
    held.set()
    stand.settle()
    assert tab.condition.k.text() == "7"
    assert tab.search.found is not None, "the answer is shown as an old one"
    assert stand.page.header.filled.text() == SEARCH
    stand.press()
    assert tab.search.found.question.condition.k == 7


def test_a_changed_file_makes_what_was_found_old(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    stand.session.add_step(Recoding(variable="Age", how="width", width=10))
    stand.settle()
    assert tab.line.act.text() == AGAIN
    assert tab.line.text() == OLD_FOUND
    assert stand.page.header.filled.text() == SEARCH
    stand.session.undo()
    stand.settle()
    assert stand.page.header.filled.text() == USE


def test_a_value_without_a_place_is_said_with_the_way_to_it(stand: Stand) -> None:
    fewer = age().changed(values=age().values[5:], levels=tuple(level[5:] for level in age().levels))
    stand.change(lambda p: p.changed(hierarchies=(fewer, *p.hierarchies[1:])))
    tab, ways = stand.open(), []
    stand.session.navigator.hierarchy_wanted.connect(ways.append)
    stand.press()
    assert tab.line.text().startswith("0 and 4 other values are in the data")
    assert tab.line.text().endswith("not in the hierarchy of Age.")
    assert tab.line.act.text() == PLACE
    tab.line.act.click()
    assert ways == ["Age"]


def test_keys_without_hierarchies_lead_to_them(stand: Stand) -> None:
    stand.change(lambda p: p.changed(hierarchies=p.hierarchies[:1]))
    tab = stand.open()
    assert tab.empty is not None
    assert "Sex, Zip" in tab.empty.accessibleName()
    ways: list[tuple[str, str]] = []
    stand.session.navigator.stage_wanted.connect(lambda *way: ways.append(way))
    tab.empty.button.click()
    assert ways == [("masking", "Hierarchies")]


def test_what_cannot_be_asked_is_said_at_its_field(stand: Stand) -> None:
    tab = stand.open()
    tab.condition.k.setText("1")
    tab.condition.k.textEdited.emit("1")
    assert tab.condition.condition is None
    assert "2" in tab.condition.problem.text()
    tab.refresh()
    assert not stand.page.header.filled.isEnabled()
    assert stand.page.header.filled.toolTip() == tab.condition.problem.text()


def test_shares_and_numbers_of_records_say_the_same(stand: Stand) -> None:
    tab = stand.open()
    assert tab.condition.meaning.text() == "(100)"
    tab.condition.unit.setCurrentIndex(RECORDS)
    tab.condition.unit.activated.emit(RECORDS)
    assert tab.condition.most.text() == "100"
    assert tab.condition.meaning.text() == "(2.00\u202f%)"
    condition = tab.condition.condition
    assert condition is not None
    assert condition.suppress == 100
    tab.condition.unit.setCurrentIndex(SHARES)
    tab.condition.unit.activated.emit(SHARES)
    condition = tab.condition.condition
    assert condition is not None
    assert condition.suppress == 0.02


def test_a_coding_is_looked_at_when_it_is_asked_for(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    assert all(tab.effects.is_known(node) for node in tab.finest.best())
    assert not tab.finest.preview.isEnabled(), "the best are looked at already"
    assert tab.finest.preview.toolTip()
    tab.choose((3, 1, 2))
    assert tab.finest.effect.risk.text() == UNKNOWN
    tab.finest.preview.click()
    assert tab.finest.effect.risk.text() == WAITING
    stand.settle()
    assert tab.effects.find((3, 1, 2)) is not None
    assert tab.finest.effect.badge.verdict == "safe"


def test_larger_groups_are_tried_until_the_limits_are_kept(stand: Stand) -> None:
    limited = tuple(one.with_limit("dr_weighted", 0.0005) for one in stand.project.scenarios)
    stand.change(lambda p: p.changed(scenarios=limited))
    tab = stand.open()
    stand.press()
    assert tab.finest.effect.badge.verdict == "unsafe"
    assert tab.line.act.text() == LARGER
    tab.line.act.click()
    stand.settle()
    found, results = tab.search.found, stand.session.results
    assert found is not None
    assert results is not None
    k = found.question.condition.k
    assert tab.finest.effect.badge.verdict == "safe"
    size, verdicts = 3, {}
    while size <= k:  # one size after the other, as an obvious second way
        each = lattice(
            found.question.data,
            dict(zip(found.question.keys, found.codings.lattice.hierarchies, strict=True)),
            k=size,
            suppress=0.02,
        )
        assert each.optimum is not None
        effect = coding_effect(stand.project, results.run, each, each.optimum)
        assert effect is not None
        verdicts[size] = effect.verdict
        size *= 2
    assert [size for size, verdict in verdicts.items() if verdict is Verdict.SAFE] == [k]


def test_large_lattices_open_as_a_list_with_filters(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.pages.safe_coding.codings_card.MOST", 20)
    tab = stand.open()
    stand.press()
    card = tab.codings
    assert card.views.currentIndex() == LIST
    assert not card.views.isTabEnabled(MAP)
    assert card.views.tabToolTip(MAP)
    filters = card.list.filters
    assert [filters[0].itemText(n) for n in range(3)] == ["any level", "as is", "5-year bands"]
    filters[0].setCurrentIndex(2)
    filters[0].activated.emit(2)
    assert card.list.model.rowCount() == 6
    assert all(card.list.model.node(row)[0] == 1 for row in range(6))
    assert card.list.shown.text() == "6 of 24 in the list"
    tab.condition.k.setText("4")
    tab.condition.k.textEdited.emit("4")
    tab.find_codings()
    stand.settle()
    assert card.list.filters[0] is filters[0], "it may have the keyboard"
    assert card.list.shown.text() == "6 of 24 in the list", (
        "what is looked at stays, for another condition too"
    )


def test_every_size_shows_all_words(
    stand: Stand, clipped: Callable[[QWidget], list[str]], nameless: Callable[[QWidget], list[QWidget]]
) -> None:
    tab = stand.open()
    stand.press()
    for width in (936, 700):
        stand.window.resize(width, 832)
        assert clipped(tab) == []
        assert nameless(tab) == []


def test_the_menu_says_why_not(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    assert [action.isEnabled() for action in tab.menu().actions()] == [True, True]
    tab.choose((0, 0, 0))
    use, records = tab.menu().actions()
    assert not use.isEnabled()
    assert use.toolTip()
    shown: list[tuple[object, str]] = []
    stand.session.navigator.records_wanted.connect(lambda *told: shown.append(told))
    records.trigger()
    stand.settle()
    [(positions, words)] = shown
    assert len(positions) == 3383
    assert words == "left out with All as it is"
    tab._open_menu(QPoint(0, 0))


def test_keys_without_hierarchies_have_them_proposed(stand: Stand) -> None:
    stand.change(lambda p: p.changed(hierarchies=()))
    tab = stand.open()
    assert stand.page.header.filled.text() == PROPOSE
    stand.press()
    found = tab.search.found
    assert found is not None
    assert found.codings.lattice.keys == ("Age", "Sex", "Zip")
    assert tab.empty is None
    before = stand.project
    stand.press()
    assert {one.name for one in stand.project.hierarchies} == {"Age", "Sex", "Zip"}, "used or not"
    stand.session.undo()
    stand.settle()
    assert stand.project == before, "one undo takes back steps and hierarchies"


def test_weights_of_variables_belong_to_the_condition(stand: Stand) -> None:
    tab = stand.open()
    weights = tab.condition.weights
    assert not weights.isVisible()
    tab.condition.more.click()
    assert weights.isVisible()
    assert list(weights.fields) == ["Age", "Sex", "Zip"]
    for text, meant in (("0", {"Zip": 0.0}), ("2.5", {"Zip": 2.5}), ("1", {})):
        weights.fields["Zip"].setText(text)
        weights.fields["Zip"].textEdited.emit(text)
        condition = tab.condition.condition
        assert condition is not None
        assert dict(condition.weights) == meant
    weights.fields["Zip"].setText("much")
    weights.fields["Zip"].textEdited.emit("much")
    assert tab.condition.condition is None
    assert tab.condition.problem.text() == NO_WEIGHT
    for name in weights.fields:
        weights.fields[name].setText("0")
    weights.fields["Zip"].textEdited.emit("0")
    assert tab.condition.problem.text() == NONE_COUNTS


def test_a_variable_without_weight_is_dropped_first(stand: Stand) -> None:
    tab = stand.open()
    tab.condition.more.click()
    for name, text in (("Sex", "0"), ("Zip", "5")):
        tab.condition.weights.fields[name].setText(text)
        tab.condition.weights.fields[name].textEdited.emit(text)
    stand.press()
    found = tab.search.found
    assert found is not None
    wanted = lattice(
        found.question.data,
        dict(zip(found.question.keys, found.codings.lattice.hierarchies, strict=True)),
        k=3,
        suppress=0.02,
        weights={"Age": 1, "Sex": 0, "Zip": 5},
    )
    assert found.codings.optimum == wanted.optimum
    assert found.table.loss.tolist() == wanted.losses["loss"].tolist()


def test_hierarchies_are_read_from_files_at_once(stand: Stand, tmp_path: Path) -> None:
    before = stand.project
    tab = stand.open()
    paths = [tmp_path / f"billing_hierarchy_{name}.csv" for name in ("Age", "Sex")]
    for path, hierarchy in zip(paths, (age(), sex()), strict=True):
        hierarchy.changed(titles=()).write(path)
    tab.read_hierarchies(paths)
    stand.settle()
    assert [one.titles for one in stand.project.hierarchies if one.name == "Age"] == [()]
    stand.session.undo()
    stand.settle()
    assert stand.project == before
    told: list[SdcError] = []
    stand.session.failed.connect(told.append)
    tab.read_hierarchies([tmp_path / "income.csv"])
    stand.settle()
    assert ["income.csv" in error.message for error in told] == [True]
    assert stand.project == before


def test_a_number_without_a_value_reads_as_a_dash(stand: Stand) -> None:
    tab = stand.open()
    tab.condition.loss.setCurrentIndex(tab.condition.loss.findData("class_size"))
    tab.condition.most.setText("100")
    tab.condition.most.textEdited.emit("100")
    stand.press()
    found = tab.search.found
    assert found is not None
    assert found.question.condition.loss == "class_size"
    assert found.loss_text(float("nan")) == UNDEFINED


def test_what_is_chosen_stays_chosen_however_rows_are_sorted_and_filtered(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    rows, chosen = tab.codings.list.rows, tab.node
    header = rows.horizontalHeader()
    for column, order in ((LOSS, Qt.SortOrder.DescendingOrder), (CODING, Qt.SortOrder.AscendingOrder)):
        header.setSortIndicator(column, order)
        assert rows.codings.node(rows.currentIndex().row()) == tab.node == chosen
    losses = [rows.codings.index(row, LOSS).data() for row in range(rows.codings.rowCount())]
    header.setSortIndicator(LOSS, Qt.SortOrder.AscendingOrder)
    assert [rows.codings.index(row, LOSS).data() for row in range(len(losses))] != losses
    choice = tab.codings.list.filters[0]
    for place in (1, 0):  # as is: the chosen coding has another level; then any level again
        choice.setCurrentIndex(place)
        choice.activated.emit(place)
        assert tab.node == chosen
        assert rows.currentIndex().isValid() is (place == 0)
    assert rows.codings.node(rows.currentIndex().row()) == chosen


def test_other_limits_judge_the_best_codings_anew(stand: Stand) -> None:
    tab = stand.open()
    stand.press()
    found = tab.search.found
    assert tab.finest.effect.badge.verdict == "safe"
    limited = tuple(one.with_limit("dr_weighted", 0.0005) for one in stand.project.scenarios)
    stand.change(lambda p: p.changed(scenarios=limited))
    assert tab.search.found is found, "the codings are the same"
    assert stand.page.header.filled.text() == USE
    assert tab.finest.effect.badge.verdict == "unsafe"
    assert tab.line.act.text() == LARGER


def test_every_state_is_drawn(
    stand: Stand,
    held: Event,
    clipped: Callable[[QWidget], list[str]],
    nameless: Callable[[QWidget], list[QWidget]],
) -> None:
    def drawn(state: str) -> None:
        QApplication.processEvents()  # all is laid out
        assert not stand.window.grab().isNull()
        assert clipped(stand.page) == [], state
        assert [one for one in nameless(stand.page) if one.isVisible()] == [], state
        shown = [one for one in stand.page.findChildren(QPushButton) if one.isVisible()]
        assert len([one for one in shown if one.property("filled")]) <= 1, state
        assert all(one.toolTip() for one in shown if not one.isEnabled()), state

    hierarchies = stand.project.hierarchies
    stand.change(lambda p: p.changed(hierarchies=()))
    tab = stand.open()
    drawn("empty")
    stand.change(lambda p: p.changed(hierarchies=hierarchies))
    drawn("nothing searched")
    tab.find_codings()
    stand.qtbot.waitUntil(lambda: tab.search.best is not None)
    drawn("running")
    tab.line.act.click()
    stand.settle()
    drawn("stopped")
    held.set()
    tab.find_codings()
    stand.settle()
    drawn("result")
    stand.change(lambda p: p.changed(recipe=p.recipe.then(Recoding(variable="Age", how="width", width=7))))
    drawn("old")
    tab.find_codings()
    stand.settle()
    assert tab.line.act.text() == PLACE, tab.line.text()
    drawn("error")


def test_limits_may_be_part_of_the_condition(stand: Stand) -> None:
    limited = (stand.project.scenarios[0].with_limit("dr_max", 0.02), *stand.project.scenarios[1:])
    stand.change(lambda p: p.changed(scenarios=limited))
    tab = stand.open()
    tab.condition.more.click()
    box = tab.condition.keeps
    assert box.isVisible()
    assert box.text().startswith("Keep the limits of Neighbour")
    box.click()
    stand.press()
    found = tab.search.found
    assert found is not None
    assert tab.node == found.codings.optimum is not None
    data, keys, k = found.question.data, found.question.keys, found.question.condition.k
    assert k == 3, "groups are not enlarged"
    free = lattice(data, dict(zip(keys, found.codings.lattice.hierarchies, strict=True)), k=k, suppress=0.02)
    matrix = stand.project.weights[limited[0].weights]
    measure, kept, broken = DisclosureRisk(keys=keys, weights=matrix, k=k), set(), []
    for node in map(tuple, free.levels[free.safe].tolist()):
        masked = data
        for step in free.methods(node):
            masked = step.apply(masked)
        value = measure.assess(data, masked).value("dr_max")
        assert isinstance(value, float)
        kept.add(node) if value <= 0.02 else broken.append(node)
    assert {found.table.node(place) for place in found.table.meets.nonzero()[0]} == kept
    tab.choose(broken[0])
    assert "further conditions" in stand.page.header.filled.toolTip()


def test_groups_may_have_to_hold_different_confidential_values(stand: Stand) -> None:
    tab = stand.open()
    tab.condition.more.click()
    groups = tab.condition.groups
    groups.add.click()
    groups.add.click()
    [diverse, close] = groups.rows
    assert diverse.variable.name == "Amount_Billed"
    close.kind.setCurrentIndex(3)
    close.kind.activated.emit(3)
    for row, text, problem in ((diverse, "0", "Between 1"), (close, "2", "Between 0 and 1")):
        row.field.setText(text)
        row.field.textEdited.emit(text)
        assert tab.condition.problem.text().startswith(problem)
        assert tab.condition.condition is None
        row.field.setText("1")
        row.field.textEdited.emit("1")
    close.kind.setCurrentIndex(2)
    close.kind.activated.emit(2)
    close.second.setText("4")
    close.second.textEdited.emit("4")
    assert close.read() == RecursiveDiversity(variable="Amount_Billed", c=3.0, l=4)
    close.remove.click()
    assert groups.rows == [diverse]
    diverse.field.setText("5")
    diverse.field.textEdited.emit("5")
    stand.press()
    found = tab.search.found
    assert found is not None
    wanted = lattice(
        found.question.data,
        dict(zip(found.question.keys, found.codings.lattice.hierarchies, strict=True)),
        k=3,
        suppress=0.02,
        conditions=[DistinctDiversity(variable="Amount_Billed", l=5)],
    )
    assert found.codings.optimum == wanted.optimum
    assert found.table.meets.tolist() == wanted.safe.tolist()
    assert 0 < wanted.safe.sum() < 11, "more than k alone"
    place = int(wanted.figures.breaking.argmax())
    tab.choose(found.table.node(place))
    breaking = found.table.breaking[place]
    small = f"{found.table.left_out[place] - breaking:,} records in groups that are too small"
    told = tab.finest.effect.loss.text()
    assert told == f"{small}, {breaking:,} records in groups that break a condition"
    best = wanted.optimum
    assert best is not None
    assert wanted.breaking(best)
    tab.choose(best)
    stand.press()
    results = stand.session.results
    assert results is not None
    assert len(results.run.last) == len(found.question.data) - wanted.suppressed(best)
    measure = LDiversity(keys=found.question.keys, variables=("Amount_Billed",))
    assert measure.assess(found.question.data, results.run.last).value("distinct_l") == 5


def test_the_list_stays_where_it_was_chosen(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    tab = stand.open()
    stand.press()
    tab.codings.views.setCurrentIndex(LIST)
    tab.find_codings()
    stand.settle()
    assert tab.codings.views.currentIndex() == LIST
    tab.codings.views.setCurrentIndex(MAP)
    with monkeypatch.context() as patch:
        patch.setattr("ui.pages.safe_coding.codings_card.MOST", 20)
        tab.find_codings()
        stand.settle()
        assert tab.codings.views.currentIndex() == LIST
    tab.find_codings()
    stand.settle()
    assert tab.codings.views.currentIndex() == MAP, "the map is back where it has room"


def test_keys_of_another_scenario_have_their_hierarchies_proposed_too(stand: Stand) -> None:
    stand.change(lambda p: p.changed(hierarchies=p.hierarchies[:3]))
    tab = stand.open()
    stand.press()
    stand.session.choose_scenario("Colleague")
    assert tab.search.found is not None
    assert tab.line.text() == "Race has no hierarchy"
    assert stand.page.header.filled.text() == PROPOSE
    stand.press()
    assert set(tab.search.found.question.keys) == {"Age", "Race", "Sex"}
    assert stand.page.header.filled.text() in (USE, USE_ONE)


def test_long_names_open_as_a_list(stand: Stand) -> None:
    data = stand.session.data
    assert data is not None
    label = "Lebensalter in vollendeten Jahren am Stichtag"
    stand.session.describe("Label", data.variable("Age").changed(label=label))
    stand.settle()
    tab = stand.open()
    stand.press()
    assert tab.codings.views.currentIndex() == LIST, "boxes would show a few letters of it"
    assert tab.codings.views.isTabEnabled(MAP)
    tab.codings.views.setCurrentIndex(MAP)
    tab.find_codings()
    stand.settle()
    assert tab.codings.views.currentIndex() == MAP, "what the user chose stays"
