"""Card of the audit: whether a table is safe, its figures, and the cells that are not protected."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.release.file_beside import given_away_sentence
from sdcdesk.release.published_table import made_findings
from sdcdesk.release.table_result import TableResult
from ui.look.locale import in_user_locale
from ui.models.table_figures import table_figures
from ui.widgets.badge import VerdictBadge
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import column, row, widget_in
from ui.widgets.numbers import count, decimal, user_quantity_text
from ui.widgets.painting import RIGHT
from ui.widgets.reason import allow

PASSED = "No sensitive cell can be narrowed further than its rule allows by anyone who reads this table."
SHOWN = 6
"""Cells and sentences that are named."""

FIGURES_WIDTH = 248

FIGURES = ("Sensitive cells", "Hidden to protect them", "Hidden by hand", "Value hidden")
RUNNING = "The table is being computed."
DRAFT = "The best pattern so far is drawn; nobody has audited it."
UNDER_WAY = "Protection and audit are under way; sensitive cells are marked already."
NOTHING_NARROW = "Its audit found nothing to repair."


class AuditCard(Card):
    """What somebody who reads the table can work out."""

    repair_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Audit")
        self.badge = VerdictBadge()
        self.add_to_header(self.badge)
        self.words = label(tone="text2", wraps=True)
        self.method = label(style="caption", tone="text3", wraps=True)
        self.made = label(style="caption", tone="text3", wraps=True)
        grid = QGridLayout()
        numbers = widget_in(grid)
        numbers.setFixedWidth(FIGURES_WIDTH)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        self.figures = {}
        for at, words in enumerate(FIGURES):
            grid.addWidget(label(words), at, 0)
            self.figures[words] = figure = label(style="card_title")
            grid.addWidget(figure, at, 1, RIGHT)
        self.repair = self.add_action("Repair")
        self.repair.setToolTip("Hides more cells until no sensitive one is too narrow")
        self.repair.clicked.connect(self.repair_wanted)
        said = column(self.words, self.method, self.made, ...)
        self.body.addLayout(row((said, 1), (numbers, Qt.AlignmentFlag.AlignTop), spacing=32))
        self.body.addStretch(1)

    def show_result(self, result: TableResult, *, stale: bool = False, with_file: bool = False) -> None:
        """Show what became of a table.

        Parameters
        ----------
        result
            What became of it.
        stale
            Whether it is of the table as it was, so that it is no verdict any more.
        with_file
            Whether steps make a masked file, which may leave, too.
        """
        verdict, figures = result.verdict, table_figures(result)
        said = {Verdict.SAFE: "Passed", Verdict.UNSAFE: "Unsafe"}.get(verdict, "Not audited")
        kind = {Verdict.SAFE: "safe", Verdict.UNSAFE: "unsafe"}.get(verdict, "not assessed")
        self.badge.set_verdict("not assessed" if stale else kind, "Not audited yet" if stale else said)
        told = [in_user_locale(str(one)) for one in result.hindrances[:SHOWN]]
        more = len(result.hindrances) - SHOWN
        if more > 0:
            words = sentence("{n} more is like that.", "{n} more are like that.", "n", n=more)
            told.append(in_user_locale(words))
        if stale and result.found is None:
            told = [UNDER_WAY if result.draft is None else DRAFT]
        beside = given_away_sentence(result) if with_file else None
        said_beside = [] if beside is None else [in_user_locale(beside)]
        self.words.setText("\n".join([*(told or [PASSED]), *said_beside]))
        if figures is not None:
            known = figures.share_hidden
            share = decimal(None) if known is None else user_quantity_text(Quantity(known, SHARE)).text
            # Nobody has asked yet which cells are sensitive: that is not "none".
            sensitive = decimal(None) if figures.sensitive is None else count(figures.sensitive)
            numbers = (sensitive, count(figures.secondary), count(figures.forced), share)
            for name, number in zip(FIGURES, numbers, strict=True):
                self.figures[name].setText(number)
        titles = [one.title for one in result.planned.rules]
        self.method.setVisible(bool(titles))
        if titles:
            method = sentence("Exact, by linear programming. Rules: {rules}.", rules=joined_by_and(titles))
            self.method.setText(in_user_locale(method))
        self._show_made(result)
        narrow = figures is not None and bool(figures.narrow)
        allow(self.repair, RUNNING if stale else "" if narrow else NOTHING_NARROW)

    def _show_made(self, result: TableResult) -> None:
        """Show what the protection tells of its making, and its figures that stand nowhere else here."""
        made = made_findings(result)
        self.made.setVisible(made is not None)
        if made is None:
            return
        figures = [
            sentence("{title}: {number}", title=one.title, number=one.quantity)
            for one in made.figures.values()
            if one.quantity.defined
        ]
        self.made.setText("\n".join(in_user_locale(one) for one in (*figures, *made.notes)))
