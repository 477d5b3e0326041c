"""Metadata transfer dialog: what fits of the descriptions of a project or codebook, and what does not."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.metadata_transfer import MetadataComparison, by_use, description_text
from ui.dialogs.frame import Dialog
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.models.rows import RowColumn, RowTable
from ui.widgets.layout import column, resize_within_screen, widget_in
from ui.widgets.painting import Index
from ui.widgets.plain_table import PlainTable

SIZE = (820, 560)


def _differences(compared: MetadataComparison) -> str:
    return " ".join(compared.differences)


class MetadataModel(RowTable[MetadataComparison]):
    """The offers with their ticks: all that fit whole are ticked to begin with."""

    declares = (
        RowColumn("Variable", lambda compared: compared.name, hint=lambda compared: compared.name),
        RowColumn("What is taken", description_text, hint=description_text),
        RowColumn("What does not fit", _differences, hint=_differences),
    )

    def __init__(self, comparisons: Sequence[MetadataComparison]) -> None:
        super().__init__()
        self.rows = by_use(comparisons)
        self.ticked = {compared.name for compared in comparisons if compared.fit == "fits"}

    def ticked_variables(self) -> list[Variable]:
        """Return the descriptions that are ticked."""
        return [
            compared.description
            for compared in self.rows
            if compared.description and compared.name in self.ticked
        ]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let what can be taken be ticked."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        tickable = index.column() == 0 and self.rows[index.row()].description is not None
        return flags | Qt.ItemFlag.ItemIsUserCheckable if tickable else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        compared, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == 0 and compared.description:
            return Qt.CheckState.Checked if compared.name in self.ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ForegroundRole:
            quiet = "text3" if compared.description is None else "text"
            return theme().colour("note_text" if column == 2 and compared.fit == "differs" else quiet)
        if role == Qt.ItemDataRole.FontRole and column == 0:
            return theme().font("card_title" if compared.description else "body")
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Tick a variable, or not."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        name = self.rows[index.row()].name
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self.ticked.add(name)
        else:
            self.ticked.discard(name)
        self.dataChanged.emit(index, index)
        return True


class MetadataTransferDialog(Dialog):
    """Lists what another project or a codebook says of the variables; *Take* closes it.

    Parameters
    ----------
    comparisons
        What fits, as compared with this file.
    source
        Name of its file.
    """

    def __init__(
        self, comparisons: Sequence[MetadataComparison], source: str, parent: QWidget | None = None
    ) -> None:
        super().__init__("Take descriptions", "Take", parent)
        resize_within_screen(self, *SIZE)
        self.model = MetadataModel(comparisons)
        self.model.dataChanged.connect(lambda _first, _last: self._count())
        self.table = PlainTable("Descriptions to take", 38)
        self._arrange_table()
        # The words in the cells begin where those of the header do.
        content = widget_in(column(self.table, margins=(12, 0, 12, 0)))
        words = (
            "Labels, roles, scales, units, orders, value labels and missing codes as {source} describes them"
        )
        self.lay_out(content, sentence(words, source=source))
        self._count()

    def ticked_variables(self) -> list[Variable]:
        """Return the descriptions that were ticked."""
        return self.model.ticked_variables()

    def _count(self) -> None:
        ticked = len(self.model.ticked_variables())
        possible = sum(compared.description is not None for compared in self.model.rows)
        words = "{n} of {all} that could be taken; one undo takes them back"
        self.show_text(in_user_locale(sentence(words, n=ticked, all=possible)))
        take = sentence("Take {n} description", "Take {n} descriptions", "n", n=ticked)
        self.filled.setText(in_user_locale(take) if ticked else "Take")
        why = "Tick what should be taken" if possible else "There is nothing to take"
        self.allow("" if ticked else why)

    def _arrange_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.set_widths({0: 190, 1: 240}, 2)
