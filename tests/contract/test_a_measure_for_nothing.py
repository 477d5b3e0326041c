"""A measure that only this test knows: it is declared here, registered, and found everywhere."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from sdcdesk.cli import main
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, SHARE, Reason, Why, share
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, parameter
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.limit import Limit, Verdict
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.release.release_check import check_release
from sdcdesk.report.html import render
from sdcdesk.risk import RISKS
from ui.dialogs.limit_dialog import LimitDialog
from ui.forms.editors.limits import LimitRow
from ui.results.measure_tab import MeasureTab
from ui.shell.main_window import MainWindow
from ui.widgets.what_is_this import WhatIsThis

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"

LONELY = Declared("lonely", "Lonely records", SHARE, "Alone with one value, of those released.", "L", "less")


class Loneliness(Measure):
    """How many records are alone with a single value.

    It exists in this test only.
    """

    name = "loneliness"
    title = "Loneliness"
    source = "This test"
    purpose = "Who is alone with one value only."
    concern = Concern.RISK
    declares = (LONELY,)

    keys: tuple[str, ...] = parameter((), "Key variables", "What is looked at, one by one.", accepts=KEY_LIKE)
    most: int = parameter(40, "Still lonely", "Records that share a value and are lonely.", ge=1, le=90)

    broken: ClassVar[bool] = False
    gate: ClassVar[threading.Event] = threading.Event()

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        while not self.gate.wait(0.01):
            progress.at(0.5, "Looking for the lonely")
        if self.broken:
            raise DataError("Nobody can be lonely here; choose other keys.")
        names = self.keys or original.named(*NOT_IDENTIFIERS)
        names = tuple(name for name in names if name in masked.names)
        lonely = {name: self._lonely(masked, name) for name in names}
        every = np.logical_or.reduce(list(lonely.values()))
        figure = LONELY.figure(
            share(int(every.sum()), len(masked), empty="Nothing is released."),
            computation=(("Variables looked at", str(len(names))),),
            rows=lambda: masked.rows[every],
            row_title="lonely",
            note="alone",
        )
        frame = pd.DataFrame(
            {
                "variable": names,
                "one": "Marie Curie",
                "lonely": [int(one.sum()) for one in lonely.values()],
                "share": [one.mean() if one.any() else np.nan for one in lonely.values()],
            }
        )
        table = Table(
            name="by_variable",
            title="Lonely by variable",
            columns=(
                Column("variable", "Variable", role="key"),
                Column("lonely", "Lonely", RECORDS),
                Column("one", "One of them", secrecy=Secrecy.RECORD),
                Column("share", "Share", SHARE, undefined=Reason(Why.NOT_APPLICABLE, "Nobody is lonely.")),
            ),
            frame=frame,
            rows=lambda row: masked.rows[lonely[names[row]]],
            row_title=lambda row: f"lonely by {names[row]}",
        )
        curve = Table(
            name="curve",
            title="Lonely by size",
            columns=(Column("size", "At most", RECORDS, role="key"), Column("share", "Lonely", SHARE)),
            frame=pd.DataFrame({"size": [1, 2, 3], "share": [0.1, 0.2, 0.4]}),
        )
        plot = Plot(
            name="sizes",
            title="Loneliness by size",
            kind="curves",
            table="curve",
            x=Axis("records that share a value", "size", RECORDS),
            y=Axis("lonely records", unit=SHARE),
            series=(Series("share", "masked", "after"),),
            figure="lonely",
        )
        said = sentence("{n} variable was looked at.", "{n} variables were looked at.", "n", n=len(names))
        note = Note(sentence("Missing values are lonely together."), name="alone")
        head = Section(name="head", about=said, blocks=(figure,), notes=(note,))
        return Findings(sections=(head, Section(name="by", title="By what", blocks=(plot, curve, table))))

    def _lonely(self, masked: Microdata, name: str) -> np.ndarray:
        values = masked.column(name).astype("str")
        found: np.ndarray = (values.map(values.value_counts()) <= self.most).to_numpy()
        return found


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The measure is in the catalogue while a test runs."""
    RISKS.register(Loneliness)
    Loneliness.broken = False
    Loneliness.gate.set()
    yield
    Loneliness.gate.set()
    RISKS.remove("loneliness")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    return tmp_path / "billing_5000.sdcdesk"


