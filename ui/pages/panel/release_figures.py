"""Figures below the gauge: surely, weighted, guessing, smallest group, information loss."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.limit import Limit
from ui.results.figure_help import explain_figure
from ui.results.text import figure_text
from ui.session.navigator import Navigator
from ui.widgets.figure import FigureValue, KeyFigure
from ui.widgets.label import hairline, label
from ui.widgets.numbers import UNKNOWN, count, decimal

MOST_WITH_NOUN = 9_999
"""Records that are named as such beside their number, in the narrow panel."""


RISKS = {
    "dr_min": "Surely DR<sub>min</sub>",
    "dr_weighted": "Weighted DR<sub>W</sub>",
    "dr_max": "Guessing DR<sub>max</sub>",
}
"""The three risks, as they are named where place is scarce."""


class ReleaseFigures(QWidget):
    """Shows an assessment of the disclosure risk; every figure answers "what is this"."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._navigator = navigator
        self._after: Assessment | None = None
        self._limit: float | None = None
        self._parts: Assessment | None = None
        self.risks = {name: KeyFigure(caption) for name, caption in RISKS.items()}
        self.exactness = label("", "caption", "text3", wraps=True)
        self.smallest = FigureValue("Smallest group")
        self.below = label("", "body", "text2")
        self.loss = FigureValue("Information loss", tone="loss_text")
        for name, figure in self.risks.items():
            figure.asked.connect(partial(self._explain, name, figure.value))
        self.smallest.asked.connect(partial(self._explain, "k", self.smallest))
        self.loss.asked.connect(partial(self._explain, "loss", self.loss))
        self._arrange()

    def set_risk(self, after: Assessment | None, limit: float | None = None) -> None:
        """Show an assessment; None: there is none.

        Parameters
        ----------
        after
            Of a scenario, after masking.
        limit
            The limit on DR_W, as a share; as many digits are shown as tell the two apart.
        """
        self._after, self._limit = after, limit
        for name, figure in self.risks.items():
            against = limit if name == "dr_weighted" else None
            figure.set_value(figure_text(after, name, against) if after else UNKNOWN)
        k, below = (after.value("k"), after.value("records_below_k")) if after else (None, None)
        self.smallest.set_value(count(k) if isinstance(k, int) else UNKNOWN)
        self.below.setText(_below(below, after.parameters["k"]) if after and isinstance(below, int) else "")
        exact = after is not None and after.value("exactness") == "exact"
        words = "These risks are exact" if exact else "Weighted and guessing are upper bounds"
        self.exactness.setText(words if after else "")
        self.exactness.setToolTip(after.states["exactness"].meaning if after else "")

    def set_loss(self, loss: float | None, parts: Assessment | None) -> None:
        """Show the information loss, 0…100, with the assessment that has its parts if there is one."""
        self._parts = parts
        self.loss.set_value(decimal(loss, 1))

    def _explain(self, name: str, anchor: QWidget) -> None:
        of = self._parts if name == "loss" else self._after
        if of is None:
            return
        value = self._limit if name == "dr_weighted" else None
        limit = None if value is None else Limit(measure=of.measure, figure=name, value=value)
        explain_figure(anchor, of.figure(name), self._navigator, (of.measure, of.source), limit)

    def _arrange(self) -> None:
        risks = QHBoxLayout()
        risks.setSpacing(10)
        for name, figure in self.risks.items():
            if name != "dr_min":
                risks.addWidget(hairline(vertical=True))
            risks.addWidget(figure)
        risks.addStretch()
        below = QHBoxLayout()
        below.addLayout(_titled("Smallest group, k", self.smallest, self.below), 1)
        below.addLayout(_titled("Information loss", self.loss, label("of 100", tone="text2")))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(6)
        rows.addLayout(risks)
        rows.addWidget(self.exactness)
        rows.addWidget(hairline())
        rows.addLayout(below)


def _below(records: int, wanted: int) -> str:
    """Return how many records are in too small groups; large numbers leave no room for the noun."""
    noun = "" if records > MOST_WITH_NOUN else " record" if records == 1 else " records"
    return f"· {count(records)}{noun} below {wanted}"


def _titled(title: str, figure: FigureValue, words: QWidget) -> QVBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(4)
    line.addWidget(figure)
    line.addWidget(words, 1)
    rows = QVBoxLayout()
    rows.setSpacing(1)
    rows.addWidget(label(title, "caption", "text3"))
    rows.addLayout(line)
    return rows
