"""The curves of sampling in the window: the card of the overview, and the tab."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Cancelled
from sdcdesk.core.variable import Role
from sdcdesk.document.project import Project, load
from sdcdesk.masking import Recoding, RecordSuppression, Rounding
from sdcdesk.release.sampling_curves import KeySet, SamplingCurves, largest
from sdcdesk.risk import TRUTA_2004, SamplingRisk, WeightMatrix
from sdcdesk.risk.weights.editing import with_weight
from ui.look.theme import theme
from ui.pages.risk.page import OVERVIEW, SAMPLING, RiskPage
from ui.pages.risk.sampling import sets, simulating
from ui.pages.risk.sampling.card import SamplingCard
from ui.pages.risk.sampling.tab import AGAIN, BOTH, RiskSampling
from ui.pages.risk.sampling.words import share_words
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.empty import EmptyState
from ui.widgets.numbers import count, percent
from ui.widgets.what_is_this import WhatIsThis

SAMPLES = Path(__file__).resolve().parents[4] / "resources" / "samples"
FIRST = ("Age", "Sex", "Zip")
SECOND = ("Age", "Race", "Sex")


class Stand:
    """The risk page in a window of its own."""

    def __init__(self, session: Session, qtbot: QtBot, tab: int) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.page = RiskPage(session, Actions(self.window))
        self.window.setCentralWidget(self.page)
        self.window.resize(936, 832)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.page.show_tab(tab)
        self.settle()

    @property
    def card(self) -> SamplingCard:
        return self.page.overview.sampling

    @property
    def tab(self) -> RiskSampling:
        return self.page.sampling

    @property
    def project(self) -> Project:
        assert self.session.project is not None
        return self.session.project

    @property
    def data(self) -> Microdata:
        assert self.session.data is not None
        return self.session.data

    def settle(self) -> None:
        """Wait until nothing is computed any more."""
        self.qtbot.waitUntil(lambda: not self.session.jobs.running, timeout=20_000)

    def change(self, change: Callable[[Project], Project]) -> None:
        self.session.change("Change", change(self.project))
        self.settle()

    def weights(self, scenario: int = 0) -> WeightMatrix:
        return self.project.weights[self.project.scenarios[scenario].weights]

    def add(self, *keys: str) -> None:
        """Add a key set."""
        name = next(iter(self.project.weights))
        added = KeySet(keys, self.project.weights[name].changed(title=name))
        self.change(lambda project: sets.with_key_set(project, added))

    def names(self) -> list[str]:
        return [curve.name for curve in self.tab.curves.chart.curves()]

    def type(self, field: object, text: str) -> None:
        line = field.line
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text) if text else QTest.keyClick(line, Qt.Key.Key_Delete)
        self.settle()

    def empty(self) -> str:
        """Return what the chart's card says is missing."""
        found = [one for one in self.tab.curves.findChildren(EmptyState) if one.isVisible()]
        return found[0].accessibleName() if found else ""


@pytest.fixture
def overview(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot, OVERVIEW)


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot, SAMPLING)


def _cells(answers) -> list[list[str]]:
    model = answers.rows
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


# The card of the overview


def test_the_chart_shows_the_engines_numbers(overview: Stand) -> None:
    curves = SamplingCurves(overview.data, overview.data)
    drawn = overview.card.chart.curves()
    assert [curve.name for curve in drawn] == ["Age, Sex, Zip", "Age, Race, Sex"]
    for curve, keys in zip(drawn, (FIRST, SECOND), strict=True):
        expected = curves.of(KeySet(keys, overview.weights()))
        assert list(curve.records) == expected.records.tolist()
        assert list(curve.weighted) == expected.weighted.tolist()
        assert list(curve.minimal) == expected.minimal.tolist()
        assert list(curve.maximal) == expected.maximal.tolist()


def test_the_answer_starts_with_the_limit_of_the_scenario(overview: Stand) -> None:
    assert overview.card.limit.line.text() == "2 %"
    found = largest(
        SamplingCurves(overview.data, overview.data).of(KeySet(FIRST, overview.weights())),
        "dr_weighted",
        0.02,
    )
    first, _ = _cells(overview.card.answers)
    assert first == ["Age, Sex, Zip", f"{share_words(found.share)} {count(found.records)} records"]


