"""Card of the chosen column: its distribution, its figures, and what is worth a look."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.profile import ColumnProfile, Remark
from sdcdesk.inspection.profile.bins import Scale
from ui.look.locale import in_user_locale, user_locale
from ui.plots.histogram import Histogram
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.figure_list import FigureList
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, refill, row, scrolled, widget_in
from ui.widgets.what_is_this import explain

HEIGHT = 266
CHART, FIGURES, REMARKS = 144, 186, 150
"""Widths of the parts; the chart takes what is left, and is still read in the narrowest window."""

SCALES: tuple[Scale, ...] = ("linear", "logarithmic")

ABOUT = (
    "How often each value occurs. Numbers are put into bins of one width or, on the logarithmic scale, of "
    "one ratio; categories stand in their order, or the most frequent first. Mean and median are of the "
    "records in which the value is not missing."
)


class ColumnProfileView(Card):
    """Shows one `ColumnProfile`."""

    scale_wanted = Signal(str)
    """The user chose a scale, "linear" or "logarithmic"."""

    records_wanted = Signal(object, str)
    """Positions of records should be shown, and what they are."""

    missing_declared = Signal(str, object)
    """A value of a variable means that it is missing."""

    def __init__(self) -> None:
        super().__init__("")
        self._profile: ColumnProfile | None = None
        self.chart = Histogram("Distribution")
        # The table above takes the height that is left, not the chart.
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.chart.setMinimumWidth(CHART)
        self.chart.fill_menu(self.menu())
        self.scale = ElidedCombo()
        self.scale.setAccessibleName("Scale")
        self.scale.addItems(list(SCALES))
        self.scale.activated.connect(lambda place: self.scale_wanted.emit(SCALES[place]))
        self._scale_words = label("Scale", "caption", "text3")
        self.add_to_header(self._scale_words)
        self.add_to_header(self.scale)
        self.nothing = label("", tone="text2", wraps=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.figures, self._remarks = FigureList(), column(..., spacing=0)
        self.requested.connect(self._explain)
        self.setMinimumHeight(HEIGHT)
        self.figures.setFixedWidth(FIGURES)
        worth = scrolled(widget_in(self._remarks))
        worth.setFixedWidth(REMARKS)
        remarks = column(label("Worth a look", "card_title"), (worth, 1), spacing=4)
        line = hairline(vertical=True)
        self.body.addLayout(
            row((self.chart, 1), (self.nothing, 1), self.figures, line, remarks, spacing=16), 1
        )

    def show_profile(self, profile: ColumnProfile) -> None:
        """Show what a column looks like."""
        self._profile = profile
        self.set_title(display_names([profile.variable])[profile.variable.name])
        self.set_note(profile.note(user_locale()))
        self.note.setMinimumWidth(self.note.sizeHint().width())  # a number is never cut
        self.set_loading(loading=False)
        self.show_content()
        self._show_chart(profile)
        self.figures.show_figures(profile.figures(user_locale()))
        name = profile.profile.name
        remarks = [part for remark in profile.profile.remarks for part in self._remark(name, remark)]
        refill(self._remarks, remarks or [label("Nothing stands out.", tone="text3", wraps=True)])

    def _show_chart(self, profile: ColumnProfile) -> None:
        spread, drawn = profile.distribution, profile.has_bars
        self.chart.setVisible(drawn)
        self.nothing.setVisible(not drawn)
        self.nothing.setText(profile.why_no_bars(user_locale()))
        if spread is not None and drawn:
            self.chart.setAccessibleName(sentence("Distribution of {name}", name=profile.profile.name))
            self.chart.set_title(profile.axis(user_locale()))
            self.chart.set_distribution(spread)
        for control in (self.scale, self._scale_words):
            control.setVisible(profile.has_scales)
        if spread is not None:
            self.scale.setCurrentIndex(SCALES.index(spread.scale))

    def _remark(self, name: str, remark: Remark) -> list[QWidget]:
        words = label(remark.words, tone="text2", wraps=True)
        number = len(remark.positions)
        if not number:
            return [words]
        many = in_user_locale(sentence("Show the {n} records", n=number))
        show = link(many if number > 1 else "Show the record")
        show.clicked.connect(lambda: self.records_wanted.emit(remark.positions, remark.subject))
        acts = [show]
        if remark.code is not None:
            acts.append(link("Declare it missing"))
            acts[-1].clicked.connect(lambda: self.missing_declared.emit(name, remark.code))
        return [words, *(widget_in(row(act, ...)) for act in acts)]

    def _explain(self) -> None:
        if self._profile is not None:
            counted = self._profile.counted(user_locale())
            explain(self.help, Explanation(self._profile.profile.name, ABOUT, counted))
