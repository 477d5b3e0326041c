"""Result bar: from what an answer was computed, what it is, its limits, and its exports."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.explanation import before_text, figure_value_text
from sdcdesk.core.results.findings import Figure
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.report.assessment_rows import assessment_rows, exact_assessment
from ui.look.locale import in_user_locale, user_locale
from ui.models.table_model import TableModel
from ui.plots.export import Exporter
from ui.plots.export import Table as Rows
from ui.session.answers import Answer
from ui.session.computation import Ready
from ui.widgets.buttons import button, text_button
from ui.widgets.label import ElidedLabel, IconLabel
from ui.widgets.layout import row
from ui.widgets.menus import open_above
from ui.widgets.numbers import decimal
from ui.widgets.reason import allow

Row = list[str]

HEIGHT = 40

SHORTEST = 0.1
"""Seconds that are not told from none."""


class ResultBar(QFrame):
    """Stands below the answer of a measure; export is possible only of what is true now.

    What it writes holds no value of the data, as no document does; a table that is copied by itself does.
    """

    explained = Signal()
    """The manual page of the measure should open."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("resultBar")
        self.setFixedHeight(HEIGHT)
        self._assessment: Assessment | None = None
        self._title = title
        self.exporter = Exporter(self, lambda: title)
        self._mark = IconLabel("tick", 14)
        self.words = ElidedLabel(style="caption", tone="text2")
        what = text_button("What is this")
        what.clicked.connect(self.explained)
        self.limit = button("Add limit…", small=True)
        self.export = button("Export", "chevron_down", small=True)
        self.menu = QMenu(self)
        self.export.clicked.connect(lambda: open_above(self.menu, self.export))
        self.exporter.fill_rows(self.menu, self.displayed_rows, self.at_full_precision)
        forms = {ending: partial(self.written, ending) for ending in ("html", "json")}
        self.exporter.add_forms(self.menu, forms)
        parts = (self._mark, (self.words, 1), what, self.limit, self.export)
        row(*parts, margins=(20, 0, 20, 0), inside=self)

    def show_answer(self, answer: Answer) -> None:
        """Show where an answer comes from; what is not true now cannot be exported."""
        self._assessment = found = answer.value if isinstance(answer, Ready) else None
        self._mark.setVisible(found is not None)
        never = "There is nothing that is true now: wait for the figures, or compute again."
        allow(self.export, never if found is None else "")
        words = ""
        if found is not None and isinstance(answer, Ready):
            template = "Computed on {records} · {title}, version {version}"
            if answer.seconds:
                template = "Computed in less than {seconds} s on {records} · {title}, version {version}"
            if answer.seconds >= SHORTEST:
                template = "Computed in {seconds} s on {records} · {title}, version {version}"
            text = sentence(
                template,
                seconds=decimal(max(answer.seconds, SHORTEST), 1),
                records=counted(len(found.masked), "record"),
                title=found.title,
                version=str(found.version),
            )
            words = in_user_locale(text)
        self.words.setText(words)

    # What is exported

    def displayed_rows(self) -> Rows:
        """Return figures and tables in the words of the screen, without values of the data."""

        def figure_row(figure: Figure) -> Row:
            return [write(figure, None, user_locale()) for write in (before_text, figure_value_text)]

        found = self._assessment
        return (
            assessment_rows(found, figure_row, lambda table: TableModel(table).displayed_rows())
            if found
            else []
        )

    def at_full_precision(self) -> Rows:
        """Return figures and all rows of all tables with all digits, without values of the data."""
        return exact_assessment(self._assessment) if self._assessment else []

    def written(self, ending: str) -> bytes:
        """Return the assessment as HTML or JSON, by the ending of its file."""
        from sdcdesk.report.assessment_files import (  # nothing waits for them at the start
            html_file,
            json_file,
        )

        write = {"html": html_file, "json": json_file}[ending]
        return write(self._assessment) if self._assessment else b""