def test_another_limit_has_another_answer(overview: Stand) -> None:
    before = _cells(overview.card.answers)
    overview.type(overview.card.limit, "4.5")
    after = _cells(overview.card.answers)
    assert before != after
    curve = SamplingCurves(overview.data, overview.data).of(KeySet(FIRST, overview.weights()))
    assert f" {count(largest(curve, 'dr_weighted', 0.045).records)} records" in after[0][1]
    assert overview.card.chart.labels.labels()[-1].lines == ("limit 4.5\u202f%",)
    overview.card.add.setFocus()
    assert overview.card.limit.line.text() == "4.5 %"


@pytest.mark.parametrize("typed", ["two", "101", "-1"])
def test_a_limit_that_cannot_be_has_no_answer_and_says_so(overview: Stand, typed: str) -> None:
    overview.type(overview.card.limit, typed)
    assert [row[1] for row in _cells(overview.card.answers)] == ["–", "–"]
    assert overview.card.limit.error.text() == "Between 0 and 100 %"
    assert overview.card.limit.error.isVisible()
    overview.type(overview.card.limit, "2 %")
    assert not overview.card.limit.error.isVisible()
    assert "records" in _cells(overview.card.answers)[0][1]


def test_an_emptied_limit_is_the_scenarios_again(overview: Stand) -> None:
    before = _cells(overview.card.answers)
    overview.type(overview.card.limit, "7")
    overview.type(overview.card.limit, "")
    assert _cells(overview.card.answers) == before
    overview.card.add.setFocus()
    assert overview.card.limit.line.text() == "2 %"


def test_an_emptied_limit_can_be_typed_anew(overview: Stand) -> None:
    line = overview.card.limit.line
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    overview.settle()
    QTest.keyClicks(line, "7")
    overview.settle()
    assert line.text() == "7"
    assert overview.card.limit.value == 0.07


def test_a_typed_limit_stays_when_the_scenario_gets_another(overview: Stand) -> None:
    overview.type(overview.card.limit, "7")
    overview.change(lambda p: p.changed(scenarios=[s.with_limit("dr_weighted", 0.01) for s in p.scenarios]))
    assert overview.card.limit.value == 0.07


def test_an_untouched_limit_follows_the_scenario(overview: Stand) -> None:
    overview.change(lambda p: p.changed(scenarios=[s.with_limit("dr_weighted", 0.01) for s in p.scenarios]))
    assert overview.card.limit.value == 0.01
    overview.change(lambda p: p.changed(scenarios=[s.with_limit("dr_weighted", None) for s in p.scenarios]))
    assert overview.card.limit.value == 0.02


def test_an_answer_says_how_it_was_found(overview: Stand, popover: Callable[[], WhatIsThis]) -> None:
    table = overview.card.answers
    table.setCurrentIndex(table.rows.index(0, 1))
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Return)
    explanation = popover().explanation
    rows = dict(explanation.rows)
    found = overview.card.series[0].largest["dr_weighted"]
    assert rows["Largest share"] == share_words(found.share)
    assert rows[f"Expected with {count(found.records)} records"].startswith("1.9")
    assert float(rows[f"With {count(found.records + 1)} records"].split("\u202f")[0]) > 2
    assert rows["Limit"] == percent(0.02)


def test_the_curves_do_not_depend_on_the_recipe(overview: Stand) -> None:
    before = overview.card.chart.curves()
    overview.session.add_step(Recoding(variable="Age", how="width", width=20.0))
    overview.settle()
    assert overview.card.chart.curves() == before


# Key sets


