"""Figures below the gauge: the overview of the leading risk, smallest group, information loss."""

from functools import partial

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdcdesk.core.numbers.quantity import SCORE, SHARE
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.explanation import figure_text
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.without_original import NOT_KNOWN
from sdcdesk.core.results.without_pairing import NOT_PAIRED
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.symbols import symbol_text
from sdcdesk.document.axes import axis_name
from sdcdesk.document.limits import unit_behind
from sdcdesk.document.measures import MEASURES, lead, leading_figure, leading_measure
from ui.look.locale import in_user_locale, user_locale
from ui.results.figure_help import explain_figure
from ui.session.navigator import Navigator
from ui.widgets.figure import FigureValue, plain
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.layout import column, row
from ui.widgets.numbers import UNKNOWN, count

MOST_WITH_NOUN = 9_999
"""Records that are named as such beside their number, in the narrow panel."""


def overview_titles() -> dict[str, str]:
    """Return the shares of the overview, as they are named where place is scarce."""
    kind = leading_measure(Concern.RISK)
    declared = (kind.declared(name) for name in lead(Concern.RISK).overview)
    return {
        one.name: f"{one.short} {symbol_text(one.symbol)}" for one in declared if one and one.unit == SHARE
    }


EXACTNESS = {
    "exact": "These risks are exact",
    "upper bound": "Weighted and guessing are upper bounds",
    NOT_KNOWN: "These risks, and the loss, need the original",
    NOT_PAIRED: "These risks, and the loss, need to know who is who",
}
"""How the three risks are to be read, by the code of their state."""


class ReleaseFigures(QWidget):
    """Shows an assessment of the disclosure risk and one of the loss; figures answer "what is this"."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._navigator = navigator
        self._risk: Assessment | None = None
        self._loss: Assessment | None = None
        self._limit: float | None = None
        self.risks = {
            name: FigureValue(plain(title), "dialog_title") for name, title in overview_titles().items()
        }
        self.exactness = label("", "caption", "text3", wraps=True)
        self.smallest = FigureValue("Smallest group")
        self.below = label("", "body", "text2")
        self.loss = FigureValue(axis_name(leading_figure(Concern.LOSS)), tone="loss_text")
        self._loss_axis = leading_figure(Concern.LOSS)
        self._loss_title = label(self.loss.name, "caption", "text3")
        self._loss_unit = label(unit_behind(SCORE), tone="text2")
        for name, figure in self.risks.items():
            figure.requested.connect(partial(self._explain, name, figure))
        self.smallest.requested.connect(partial(self._explain, "k", self.smallest))
        self.loss.requested.connect(partial(self._explain, "", self.loss))
        # One below the other: beside one another there is no room for their names.
        titles = {name: rich_label(title, "caption", "text3") for name, title in overview_titles().items()}
        lines = (row(titles[name], ..., figure) for name, figure in self.risks.items())
        risks = column(*lines, spacing=0)
        below = row(
            (_titled("Smallest group, k", self.smallest, self.below), 1),
            column(self._loss_title, row(self.loss, (self._loss_unit, 1), spacing=4), spacing=1),
        )
        column(risks, self.exactness, hairline(), below, spacing=6, inside=self)

    def set_risk(self, risk: Assessment | None, limit: float | None = None) -> None:
        """Show an assessment of the disclosure risk; None: there is none.

        Parameters
        ----------
        risk
            Of a scenario, after masking.
        limit
            The limit on the leading figure, as a share; as many digits are shown as tell the two apart.
        """
        self._risk, self._limit = risk, limit
        for name, figure in self.risks.items():
            against = limit if name == lead(Concern.RISK).figure else None
            figure.set_value(figure_text(risk, name, against, user_locale()) if risk else UNKNOWN)
        k, below = (risk.value("k"), risk.value("records_below_k")) if risk else (None, None)
        self.smallest.set_value(count(k) if isinstance(k, int) else UNKNOWN)
        self.below.setText(_below(below, risk.parameters["k"]) if risk and isinstance(below, int) else "")
        self.exactness.setText(EXACTNESS[str(risk.value("exactness"))] if risk else "")
        self.exactness.setToolTip(risk.states["exactness"].meaning if risk else "")

    def set_loss(self, loss: Assessment | None, axis: FigureAddress) -> None:
        """Show the figure of a loss; without an assessment there is none."""
        self._loss, self._loss_axis = loss, axis
        declared = MEASURES[axis.measure].declared(axis.figure)
        self._loss_title.setText(axis_name(axis))
        scored = loss is not None and declared is not None and declared.unit == SCORE
        self._loss_unit.setText(unit_behind(SCORE) if scored else "")
        self.loss.set_name(axis_name(axis))
        self.loss.set_value(figure_text(loss, axis.figure, locale=user_locale()) if loss else UNKNOWN)

    def _explain(self, name: str, anchor: QWidget) -> None:
        assessment = self._risk if name else self._loss
        if assessment is None:
            return
        value = self._limit if name == lead(Concern.RISK).figure else None
        name = name or self._loss_axis.figure
        limit = None if value is None else Limit(measure=assessment.measure, figure=name, value=value)
        explain_figure(
            anchor, assessment.figure(name), self._navigator, (assessment.measure, assessment.source), limit
        )


def _below(records: int, wanted: int) -> str:
    """Return how many records are in too small groups; large numbers leave no room for the noun."""
    if records > MOST_WITH_NOUN:
        return in_user_locale(sentence("· {n} below {k}", n=records, k=wanted))
    return in_user_locale(
        sentence("· {n} record below {k}", "· {n} records below {k}", "n", n=records, k=wanted)
    )


def _titled(title: str, figure: FigureValue, words: QLabel | None = None) -> QVBoxLayout:
    value = row(figure, (words, 1), spacing=4) if words else figure
    return column(rich_label(title, "caption", "text3", wraps=words is None), value, spacing=1)
