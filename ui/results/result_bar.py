"""Result bar: from what an answer was computed, what it is, its limits, and its exports."""

import json
from collections.abc import Callable, Iterable
from html import escape

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QFrame, QMenu

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.explanation import before_text, value_text
from sdcdesk.core.findings import Figure
from sdcdesk.core.secrecy import withheld
from sdcdesk.core.sentence import counted
from sdcdesk.core.table import Table
from ui.look.locale import user_locale, worded
from ui.models.table_model import TableModel
from ui.plots.export import Exporter
from ui.plots.export import Table as Rows
from ui.session.answers import Answer
from ui.session.computation import Ready
from ui.widgets.buttons import button, text_button
from ui.widgets.label import ElidedLabel, IconLabel
from ui.widgets.layout import row
from ui.widgets.numbers import decimal
from ui.widgets.reason import allow

Row = list[str]

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
        self.exporter = Exporter(self, lambda: title)
        self._mark = IconLabel("tick", 14)
        self.words = ElidedLabel(style="caption", tone="text2")
        what = text_button("What is this")
        what.clicked.connect(self.explained)
        self.limit = button("Add limit…", small=True)
        self.limit.clicked.connect(self.limit_wanted)
        self.export = button("Export", "chevron_down", small=True)
        self.export.clicked.connect(self._open_menu)
        self.menu = QMenu(self)
        self.exporter.fill_rows(self.menu, self.as_shown, self.at_full_precision)
        for ending, content in (("html", self._html), ("json", self.written_json)):
            act = self.menu.addAction(f"Save as {ending.upper()}…")
            act.triggered.connect(lambda _checked=False, e=ending, c=content: self.exporter.ask(e, c))
        parts = (self._mark, (self.words, 1), what, self.limit, self.export)
        row(*parts, margins=(20, 0, 20, 0), inside=self)

    def show_answer(self, answer: Answer) -> None:
        """Show where an answer comes from; what is not true now cannot be exported."""
        self._found = found = answer.value if isinstance(answer, Ready) else None
        self._mark.setVisible(found is not None)
        never = "There is nothing that is true now: wait for the figures, or compute again."
        allow(self.export, never if found is None else "")
        words = ""
        if found is not None and isinstance(answer, Ready):
            took = decimal(answer.seconds, 1) if answer.seconds >= BRIEF else f"less than {decimal(BRIEF, 1)}"
            seconds = f" in {took} s" if answer.seconds else ""
            records = worded(counted(len(found.masked), "record"))
            words = f"Computed{seconds} on {records} · {found.title}, version {found.version}"
        self.words.setText(words)

    # What is exported

    def as_shown(self) -> Rows:
        """Return figures and tables in the words of the screen, without values of the data."""
        return self._rows(
            lambda figure: [write(figure, None, user_locale()) for write in (before_text, value_text)],
            lambda table: TableModel(table).as_shown(),
        )

    def at_full_precision(self) -> Rows:
        """Return figures and all rows of all tables with all digits, without values of the data.

        Shares are from 0 to 1, as programs read them, so that no unit may stand beside the title of a figure.
        """

        def exact(figure: Figure) -> list[str]:
            values = (figure.before.value if figure.before else None, figure.value)
            return ["" if value is None else repr(value) for value in values]

        return self._rows(exact, Table.exact_rows)

    def _rows(self, of_figure: Callable[[Figure], Row], of_table: Callable[[Table], Iterable[Row]]) -> Rows:
        if self._found is None:
            return []
        found = withheld(self._found)
        rows = [[figure.title, *of_figure(figure)] for figure in found.figures.values()]
        for table in found.tables.values():
            rows += [[], [table.title], *of_table(table)]
        return [["Figure", "Before", "Now"], *rows]

    def written_json(self) -> bytes:
        """Return the assessment as JSON."""
        written = {} if self._found is None else self._found.to_json()
        return json.dumps(written, indent=2, ensure_ascii=False, allow_nan=False).encode()

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