def test_a_key_set_is_added_by_the_dialog_and_taken_back(overview: Stand) -> None:
    overview.card.add.click()
    dialog = overview.card.commands.dialog
    assert dialog is not None
    dialog.keys.some.click()
    for place in range(dialog.keys.list.count()):
        item = dialog.keys.list.item(place)
        chosen = item.text() in ("Age", "Sex")
        item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
    dialog.add.click()
    overview.settle()
    assert overview.session.history.undo_label == "Add key set Age, Sex"
    assert isinstance(overview.project.measures[-1], SamplingRisk)
    assert [curve.name for curve in overview.card.chart.curves()][2:] == ["Age, Sex"]
    overview.session.undo()
    overview.settle()
    assert len(overview.card.chart.curves()) == 2
    overview.session.redo()
    overview.settle()
    assert _cells(overview.card.answers)[2][0] == "Age, Sex"


def test_a_key_set_is_removed_with_the_delete_key(overview: Stand) -> None:
    overview.add("Age", "Sex")
    table = overview.card.answers
    table.setFocus()
    table.setCurrentIndex(table.rows.index(2, 0))
    QTest.keyClick(table, Qt.Key.Key_Delete)
    overview.settle()
    assert overview.session.history.undo_label == "Remove key set Age, Sex"
    assert len(overview.card.chart.curves()) == 2
    overview.session.undo()
    overview.settle()
    assert len(overview.card.chart.curves()) == 3


def test_scenarios_are_not_removed_here(overview: Stand) -> None:
    table = overview.card.answers
    table.setFocus()
    table.setCurrentIndex(table.rows.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Delete)
    overview.settle()
    assert len(overview.project.scenarios) == 2
    assert "Remove key set" not in _entries(table.menu())


def _entries(menu: QMenu | None) -> list[str]:
    assert menu is not None
    return [action.text() for action in menu.actions()]


def test_weights_that_were_edited_since_can_be_taken_as_they_are_now(overview: Stand) -> None:
    overview.add("Age", "Sex")
    name = next(iter(overview.project.weights))
    table = overview.card.answers
    table.setCurrentIndex(table.rows.index(2, 0))
    assert not [entry for entry in _entries(table.menu()) if entry.endswith("as it is now")]
    overview.change(lambda p: p.changed(weights={**p.weights, name: with_weight(p.weights[name], 1, 2, 1.0)}))
    table.setCurrentIndex(table.rows.index(2, 0))
    menu = table.menu()
    act = next(action for action in menu.actions() if action.text() == f"Use {name} as it is now")
    act.trigger()
    overview.settle()
    measure = overview.project.measures[-1]
    assert isinstance(measure, SamplingRisk)
    assert measure.weights.block == overview.project.weights[name].block


def test_sets_that_share_their_variables_are_told_apart(overview: Stand) -> None:
    overview.change(
        lambda p: p.changed(
            scenarios=(*p.scenarios, p.scenarios[0].changed(name="Cousin", missing="wildcard"))
        )
    )
    names = [curve.name for curve in overview.card.chart.curves()]
    assert names == ["Age, Sex, Zip (Neighbour)", "Age, Race, Sex", "Age, Sex, Zip (Cousin)"]


def test_weights_that_do_not_fit_are_said_and_the_others_drawn(
    overview: Stand, popover: Callable[[], WhatIsThis]
) -> None:
    overview.change(
        lambda p: p.changed(
            weights={**p.weights, "3-anonymity": WeightMatrix.k_anonymity(3)},
            scenarios=(p.scenarios[0].changed(weights="3-anonymity"), p.scenarios[1]),
        )
    )
    first, second = overview.card.chart.curves()
    assert first.weighted == ()
    assert first.maximal[-1] > 0
    assert second.weighted
    assert _cells(overview.card.answers)[0] == ["Age, Sex, Zip", "weights do not fit"]
    table = overview.card.answers
    table.setCurrentIndex(table.rows.index(0, 1))
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    shown = popover()
    assert shown.explanation.title == "Weights do not fit"
    next(one for one in shown.findChildren(QPushButton) if one.text() == BOTH).click()
    overview.settle()
    assert overview.project.scenarios[0].weights == "3-anonymity, both directions"
    assert overview.card.chart.curves()[0].weighted


