"""Changes by a step, figure by figure: which scenario decides, the rows, and their table."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from sdcdesk.core.assessment import Assessment
from sdcdesk.release.step_preview import Standing
from ui.dialogs.step_previewer import Seen
from ui.release.text import RISKS, figure_text, risk_value
from ui.widgets.badge import VerdictBadge
from ui.widgets.figure import FigureValue, plain
from ui.widgets.gauge_scale import Reading
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.numbers import UNKNOWN, count, decimal

COMING = "…"
"""What stands where a figure is being computed."""

HEIGHT = 27
NOW, ARROW, THEN, BADGE = 90, 32, 80, 120


@dataclass(frozen=True, slots=True)
class Change:
    """One figure now and with the change.

    Attributes
    ----------
    name
        What it is called, as rich text of our own words.
    now, then
        Its values as text.
    tone
        Token of the colour of the new value.
    """

    name: str
    now: str = UNKNOWN
    then: str = UNKNOWN
    tone: str = "text"


class _Row:
    """The widgets of one figure."""

    def __init__(self, grid: QGridLayout, line: int) -> None:
        self.name = rich_label()
        self.now = label(tone="text2")
        self.arrow = label("→", tone="text3")
        self.then = FigureValue("")
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        middle = Qt.AlignmentFlag.AlignCenter
        for column, widget in enumerate((self.name, self.now, self.arrow, self.then)):
            side = right if column in (1, 3) else middle if column == 2 else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(widget, 2 * line, column, side)
        grid.addWidget(hairline(), 2 * line + 1, 0, 1, 5)
        grid.setRowMinimumHeight(2 * line, HEIGHT)

    def show(self, change: Change) -> None:
        """Show a figure."""
        self.name.setText(change.name)
        self.now.setText(change.now)
        self.then.set_value(change.then)
        self.then.set_tone(change.tone)
        self.then.setAccessibleName(f"{plain(change.name)}: now {change.now}, with this change {change.then}")


class ChangeTable(QWidget):
    """Rows of figures with an arrow between now and then, and the verdict beside the first one."""

    asked = Signal(int, QWidget)
    """The row whose figure is to be explained, and beside what."""

    def __init__(self) -> None:
        super().__init__()
        self.badge = VerdictBadge()
        self._rows: list[_Row] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        for column, width in ((1, NOW), (2, ARROW), (3, THEN), (4, BADGE)):
            self._grid.setColumnMinimumWidth(column, width)
        self._grid.addWidget(self.badge, 0, 4, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Show figures, the first of them with the verdict; there are always as many."""
        while len(self._rows) < len(changes):
            line = len(self._rows)
            row = _Row(self._grid, line)
            row.then.asked.connect(lambda line=line, anchor=row.then: self.asked.emit(line, anchor))
            self._rows.append(row)
        for row, change in zip(self._rows, changes, strict=True):
            row.show(change)

    def texts(self) -> list[tuple[str, str, str]]:
        """Return what is shown, row by row."""
        return [(plain(row.name.text()), row.now.text(), row.then.text()) for row in self._rows]

    def names(self) -> list[QLabel]:
        """Return the labels of the figures."""
        return [row.name for row in self._rows]


def deciding(seen: Seen) -> str:
    """Return the name of the scenario that decides: with the change, or now; empty: none."""
    standings = (standing for standing in (then(seen), seen.now) if standing is not None)
    return next((name for standing in standings if (name := standing.deciding)), "")


def then(seen: Seen) -> Standing | None:
    """Return where the file would stand with the change, as far as it is known."""
    return seen.preview.then if seen.preview else None


def risk(standing: Standing | None, scenario: str) -> Assessment | None:
    """Return the risk in a scenario; None where it is not known."""
    return standing.risk(scenario) if standing else None


def reading(assessment: Assessment) -> Reading:
    """Return what a gauge shows of an assessment."""
    return Reading(*(risk_value(assessment, name) for name in RISKS))


def changes(seen: Seen, scenario: str, k: int, limit: float | None) -> tuple[Change, ...]:
    """Return the rows of the table: risk, records below k, values, loss.

    Parameters
    ----------
    seen
        What was computed.
    scenario
        Name of the scenario whose risk is shown.
    k, limit
        Its wanted group size, and its limit on DR_W.
    """
    both = risk(seen.now, scenario), risk(then(seen), scenario)
    risk_now, risk_then = (_risk(one, "dr_weighted", limit) for one in both)
    min_now, min_then = (_risk(one, "dr_min", None) for one in both)
    below_now, below_then = (_below(one) for one in both)
    lost = then(seen)
    pending = COMING if seen.unfinished == "coming" else UNKNOWN
    name, (before, after) = escape(seen.variable) or "the variable", seen.different
    return (
        Change("Weighted risk DR<sub>W</sub>", risk_now or UNKNOWN, risk_then or pending),
        Change("Surely DR<sub>min</sub>", min_now or UNKNOWN, min_then or pending),
        Change(f"Records in groups below {k}", below_now or UNKNOWN, below_then or pending),
        Change(f"Values of {name}", count(before), UNKNOWN if after is None else count(after)),
        Change("Information loss", _loss(_comparable(seen)), _loss(lost), "loss_text"),
    )


def _comparable(seen: Seen) -> Standing | None:
    """Return the file now as far as its loss compares with that of the change: on the same records."""
    return seen.preview.now if seen.preview else seen.now


def _risk(assessment: Assessment | None, name: str, limit: float | None) -> str:
    return figure_text(assessment, name, limit) if assessment else ""


def _below(assessment: Assessment | None) -> str:
    value = assessment.value("records_below_k") if assessment else None
    return count(value) if isinstance(value, int) else ""


def _loss(standing: Standing | None) -> str:
    value = standing.loss.value if standing and standing.loss else None
    return decimal(float(value), 1) if isinstance(value, int | float) else UNKNOWN
