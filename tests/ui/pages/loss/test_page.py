from collections.abc import Callable
from math import inf, nan

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.loss import CategoricalComparison, ContinuousLoss, HeadlineLoss
from sdcdesk.masking import Recoding, Rounding
from ui.look.theme import theme
from ui.pages.loss.page import LOSS, VARIABLE, LossPage
from ui.pages.loss.parts import part_rows
from ui.pages.loss.words import amount, bars_end, change, measure_rows, short, variable_rows
from ui.pages.loss.work import compare
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.what_is_this import WhatIsThis


class Stand:
    """The page in a window of its own."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        self.session, self.qtbot = session, qtbot
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.actions = Actions(self.window)
        self.page = LossPage(session, self.actions)
        self.window.setCentralWidget(self.page)
        self.window.resize(936, 832)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is computed any more."""
        self.qtbot.waitUntil(lambda: not self.session.jobs.running, timeout=20_000)

    def do(self, act: Callable[[], object]) -> None:
        with self.qtbot.waitSignal(self.session.computed, timeout=20_000):
            act()
        self.settle()

    @property
    def empty(self) -> str:
        return self.page._empty.accessibleName() if self.page._empty else ""


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "age": [10.0, 20.0, 30.0, 40.0],
            "flat": [5.0, 5.0, 5.0, 5.0],
            "zero": [0.0, 0.0, 0.0, 0.0],
            "town": ["a", "b", "b", "c"],
        }
    )
    numbers = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("age", "flat", "zero")]
    return Microdata(frame, [*numbers, Variable(name="town")])


# The page


def test_overview_shows_the_parts_largest_first(stand: Stand) -> None:
    rows = stand.page.parts.bars.rows.rows
    assert [(row.name, row.number) for row in rows] == [
        ("Records left out", "20.0"),
        ("Age", "9.0"),
        ("Zip", "3.7"),
        ("Amount_Billed", "0.3"),
        ("Sex", "0.0"),
        ("Race", "0.0"),
    ]
    assert stand.page.parts.mean.text() == "5.5"
    assert stand.page.parts.mean_words.text() == "Mean of the 6 parts"
    assert rows[0].end == 25


def test_mean_says_that_it_is_a_compass(stand: Stand, popover: Callable[[], WhatIsThis]) -> None:
    stand.page.parts.mean.click()
    explanation = popover().explanation
    assert "compass" in explanation.paragraph
    assert explanation.rows[-1] == ("Mean of the 6 parts", "5.5 of 100")


def test_numbers_are_shown_first_on_the_scale_that_fits(stand: Stand) -> None:
    assert stand.page.distribution.chosen == ("Amount_Billed", "logarithmic")
    assert stand.page.distribution.chart.count() > 10
    table = stand.page.findings.table.table()
    assert table[0] == ["Amount_Billed", "Original", "Masked", "Change"]
    assert table[1] == ["Mean", "1,964.68", "1,959.74", "−0.3\u202f%"]
    assert [row[0] for row in table[1:]][1:3] == ["Median", "Standard deviation"]


def test_choosing_a_part_shows_its_variable(stand: Stand) -> None:
    bars = stand.page.parts.bars
    bars.setFocus()
    bars.setCurrentIndex(bars.rows.index(0))
    QTest.keyClick(bars, Qt.Key.Key_Down)
    stand.settle()
    assert stand.page.distribution.variable.currentText() == "Age"
    assert stand.page.distribution.chart.table()[1][0] == "0 to 9", "in the masked categories"
    assert stand.page.findings._empty is not None, "no means of categories"


def test_chart_compares_both_files_at_the_size_of_the_original(stand: Stand) -> None:
    stand.page._choose("Sex")
    stand.settle()
    rows = stand.page.distribution.chart.table()[1:]
    assert sum(int(row[1]) for row in rows) == 5000
    assert sum(int(row[2]) for row in rows) == pytest.approx(5000, abs=2)