def test_a_key_variable_that_is_hidden_is_named(overview: Stand) -> None:
    hidden = tuple(
        variable.changed(role=Role.IDENTIFIER) if variable.name == "Zip" else variable
        for variable in overview.project.variables
    )
    overview.change(lambda p: p.changed(variables=hidden))
    assert _cells(overview.card.answers)[0] == ["Age, Sex, Zip", "not computed"]
    tip = overview.card.answers.rows.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "Zip has the role identifier" in tip
    assert [curve.name for curve in overview.card.chart.curves()] == ["Age, Race, Sex"]


def test_without_scenarios_and_key_sets_the_card_is_not_there(overview: Stand) -> None:
    overview.change(lambda p: p.changed(scenarios=()))
    assert not overview.card.isVisible()
    overview.add("Age", "Sex")
    assert overview.card.isVisible()
    assert [curve.name for curve in overview.card.chart.curves()] == ["Age, Sex"]


# The tab


def test_the_tab_shows_the_same_curves_as_the_overview(stand: Stand) -> None:
    drawn = stand.tab.curves.chart.curves()
    stand.page.show_tab(OVERVIEW)
    stand.settle()
    assert drawn == stand.card.chart.curves()


def test_the_row_follows_the_point_and_the_other_way(stand: Stand) -> None:
    chart, table = stand.tab.curves.chart, stand.tab.factors.table
    chart.read(1, 8)
    assert stand.tab.factors.choice.currentText() == "Age, Race, Sex"
    assert table.currentIndex().row() == 8
    assert table.rows.index(8, 0).data() == "5\u202f%"
    assert table.rows.index(8, 1).data() == "250"
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert chart.series(chart.current) == (1, 9)
    assert chart.readout().startswith("Age, Race, Sex\n6\u202f%, 300 records")


def test_the_table_has_the_engines_numbers(stand: Stand) -> None:
    curve = SamplingCurves(stand.data, stand.data).of(KeySet(FIRST, stand.weights()))
    header, *rows = stand.tab.factors.table.table()
    expected = curve.table()
    assert header == list(expected.columns)
    assert [float(row[header.index("dr_weighted")]) for row in rows] == expected["dr_weighted"].tolist()
    assert [float(row[header.index("dr_min_sd")]) for row in rows] == expected["dr_min_sd"].tolist()
    words = [stand.tab.factors.table.rows.index(8, column).data() for column in range(8)]
    row = expected.iloc[8]
    assert words[2] == f"{percent(row['dr_min']).split(chr(0x202F))[0]} ± {percent(row['dr_min_sd'])}"
    assert words[6] == percent(row["dr_weighted_released"])


def test_the_table_is_copied_with_all_digits(stand: Stand) -> None:
    stand.tab.factors.table.exporter.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == len(stand.tab.factors.table.rows.rows) + 1
    assert lines[0].startswith("share_asked\trecords\tshare\tdr_min")


def test_limits_on_all_three_risks_have_answers(stand: Stand) -> None:
    stand.type(stand.tab.limits.fields["dr_max"], "10")
    curve = SamplingCurves(stand.data, stand.data).of(KeySet(SECOND, stand.weights()))
    expected = [
        f"{share_words(found.share)} {count(found.records)} records"
        for risk, limit in (("dr_min", 0.02), ("dr_weighted", 0.02), ("dr_max", 0.1))
        for found in [largest(curve, risk, limit)]
    ]
    assert _cells(stand.tab.limits.answers)[1] == ["Age, Race, Sex", *expected]


def test_key_sets_are_ticked_and_unticked_with_the_keyboard(stand: Stand) -> None:
    chips = stand.tab.choices.sets.chips()
    chips[0].setFocus()
    QTest.keyClick(chips[0], Qt.Key.Key_Space)
    stand.settle()
    assert stand.names() == ["Age, Race, Sex"]
    chips[1].setFocus()
    QTest.keyClick(chips[1], Qt.Key.Key_Space)
    stand.settle()
    assert stand.empty() == "Nothing is ticked"
    assert not stand.tab.factors.isVisible()
    QTest.keyClick(chips[1], Qt.Key.Key_Space)
    stand.settle()
    assert stand.empty() == ""
    assert stand.names() == ["Age, Race, Sex"]
    assert stand.tab.factors.isVisible()