@pytest.fixture
def opened(window: MainWindow, sample: Path, qtbot: QtBot) -> MainWindow:
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    return window


@pytest.fixture
def tab(opened: MainWindow, qtbot: QtBot) -> MeasureTab:
    """Its tab, as the menu *Measures* opens it."""
    opened.commands["measure_loneliness"].trigger()
    found = opened.stages.current_page().measures.currentWidget()
    assert isinstance(found, MeasureTab)
    assert found.kind is Loneliness
    qtbot.waitUntil(lambda: found.view.state == "ready" or not Loneliness.gate.is_set())
    return found


@pytest.fixture
def popover() -> Iterator[Callable[[], WhatIsThis]]:
    """Find the open popover, and close it at the end, unless its window has done so."""

    def seen() -> list[WhatIsThis]:
        return [w for w in QApplication.topLevelWidgets() if isinstance(w, WhatIsThis) and w.isVisible()]

    yield lambda: seen()[0]
    for one in seen():
        one.close()


def value(tab: MeasureTab) -> str:
    strip = tab.view.strip or tab.view.sections[0].strip
    assert strip is not None
    return strip.cells[0].value.text()


def expected(tab: MeasureTab) -> float:
    run = tab.session.results.run
    scenario = tab.scenario
    found = Loneliness(keys=scenario.keys).assess(run.original, run.masked)
    return float(found.value("lonely") or 0)


def test_it_has_a_tab_with_a_form_in_its_stage(opened: MainWindow, tab: MeasureTab) -> None:
    header = opened.stages.current_page().header
    assert header.tabs.tabText(header.tabs.currentIndex()) == "Loneliness"
    assert header.accessibleName() == "Loneliness"
    assert header.accessibleDescription() == Loneliness.purpose
    assert opened.commands.menu(opened.commands["measure_loneliness"]) == "Measures"
    assert set(tab.row.form.rows) == {"keys", "most"}
    assert float(value(tab).rstrip("\u202f%")) == pytest.approx(100 * expected(tab), abs=0.006)
    assert "Loneliness, version 1" in tab.bar.words.text()


def test_waiting_stopping_and_computing_again(opened: MainWindow, qtbot: QtBot, tab: MeasureTab) -> None:
    Loneliness.gate.clear()
    tab.row.form.rows["most"].editor.set_value(41)
    tab.apply()
    qtbot.waitUntil(lambda: tab.view.state == "old")
    assert "previous settings" in tab.view.line.text()
    assert not tab.bar.export.isEnabled()
    tab.view.line.act.click()
    qtbot.waitUntil(lambda: tab.view.state == "stopped")
    assert value(tab) == "–"
    Loneliness.gate.set()
    # The whole release was stopped with it, so the page offers to go on, and the tab does not.
    assert not tab.view.line.act.text()
    again = opened.stages.current_page().message_bar.button
    assert (again.isVisible(), again.text()) == (True, "Compute again")
    again.click()
    qtbot.waitUntil(lambda: tab.view.state == "ready")
    assert tab.bar.export.isEnabled()


def test_the_first_answer_is_awaited_with_names(opened: MainWindow, qtbot: QtBot) -> None:
    Loneliness.gate.clear()
    opened.commands["measure_loneliness"].trigger()
    tab = opened.stages.current_page().measures.currentWidget()
    assert tab.view.state == "waiting"
    assert tab.view.strip.cells[0].figure is LONELY
    qtbot.waitUntil(lambda: tab.view.line.text() == "Looking for the lonely")
    Loneliness.gate.set()
    qtbot.waitUntil(lambda: tab.view.state == "ready")


