"""Interval bars: the widget, the drawing of the report, and the lines of the terminal show the same rows."""

from collections.abc import Callable

import pandas as pd
import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.quantity import SHARE, Bound, Quantity
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.results.limit import Limit, Verdict
from sdcdesk.core.results.plot import Axis, Line, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.report.sections import findings_html
from sdcdesk.report.svg import svg
from sdcdesk.report.text import findings_lines
from sdcdesk.risk import ThreeCriteria
from ui.plots.interval_bars import IntervalBars
from ui.results.figures_strip import DisplayContext
from ui.results.section import SectionView
from ui.session.navigator import Navigator

RISK = Declared("risk", "Risk of guesses", SHARE, "What the file adds.", better="less")

PLOT = Plot(
    name="rates_plot",
    title="Right guesses",
    kind="intervals",
    table="rates",
    x=Axis("Guesses", column="who"),
    y=Axis("guesses that are right", unit=SHARE, least=0.0),
    series=(Series("share", "Right", low="low", high="high"),),
    styles=("filled", "hollow", "hatched"),
)


def rates(rows: int = 3) -> Table:
    frame = pd.DataFrame(
        {
            "who": ["attack", "control", "blind"],
            "share": [0.062, 0.054, 0.0],
            "low": [0.049, 0.042, 0.0],
            "high": [0.079, 0.07, 0.01],
        }
    ).iloc[:rows]
    columns = (
        Column("who", "Guesses", role="key"),
        Column("share", "Right", SHARE),
        Column("low", "From", SHARE),
        Column("high", "To", SHARE),
    )
    return Table(name="rates", title="Right guesses", columns=columns, frame=frame, empty="No guess.")


def findings(value: float = 0.008, rows: int = 3) -> Findings:
    quantity = Quantity(value, SHARE, Bound.ESTIMATE, interval=(0.0, value + 0.02))
    blocks = (RISK.figure(quantity), PLOT, rates(rows))
    return Findings(sections=(Section(name="guesses", title="Guesses", summary="risk", blocks=blocks),))


def limit(value: float) -> dict[str, list[Limit]]:
    return {"risk": [Limit(measure="m", figure="risk", value=value)]}


def test_the_bars_say_their_numbers_and_draw_what_they_say(shown: Callable[..., QWidget]) -> None:
    bars = shown(IntervalBars(PLOT, rates(), [Line(0.05, "limit")]), 306, 160)
    assert "attack 6.20" in bars.accessibleDescription()
    assert "4.9" in bars.accessibleDescription()
    image = bars.grab().toImage()
    assert len({image.pixelColor(x, 12).name() for x in range(0, image.width(), 2)}) > 3
    assert bars.table()[0] == ["Guesses", "Right", "From", "To"]
    assert b"<svg" in bars.drawing()
    assert not bars.picture().isNull()
    assert bars.minimumSizeHint().width() < 306


@pytest.mark.parametrize("rows", [0, 1])
def test_few_rows_and_none_are_no_error(rows: int, shown: Callable[..., QWidget]) -> None:
    assert not shown(IntervalBars(PLOT, rates(rows)), 306, 160).grab().isNull()
    assert findings_html(findings(rows=rows))
    assert findings_lines(findings(rows=rows))


def test_the_report_draws_each_row_with_its_interval() -> None:
    drawn = svg(PLOT, rates(), [Line(0.05, "limit")])
    assert drawn == svg(PLOT, rates(), [Line(0.05, "limit")])
    assert drawn.count("<rect") == 3
    for words in ("Attack", "Control", "Blind", "6.20", "guesses that are right"):
        assert words in drawn


def test_the_terminal_draws_longer_bars_for_higher_rates() -> None:
    lines = [line for line in findings_lines(findings()) if "=" in line]
    assert [line.split()[0] for line in lines] == ["attack", "control"]
    assert lines[0].count("=") > lines[1].count("=")


@pytest.mark.parametrize(
    ("most", "verdict", "words"),
    [
        (0.05, Verdict.SAFE, "keeps its limit: Guesses"),
        (0.01, Verdict.UNSAFE, "Guesses does not keep its limit"),
    ],
)
def test_the_board_is_told_by_the_upper_end(most: float, verdict: Verdict, words: str) -> None:
    lines = findings_lines(findings(), limit(most))
    assert lines[0].startswith(f"{verdict}: ")
    assert words in lines[0]
    assert words in findings_html(findings(), limits=limit(most))


def test_nothing_is_said_to_the_board_without_a_limit() -> None:
    assert findings_lines(findings())[0] == "Guesses"


def test_a_section_that_a_figure_sums_up_is_one_row(shown: Callable[..., QWidget]) -> None:
    found = findings()
    [section] = found.sections
    view = shown(SectionView(section, DisplayContext(Navigator(), limits=limit(0.05)), found.tables), 900)
    assert view.strip is None
    assert view.summary is not None
    gauge = view.summary.gauge
    assert gauge is not None
    assert "limit 5" in gauge.accessibleDescription()
    assert gauge.reading.high == pytest.approx(0.028)
    assert list(view.charts) == ["rates_plot"]
    assert not view.tables, "the bars show its numbers"


def test_its_limit_is_changed_beside_it(shown: Callable[..., QWidget], qtbot: QtBot) -> None:
    found, navigator = findings(), Navigator()
    [section] = found.sections

    def change(limits: dict[str, list[Limit]]) -> QPushButton:
        view = shown(SectionView(section, DisplayContext(navigator, limits=limits), found.tables), 900)
        buttons = view.summary.findChildren(QPushButton)
        return next(one for one in buttons if one.text() == "Change limit…")

    assert change({}).isHidden()
    button = change(limit(0.05))
    assert button.isVisible()
    with qtbot.waitSignal(navigator.limit_wanted) as asked:
        button.click()
    assert asked.args == limit(0.05)["risk"]


def test_a_section_that_a_figure_sums_up_shows_all_columns(shown: Callable[..., QWidget]) -> None:
    names = ["region_of_the_main_household", "occupation_as_it_was_last_exercised", "age"]
    frame = pd.DataFrame({name: [f"{row % 7}" for row in range(40)] for name in names})
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in names])
    found = ThreeCriteria().assess(data, data)
    section = next(one for one in found.sections if one.name == "linkability")
    view = shown(SectionView(section, DisplayContext(Navigator()), found.tables), 850)
    [card] = view.tables.values()
    assert card.view.horizontalScrollBar().maximum() == 0
