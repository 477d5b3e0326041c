"""The cards of the sampling tab: curves, the inverse question, and all numbers."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout

from sdcdesk.document.scenario import Scenario
from sdcdesk.risk.sampling.expectation import Risk
from ui.pages.risk.sampling import words
from ui.pages.risk.sampling.answer_rows import AnswerRow
from ui.pages.risk.sampling.answers import AnswersTable
from ui.pages.risk.sampling.factors import FactorsTable
from ui.pages.risk.sampling.limit import LimitField
from ui.pages.risk.sampling.series import Limits, Series
from ui.plots.curve import Curve
from ui.plots.curve_chart import CurveChart
from ui.widgets.card import Card
from ui.widgets.empty import EmptyState
from ui.widgets.what_is_this import Explanation, explain

HEIGHT = 360
"""Of the chart."""

MOST_ROWS = 6


class _Explained(Card):
    """A card whose "?" leads to the manual page too."""

    manual_wanted = Signal(str)
    """The manual page of an operation should open, by its name."""

    def __init__(self, about: Explanation) -> None:
        super().__init__(about.title)
        self._about = about
        self.asked.connect(self._explain)

    def _explain(self) -> None:
        popover = explain(self.help, self._about)
        popover.link_chosen.connect(lambda _link: self.manual_wanted.emit("sampling_risk"))


class CurvesCard(_Explained):
    """The large chart."""

    def __init__(self) -> None:
        super().__init__(words.CURVES)
        self.is_empty = False
        self.chart = CurveChart(self.title())
        self.chart.setMinimumHeight(HEIGHT)
        self.chart.fill_menu(self.menu())
        self.body.addWidget(self.chart, 1)
        self.setMinimumHeight(HEIGHT + 60)

    def show_curves(self, curves: Sequence[Curve], limit: float | None, note: str) -> None:
        """Show curves, the limit on DR_W (None: it cannot be read), and what the curves have in common."""
        self.chart.set_curves(curves, None if limit is None else (limit, "limit"))
        self.set_note(note)

    def set_computing(self, *, first: bool) -> None:
        """Dim what is shown; the first time say what is done."""
        if first:
            self.show_empty("Counting groups…")
        else:
            self.show_content()
            self.set_loading(loading=True)

    def show_empty(self, title: str, why: str = "", act: str = "") -> EmptyState:
        """Show what is missing."""
        self.is_empty = True
        self.set_loading(loading=False)
        self.set_note("")
        return super().show_empty(title, why, act)

    def show_content(self) -> None:
        """Show the chart."""
        self.is_empty = False
        super().show_content()


class LimitsCard(_Explained):
    """The largest samples that keep to limits on each of the three risks."""

    edited = Signal()
    """Another limit was typed."""

    def __init__(self) -> None:
        super().__init__(words.LARGEST)
        self.fields: dict[Risk, LimitField] = {
            risk: LimitField(f"{word}, {symbol}, at most") for risk, (word, symbol) in words.NAMES.items()
        }
        titles = [f"{word} keeps its limit" for word, _ in words.NAMES.values()]
        self.answers = AnswersTable("Largest samples", titles, MOST_ROWS)
        line = QHBoxLayout()
        line.setSpacing(16)
        for field in self.fields.values():
            field.edited.connect(self.edited)
            line.addWidget(field)
        self.body.addLayout(line)
        self.body.addWidget(self.answers)

    def propose(self, scenario: Scenario | None) -> None:
        """Start with the limits of a scenario; those on DR_W stand in for others that it lacks."""
        usual = scenario.limit("dr_weighted") if scenario else None
        minimal = scenario.limit("dr_min") if scenario else None
        maximal = scenario.limit("dr_max") if scenario else None
        self.fields["dr_weighted"].propose(usual)
        self.fields["dr_min"].propose(usual if minimal is None else minimal)
        self.fields["dr_max"].propose(usual if maximal is None else maximal)

    def values(self) -> Limits:
        """Return the limits as they are typed."""
        return {risk: field.value for risk, field in self.fields.items()}

    def show_answers(self, rows: Sequence[AnswerRow]) -> None:
        """Show the largest samples."""
        self.answers.set_rows(rows)

    def forget(self) -> None:
        """Begin anew: another file is open."""
        for field in self.fields.values():
            field.forget()


class FactorsCard(_Explained):
    """All numbers of one series; its row follows the point that is read in the chart, and the other way."""

    def __init__(self) -> None:
        super().__init__(words.FACTORS)
        self._series: tuple[Series, ...] = ()
        self._chart: CurveChart | None = None
        self.choice = QComboBox()
        self.choice.setAccessibleName("Key set of the table")
        self.choice.setMinimumContentsLength(20)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.table = FactorsTable()
        self.add_to_header(self.choice)
        self.table.exporter.fill_menu(self.menu())
        self.body.addWidget(self.table)
        self.choice.currentIndexChanged.connect(lambda _place: self._show())
        self.table.row_chosen.connect(self._read)

    def link(self, chart: CurveChart) -> None:
        """Follow a chart whose curves are the series shown here, in their order."""
        self._chart = chart
        chart.pointed.connect(self._follow)

    def show_series(self, series: Sequence[Series]) -> None:
        """Show one of several series; the chosen one stays if it is among them."""
        now = self.choice.currentText()
        self._series = tuple(series)
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItems([one.name for one in series])
            self.choice.setCurrentIndex(max(self.choice.findText(now), 0) if series else -1)
        self._show()

    def _show(self) -> None:
        place = self.choice.currentIndex()
        self.table.show_curve(self._series[place].curve if 0 <= place < len(self._series) else None)

    def _follow(self, index: int) -> None:
        if self._chart is None or index < 0:
            return
        series, place = self._chart.series(index)
        if series != self.choice.currentIndex():
            self.choice.setCurrentIndex(series)
        self.table.go_to(place)

    def _read(self, row: int) -> None:
        if self._chart is not None and row >= 0:
            self._chart.read(self.choice.currentIndex(), row)