def test_a_failure_says_why_and_nothing_else_is_lost(opened: MainWindow, qtbot: QtBot) -> None:
    Loneliness.broken = True
    opened.commands["measure_loneliness"].trigger()
    tab = opened.stages.current_page().measures.currentWidget()
    qtbot.waitUntil(lambda: tab.view.state == "failed")
    assert tab.view.card.empty.accessibleDescription() == "Nobody can be lonely here; choose other keys."
    assert not tab.bar.export.isEnabled()
    assert opened.session.results.release.verdict is Verdict.SAFE
    Loneliness.broken = False
    tab.view.line.act.click()
    qtbot.waitUntil(lambda: tab.view.state == "ready")


def test_its_parameters_belong_to_the_project(opened: MainWindow, qtbot: QtBot, tab: MeasureTab) -> None:
    session, before = opened.session, value(tab)
    tab.row.form.rows["most"].editor.set_value(80)
    with qtbot.waitSignal(session.computed):
        tab.apply()
    qtbot.waitUntil(lambda: tab.view.state == "ready" and value(tab) != before)
    measures = session.project.scenarios[0].measures
    assert [(measure.name, measure.parameters["most"]) for measure in measures] == [("loneliness", 80)]
    assert session.history.undo_label == "Change Loneliness"
    with qtbot.waitSignal(session.computed):
        session.undo()
    qtbot.waitUntil(lambda: value(tab) == before)
    assert tab.row.form.model().most == 40


def test_its_table_sorts_and_leads_to_its_records(opened: MainWindow, tab: MeasureTab, qtbot: QtBot) -> None:
    card = tab.view.sections[1].tables["by_variable"]
    card.view.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    assert "Marie Curie" in card.model.displayed_rows()[1]
    counts = [int(str(card.model.index(row, 1).data())) for row in range(card.model.rowCount())]
    assert counts == sorted(counts, reverse=True)
    card.view.setCurrentIndex(card.model.index(0, 0))
    card.view.selectRow(0)
    with qtbot.waitSignal(opened.session.navigator.records_wanted) as asked:
        card.show_records.click()
    assert len(asked.args[0]) == counts[0]
    assert opened.stages.current_page().stage.key == "data"


def test_its_chart_is_read_and_written(
    tab: MeasureTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    card = tab.view.sections[1].charts["sizes"]
    card.chart.setFocus()
    QTest.keyClick(card.chart, Qt.Key.Key_End)
    assert card.chart.readout.words == "3 records\nmasked\t40.0\u202f%"
    target = tmp_path / "sizes.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    act = next(one for one in card.menu().actions() if one.text() == "Save as SVG…")
    with qtbot.waitSignal(card.exporter.saved):
        act.trigger()
    assert b"<svg" in target.read_bytes()


def test_its_figure_says_what_it_is(tab: MeasureTab, popover: Callable[[], WhatIsThis]) -> None:
    tab.view.sections[0].strip.cells[0].value.click()
    explanation = popover().explanation
    assert explanation.rows[-1] == ("Lonely records", value(tab))
    assert explanation.source == "This test"
    assert [key for key, _ in explanation.links] == ["records", "manual"]


def test_its_results_are_exported(
    tab: MeasureTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    tab.bar.menu.actions()[0].trigger()
    shown = " ".join(value(tab).split())
    assert f"Lonely records\t\t{shown}" in QGuiApplication.clipboard().text()
    written = {}
    for ending in ("csv", "html", "json"):
        target = tmp_path / f"loneliness.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, to=target: (str(to), ""))
        act = next(one for one in tab.bar.menu.actions() if ending in one.text().lower())
        with qtbot.waitSignal(tab.bar.exporter.saved):
            act.trigger()
        written[ending] = target.read_text(encoding="utf-8")
    assert not any("Marie Curie" in text for text in written.values())
    assert "Lonely by variable" in written["csv"]
    assert "Lonely records" in written["html"]
    assert json.loads(written["json"])["measure"] == "loneliness"


def test_its_limit_judges_the_release(opened: MainWindow, tab: MeasureTab, qtbot: QtBot) -> None:
    tab.bar.limit.click()
    dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, LimitDialog) and w.isVisible())
    assert dialog.row.chosen() == ("loneliness", "lonely")
    dialog.row.value.setText("0.01")
    with qtbot.waitSignal(opened.session.computed):
        dialog.filled.click()
    scenario = next(one for one in opened.session.project.scenarios if one.name == tab.scenario.name)
    assert scenario.limits[-1] == Limit(measure="loneliness", figure="lonely", value=0.0001)
    assert opened.session.results.release.verdict is Verdict.UNSAFE
    qtbot.waitUntil(lambda: tab.view.state == "ready")
    assert [limit.value for limit in tab.view._question.limits["lonely"]] == [0.0001]
    chart = tab.view.sections[1].charts["sizes"].chart
    assert "limit 0.01 percent" in chart.accessibleDescription()
    check, path = opened.panel.check, opened.panel.map
    shown = " ".join(value(tab).split())
    assert shown in " ".join(check.gauge.accessibleDescription().replace(" percent", " %").split())
    assert shown in " ".join(check.words.accessibleName().split())
    assert [path.risks.itemText(place) for place in range(2)] == ["DR_W", "L"]
    state = opened.rail.list.model().index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Unsafe" in state
    row = LimitRow(scenario.limits[-1], empty=False)
    qtbot.addWidget(row)
    assert row.read() == scenario.limits[-1]