def test_an_added_key_set_is_a_chip_that_delete_removes(stand: Stand) -> None:
    stand.add("Age", "Sex")
    assert stand.names()[2:] == ["Age, Sex"]
    chip = stand.tab.choices.sets.chips()[2]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    stand.settle()
    assert stand.session.history.undo_label == "Remove key set Age, Sex"
    assert len(stand.names()) == 2


def test_samples_of_the_masked_file(stand: Stand) -> None:
    stand.tab.choices.sources.setCurrentIndex(1)
    stand.settle()
    assert stand.session.results is not None
    masked = stand.session.results.run.masked
    curve = SamplingCurves(stand.data, masked).of(KeySet(FIRST, stand.weights()))
    drawn = stand.tab.curves.chart.curves()[0]
    assert list(drawn.weighted) == curve.weighted.tolist()
    assert drawn.records[-1] == len(masked) == 4000
    assert "not all fewer" in _cells(stand.tab.limits.answers)[0][2]
    stand.session.add_step(Recoding(variable="Sex", how="mapping", mapping={"F": "any", "M": "any"}))
    stand.settle()
    assert stand.tab.curves.chart.curves()[0].maximal[-1] < drawn.maximal[-1]


def test_deviations_after_masking_are_drawn_and_listed(stand: Stand) -> None:
    stand.tab.choices.sources.setCurrentIndex(1)
    stand.tab.choices.choose_band("deviations")
    stand.settle()
    assert stand.session.results is not None
    curves = SamplingCurves(stand.data, stand.session.results.run.masked)
    curve = curves.of(KeySet(FIRST, stand.weights()), spread=True)
    bands = stand.tab.curves.chart.curves()[0].bands
    assert [band.name for band in bands] == ["DR_min ± 2 sd", "DR_max ± 2 sd"]
    low, high = curve.band("dr_min")
    assert (list(bands[0].low), list(bands[0].high)) == (low.tolist(), high.tolist())
    assert "±" in stand.tab.factors.table.rows.index(8, 2).data()


def test_a_step_that_fails_and_a_release_of_nothing(stand: Stand) -> None:
    stand.tab.choices.sources.setCurrentIndex(1)
    stand.settle()
    stand.session.add_step(Rounding(variables=["Name"], base=10.0))
    stand.settle()
    assert stand.empty() == "There is no masked file"
    stand.session.undo()
    stand.settle()
    assert stand.empty() == ""
    stand.session.add_step(RecordSuppression(keys=["Age"], k=100_000))
    stand.settle()
    assert stand.session.results is not None
    assert len(stand.session.results.run.masked) == 0
    assert stand.empty() == "Nothing is released"
    stand.tab.choices.sources.setCurrentIndex(0)
    stand.settle()
    assert stand.empty() == ""


def test_without_key_sets_it_leads_to_the_dialog(stand: Stand) -> None:
    stand.change(lambda p: p.changed(scenarios=()))
    assert stand.empty() == "No key set yet"
    frame = next(one for one in stand.tab.curves.findChildren(EmptyState) if one.isVisible())
    frame.button.click()
    assert stand.tab.commands.dialog is not None
    stand.tab.commands.dialog.reject()


def test_weights_that_do_not_fit_are_said_in_the_strip_with_help(stand: Stand) -> None:
    stand.change(
        lambda p: p.changed(
            weights={**p.weights, "W3": TRUTA_2004["W3"]},
            scenarios=(p.scenarios[0].changed(weights="W3"), p.scenarios[1]),
        )
    )
    assert not stand.tab.message_bar.isVisible()
    stand.tab.choices.sources.setCurrentIndex(1)
    stand.settle()
    assert stand.tab.message_bar.text().startswith(
        "Age, Sex, Zip: the weights count groups that were sampled only"
    )
    stand.tab.message_bar.button.click()
    stand.settle()
    assert stand.project.scenarios[0].weights == "W3, both directions"
    assert not stand.tab.message_bar.isVisible()


# Simulation


