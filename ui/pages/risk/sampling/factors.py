"""The table of sampling factors: what is expected of samples of every size, for one key set."""

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHeaderView

from sdcdesk.core.table import rows_to_json
from sdcdesk.release.sampling_curves import SamplingCurve
from ui.models.rows import RIGHT, Index, RowTable
from ui.plots.curve import short_percent
from ui.plots.export import Exporter, Table, drawing_of, picture_of, plain_number
from ui.widgets.numbers import count, percent
from ui.widgets.plain_table import PlainTable

ROW, ROWS = 28, 9
"""Height of a row, and how many are seen."""

Values = dict[str, Any]
"""One row of the engine's table."""

_PLUS_MINUS = "±"


class FactorsModel(RowTable[Values]):
    """Rows of `SamplingCurve.table` in words."""

    titles = (
        "Share asked",
        "Records",
        "Surely",
        "Weighted",
        "Guessing",
        "Surely,\nof released",
        "Weighted,\nof released",
        "Guessing,\nof released",
    )
    numbers: ClassVar[frozenset[int]] = frozenset(range(8))

    def same(self, rows: Sequence[Values]) -> bool:
        """Return whether these are the same shares."""
        return [row["records"] for row in rows] == [row["records"] for row in self.rows]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of a cell."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT
        words = self.words(self.rows[index.row()])[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.titles[index.column()]}: {words}".replace("\n", " ")
        return words if role == Qt.ItemDataRole.DisplayRole else None

    def words(self, row: Values) -> tuple[str, ...]:
        """Return all cells of a row."""
        return (
            short_percent(row["share_asked"]),
            count(row["records"]),
            _with_spread(row["dr_min"], row["dr_min_sd"]),
            percent(row["dr_weighted"]),
            _with_spread(row["dr_max"], row["dr_max_sd"]),
            percent(row["dr_min_released"]),
            percent(row["dr_weighted_released"]),
            percent(row["dr_max_released"]),
        )


class FactorsTable(PlainTable):
    """Shows one row for each point of a curve; the row follows the point that is read in the chart."""

    row_chosen = Signal(int)
    """The user went to another row."""

    def __init__(self) -> None:
        super().__init__("Expected risk at every share of the records", ROW)
        self.rows = FactorsModel(self)
        self.setModel(self.rows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setFixedHeight(44)
        self.setFixedHeight(44 + ROWS * ROW)
        self.selectionModel().currentRowChanged.connect(lambda now, _before: self.row_chosen.emit(now.row()))
        self.exporter = Exporter(self, self, self.accessibleName)

    def show_curve(self, curve: SamplingCurve | None) -> None:
        """Show a curve; None: nothing."""
        with QSignalBlocker(self):
            self.rows.set_rows([] if curve is None else rows_to_json(curve.table()))

    def go_to(self, row: int) -> None:
        """Select a row, without `row_chosen`; −1: none."""
        with QSignalBlocker(self):
            index = self.rows.index(row, 0)
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            if index.isValid():
                self.scrollTo(index)
        self.viewport().update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for some rows; the others scroll."""
        return QSize(600, 44 + ROWS * ROW)

    # What the exporter needs

    def table(self) -> Table:
        """Return all numbers at full precision, the header first."""
        if not self.rows.rows:
            return [["share_asked"]]
        names = list(self.rows.rows[0])
        return [names, *([_plain(row[name]) for name in names] for row in self.rows.rows)]

    def picture(self) -> QImage:
        """Return what is seen as an image."""
        return picture_of(self)

    def drawing(self) -> bytes:
        """Return what is seen as SVG."""
        return drawing_of(self, self.accessibleName())


def _with_spread(risk: float | None, spread: float | None) -> str:
    if risk is None or spread is None:
        return percent(risk)
    # The unit once: "1.93 ± 0.12 %".
    return f"{percent(risk).partition('%')[0].rstrip()} {_PLUS_MINUS} {percent(spread)}"


def _plain(value: float | None) -> str:
    return "" if value is None else plain_number(value)
