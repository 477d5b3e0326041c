"""The card with the groups that are too small."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView

from sdcdesk.risk.anonymity.small_groups import SmallGroups
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from ui.models.rows import Index
from ui.pages.risk.anonymity import words as say
from ui.pages.risk.anonymity.model import SmallGroupsModel
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.numbers import count
from ui.widgets.plain_table import PlainTable
from ui.widgets.what_is_this import Explanation, explain

ROW = 28
MOST_ROWS = 8
"""Rows that are seen at once."""

NARROWEST = 64
"""Pixels of a key; where they are too many, the table scrolls."""


class SmallGroupsCard(Card):
    """Lists the groups below k, the smallest first."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown, and why, in words."""

    def __init__(self) -> None:
        super().__init__("Groups below k", margin=0)
        self._found: AnonymityAndRisk | None = None
        self._rows = np.empty(0, dtype=np.int64)
        self.model = SmallGroupsModel()
        self.table = _Table(self.model)
        self.footer = label(style="caption", tone="text3", wraps=True)
        self.footer.setContentsMargins(12, 0, 12, 10)
        self.show_all = self.add_action("Show these records")
        self.body.addWidget(self.table)
        self.body.addWidget(self.footer)
        self.show_all.clicked.connect(self._show_all)
        self.table.activated.connect(self._show_one)
        self.asked.connect(self._explain)

    def show_groups(self, found: AnonymityAndRisk, groups: SmallGroups, rows: np.ndarray) -> None:
        """Show groups, and how many there are.

        Parameters
        ----------
        found
            What was found for the wanted k.
        groups
            The groups below it.
        rows
            int64 positions in the original of all their records.
        """
        self._found, self._rows = found, rows
        things = "Groups" if groups.grouped else "Records"
        self.set_title(f"{things} below {count(found.wanted)}")
        self.model.show_groups(groups)
        self.table.arrange(len(groups.keys))
        self.show_all.setVisible(bool(groups.total))
        self.show_all.setToolTip(f"All {say.plural(groups.records, 'record')} {say.too_few(found)}")
        self.set_note(_total(groups))
        words = _footer(groups)
        self.footer.setText(words)
        self.footer.setVisible(bool(words))
        if groups.total:
            self.show_content()
        elif found.anonymous is None:
            self.show_empty("No record is released", "The recipe leaves all of them out.")
        else:
            self.show_empty(
                f"No {'group' if groups.grouped else 'record'} is below {count(found.wanted)}",
                f"All released records are {say.enough(found)}.",
            )

    def _show_all(self) -> None:
        if self._found is not None:
            self.records_wanted.emit(self._rows, say.too_few(self._found))

    def _show_one(self, index: Index) -> None:
        group = self.model.rows[index.row()]
        if self._found is not None and self._found.missing == "wildcard":
            words = f"compatible with {say.plural(group.now, 'record')}"
        else:
            words = "alone in the masked file" if group.now == 1 else f"one group of {count(group.now)}"
        self.records_wanted.emit(group.rows, words)

    def _explain(self) -> None:
        paragraph = (
            "The groups of released records that are smaller than wanted, with their key values as they are "
            "released, the smallest first and equal ones in the order of the file. Before is the size of the "
            "same people's groups in the original: where it was larger, a sample or a missing value made the "
            "group small."
        )
        rows: tuple[tuple[str, str], ...] = ()
        if self._found is not None:
            after = self._found.after
            groups = () if after.groups_below is None else (("Groups", count(after.groups_below)),)
            rows = (*groups, ("Records in them", count(after.below)))
        explain(self.help, Explanation(self.title(), paragraph, rows, source="Truta et al. 2006, section 3"))


class _Table(PlainTable):
    """A plain table of rows."""

    def __init__(self, model: SmallGroupsModel) -> None:
        super().__init__("Groups below k", ROW)
        self.setModel(model)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(NARROWEST)
        header.setFixedHeight(ROW)

    def arrange(self, keys: int) -> None:
        """Give the key variables the room that the sizes leave, and take the height of the rows."""
        header, rows = self.horizontalHeader(), self.model().rowCount()
        for column in range(self.model().columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        for column, width in ((keys, NARROWEST), (keys + 1, 88), (keys + 2, 190)):
            self.setColumnWidth(column, width)
        for column in range(keys):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(not keys)
        bar = self.horizontalScrollBar().sizeHint().height() if keys > MOST_ROWS else 0
        self.setFixedHeight(ROW * (1 + min(rows, MOST_ROWS)) + bar)


def _total(groups: SmallGroups) -> str:
    if not groups.total:
        return ""
    records = say.plural(groups.records, "record")
    return f"{say.plural(groups.total, 'group')}, {records}" if groups.grouped else records


def _footer(groups: SmallGroups) -> str:
    """Return what the table does not show."""
    words = []
    if len(groups.listed) < groups.total:
        things = "groups" if groups.grouped else "records"
        listed, total = count(len(groups.listed)), count(groups.total)
        words.append(f"The {listed} smallest of {total} {things} are listed.")
    if groups.left_out and groups.total:
        words.append(f"Not released: {', '.join(groups.left_out)}.")
    return " ".join(words)