def test_simulated_samples_stand_beside_the_exact_lines(stand: Stand) -> None:
    exact = stand.tab.curves.chart.curves()[0]
    stand.tab.choices.number.setText("5")
    stand.tab.choices.choose_band("simulated")
    stand.settle()
    drawn = stand.tab.curves.chart.curves()[0]
    assert drawn.weighted == exact.weighted
    seed = stand.project.recipe.seed
    assert stand.tab.choices.seed.text() == f"samples, seed {seed}"
    expected = SamplingCurves(stand.data, stand.data).simulated(KeySet(FIRST, stand.weights()), 5, seed)
    for band, (low, high) in zip(drawn.bands, expected.ends.values(), strict=True):
        assert (list(band.low), list(band.high)) == (low.tolist(), high.tolist())
    header = stand.tab.curves.chart.table()[0]
    assert header[6:8] == ["DR_min simulated, low", "DR_min simulated, high"]


@pytest.mark.parametrize("number", ["1", "1001", "many", ""])
def test_a_number_of_samples_that_cannot_be_is_said_and_draws_none(stand: Stand, number: str) -> None:
    stand.tab.choices.number.setText(number)
    stand.tab.choices.choose_band("simulated")
    stand.settle()
    assert stand.tab.choices.error.isVisible()
    assert stand.tab.choices.error.text() == "Between 2 and 1000"
    assert stand.tab.curves.chart.curves()[0].bands == ()