def test_all_measures_have_a_row_and_undefined_ones_say_why(stand: Stand) -> None:
    table = stand.page.measures.table.table()
    assert [row[0] for row in table[1:]] == [
        "Values X",
        "Means X̄",
        "Variances and covariances V",
        "Variances S",
        "Correlations R",
        "Category changes: Sex direct",
        "Category changes: Race direct",
        "Category changes: Zip direct",
    ]
    assert table[5][1] == "not defined: needs two continuous variables"
    assert "Age" in stand.page.measures.note.text(), "what is left out is named"


def test_measures_that_the_project_does_not_list_are_computed_by_a_job(stand: Stand) -> None:
    project = stand.session.project
    assert project is not None
    kinds = set()
    stand.session.jobs.changed.connect(lambda: kinds.update(job.kind for job in stand.session.jobs.running))
    stand.do(lambda: stand.session.change("fewer", project.changed(measures=())))
    stand.settle()
    assert LOSS in kinds
    assert stand.page.measures.table.table()[1][0] == "Values X"
    assert "their standard deviation" in stand.page.measures._note.text()
    assert stand.page.parts.mean.text() == "5.5"


def test_listed_measures_are_not_computed_again(stand: Stand) -> None:
    kinds = set()
    stand.session.jobs.changed.connect(lambda: kinds.update(job.kind for job in stand.session.jobs.running))
    stand.do(lambda: stand.session.change_recipe("off", lambda recipe: recipe.switched(3, on=False)))
    stand.settle()
    assert VARIABLE in kinds
    assert LOSS not in kinds


def test_nothing_masked_leads_to_the_masking_stage(stand: Stand) -> None:
    stand.do(lambda: stand.session.change_recipe("none", lambda recipe: recipe.changed(steps=())))
    assert stand.empty == "Nothing is masked"
    assert stand.page.parts.isHidden()
    assert stand.page.header.filled.isHidden(), "there is no loss to reduce"
    with stand.qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page._empty.button.click()
    assert wanted.args == ["masking", ""]
    stand.do(stand.session.undo)
    assert stand.empty == ""
    assert stand.page.parts.isVisible()


def test_steps_that_are_all_off_mask_nothing(stand: Stand) -> None:
    def off(recipe):
        for position in range(len(recipe.steps)):
            recipe = recipe.switched(position, on=False)
        return recipe

    stand.do(lambda: stand.session.change_recipe("off", off))
    assert stand.empty == "Nothing is masked"


def test_failed_step_is_named(stand: Stand) -> None:
    stand.do(lambda: stand.session.add_step(Rounding(variables=["Name"], base=10.0)))
    assert stand.empty == "Step 5 failed"


def test_stale_cards_stay_dimmed(stand: Stand) -> None:
    fresh = stand.page.parts.grab().toImage()
    stand.session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    assert stand.session.is_stale
    assert stand.page.parts.mean.text() == "5.5"
    assert stand.page.parts.grab().toImage() != fresh
    assert stand.page.parts.accessibleDescription() == "Computing"
    stand.settle()
    assert stand.page.parts.accessibleDescription() == ""
    assert stand.session.results is not None
    assert stand.page.parts.mean.text() == f"{stand.session.results.path[-1].loss:.1f}" != "5.5"


def test_next_act_is_to_export_what_is_safe_else_to_reduce_the_loss(stand: Stand) -> None:
    filled, project = stand.page.header.filled, stand.session.project
    with stand.qtbot.waitSignal(stand.actions["export"].triggered):
        filled.click()
    assert project is not None
    scenarios = tuple(s.with_limit("dr_weighted", 0.001) for s in project.scenarios)
    stand.do(lambda: stand.session.change("strict", project.changed(scenarios=scenarios)))
    assert filled.text() == "Reduce the loss"
    with stand.qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        filled.click()
    assert wanted.args == ["masking", ""]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_drawn_in_both_schemes(stand: Stand, scheme: str) -> None:
    theme().set_scheme(scheme)
    image = stand.page.parts.bars.grab().toImage()
    bar = image.pixelColor(round(image.width() * 0.2), 14)
    assert bar == theme().colour("loss")


def test_tables_can_be_taken_along(stand: Stand) -> None:
    messages = []
    stand.session.done.connect(messages.append)
    stand.page.measures.table.exporter.copy()
    assert QApplication.clipboard().text().startswith("Compared\tMean square error")
    assert messages == ["Copied the numbers of All measures"]
    for shown in (stand.page.measures.table, stand.page.parts.bars):
        assert b"<svg" in shown.drawing()
        assert not shown.picture().isNull()


