"""The card of the chosen column: its distribution, its figures, and what is worth a look."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.inspection.profile import Profile, Remark
from sdcdesk.inspection.profile.bins import Scale
from ui.models.column_looks import Look
from ui.pages.data.profile_header import has_bars
from ui.plots.histogram import Histogram
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.numbers import UNKNOWN, count, decimal
from ui.widgets.what_is_this import Explanation, explain

HEIGHT = 266
FIGURES = 186
REMARKS = 150

SCALES: tuple[Scale, ...] = ("linear", "logarithmic")


class ColumnProfile(Card):
    """Shows one `Look`."""

    scale_wanted = Signal(str)
    """The user chose a scale, "linear" or "logarithmic"."""

    records_wanted = Signal(object, str)
    """Positions of records should be shown, and what they are."""

    def __init__(self) -> None:
        super().__init__("")
        self._look: Look | None = None
        self.chart = Histogram("Distribution", "")
        # The table above takes the height that is left, not the chart.
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.chart.fill_menu(self.menu())
        self.scale = QComboBox()
        self.scale.setAccessibleName("Scale")
        self.scale.addItems(list(SCALES))
        self.scale.activated.connect(lambda place: self.scale_wanted.emit(SCALES[place]))
        self._scale_words = label("Scale", "caption", "text3")
        self.add_to_header(self._scale_words)
        self.add_to_header(self.scale)
        self.nothing = label("", tone="text2", wraps=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._figures = QVBoxLayout()
        self._remarks = QVBoxLayout()
        self.asked.connect(self._explain)
        self.setMinimumHeight(HEIGHT)
        self._arrange()

    def show_look(self, look: Look) -> None:
        """Show what a column looks like."""
        self._look = look
        profile = look.profile
        self.set_title(profile.name)
        self.set_note(_note(profile))
        self.set_loading(loading=False)
        self._show_chart(look)
        _fill(self._figures, [_figure(words, number) for words, number in figures(profile)])
        _fill(self._remarks, [part for remark in profile.remarks for part in self._remark(remark)])
        if not profile.remarks:
            self._remarks.insertWidget(0, label("Nothing stands out.", tone="text3", wraps=True))

    def figures(self) -> list[tuple[str, str]]:
        """Return the figures as they are shown."""
        return figures(self._look.profile) if self._look else []

    def _show_chart(self, look: Look) -> None:
        spread = look.distribution
        drawn = has_bars(look)
        self.chart.setVisible(drawn)
        self.nothing.setVisible(not drawn)
        self.nothing.setText(look.problem or _why_no_chart(look.profile))
        if spread is not None and drawn:
            self.chart.setAccessibleName(f"Distribution of {look.profile.name}")
            self.chart.set_titles(_axis(look, spread.outside))
            self.chart.set_distribution(spread)
        binned = spread is None or spread.edges is not None
        positive = (look.profile.largest or 0) > 0
        for control in (self.scale, self._scale_words):
            control.setVisible(binned and positive)
        if spread is not None:
            self.scale.setCurrentIndex(SCALES.index(spread.scale))

    def _remark(self, remark: Remark) -> list[QWidget]:
        words = label(remark.words, tone="text2", wraps=True)
        number = len(remark.positions)
        if not number:
            return [words]
        show = link(f"Show the {count(number)} records" if number > 1 else "Show the record")
        show.clicked.connect(lambda: self.records_wanted.emit(remark.positions, remark.subject))
        return [words, show]

    def _explain(self) -> None:
        if self._look is None:
            return
        spread = self._look.distribution
        rows = [] if spread is None else [("Bars", count(len(spread.labels)))]
        present = self._look.profile.records - self._look.profile.missing
        rows.append(("Records counted", count(present)))
        explain(
            self.help,
            Explanation(
                self._look.profile.name,
                "How often each value occurs. Numbers are put into bins of one width or, on the logarithmic "
                "scale, of one ratio; categories stand in their order, or the most frequent first. Mean and "
                "median are of the records in which the value is not missing.",
                tuple(rows),
            ),
        )

    def _arrange(self) -> None:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(REMARKS)
        area.setWidget(_column(self._remarks))
        remarks = QVBoxLayout()
        remarks.setSpacing(4)
        remarks.addWidget(label("Worth a look", "card_title"))
        remarks.addWidget(area, 1)
        figures_ = _column(self._figures)
        figures_.setFixedWidth(FIGURES)
        parts = QHBoxLayout()
        parts.setSpacing(16)
        parts.addWidget(self.chart, 1)
        parts.addWidget(self.nothing, 1)
        parts.addWidget(figures_)
        parts.addWidget(hairline(vertical=True))
        parts.addLayout(remarks)
        self.body.addLayout(parts, 1)


def figures(profile: Profile) -> list[tuple[str, str]]:
    """Return the figures of a variable in words, in the order in which they are read."""
    found: list[tuple[str, str]] = []
    if profile.mean is not None:
        found += [("Mean", _number(profile.mean)), ("Median", _number(profile.median))]
    if profile.smallest is not None:
        found += [("Smallest", _number(profile.smallest)), ("Largest", _number(profile.largest))]
    found += [("Missing", count(profile.missing)), ("Different values", count(profile.different))]
    if profile.kind == "text":
        most = profile.most_frequent if profile.its_records > 1 else UNKNOWN
        return [*found, ("In one record only", count(profile.alone)), ("Most frequent", most)]
    return [*found, ("Whole numbers", "yes" if profile.kind == "whole number" else "no")]


def _number(number: float | None) -> str:
    if number is not None and number.is_integer() and abs(number) < 1e15:
        return count(int(number))
    return decimal(number)


def _note(profile: Profile) -> str:
    if not profile.missing:
        return f"{profile.kind}, all {count(profile.records)} records"
    return f"{profile.kind}, {count(profile.records - profile.missing)} of {count(profile.records)} records"


def _why_no_chart(profile: Profile) -> str:
    if profile.different == 0:
        return "It holds no values."
    if profile.alone == profile.different:
        return "Every value occurs in one record only: there is nothing to count."
    return f"{count(profile.different)} different values are too many for a chart."


def _axis(look: Look, outside: int) -> str:
    parts = [look.variable.unit] if look.variable.unit else []
    if look.distribution is not None and look.distribution.scale == "logarithmic":
        parts.append("logarithmic")
    if outside:
        parts.append(f"{count(outside)} of zero or less not shown")
    return ", ".join(parts)


def _figure(words: str, number: str) -> QWidget:
    row = QWidget()
    line = QHBoxLayout()
    line.setContentsMargins(0, 4, 0, 4)
    line.addWidget(label(words))
    line.addStretch()
    line.addWidget(ElidedLabel(number))
    rows = QVBoxLayout(row)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(0)
    rows.addLayout(line)
    rows.addWidget(hairline())
    return row


def _column(layout: QVBoxLayout) -> QWidget:
    column = QWidget()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addStretch()
    column.setLayout(layout)
    return column


def _fill(layout: QVBoxLayout, widgets: list[QWidget]) -> None:
    """Put widgets into a column in place of those that are there; its stretch stays last."""
    while layout.count() > 1:
        item = layout.takeAt(0)
        old = item.widget() if item else None
        if old is not None:
            old.hide()
            old.deleteLater()
    for place, widget in enumerate(widgets):
        side = Qt.AlignmentFlag.AlignLeft if isinstance(widget, QPushButton) else Qt.AlignmentFlag(0)
        layout.insertWidget(place, widget, 0, side)
