"""Effect view: verdict, risk and loss with the steps of a coding, and what stays of the values."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sdcdesk.core.text.sentence import capital, joined, sentence
from sdcdesk.search.codings.coding_effect import CodingEffect
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.badge import VerdictBadge
from ui.widgets.label import label, rich_label
from ui.widgets.layout import column, row
from ui.widgets.symbols import with_symbols

WAITING, UNKNOWN = "Looking at what it does…", "Preview says what it does to risk and loss."

FAILED = "What it does could not be found out."


class EffectView(QWidget):
    """A few lines below the codings; they keep their height while they wait."""

    def __init__(self) -> None:
        super().__init__()
        self.badge = VerdictBadge()
        self.risk = rich_label(tone="text2", wraps=True)
        self.loss = label(style="caption", tone="text2", wraps=True)
        self.kept = label(style="caption", tone="text3", wraps=True)
        top = Qt.AlignmentFlag.AlignTop
        line = row((self.badge, top), (self.risk, 1))
        column(line, self.loss, self.kept, spacing=3, margins=(12, 8, 12, 8), inside=self)

    def show_effect(self, effect: CodingEffect | None, waiting: str, left_out: str = "") -> None:
        """Show what a coding does, or why that is not known; where wanted why records are left out."""
        if effect is None:
            self.badge.set_verdict("not assessed")
            self.risk.setText(waiting)
            self.loss.setText(capital(left_out))
            self.kept.setText("")
            return
        words = effect.risk_text(user_locale())
        self.badge.set_verdict(effect.verdict)
        self.risk.setText(with_symbols(words))
        self.risk.setAccessibleName(words)
        lost = capital(effect.loss_text(user_locale()))
        self.loss.setText(sentence("{lost}: {left_out}", lost=lost, left_out=left_out) if left_out else lost)
        self.kept.setText(in_user_locale(joined(effect.kept, "; ")))
