from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.masking import RecordSuppression, Rounding
from sdcdesk.release.release_check import Checked
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, WeightMatrix
from sdcdesk.risk.anonymity.small_groups import small_groups
from sdcdesk.risk.anonymity.weighted_risk import LARGEST_K, compare_anonymity
from ui.look.theme import theme
from ui.pages.risk.anonymity import words as say
from ui.pages.risk.anonymity.example import FILES
from ui.pages.risk.anonymity.groups import SmallGroupsCard
from ui.pages.risk.anonymity.tab import RiskAnonymity
from ui.session.session import Session
from ui.widgets.figure import FigureValue
from ui.widgets.what_is_this import WhatIsThis

Popover = Callable[[], WhatIsThis]

WIDTH = 896


class Stand:
    """The tab with a session behind it, which calls it as the risk page does."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.qtbot = session, qtbot
        self.name = "Neighbour"
        self.tab = RiskAnonymity(session)
        self.area = QScrollArea()
        self.area.setWidget(self.tab)
        self.area.setWidgetResizable(True)
        self.area.resize(WIDTH + 12, 1000)
        qtbot.addWidget(self.area)
        for signal in (session.changed, session.stale, session.computed):
            signal.connect(self.refresh)
        with qtbot.waitExposed(self.area):
            self.area.show()
        self.refresh()
        self.settle()

    def refresh(self) -> None:
        self.tab.show_scenario(self.name)

    def settle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.jobs.running, timeout=20_000)

    @property
    def project(self) -> Project:
        assert self.session.project is not None
        return self.session.project

    @property
    def scenario(self) -> Scenario:
        return next(each for each in self.project.scenarios if each.name == self.name)

    def change(self, change: Callable[[Project], Project]) -> None:
        self.session.change("Change", change(self.project))
        self.settle()

    def change_scenario(self, **values: object) -> None:
        changed = self.scenario.changed(**values)
        self.change(
            lambda p: p.changed(scenarios=tuple(changed if s.name == self.name else s for s in p.scenarios))
        )

    def switch_off(self, number: int) -> None:
        """Switch off one step of the recipe, counted from 0."""
        recipe = self.project.recipe
        steps = tuple(
            step.changed(on=False) if at == number else step for at, step in enumerate(recipe.steps)
        )
        self.change(lambda p: p.changed(recipe=recipe.changed(steps=steps)))

    @property
    def checked(self) -> Checked:
        results = self.session.results
        assert results is not None
        assert results.release is not None
        return next(each for each in results.release.scenarios if each.scenario.name == self.name)

    @property
    def after(self) -> Assessment:
        assert self.checked.after is not None
        return self.checked.after

    def labels(self) -> str:
        return " ".join(one.text() for one in self.tab.findChildren(QLabel) if one.isVisible())

    def type_k(self, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
        field = self.tab.verdict.field
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, end)


SAMPLE = 2
"""The step of the recipe that leaves records out."""


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


# k of the masked file


def test_the_verdict_is_that_of_the_engine(stand: Stand) -> None:
    card, after = stand.tab.verdict, stand.after
    found = compare_anonymity(after, 3)
    assert card.smallest["masked"].text() == str(after.value("k"))
    assert card.below["masked"].text() == str(after.value("records_below_k"))
    assert card.below["original"].text() == f"{found.before.below:,}"
    assert card.badge.verdict == "unsafe"
    assert card.badge.accessibleName() == "Not 3-anonymous"
    assert f"{found.after.below} of 4,000 released records are in groups below 3" in card.sentence.text()
    assert card.bars["masked"].share == found.after.below / 4000
    assert "value of its own" in stand.labels()


def test_a_kept_k(stand: Stand) -> None:
    stand.change_scenario(keys=("Sex",))
    card = stand.tab.verdict
    assert card.badge.verdict == "safe"
    assert card.badge.accessibleName() == "3-anonymous"
    assert "with at least 2 others" in card.sentence.text()
    stand.change_scenario(k=2)
    assert "with at least 1 other." in card.sentence.text()


def test_another_k_is_one_change_that_can_be_undone(stand: Stand) -> None:
    steps = stand.session.history.undo_label
    stand.type_k("12")
    stand.settle()
    assert stand.scenario.k == 12
    assert stand.session.history.undo_label == "Wanted group size of Neighbour is 12"
    assert stand.tab.verdict.badge.accessibleName() == "Not 12-anonymous"
    assert stand.tab.groups.title() == "Groups below 12"
    stand.session.undo()
    stand.settle()
    assert stand.scenario.k == 3
    assert stand.tab.verdict.field.text() == "3"
    assert stand.session.history.undo_label == steps


def test_leaving_the_field_takes_k_and_the_same_k_is_no_change(stand: Stand) -> None:
    stand.type_k("3")
    assert not stand.session.history.undo_label
    stand.type_k("4", Qt.Key.Key_Tab)
    stand.settle()
    assert stand.scenario.k == 4


@pytest.mark.parametrize("typed", ["1", "0", "-3", "2.5", "three", "1002", "", "9" * 40])
def test_a_k_that_is_not_permitted_is_refused(stand: Stand, typed: str) -> None:
    card = stand.tab.verdict
    card.field.setFocus()
    card.field.selectAll()
    QTest.keyClick(card.field, Qt.Key.Key_Delete)
    QTest.keyClicks(card.field, typed)
    assert card.error.text() == "A whole number. Between 2 and 1,001."
    assert card.error.isVisible()
    assert card.field.property("invalid")
    QTest.keyClick(card.field, Qt.Key.Key_Return)
    assert stand.scenario.k == 3
    QTest.keyClick(card.field, Qt.Key.Key_Escape)
    assert card.field.text() == "3"
    assert not card.error.isVisible()


def test_results_that_arrive_do_not_disturb_typing(stand: Stand) -> None:
    field = stand.tab.verdict.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "7")
    stand.session.compute()
    stand.settle()
    assert field.text() == "7"
    assert stand.scenario.k == 3


def test_a_k_of_the_project_that_is_too_large_for_a_matrix(stand: Stand) -> None:
    stand.change_scenario(k=LARGEST_K + 1)
    assert not stand.tab.verdict.error.isVisible()
    assert stand.tab.matching.figure.value.text() == "–"
    assert "none belongs to k = 1,002" in stand.tab.matching.statement.text()
    assert "so large a k" in stand.tab.matching.add.toolTip()


# Groups


def test_the_groups_below_k_are_listed(stand: Stand) -> None:
    model, after = stand.tab.groups.model, stand.after
    now = after.record("f")
    assert [model.headerData(at, Qt.Orientation.Horizontal) for at in range(6)] == [
        *("Age", "Sex", "Zip", "Now", "Before", "Records"),
    ]
    sizes = [int(model.index(row, 3).data()) for row in range(model.rowCount())]
    assert sizes == sorted(sizes)
    assert sum(sizes) == (now < 3).sum()
    first = int(np.flatnonzero(now == now.min())[0])
    frame = after.masked.frame
    assert [model.index(0, at).data() for at in range(3)] == [
        str(frame[n][first]) for n in ("Age", "Sex", "Zip")
    ]
    assert model.index(0, 5).data() == f"{after.masked.rows[first] + 1:,}"


def test_the_records_of_all_groups_and_of_one_are_shown(stand: Stand, qtbot: QtBot) -> None:
    now = stand.after.record("f")
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        stand.tab.groups.show_all.click()
    assert sorted(wanted.args[0]) == sorted(stand.after.masked.rows[now < 3])
    assert wanted.args[1] == "in groups below 3"
    table, model = stand.tab.groups.table, stand.tab.groups.model
    table.setFocus()
    table.setCurrentIndex(model.index(model.rowCount() - 1, 0))
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert len(wanted.args[0]) == 2
    assert wanted.args[1] == "one group of 2"


def test_the_place_in_the_list_stays_while_nothing_new_is_known(stand: Stand) -> None:
    table = stand.tab.groups.table
    table.setCurrentIndex(stand.tab.groups.model.index(5, 0))
    stand.refresh()
    assert table.currentIndex().row() == 5


def test_more_groups_than_are_listed_are_counted(stand: Stand) -> None:
    stand.change_scenario(k=40)
    groups = stand.tab.groups
    assert groups.model.rowCount() == 200
    total = compare_anonymity(stand.after, 40).after.groups_below
    assert groups.footer.text() == f"The 200 smallest of {total:,} groups are listed."


def test_no_group_below_k(stand: Stand) -> None:
    stand.change_scenario(keys=("Sex",))
    assert "No group is below 3" in stand.labels()
    assert not stand.tab.groups.show_all.isVisible()


def test_missing_values_are_called_so(stand: Stand) -> None:
    stand.name = "Colleague"
    stand.refresh()
    stand.settle()
    model = stand.tab.groups.model
    texts = [model.index(row, 1).data() for row in range(model.rowCount())]
    place = texts.index("missing")
    assert model.index(place, 1).data(Qt.ItemDataRole.FontRole).italic()
    other = next(at for at, text in enumerate(texts) if text != "missing")
    assert model.index(other, 1).data(Qt.ItemDataRole.FontRole) is None


def test_a_missing_value_that_matches_every_value(stand: Stand) -> None:
    stand.change_scenario(keys=("Age", "Sex", "Race", "Zip"), missing="wildcard")
    found = compare_anonymity(stand.after, 3)
    assert stand.tab.groups.title() == "Records below 3"
    assert stand.tab.verdict.sentence.text() == (
        f"{found.after.below} of 4,000 released records are compatible with fewer than 3 records."
    )
    assert "compatible with every value" in stand.labels()
    words = stand.tab.matching.structure.text()
    assert "more records were compatible before" in words


def _groups_card(after: Assessment, k: int) -> SmallGroupsCard:
    card = SmallGroupsCard()
    card.show_groups(compare_anonymity(after, k), small_groups(after, k, 10), after.masked.rows)
    return card


def test_a_key_that_is_not_released_is_named(shown: Callable[..., QWidget]) -> None:
    frame = pd.DataFrame({"age": [30.0, 30.0, 40.0], "sex": ["F", "M", "M"], "zip": ["1", "2", "3"]})
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])
    card = _groups_card(DisclosureRisk().assess(data, data.drop(["sex"])), 2)
    shown(card, WIDTH)
    assert card.footer.text() == "Not released: sex."
    assert card.model.headerData(1, Qt.Orientation.Horizontal) == "zip"
    assert card.model.index(0, 0).data() == "30"
    none = _groups_card(DisclosureRisk().assess(data, data.drop(list(frame))), 5)
    shown(none, WIDTH)
    assert [none.model.index(0, at).data() for at in range(3)] == ["3", "1", "1; 2; 3"]


def test_many_keys_scroll_in_their_table(shown: Callable[..., QWidget]) -> None:
    frame = pd.DataFrame({f"variable number {at}": [1, 2, 3] for at in range(14)})
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])
    card = _groups_card(DisclosureRisk().assess(data, data), 2)
    shown(card, WIDTH)
    assert card.table.horizontalScrollBar().maximum() > 0
    assert card.table.columnWidth(0) >= 64


# The matching matrix


def test_a_sample_has_no_matching_matrix(stand: Stand, qtbot: QtBot) -> None:
    card, found = stand.tab.matching, compare_anonymity(stand.after, 3)
    assert found.matching.misfits
    assert card.figure.value.text() == "–"
    assert card.fits.verdict == "not assessed"
    assert f"{found.matching.records_without_place} released records have no place" in card.structure.text()
    assert f"{found.matching.beyond} were in groups of 3 or more before" in card.others.text()
    assert not card.add.isEnabled()
    assert "no place" in card.add.toolTip()
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        card.show_beyond.click()
    assert len(wanted.args[0]) == found.matching.beyond


def test_without_the_sample_both_answers_are_one(stand: Stand, popover: Popover) -> None:
    stand.switch_off(SAMPLE)
    card, found = stand.tab.matching, compare_anonymity(stand.after, 3)
    assert found.matching.dr_weighted == pytest.approx(found.after.groups_below / 5000)
    assert card.figure.value.text() == say.risk(found.matching.dr_weighted)
    assert card.fits.accessibleName() == "May be used here"
    assert "It is not 0, and the file is not 3-anonymous" in card.statement.text()
    assert not card.others.isVisible()
    card.figure.asked.emit()
    assert popover().explanation.rows[-1] == (
        f"{found.after.groups_below} ÷ 5,000",
        card.figure.value.text(),
    )


def test_a_small_risk_is_not_called_none() -> None:
    assert say.risk(1e-7) == "0.00001\u202f%"
    assert say.risk(0.0) == "0.00\u202f%"
    assert say.risk(None) == "–"


def test_the_matrix_is_added_once_and_can_be_undone(stand: Stand) -> None:
    stand.switch_off(SAMPLE)
    before = dict(stand.project.weights)
    stand.tab.matching.add.click()
    stand.settle()
    (name,) = set(stand.project.weights) - set(before)
    assert name == "Released groups below three"
    assert stand.project.weights[name] == WeightMatrix.k_anonymity(3)
    assert stand.session.history.undo_label == f"Add weights {name}"
    assert not stand.tab.matching.add.isEnabled()
    assert name in stand.tab.matching.add.toolTip()
    stand.change_scenario(weights=name)
    assert stand.after.value("dr_weighted") == compare_anonymity(stand.after, 3).matching.dr_weighted
    stand.change_scenario(k=5, weights=next(iter(before)))
    stand.tab.matching.add.click()
    assert "Released groups below 5" in stand.project.weights
    stand.settle()
    stand.session.undo()
    assert "Released groups below 5" not in stand.project.weights
    stand.settle()


def test_a_kept_k_is_a_risk_of_zero(stand: Stand) -> None:
    stand.switch_off(SAMPLE)
    stand.change_scenario(keys=("Sex",))
    assert stand.tab.matching.figure.value.text() == "0.00\u202f%"
    assert "both answers agree" in stand.tab.matching.statement.text()


# What each answer misses


def test_facts_are_those_of_the_engine(stand: Stand) -> None:
    facts, found = stand.tab.misses.facts, compare_anonymity(stand.after, 3)
    values = {name: fact.figure.text() for name, fact in facts.items()}
    assert values["above"] == say.risk(float(stand.after.value("dr_max")))
    assert values["before"] == f"{found.missed_by_anonymity.were_alone:,}"
    assert values["samples"] == str(found.matching.beyond)
    assert values["one"] == "0.02\u202f%"
    assert values["alone"] == str((stand.after.record("f") == 1).sum())
    assert values["weightless"] == str(found.missed_by_risk.weightless)
    assert values["choice"] == say.risk(float(stand.after.value("dr_min")))
    assert "yet DR_W is 1.20\u202f%, within the limit of 2.00\u202f%" in facts["alone"].words.text()
    stand.change_scenario(limits=stand.scenario.with_limit("dr_weighted", 0.001).limits)
    assert "above the limit of 0.10\u202f%" in facts["alone"].words.text()
    stand.change_scenario(limits=())
    assert facts["alone"].words.text().endswith("and DR_W is 1.20\u202f%.")


def test_every_figure_says_what_it_is(stand: Stand, popover: Popover) -> None:
    figures = [one for one in stand.tab.findChildren(FigureValue) if one.isVisible()]
    assert len(figures) > 20
    for figure in figures:
        figure.asked.emit()
        found = popover()
        assert found.explanation.paragraph
        if found.explanation.rows:
            assert found.explanation.rows[-1][1] == figure.text()
        assert figure.accessibleName()
        found.close()
        # A popover that closed is deleted when the loop comes round.
        stand.qtbot.waitUntil(lambda: not any(w.isVisible() for w in stand.tab.findChildren(WhatIsThis)))


@pytest.mark.parametrize("name", ["before", "samples", "alone", "weightless"])
def test_the_records_of_a_fact_are_shown(stand: Stand, name: str, popover: Popover, qtbot: QtBot) -> None:
    fact = stand.tab.misses.facts[name]
    fact.figure.asked.emit()
    assert popover().explanation.links == (("records", "Show these records"),)
    with qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        popover().link_chosen.emit("records")
    assert f"{len(wanted.args[0]):,}" == fact.figure.text()
    assert wanted.args[1]


# States


def test_no_scenario(stand: Stand) -> None:
    stand.name = ""
    stand.change(lambda p: p.changed(scenarios=()))
    assert "No disclosure scenario yet" in stand.labels()
    assert not stand.tab.verdict.isVisible()
    assert stand.tab.example.isVisible()


def test_a_scenario_that_cannot_be_assessed(stand: Stand) -> None:
    stand.change(lambda p: p.changed(weights={**p.weights, "W4": TRUTA_2004["W4"]}))
    stand.change_scenario(weights="W4")
    assert "This scenario cannot be assessed" in stand.labels()
    assert not stand.tab.misses.isVisible()
    stand.session.undo()
    stand.settle()
    assert stand.tab.misses.isVisible()
    assert "144" in stand.labels()


def test_a_step_that_fails(stand: Stand) -> None:
    stand.change(lambda p: p.changed(recipe=p.recipe.then(Rounding(variables=["Sex"], base=5))))
    assert "There is no masked file" in stand.labels()


def test_numbers_stay_dimmed_while_new_ones_are_computed(stand: Stand) -> None:
    words = stand.tab.verdict.sentence.text()
    stand.session.compute()
    assert stand.session.is_stale
    assert stand.tab.verdict.accessibleDescription() == "Computing"
    assert stand.tab.verdict.sentence.text() == words
    stand.settle()
    assert not stand.tab.verdict.accessibleDescription()


def test_nothing_released(stand: Stand) -> None:
    stand.change(lambda p: p.changed(recipe=p.recipe.then(RecordSuppression(k=5001))))
    assert len(stand.after.masked) == 0
    card = stand.tab.verdict
    assert card.smallest["masked"].text() == card.below["masked"].text() == "–"
    assert card.badge.accessibleName() == "Not assessed"
    assert "No record is released" in stand.labels()
    assert "says nothing" in stand.tab.matching.statement.text()


def test_the_first_answer_is_awaited(sampled: Session, qtbot: QtBot) -> None:
    tab = RiskAnonymity(sampled)
    qtbot.addWidget(tab)
    tab.show_scenario("Neighbour")
    assert any("Counting groups" in one.text() for one in tab.nothing.findChildren(QLabel))
    qtbot.waitUntil(lambda: not sampled.jobs.running, timeout=20_000)
    assert tab.nothing.isHidden()


def test_an_answer_about_a_file_that_was_closed_is_dropped(stand: Stand) -> None:
    stand.type_k("9")
    stand.session.close()
    stand.settle()
    assert not stand.tab.verdict.isVisible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_clipped_and_everything_has_a_name(
    stand: Stand,
    scheme: str,
    clipped: Callable[[QWidget], list[str]],
    nameless: Callable[[QWidget], list[QWidget]],
) -> None:
    theme().set_scheme("dark" if scheme == "dark" else "light")
    assert not stand.area.grab().isNull()
    assert stand.tab.minimumSizeHint().width() <= WIDTH
    assert clipped(stand.tab) == []
    assert nameless(stand.tab) == []


# The paper's example


def test_the_example_is_that_of_the_paper(stand: Stand) -> None:
    """Truta 2006, Figure 4 and Table 3."""
    card = stand.tab.example
    assert {name: card.k[name].text() for name in FILES} == dict.fromkeys(FILES, "2")
    shown = {
        risk: [card.risks[name, risk].text()[:-2] for name in FILES]
        for risk in ("dr_min", "dr_max", "dr_weighted")
    }
    assert shown == {
        "dr_min": ["0.00", "0.00", "0.00"],
        "dr_max": ["50.00", "37.50", "25.00"],
        "dr_weighted": ["25.00", "12.50", "6.25"],
    }
    assert [row[0] for row in card.tables["MM1"].texts()] == ["9", "9", "21", "21", "40", "40", "70", "70"]
    assert [row[2] for row in card.tables["MM3"].texts()] == ["2", "2", "6", "6", "6", "6", "6", "6"]
    assert "Age 9, Sex M, Group of 2" in card.tables["MM1"].accessibleDescription()


def test_the_patients_of_table_1(stand: Stand) -> None:
    card = stand.tab.example
    assert card.k["Table 1"].text() == "2"
    assert card.shared.text() == "2 of 6"
    rows = card.tables["Table 1"].texts()
    assert [row[0] for row in rows] == ["50", "50", "30", "30", "20", "20"]
    assert [row[2] for row in rows if row[0] == "20"] == ["Diabetes", "Diabetes"]


# Words


def _found(values: str, confidential: list[object] | None, k: int = 2):
    frame = pd.DataFrame({"a": list(values)})
    variables = [Variable(name="a", role=Role.KEY)]
    if confidential is not None:
        frame["illness"] = pd.Series(confidential, dtype=object)
        variables.append(Variable(name="illness", role=Role.CONFIDENTIAL, scale=Scale.NOMINAL))
    data = Microdata(frame, variables)
    return compare_anonymity(DisclosureRisk().assess(data, data), k)


def test_confidential_values_in_words() -> None:
    value, words = say.attribute(_found("ppqq", ["flu", "flu", "flu", "cold"]))
    assert value == "2"
    assert "(illness 2)" in words
    assert say.attribute(_found("ppqq", ["a", "b", "a", "b"]))[0] == "0"
    value, words = say.attribute(_found("ppqq", None))
    assert value == "–"
    assert "No variable that is released is confidential" in words


def test_one_is_not_many() -> None:
    found = _found("pqq", None)
    assert say.verdict(found) == "1 of 3 released records is in groups below 2, 1 group in all."
    assert "1 record makes" in say.statement(found)
    assert say.alone(found, None).startswith("of the released records is alone, which makes k = 1")
