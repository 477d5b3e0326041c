"""Result bar: from what an answer was computed, what it is, its limits, and its exports."""

import json
from html import escape

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.findings import Figure
from sdcdesk.core.secrecy import withheld
from ui.models.table_model import TableModel
from ui.plots.export import Exporter, comma_separated
from ui.plots.export import Table as Rows
from ui.results.text import before_text, value_text
from ui.session.answer import Answer, Ready
from ui.widgets.buttons import button, text_button
from ui.widgets.label import ElidedLabel, IconLabel
from ui.widgets.numbers import count, decimal
from ui.widgets.reason import disable, enable

HEIGHT = 40

BRIEF = 0.1
"""Seconds that are not told from none."""


class ResultBar(QFrame):
    """Stands below the answer of a measure; export is possible only of what is true now.

    What it writes holds no value of the data, as no document does; a table that is copied by itself does.
    """

    explained = Signal()
    """The manual page of the measure should open."""

    limit_wanted = Signal()
    """A limit on a figure should be added."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("resultBar")
        self.setFixedHeight(HEIGHT)
        self._found: Assessment | None = None
        self._title = title
        self.exporter = Exporter(self, _Nothing(), lambda: title)
        self._mark = IconLabel("tick", 14)
        self.words = ElidedLabel(style="caption", tone="text2")
        what = text_button("What is this")
        what.clicked.connect(self.explained)
        self.limit = button("Add limit…", small=True)
        self.limit.clicked.connect(self.limit_wanted)
        self.export = button("Export", "chevron_down", small=True)
        self.export.clicked.connect(self._open_menu)
        self.menu = QMenu(self)
        self._fill()
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 0, 20, 0)
        line.setSpacing(8)
        line.addWidget(self._mark)
        line.addWidget(self.words, 1)
        for part in (what, self.limit, self.export):
            line.addWidget(part)

    def show_answer(self, answer: Answer) -> None:
        """Show where an answer comes from; what is not true now cannot be exported."""
        self._found = answer.value if isinstance(answer, Ready) else None
        self._mark.setVisible(self._found is not None)
        if self._found is None or not isinstance(answer, Ready):
            self.words.setText("")
            disable(self.export, "There is nothing that is true now: wait for the figures, or compute again.")
            return
        enable(self.export)
        found = self._found
        took = decimal(answer.seconds, 1) if answer.seconds >= BRIEF else f"less than {decimal(BRIEF, 1)}"
        seconds = f" in {took} s" if answer.seconds else ""
        records = f"{count(len(found.masked))} records"
        self.words.setText(f"Computed{seconds} on {records} · {found.title}, version {found.version}")

    # What is exported

    def as_shown(self) -> Rows:
        """Return figures and tables in the words of the screen, without values of the data."""
        if self._found is None:
            return []
        found = withheld(self._found)
        rows = [[one.title, before_text(one), value_text(one)] for one in found.figures.values()]
        for table in found.tables.values():
            rows += [[], [table.title], *TableModel(table).as_shown()]
        return [["Figure", "Before", "Now"], *rows]

    def at_full_precision(self) -> Rows:
        """Return figures and all rows of all tables with all digits, without values of the data."""
        if self._found is None:
            return []
        found = withheld(self._found)
        rows = [_exact_row(one) for one in found.figures.values()]
        for table in found.tables.values():
            rows += [[], [table.title], *table.exact_rows()]
        return [["Figure", "Before", "Now"], *rows]

    def written_json(self) -> bytes:
        """Return the assessment as JSON."""
        written = {} if self._found is None else self._found.to_json()
        return json.dumps(written, indent=2, ensure_ascii=False, allow_nan=False).encode()

    def _fill(self) -> None:
        exporter = self.exporter
        entries = (
            ("Copy as shown", lambda: exporter.copy(self.as_shown())),
            ("Copy at full precision", lambda: exporter.copy(self.at_full_precision())),
            ("", lambda: None),
            ("Save tables as CSV…", lambda: exporter.ask("csv", self._csv)),
            ("Save as HTML…", lambda: exporter.ask("html", self._html)),
            ("Save as JSON…", lambda: exporter.ask("json", self.written_json)),
        )
        for words, run in entries:
            if not words:
                self.menu.addSeparator()
                continue
            action: QAction = self.menu.addAction(words)
            action.triggered.connect(lambda _checked=False, run=run: run())

    def _csv(self) -> bytes:
        return comma_separated(self.at_full_precision())

    def _html(self) -> bytes:
        from sdcdesk.report.notebook import display

        title = escape(self._title)
        body = "" if self._found is None else display(self._found)
        head = f'<meta charset="utf-8"><title>{title}</title>'
        return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'.encode()

    def _open_menu(self) -> None:
        """Open the menu above its button."""
        height = self.menu.sizeHint().height()
        self.menu.popup(self.export.mapToGlobal(QPoint(0, -height)))


class _Nothing:
    """The bar itself has no picture; its exporter writes what it is given."""

    def table(self) -> Rows:
        """Return nothing."""
        return []

    def picture(self) -> QImage:
        """Return nothing."""
        return QImage()

    def drawing(self) -> bytes:
        """Return nothing."""
        return b""


def _exact_row(figure: Figure) -> list[str]:
    """Return a figure as programs read it: shares from 0 to 1, so that no unit may stand beside its title."""
    before = "" if figure.before is None or figure.before.value is None else repr(figure.before.value)
    return [figure.title, before, "" if figure.value is None else repr(figure.value)]
