"""The tab that lists the records which add most to the risk."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.core.assessment import Assessment
from ui.models.rows import Index
from ui.pages.risk.records_model import TEXTS, RecordsModel, listed
from ui.pages.risk.scenario_model import rows_of
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.numbers import count
from ui.widgets.plain_table import ROW, PlainTable
from ui.widgets.what_is_this import Explanation, explain

MOST_ROWS = 18
"""Rows that are seen at once."""

ABOUT = Explanation(
    "Records at risk",
    "Every released record adds its weight, as a part of the first weight, divided by the size of its group "
    "now or before, whichever is larger, and by the number of original records. The list begins with those "
    "that add most; together all add up to the weighted risk DR_W.",
    source="Truta et al. 2004, section 2",
)


class RecordsAtRisk(QWidget):
    """Lists the records that add most to the weighted risk of one scenario."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._shown: Assessment | None = None
        self.card = Card("Records at risk", margin=0)
        self.records = RecordsModel()
        self.table = _Table(self.records)
        self.show_all = self.card.add_action("Show these records")
        self.card.body.addWidget(self.table)
        self.card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.card.asked.connect(lambda: explain(self.card.help, ABOUT))
        self.show_all.clicked.connect(self._show_all)
        self.table.activated.connect(self._show_one)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.card)
        rows.addStretch()

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now, in one scenario."""
        row = next((row for row in rows_of(self._session) if row.scenario.name == name), None)
        after = row.checked.after if row and row.checked else None
        self.card.set_loading(loading=self._session.is_stale and after is not None)
        if row is None or after is None:
            self._shown = None
            self._say_why(
                failed=row is not None and row.checked is not None and row.checked.error is not None
            )
        elif after is not self._shown:
            self._shown = after
            self.records.set_rows(listed(after, row.keys))
            found = len(self.records.rows)
            self.table.fit(found)
            self.card.set_note(f"{name}: the {count(found)} that add most" if found else name)
            if found:
                self.card.show_content()
            elif not len(after.masked):
                self.card.show_empty("No record is released", "The recipe leaves all of them out.")
            else:
                self.card.show_empty("No record adds to the weighted risk", "All weights that occur are 0.")
        self.show_all.setVisible(self._shown is not None and bool(self.records.rows))

    def _say_why(self, *, failed: bool) -> None:
        self.card.set_note("")
        if failed:
            self.card.show_empty("This scenario cannot be assessed", "The overview says why.")
        elif self._session.is_stale:
            self.card.show_empty("Counting groups…")
        else:
            self.card.show_empty("Nothing is assessed yet", "Describe a scenario on the overview.")

    def _show_all(self) -> None:
        positions = np.array([record.original for record in self.records.rows], dtype=np.int64)
        self._session.navigator.show_records(positions, "adding most to DR_W")

    def _show_one(self, index: Index) -> None:
        record = self.records.rows[index.row()]
        self._session.navigator.show_records(np.array([record.original], dtype=np.int64), "at risk")


class _Table(PlainTable):
    """A plain table of rows."""

    def __init__(self, model: RecordsModel) -> None:
        super().__init__("Records at risk")
        self.setModel(model)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setFixedHeight(ROW)
        for column, width in ((0, 80), (3, 170), (4, 60), (5, 120)):
            self.setColumnWidth(column, width)
        for column in TEXTS:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def fit(self, rows: int) -> None:
        """Take the height of some rows, or of the most that are seen."""
        self.setFixedHeight(self.horizontalHeader().height() + ROW * max(min(rows, MOST_ROWS), 1))