def test_the_report_has_its_part(sample: Path) -> None:
    from sdcdesk.document.project_file import load
    from sdcdesk.release.pipeline import Pipeline

    project = load(sample)
    first = project.scenarios[0].changed(measures=(Loneliness(),)).with_limit("lonely", 0.5, "loneliness")
    project = project.changed(scenarios=(first, *project.scenarios[1:]))
    run = Pipeline(project.open_data(sample)).run(project.recipe)
    release = check_release(project, run)
    page = render(release)
    for words in ("Loneliness", "Lonely records", "Lonely by variable", "<svg", "Nobody is lonely."):
        assert words in page
    assert "nan" not in page
    assert "Marie Curie" not in page
    scenario = release.to_json()["scenarios"][0]
    assert "lonely" in json.dumps(scenario["judgements"])
    assert "by_variable" in json.dumps(scenario["measures"])


def test_a_project_that_limits_it_is_run(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from sdcdesk.document.project_file import load

    project, out, figures = load(sample), tmp_path / "safe.csv", tmp_path / "figures.json"
    first = project.scenarios[0].with_limit("lonely", 0.0001, "loneliness")
    project.changed(scenarios=(first, *project.scenarios[1:])).save(sample)
    assert main(["run", str(sample), "--out", str(out), "--json", str(figures)]) == 1
    assert "Lonely records" in capsys.readouterr().out
    assert not out.exists(), "what is not safe is withheld"
    judged = json.loads(figures.read_text(encoding="utf-8"))["scenarios"][0]["judgements"]
    assert [one["standing"] for one in judged if one["measure"] == "loneliness"] == ["broken"]
    assert main(["run", str(sample), "--out", str(out), "--release-anyway", "The board agreed."]) == 0
    assert out.exists()


def test_the_command_line_knows_it(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    data = str(sample.with_name("billing_5000.csv"))
    asked = [data, "--measure", 'loneliness:{"most": 2}', "--limit", "loneliness.lonely<=0.0001"]
    assert main(["assess", *asked, "--key", "Age,Zip"]) == 1
    assert "Lonely records" in capsys.readouterr().out
    assert main(["assess", *asked, "--key", "Age,Zip", "--json", str(figures)]) == 1
    found = json.loads(figures.read_text(encoding="utf-8"))["measures"][0]
    assert found["measure"] == "loneliness"
    assert found["figures"]["lonely"]["unit"] == "share"
    assert main(["measures"]) == 0
    assert "loneliness" in capsys.readouterr().out


def test_nothing_of_the_window_names_it() -> None:
    room = Path(__file__).resolve().parents[2] / "ui"
    names = [kind.name for kind in MEASURES if kind.name not in ("disclosure_risk",)]
    naming = [
        path.relative_to(room).as_posix()
        for path in sorted((room / "results").rglob("*.py"))
        if any(f'"{name}"' in path.read_text(encoding="utf-8") for name in names)
    ]
    assert naming == []