def test_a_cancelled_simulation_loses_nothing(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = stand.tab.curves.chart.curves()
    original, finished = simulating.simulate, []

    def first_only(wanted, kept, progress) -> None:
        original(wanted[:1], kept, progress)
        finished.extend(kept)
        raise Cancelled

    monkeypatch.setattr(simulating, "simulate", first_only)
    stand.tab.choices.number.setText("3")
    stand.tab.choices.choose_band("simulated")
    stand.settle()
    assert stand.tab.choices.band == "range"
    assert stand.tab.curves.chart.curves() == exact
    assert stand.tab.message_bar.button.text() == AGAIN
    again = []
    monkeypatch.setattr(
        simulating,
        "simulate",
        lambda wanted, *rest: again.extend(wanted) or original(wanted, *rest),
    )
    stand.tab.message_bar.button.click()
    stand.settle()
    assert len(finished) == len(again) == 1
    assert finished != again
    assert all(curve.bands for curve in stand.tab.curves.chart.curves())


def test_a_simulation_can_be_cancelled_while_it_runs(stand: Stand) -> None:
    exact = stand.tab.curves.chart.curves()
    stand.tab.choices.number.setText("1000")
    stand.tab.choices.choose_band("simulated")
    stand.qtbot.waitUntil(lambda: stand.session.jobs.is_running(simulating.SIMULATION))
    stand.session.jobs.cancel(simulating.SIMULATION)
    stand.settle()
    assert stand.tab.choices.band == "range"
    assert stand.tab.curves.chart.curves() == exact
    assert stand.tab.message_bar.isVisible()
    stand.tab.choices.choose_band("deviations")
    stand.settle()
    assert not stand.tab.message_bar.isVisible(), "another band was chosen since"


# Other files


def test_three_files_are_compared_as_in_the_paper(stand: Stand, tmp_path: Path) -> None:
    for name in ("billing_1000.csv", "billing_25000.csv"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    stand.tab.compare([tmp_path / "billing_1000.csv", tmp_path / "billing_25000.csv"])
    stand.settle()
    assert len(stand.names()) == 6
    stand.tab.choices.sets.chips()[1].click()
    stand.settle()
    assert stand.names() == ["billing_5000.csv", "billing_1000.csv", "billing_25000.csv"]
    # The more records, the fewer people who are alone (000, Figure 3.1).
    middle, small, large = stand.tab.curves.chart.curves()
    assert small.maximal[-1] > middle.maximal[-1] > large.maximal[-1]
    assert (small.records[-1], large.records[-1]) == (1000, 25000)
    before = stand.project
    chip = stand.tab.choices.files.chips()[1]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    stand.settle()
    assert stand.names() == ["billing_5000.csv", "billing_25000.csv"]
    assert stand.project is before
    assert stand.session.is_saved


def test_files_are_chosen_in_a_dialog(stand: Stand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SAMPLES / "billing_1000.csv", tmp_path)
    chosen = [str(tmp_path / "billing_1000.csv")]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (chosen, ""))
    stand.tab.choices.files.add.click()
    stand.settle()
    assert "billing_1000.csv: Age, Sex, Zip" in stand.names()


def test_a_file_without_a_key_variable_is_refused_by_name(stand: Stand, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("Patient_No,Age,Sex\n1,20,F\n2,30,M\n")
    before = stand.names()
    stand.tab.compare([other])
    stand.settle()
    assert stand.tab.message_bar.isVisible()
    assert stand.tab.message_bar.text().startswith(
        "other.csv has no columns Zip, Race, which the key sets need"
    )
    assert stand.names() == before
    shutil.copy(SAMPLES / "billing_1000.csv", tmp_path)
    stand.tab.compare([tmp_path / "billing_1000.csv"])
    stand.settle()
    assert not stand.tab.message_bar.isVisible(), "another file was read since"


def test_files_of_one_name_are_told_apart(stand: Stand, tmp_path: Path) -> None:
    (tmp_path / "last year").mkdir()
    other = Path(shutil.copy(SAMPLES / "billing_1000.csv", tmp_path / "last year" / "billing_5000.csv"))
    stand.tab.compare([other])
    stand.settle()
    chips = stand.tab.choices.files.chips()
    assert [chip.text() for chip in chips] == ["billing_5000.csv", "billing_5000.csv 2"]
    chips[1].click()
    stand.settle()
    assert stand.tab.choices.files.ticked() == (True, False)


def test_a_file_needs_no_other_column_than_the_keys(stand: Stand, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("Age,Sex,Zip,Race\n20,F,01234,White\n30,M,01234,White\n20,F,01234,White\n")
    stand.tab.compare([other])
    stand.settle()
    curve = next(c for c in stand.tab.curves.chart.curves() if c.name == "other.csv: Age, Sex, Zip")
    assert curve.records == (0, 1, 2, 3)
    assert curve.minimal[-1] == pytest.approx(1 / 3)


# Another project


def test_another_project_begins_anew(stand: Stand, sample: Path, tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "billing_1000.csv", tmp_path)
    stand.tab.compare([tmp_path / "billing_1000.csv"])
    stand.settle()
    stand.type(stand.tab.limits.fields["dr_weighted"], "9")
    project = load(sample)
    with stand.qtbot.waitSignal(stand.session.computed, timeout=20_000):
        stand.session.open(project.open_data(sample), project, sample)
    stand.settle()
    assert stand.names() == ["Age, Sex, Zip", "Age, Race, Sex"]
    assert stand.tab.limits.fields["dr_weighted"].value == 0.02
    assert len(stand.tab.choices.files.chips()) == 1


# Looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tab", [OVERVIEW, SAMPLING])
def test_nothing_is_clipped_or_nameless(
    sampled: Session, qtbot: QtBot, clipped, nameless, tab: int, scheme: str
) -> None:
    theme().set_scheme(scheme)
    stand = Stand(sampled, qtbot, tab)
    stand.add("Age", "Sex")
    part = stand.card if tab == OVERVIEW else stand.tab
    assert not part.grab().isNull()
    assert clipped(part) == []
    assert [one for one in nameless(part) if one.isVisible()] == []


def test_while_curves_are_drawn_the_old_ones_are_dimmed_and_stay(stand: Stand) -> None:
    before, height = stand.tab.curves.chart.curves(), stand.tab.curves.height()
    stand.session.change("Add", sets.with_key_set(stand.project, KeySet(("Age",), stand.weights())))
    assert stand.tab.curves.accessibleDescription() == "Computing"
    assert stand.tab.curves.chart.curves() == before
    assert stand.tab.curves.height() == height
    stand.settle()
    assert stand.tab.curves.accessibleDescription() == ""
    assert len(stand.names()) == 3
    assert QApplication.activePopupWidget() is None
