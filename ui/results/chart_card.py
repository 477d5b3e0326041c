"""Chart card: one chart for each kind of plot, with its read-out, limits and exports."""

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtWidgets import QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.plot import Line, Plot, PlotKind
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.plots.bars import BarChart
from ui.plots.curves import CurveChart
from ui.plots.export import Exporter
from ui.plots.heat_table import HeatTable
from ui.plots.interval_bars import IntervalBars
from ui.plots.legend import Legend
from ui.plots.mark_legend import MarkLegend
from ui.plots.plot_chart import PlotChart
from ui.plots.points import PointChart
from ui.session.navigator import Navigator
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel
from ui.widgets.what_is_this import explain

HEIGHT = 226

OFFER = "Click again or press Enter: show these records"

CHARTS: Mapping[PlotKind, type[PlotChart | HeatTable | IntervalBars]] = {
    "curves": CurveChart,
    "bars": BarChart,
    "heat": HeatTable,
    "points": PointChart,
    "intervals": IntervalBars,
}
"""One chart for each kind of plot; the kinds are a closed list."""


class ChartCard(Card):
    """A plot of findings.

    Parameters
    ----------
    plot, table
        The plot, and the table that it draws.
    lines
        Limits, besides those of the plot.
    navigator
        Leads to the records that a point, bar or cell stands for; None: they are not those of the open file.
    """

    def __init__(
        self, plot: Plot, table: Table, lines: Sequence[Line] = (), navigator: Navigator | None = None
    ) -> None:
        super().__init__(plot.title)
        self.declared, self._table, self._navigator = plot, table, navigator
        self.requested.connect(self._explain)
        if not len(table):
            self.chart: QWidget | None = None
            self.exporter: Exporter | None = None
            self.show_empty("There is nothing to draw", table.empty)
            return
        self.chart = chart = CHARTS[plot.kind](plot, table, lines)
        self.exporter = chart.exporter
        if plot.kind != "intervals":  # its rows say how high it is
            chart.setMinimumHeight(HEIGHT)
        if plot.y.title and plot.kind not in ("heat", "intervals"):
            self.body.addWidget(ElidedLabel(plot.y.title, "caption", "text3"))
        self.body.addWidget(chart, 1)
        hollow = [one.title for one in plot.series if one.role == "before"]
        filled = [one.title for one in plot.series if one.role == "after"]
        if isinstance(chart, PlotChart) and plot.kind in ("bars", "points") and hollow and filled:
            chart.legend = Legend(hollow[0], filled[0])
        elif isinstance(chart, PlotChart) and plot.kind == "points" and len(plot.series) > 1:
            chart.legend = MarkLegend([one.title for one in plot.series])
        if isinstance(chart, PlotChart) and chart.legend is not None:
            self.add_to_header(chart.legend)
        chart.fill_menu(self.menu())
        if navigator is not None and table.rows is not None and isinstance(chart, PlotChart):
            chart.offer = OFFER
        chart.chosen.connect(lambda *place: self._show_records(chart.position(*place)))

    def _show_records(self, position: int) -> None:
        """Show the records of a row of the table, where its rows stand for some."""
        table = self._table
        if self._navigator is not None and table.rows is not None and position >= 0:
            self._navigator.show_records(table.rows(position), table.row_text(position))

    def _explain(self) -> None:
        across, up = self.declared.x.title, self.declared.y.title
        words = in_user_locale(self.declared.about) or sentence("{up}, by {across}.", up=up, across=across)
        explain(self.help, Explanation(escape(self.declared.title), words))
