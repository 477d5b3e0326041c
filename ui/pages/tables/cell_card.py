"""Card of a cell: who contributes, which rule says what, and what a reader can work out of it."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.audit.cell_explanation import CellExplanation
from sdcdesk.tables.cells.cell_status import CellStatus
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import column
from ui.widgets.painting import paint_box
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

NOTHING, WHY = "Choose a cell", "Its contributors, and what a reader can work out of it, are shown here."

ABOUT = Explanation(
    "The chosen cell",
    "Its largest contributors, what the rules say of it, and between which values a reader of the published "
    "table knows it to be.",
)


class SharesBar(QWidget):
    """The largest contributors of a cell as parts of a bar."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_shares(self, shares: tuple[float, ...], text: str) -> None:
        """Show other shares, the largest first; `text` says them in words."""
        self._shares = shares
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.setVisible(bool(shares))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room of the bar."""
        return QSize(160, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the parts: the largest in the colour of risk, the second grey, the others pale."""
        painter = QPainter(self)
        left, width = 0.0, float(self.width())
        tones = ("risk", "before", "border_strong", "border")
        for place, share in enumerate(self._shares):
            part = share * width
            paint_box(painter, QRectF(left, 1, max(part - 1, 1), 14), tones[min(place, 3)], 1)
            left += part


class CellCard(Card):
    """Explains the chosen cell, and lets its owner decide on it."""

    decided = Signal(str)
    """What the owner decides: "hidden", "always" or "free"."""

    records_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Chosen cell")
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self._about = label(tone="text2", wraps=True)
        self.bar = SharesBar()
        self._reasons = label(wraps=True)
        self._interval = label(wraps=True)
        self._needed = label(style="caption", tone="text2", wraps=True)
        self._verdict = label(style="card_title", wraps=True)
        self.hide_cell, self.publish = button("Hide", small=True), button("Always publish", small=True)
        self.records = button("Show its records", small=True)
        acts = QWidget()
        line = FlowLayout(acts, gap=6)
        for each in (self.hide_cell, self.publish, self.records):
            line.addWidget(each)
        parts = (self._about, self.bar, self._reasons, self._interval, self._needed, self._verdict, acts)
        self.body.addLayout(column(*parts, ..., spacing=8))
        self.hide_cell.clicked.connect(lambda: self._decide(CellStatus.FORCED, "hidden"))
        self.publish.clicked.connect(lambda: self._decide(CellStatus.ALWAYS, "always"))
        self.records.clicked.connect(self.records_wanted)
        self._shown: CellExplanation | None = None
        self.show_cell(None)

    def show_cell(self, found: CellExplanation | None) -> None:
        """Explain another cell; None: none is chosen."""
        self._shown = found
        if found is None:
            self.set_title("Chosen cell")
            self.show_empty(NOTHING, WHY)
            return
        self.show_content()
        self.set_title(found.title)
        value = _number(found.value)
        words = "{status}. Value {value}."
        if found.contributors:
            words = "{status}. {contributors}, value {value}."
        self._about.setText(
            in_user_locale(
                sentence(words, status=found.status_title, value=value, contributors=found.contributors)
            )
        )
        self.bar.show_shares(found.shares, _shares_text(found.shares))
        self._reasons.setText("\n".join(in_user_locale(one) for one in found.reasons))
        self._reasons.setVisible(bool(found.reasons))
        self._show_interval(found)
        self.hide_cell.setText("Hide no more" if found.status is CellStatus.FORCED else "Hide")
        self.publish.setText("Decide anew" if found.status is CellStatus.ALWAYS else "Always publish")
        allow(self.records, "" if len(found.rows) else "It is not known which records are in the cell.")

    def _show_interval(self, found: CellExplanation) -> None:
        known = found.low is not None and found.high is not None
        self._interval.setVisible(known)
        self._needed.setText(in_user_locale(found.needed))
        self._needed.setVisible(bool(found.needed))
        self._verdict.setVisible(bool(found.needed) and (known or not found.enough))
        if known:
            words = "A reader of the published table knows it to lie between {low} and {high}."
            text = sentence(words, low=_number(found.low), high=_number(found.high))
            self._interval.setText(in_user_locale(text))
        self._verdict.setText("Wide enough" if found.enough else "Too narrow: it can be worked out too well")
        self._verdict.setProperty("tone", "safe_text" if found.enough else "risk_text")
        self._verdict.style().polish(self._verdict)

    def _decide(self, status: CellStatus, choice: str) -> None:
        if self._shown is not None:
            self.decided.emit("free" if self._shown.status is status else choice)


def _number(value: float | None) -> str:
    return "?" if value is None else number_text(value, user_locale(), 9)


def _shares_text(shares: tuple[float, ...]) -> str:
    if not shares:
        return ""
    words = "The largest contributor has {share} % of the cell."
    return in_user_locale(sentence(words, share=round(100 * shares[0])))
