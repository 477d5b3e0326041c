"""Card of the audit: whether every sensitive cell is uncertain enough, its figures, and what fails."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables.audit.audit import to_findings
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.badge import badge_size, paint_badge
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.figure_list import FigureList
from ui.widgets.label import label
from ui.widgets.layout import column
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

NAMED = 4
"""Hindrances that are shown; the others are counted."""

PASSED = "No sensitive cell can be narrowed down further than its rules allow by anyone who reads this table."

ABOUT = Explanation(
    "Audit",
    "For every hidden cell the smallest and the largest value that agree with all published numbers are "
    "computed by linear programming. The table is safe where no sensitive cell can be narrowed down further "
    "than its rules allow, also by somebody who is the only contributor of a hidden cell and so knows it.",
)

NO_RULES = "Choose rules first: nobody has said which cells are sensitive."


class VerdictBadge(QWidget):
    """The verdict of a table."""

    def __init__(self) -> None:
        super().__init__()
        self._verdict = Verdict.NOT_ASSESSED
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_verdict(Verdict.NOT_ASSESSED)

    def show_verdict(self, verdict: Verdict) -> None:
        """Show another verdict."""
        self._verdict = verdict
        self.setAccessibleName(str(verdict))
        self.setFixedSize(badge_size(str(verdict)))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the badge."""
        paint_badge(QPainter(self), self.rect(), str(self._verdict))


class AuditCard(Card):
    """Shows the audit of a table, and offers to repair it."""

    repair_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Audit")
        self.badge = VerdictBadge()
        self.add_to_header(self.badge)
        self.requested.connect(lambda: explain(self.help, ABOUT))
        self._about = label(tone="text2", wraps=True)
        self.figures = FigureList()
        self._override = label(style="caption", tone="text2", wraps=True)
        self.repair = button("Hide more cells until it passes", small=True)
        self.repair.clicked.connect(self.repair_wanted)
        self.body.addLayout(column(self._about, self.figures, self._override, self.repair, ..., spacing=8))

    def show_result(self, result: TableResult) -> None:
        """Show the audit of a table, or why there is none."""
        self.badge.show_verdict(result.verdict)
        found = result.found
        if result.error is not None or found is None:
            why = in_user_locale(result.error.message) if result.error is not None else ""
            self.show_empty("The table could not be audited", why)
            return
        self.show_content()
        self._about.setText(self._words(result))
        figures = [
            (figure.title, in_user_locale(quantity_text(figure.quantity, user_locale()).text))
            for figure in to_findings(found).figures.values()
        ]
        self.figures.show_figures(figures)
        reason = result.planned.override
        self._override.setText(in_user_locale(sentence("It may leave nevertheless: {reason}", reason=reason)))
        self._override.setVisible(bool(reason))
        self.repair.setVisible(result.verdict is Verdict.UNSAFE)
        allow(self.repair, "" if result.planned.protection is None else "Change the protection instead.")

    def _words(self, result: TableResult) -> str:
        if result.verdict is Verdict.SAFE:
            return PASSED
        hindrances: Sequence[str] = result.hindrances
        shown = [in_user_locale(one) for one in hindrances[:NAMED]]
        if len(hindrances) > NAMED:
            rest = sentence("{n} more.", "{n} more.", "n", n=len(hindrances) - NAMED)
            shown.append(in_user_locale(rest))
        return "\n".join(shown)