# Words and numbers


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0.0, "0"),
        (0.036, "0.0360"),
        (54764.4, "54,764"),
        (1.886e11, "1.89 × 10¹¹"),
        (-2.5e-9, "-2.50 × 10⁻⁹"),
        (nan, "–"),
        (inf, "–"),
        (None, "–"),
    ],
)
def test_numbers_of_any_size_are_short(number: float | None, words: str) -> None:
    assert short(number) == words


def test_figures_of_a_variable_keep_two_digits_where_they_fit() -> None:
    assert amount(1964.677) == "1,964.68"
    assert amount(1234567.8) == "1,234,568"
    assert amount(0.0005) == "0.000500"
    assert amount(0.0) == "0.00"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (100.0, 101.0, "+1.0\u202f%"),
        (-100.0, -101.0, "−1.0\u202f%"),
        (0.0, 0.0, "0.0\u202f%"),
        (0.0, 1.0, "–"),
        (None, 1.0, "–"),
        (1e-300, 1e300, "–"),
    ],
)
def test_change_is_relative_to_the_original(before: float | None, after: float, words: str) -> None:
    assert change(before, after) == words


def test_bars_end_at_a_round_loss() -> None:
    assert [bars_end([most]) for most in (0.0, 1.0, 1.1, 24.9, 51.0, 100.0)] == [1, 1, 2, 25, 100, 100]
    assert bars_end([]) == 1


def test_constant_and_zero_variables_are_not_defined_and_say_why() -> None:
    data = people().drop(["age"])
    rows = measure_rows(ContinuousLoss().assess(data, data), CategoricalComparison().assess(data, data))
    cells = {row[0].quiet: [cell.words for cell in row[1:]] for row in rows}
    assert cells["R"] == ["not defined: too few values, or a constant variable", "0 cells"]
    assert cells["S"][2] == "not defined: zeros", "variances of 0"
    assert cells["X"][2] == "0.00\u202f%"


def test_file_without_numbers_has_categories_only() -> None:
    data = people().drop(["age", "flat", "zero"])
    rows = measure_rows(ContinuousLoss().assess(data, data), CategoricalComparison().assess(data, data))
    assert [row[0].words for row in rows] == ["Category changes: town"]
    assert variable_rows(ContinuousLoss().assess(data, data), "town") == []


def test_empty_release_is_told_in_every_table() -> None:
    data = people()
    nothing = data.take(np.zeros(0, dtype=np.int64))
    parts = part_rows(HeadlineLoss().assess(data, nothing))
    assert parts[0].name == "Records left out"
    assert parts[0].number == "100.0"
    assert {row.number for row in parts[1:]} == {"–"}
    rows = measure_rows(ContinuousLoss().assess(data, nothing), CategoricalComparison().assess(data, nothing))
    assert rows[-1][1].words == "not defined: no record is released"


# Distributions


def test_recoded_variable_is_compared_in_the_masked_categories() -> None:
    data = people()
    masked = Recoding(variable="age", how="width", width=20.0).apply(data).take(np.array([0, 1]))
    found = compare(data, masked, "age", "linear", SILENT)
    assert found.recoded
    assert found.before is not None
    assert found.after is not None
    assert found.before.labels == found.after.labels
    assert found.before.counts.sum() == 4, "the original, recoded alike"
    assert found.after.counts.sum() == 4, "scaled from two records"


def test_dropped_variable_and_one_without_positive_numbers_say_why() -> None:
    data = people()
    assert compare(data, data.drop(["age"]), "age", "linear", SILENT).problem == "age is not released."
    assert "no positive numbers" in compare(data, data, "zero", "logarithmic", SILENT).problem


def test_identifiers_are_not_offered(stand: Stand) -> None:
    box = stand.page.distribution.variable
    assert stand.session.data is not None
    offered = {box.itemText(place) for place in range(box.count())}
    assert offered.isdisjoint(stand.session.data.named(Role.IDENTIFIER))
