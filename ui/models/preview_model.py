"""Preview model: the first records of a file that is not open yet, each column as it would become."""

from typing import Any

import pandas as pd
from PySide6.QtCore import Qt

from ui.models.frame_model import FrameModel


class PreviewModel(FrameModel):
    """Records whose header says which columns hold numbers, and which text."""

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return name and kind of a column, in two lines, above its values."""
        shown = super().headerData(section, orientation, role)
        if role == Qt.ItemDataRole.TextAlignmentRole and self.rowCount():
            return self.index(0, section).data(role) if orientation is Qt.Orientation.Horizontal else shown
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return shown
        return f"{shown}\n{self.kind(section)}"

    def kind(self, column: int) -> str:
        """Return what a column holds."""
        data = self.microdata
        values = data.column(self.names[column]) if data is not None else pd.Series(dtype="str")
        if pd.api.types.is_integer_dtype(values):
            return "whole numbers"
        return "decimal numbers" if pd.api.types.is_float_dtype(values) else "text"
